import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { readAnew } from './stale';

/** Between the tabs of one browser. A tab doesn't hear itself. */
const channel = new BroadcastChannel('nirmaan-writes');

/** The key of everything that was read. */
export const EVERYTHING: QueryKey = [];

/**
 * Tells the other tabs that something was written.
 *
 * @param keys of what they may have read that it makes stale; names of services and methods, and nothing of the records
 */
export function tellTabs(keys: readonly QueryKey[]): void {
  if (keys.length > 0) channel.postMessage(keys);
}

/**
 * Has what other tabs have changed read anew: at once while this tab is in sight, or when it comes into sight.
 *
 * @returns ends it
 */
export function followTabs(queries: QueryClient): () => void {
  const told = new Map<string, QueryKey>();
  let reading = false;

  const read = async () => {
    if (reading) return;
    reading = true;
    // What is told while something is read comes after it: a tab that writes much would else have it begin again and again.
    while (told.size > 0 && !document.hidden) {
      const keys = [...told.values()];
      told.clear();
      await readAnew(queries, keys);
    }
    reading = false;
  };
  const hear = ({ data }: MessageEvent<readonly QueryKey[]>) => {
    for (const key of data) told.set(JSON.stringify(key), key);
    void read();
  };
  const wake = () => void read();

  channel.addEventListener('message', hear);
  document.addEventListener('visibilitychange', wake);
  return () => {
    channel.removeEventListener('message', hear);
    document.removeEventListener('visibilitychange', wake);
  };
}
