import { useSyncExternalStore } from 'react';
import { onReset } from './reset';
import { isUnsaved } from './unsaved';

const IMPORT_TIMEOUT_MS = 120_000;
const PROBE_TIMEOUT_MS = 10_000;

// Chromium, Firefox, Safari and Vite's style preload say it in their own words.
const IMPORT_FAILED = /dynamically imported module|importing a module script failed|unable to preload css/i;

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
    if (!(error instanceof Error && IMPORT_FAILED.test(error.message))) throw error;
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
  /** The page could be opened, but something was typed on the present one or a dialog opened since it was asked for. */
  | 'unsaved';

/** What is known of the pages that wait to be opened. */
export interface Waiting {
  readonly obstacle: Obstacle;
  /** How often in a row they could not be opened. */
  readonly failures: number;
}

let waiting: Waiting | undefined;
let held: readonly ((isWanted: boolean) => void)[] = [];
const listeners = new Set<() => void>();

onReset(() => {
  held = [];
  tell(undefined);
});

function tell(next: Waiting | undefined): void {
  waiting = next;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Loads the program of a page, however long that takes: the router keeps the page before until it is there, and what was
 * begun on that one meanwhile isn't left without a word. Whoever shows the obstacle calls `openAwaited` to have it tried again.
 */
export async function untilThere<T>(load: () => Promise<T>): Promise<T> {
  const before = dialog();
  for (;;) {
    try {
      const program = await withTimeout(load());
      // The link may have been in a dialog. Another one holds something by now.
      while (isUnsaved() || ![before, undefined, null].includes(dialog())) {
        if (await hold('unsaved')) break;
      }
      if (held.length === 0 && waiting) tell(undefined);
      return program;
    } catch (error) {
      if (!isChunkGone(error)) throw error;
      await hold(await findObstacle());
    }
  }
}

/** The dialog that is open; none where the public pages are written. */
const dialog = () => globalThis.document?.querySelector('[aria-modal="true"]');

/** Waits until it is to be tried again, and tells whether somebody wants that whatever is lost by it. */
function hold(obstacle: Obstacle): Promise<boolean> {
  return new Promise((resolve) => {
    held = [...held, resolve];
    tell({ obstacle, failures: (waiting?.failures ?? 0) + 1 });
  });
}

/**
 * Tries again to open the pages that wait.
 *
 * @param isWanted whether the page before may be left with what was typed there
 */
export function openAwaited(isWanted = false): void {
  const all = held;
  held = [];
  for (const go of all) go(isWanted);
}

/** Forgets the obstacle that was met: another page is asked for, or none. */
export function forgetObstacle(): void {
  if (waiting) tell(undefined);
}

/** What keeps the page that is asked for from being opened. */
export const waitingNow = (): Waiting | undefined => waiting;

/** The same, whenever it changes. */
export const useWaiting = (): Waiting | undefined => useSyncExternalStore(subscribe, waitingNow, waitingNow);

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
