import { useSyncExternalStore } from 'react';
import { onReset } from './reset';
import { isUnsaved } from './unsaved';

const IMPORT_TIMEOUT_MS = 120_000;
const PROBE_TIMEOUT_MS = 10_000;

// Chromium, Firefox, Safari and Vite's style preload say it in their own words.
const IMPORT_FAILED =
  /dynamically imported module|importing a module script failed|unable to preload css(?: for (\S+))?/i;

// The file that a page of the application begins with. It names all others, so it has another name in each version.
const ENTRY = /\/assets\/index-[^"]+\.js/;

/** A part of the program that could not be fetched. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
}

/** Loads a part of the program, and gives up after two minutes instead of never. */
export async function withTimeout<T>(load: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError('not there in time')), IMPORT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load, late]);
  } catch (error) {
    const failed = error instanceof Error && IMPORT_FAILED.exec(error.message);
    if (!failed) throw error;
    // Vite takes a style sheet that is in the document for one that is loaded.
    if (failed[1]) document.querySelector(`link[href="${failed[1]}"]`)?.remove();
    throw new ChunkError('not fetched', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the failure is that of loading a part of the program. */
export function isChunkGone(error: unknown): boolean {
  return error instanceof ChunkError;
}

/** Why a page that was asked for isn't open. */
export type Obstacle =
  /** The server can't be reached. */
  | 'unreachable'
  /** The server has a newer version of the program, and perhaps none of the old one's files. */
  | 'replaced'
  /** The server is there, but the file isn't to be had. */
  | 'missing'
  /** The page could be opened, but something was typed on the present one since it was asked for. */
  | 'unsaved';

/** What is known of the pages that wait to be opened. */
export interface Awaited {
  readonly obstacle: Obstacle;
  /** How often in a row they could not be opened. */
  readonly failures: number;
}

let awaited: Awaited | undefined;
let held: readonly (() => void)[] = [];
const listeners = new Set<() => void>();

onReset(() => {
  held = [];
  tell(undefined);
});

function tell(next: Awaited | undefined): void {
  awaited = next;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Loads the program of a page, however long that takes: the router keeps the page before until it is there, and what was
 * typed on that one meanwhile isn't left without a word. Whoever shows the obstacle calls `openAwaited` to have it tried again.
 */
export async function untilThere<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      const program = await withTimeout(load());
      if (isUnsaved()) await hold('unsaved');
      if (held.length === 0 && awaited) tell(undefined);
      return program;
    } catch (error) {
      if (!isChunkGone(error)) throw error;
      await hold(await findObstacle());
    }
  }
}

function hold(obstacle: Obstacle): Promise<void> {
  return new Promise((resolve) => {
    held = [...held, resolve];
    tell({ obstacle, failures: (awaited?.failures ?? 0) + 1 });
  });
}

/** Tries again to open the pages that wait, and leaves one on which something was typed. */
export function openAwaited(): void {
  const all = held;
  held = [];
  for (const go of all) go();
}

/** Forgets the obstacle that was met: another page is asked for, or none. */
export function forgetObstacle(): void {
  if (awaited) tell(undefined);
}

/** What keeps the page that is asked for from being opened. */
export const obstacleNow = (): Awaited | undefined => awaited;

/** The same, whenever it changes. */
export const useAwaited = (): Awaited | undefined => useSyncExternalStore(subscribe, obstacleNow, none);

/** The public pages are written without a router that could wait. */
const none = () => undefined;

async function findObstacle(): Promise<Obstacle> {
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    const newest = answer.ok && ENTRY.exec(await answer.text())?.[0];
    // Whatever answers without naming the entry isn't the server: a proxy's apology, or the sign-in page of a hotel's network.
    if (!newest) return 'unreachable';
    return [...document.scripts].some(({ src }) => src.endsWith(newest)) ? 'missing' : 'replaced';
  } catch {
    return 'unreachable';
  }
}
