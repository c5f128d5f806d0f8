import { useCallback, useEffect, useReducer, useRef } from 'react';
import { isUnderWay, nextToSend, type UploadItem, type UploadState, uploadQueue } from './upload-queue';

/** How the files of an upload are checked and sent. */
export interface UploadWork {
  /** Why a file is not worth sending; undefined when it is. */
  check: (file: File) => string | undefined;
  /** Sends one; resolves when it is stored. */
  send: (file: File, options: { signal: AbortSignal; onProgress: (share: number) => void }) => Promise<void>;
  /** The sentence for a failed attempt. */
  reason: (error: unknown) => string;
  /** The last file that was under way has ended, and this many are stored. */
  onSettled: (stored: number) => void;
}

/** Several files on their way to the server, each with its own progress, end and second chance. */
export function useUploads(work: UploadWork) {
  const [items, dispatch] = useReducer(uploadQueue, []);
  const running = useRef(new Map<string, AbortController>());
  const count = useRef(0);
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });

  // Leaving the page cancels: nobody would see how it ended.
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const controller of all.values()) controller.abort();
    };
  }, []);

  const start = useCallback(async ({ id, file }: UploadItem) => {
    // An effect may run twice for the same state; a file may not be sent twice.
    if (running.current.has(id)) return;
    const controller = new AbortController();
    const { signal } = controller;
    running.current.set(id, controller);
    const move = (state: UploadState) => dispatch({ type: 'moved', id, state });
    move({ step: 'sending', share: 0 });
    try {
      await latest.current.send(file, { signal, onProgress: (share) => move({ step: 'sending', share }) });
      move({ step: 'done' });
    } catch (error) {
      move(signal.aborted ? { step: 'cancelled' } : { step: 'failed', reason: latest.current.reason(error) });
    } finally {
      running.current.delete(id);
    }
  }, []);

  useEffect(() => {
    for (const item of nextToSend(items)) void start(item);
    const stored = items.filter(({ state }) => state.step === 'done').length;
    if (stored === 0 || items.some(isUnderWay)) return;
    latest.current.onSettled(stored);
    dispatch({ type: 'cleared' });
  }, [items, start]);

  const add = useCallback((files: readonly File[]) => {
    const added = files.map((file): UploadItem => {
      const reason = latest.current.check(file);
      count.current += 1;
      return { id: String(count.current), file, state: reason ? { step: 'refused', reason } : { step: 'chosen' } };
    });
    dispatch({ type: 'added', items: added });
  }, []);
  const submit = useCallback(() => dispatch({ type: 'submitted' }), []);
  const retry = useCallback((id: string) => dispatch({ type: 'moved', id, state: { step: 'waiting' } }), []);
  const remove = useCallback((id: string) => dispatch({ type: 'removed', id }), []);
  const cancel = useCallback((id: string) => {
    const controller = running.current.get(id);
    if (controller) controller.abort();
    else dispatch({ type: 'moved', id, state: { step: 'cancelled' } });
  }, []);

  return { items, add, submit, retry, remove, cancel };
}
