import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { readAnew } from './stale';

/** Between the tabs of one browser. A tab doesn't hear itself. */
const channel = new BroadcastChannel('nirmaan-writes');

/** The longest pause after a reading, in milliseconds; otherwise it is as long as the reading took. */
const PAUSE_MS = 10_000;

/**
 * Tells the other tabs that something was written.
 *
 * @param keys of what they may have read that it makes stale: names of services and methods, and nothing of the records
 */
export function tellTabs(keys: readonly QueryKey[]): void {
  if (keys.length > 0) channel.postMessage(keys);
}

/**
 * Has what other tabs have changed read anew: at once while this tab is visible, otherwise when it becomes visible.
 *
 * @returns a function that stops following
 */
export function followTabs(queries: QueryClient): () => void {
  const told = new Map<string, QueryKey>();
  const reading = new Set<string>();

  /** Reads for as long as it is told of this key. What is told while it reads comes after that, and not in its place. */
  const read = async (name: string, key: QueryKey) => {
    if (reading.has(name)) return;
    reading.add(name);
    try {
      while (told.has(name) && !document.hidden) {
        told.delete(name);
        const begun = performance.now();
        await readAnew(queries, [key]);
        // While a tab writes without a break, a large tree of tasks is read half of the time, and not all of it.
        await pause(Math.min(performance.now() - begun, PAUSE_MS));
      }
    } finally {
      reading.delete(name);
    }
  };
  const readAll = () => {
    for (const [name, key] of told) void read(name, key);
  };
  const hear = ({ data }: MessageEvent<unknown>) => {
    // Another version may say something else.
    if (!Array.isArray(data)) return;
    for (const queryKey of data.filter(Array.isArray)) {
      told.set(JSON.stringify(queryKey), queryKey);
      // What is shown before it is read again, on another page, is asked for there.
      void queries.invalidateQueries({ queryKey, refetchType: 'none' });
    }
    readAll();
  };

  channel.addEventListener('message', hear);
  document.addEventListener('visibilitychange', readAll);
  return () => {
    channel.removeEventListener('message', hear);
    document.removeEventListener('visibilitychange', readAll);
    told.clear();
  };
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
