import { onTestFinished } from 'vitest';
import { keysOf, type Stale } from '@/kit/stale';

const NAME = 'nirmaan-writes';

/** Another tab of this browser, until the test ends. */
export interface OtherTab {
  /** What it was told of, as keys of queries. */
  readonly told: unknown[];
  /** Has it write something that makes this stale, and waits until the page has heard of it. */
  readonly writes: (...stale: Stale) => Promise<void>;
  /** Has it say something, and waits until the page has heard it. */
  readonly says: (what: unknown) => Promise<void>;
}

/** Opens another tab. */
export function otherTab(): OtherTab {
  const channel = new BroadcastChannel(NAME);
  const told: unknown[] = [];
  channel.onmessage = ({ data }: MessageEvent<readonly unknown[]>) => void told.push(...data);
  onTestFinished(() => channel.close());
  const says = async (what: unknown) => {
    // Made after that of the page, it hears after the page.
    const witness = new BroadcastChannel(NAME);
    const heard = new Promise((hear) => witness.addEventListener('message', hear));
    channel.postMessage(what);
    await heard;
    witness.close();
  };
  return { told, says, writes: (...stale) => says(keysOf(stale)) };
}
