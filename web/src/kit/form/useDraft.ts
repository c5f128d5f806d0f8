import { useCallback, useEffect, useRef, useState } from 'react';
import { PACE } from '@/kit/pace';
import { type Draft, dropDraft, findDraft, keepDraft } from './draft';

/**
 * Keeps what is typed in this tab's storage until it is saved or given up, and offers what an earlier visit to
 * the same address left behind.
 */
export function useDraft(path: string, { values, base, version, attempt }: Draft, dirty: boolean) {
  const [found, setFound] = useState<Draft | undefined>(() => findDraft(path));
  const kept = useRef(false);
  const ended = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (ended.current) return;
    if (!dirty) {
      // Typed and taken back: there is nothing left to restore. A draft that is on offer is another matter.
      if (kept.current) dropDraft(path);
      kept.current = false;
      return;
    }
    timer.current = setTimeout(() => {
      kept.current = true;
      keepDraft(path, { values, base, version, attempt });
    }, PACE.draft);
    return () => clearTimeout(timer.current);
  }, [path, values, base, version, attempt, dirty]);

  /** Keeps it at once, before something is done that may end the page. */
  const keep = useCallback(
    (draft: Draft) => {
      if (ended.current) return;
      clearTimeout(timer.current);
      kept.current = true;
      keepDraft(path, draft);
      // What was on offer is overwritten.
      setFound(undefined);
    },
    [path],
  );

  /** Keeps it in the place of what is stored. What was given up meanwhile, or went with the session, doesn't come back. */
  const revise = useCallback(
    (draft: Draft) => {
      if (findDraft(path)) keep(draft);
    },
    [path, keep],
  );

  const forget = useCallback(() => {
    // The last keystrokes before a save may still be on their way into the storage.
    clearTimeout(timer.current);
    kept.current = false;
    dropDraft(path);
    setFound(undefined);
  }, [path]);

  /** Forgets it for good: the work is saved or given up, and the form only waits for the next page. */
  const end = useCallback(() => {
    ended.current = true;
    forget();
  }, [forget]);

  /** Takes the offer away but leaves the draft, whose values the form now holds. */
  const taken = useCallback(() => setFound(undefined), []);

  return { found, keep, revise, forget, end, taken };
}
