import { onTestFinished } from 'vitest';
import { keysOf, type Stale } from '@/kit/stale';
import { settled } from './settled';

/** Another tab of this browser, until the test ends. */
export interface OtherTab {
  /** What it was told of, as keys of queries. */
  readonly told: unknown[];
  /** Has it write something that makes this stale. */
  readonly writes: (...stale: Stale) => Promise<void>;
}

/** Opens another tab. */
export function otherTab(): OtherTab {
  const channel = new BroadcastChannel('nirmaan-writes');
  const told: unknown[] = [];
  channel.onmessage = ({ data }: MessageEvent<readonly unknown[]>) => void told.push(...data);
  onTestFinished(() => channel.close());
  return {
    told,
    writes: async (...stale) => {
      // A page listens a moment after it is drawn.
      await settled();
      channel.postMessage(keysOf(stale));
    },
  };
}
