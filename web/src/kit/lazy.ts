import { t } from '@/i18n/base';

const IMPORT_TIMEOUT_MS = 120_000;
const RELOADED_KEY = 'nirmaan-reloaded-at';
// Two failures within this time mean that a reload doesn't help.
const RELOAD_PAUSE_MS = 60_000;

// Chromium, Firefox, Safari and Vite's style preload say it in their own words.
const IMPORT_FAILED = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** A part of the program that did not arrive in time, or is no longer on the server. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
}

/** Loads a part of the program, and gives up after two minutes instead of never. */
export async function withTimeout<T>(load: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError(t.errors.timeout)), IMPORT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load, late]);
  } catch (error) {
    if (error instanceof Error && IMPORT_FAILED.test(error.message))
      throw new ChunkError(t.errors.newVersion, { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the failure is that of loading a part of the program. */
export function isChunkGone(error: unknown): boolean {
  return error instanceof ChunkError;
}

/** Reloads the page, but not in a circle. */
export function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
  if (Date.now() - last < RELOAD_PAUSE_MS) return;
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  window.location.reload();
}
