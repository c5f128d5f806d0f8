import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '@/i18n/imports';
import { userMessage } from '@/kit/errors';
import { useAfterWrite } from '@/kit/write';
import { uploadFile } from '@/session/upload';
import { CHANGED_BY_IMPORTS } from './changed-by-imports';
import type { ColumnChoices } from './column-map';
import { type ImportEvent, importEvent, type Outcome, type Progress } from './import-events';
import type { Register } from './registers';

/** What to do with a file. */
export interface UploadOptions extends ColumnChoices {
  /** Only tell what would happen. */
  dryRun: boolean;
  /** Change what is there already. */
  updateExisting: boolean;
  /** The type of deposits whose rows name none; empty where each names its own. */
  depositType: string;
  /** The choices are those that the organisation remembered when the file was checked, and aren't made anew. */
  remembered?: boolean;
}

/** A check of a file: what it found, and with which options. An import of the same stores what was found. */
export interface Check {
  outcome: Outcome;
  options: UploadOptions;
}

/** An upload on its way; `sent` is the share of the file that has left this machine. */
interface Running {
  step: 'running';
  options: UploadOptions;
  sent: number;
  progress: Progress | undefined;
}

/** Where an upload stands. */
export type UploadState =
  | { step: 'idle' }
  | Running
  | { step: 'done'; outcome: Outcome }
  | { step: 'failed'; message: string }
  | { step: 'cancelled' };

const last = (lines: readonly unknown[]): ImportEvent | undefined => lines.map(importEvent).findLast(Boolean);

/** It stays where it is; a file that has arrived isn't read yet. */
const waiting = ({ progress = { stage: 'READING', done: 0, total: 0 } }: Running): Partial<Running> => ({
  progress: { ...progress, isWaiting: true },
});

/** Whether the file is still what was chosen. Browsers refuse to read one that was edited or moved since. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Sends a file to be checked or imported, follows the server's progress and tells the application what changed. */
export function useBulkUpload({ url, hasType }: Register) {
  const [state, setState] = useState<UploadState>({ step: 'idle' });
  // Kept beside the state, so that an import that failed or was cancelled can be tried again.
  const [checked, setChecked] = useState<Check>();
  const running = useRef<AbortController>(undefined);
  const afterWrite = useAfterWrite();

  // Leaving the page cancels: nobody would see how the import ended.
  useEffect(() => () => running.current?.abort(), []);

  /** Sends a file. What was found before stays to be seen while it is checked again, and goes with any other start. */
  const start = useCallback(
    async (file: File, options: UploadOptions, again = false) => {
      const { dryRun, updateExisting, depositType, units, dateOrders, columnMap, remembered } = options;
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      // Another start may have come in between, whose state this one has no say in.
      const isCurrent = () => running.current === controller;
      setState({ step: 'running', options, sent: 0, progress: undefined });
      if (dryRun && !again) setChecked(undefined);
      if (!(await isReadable(file))) {
        if (isCurrent()) setState({ step: 'failed', message: t.bulkUpload.fileChanged });
        return;
      }
      const update = (change: (state: Running) => Partial<Running>) =>
        setState((state) => (state.step === 'running' && isCurrent() ? { ...state, ...change(state) } : state));
      const fields = {
        dryRun: String(dryRun),
        updateExisting: String(updateExisting),
        ...(hasType && depositType.trim() && { depositType: depositType.trim() }),
        ...Object.fromEntries(Object.entries(units).map(([field, unit]) => [`unit.${field}`, unit])),
        ...Object.fromEntries(Object.entries(dateOrders).map(([field, order]) => [`dateOrder.${field}`, order])),
        ...(columnMap && { columnMap: JSON.stringify(columnMap) }),
        ...(remembered && { rememberColumns: 'false' }),
      };
      try {
        let told: ImportEvent | undefined;
        const { lines } = await uploadFile({
          url,
          file,
          field: 'file',
          fields,
          accept: 'application/x-ndjson',
          signal: controller.signal,
          onUploadProgress: (sent) => update(() => ({ sent })),
          onLine: (line) => {
            const event = importEvent(line);
            if (event?.kind === 'progress') update(() => ({ progress: event.progress }));
            else if (event?.kind === 'waiting') update(waiting);
            else told = event ?? told;
          },
        });
        // The answer about many rows is read once.
        const end = told ?? last(lines);
        if (end?.kind === 'outcome' && !end.outcome.dryRun) afterWrite(CHANGED_BY_IMPORTS);
        if (!isCurrent()) return;
        if (end?.kind === 'outcome' && end.outcome.dryRun) {
          setState({ step: 'idle' });
          setChecked({ outcome: end.outcome, options });
        } else if (end?.kind === 'outcome') {
          setState({ step: 'done', outcome: end.outcome });
          setChecked(undefined);
        } else {
          const message = end?.kind === 'error' ? end.message : '';
          setState({ step: 'failed', message: message || t.bulkUpload.failed });
        }
      } catch (error) {
        if (!isCurrent()) return;
        setState(
          controller.signal.aborted
            ? { step: 'cancelled' }
            : { step: 'failed', message: userMessage(error, t.bulkUpload.failed) },
        );
      }
    },
    [afterWrite, url, hasType],
  );

  const cancel = useCallback(() => running.current?.abort(), []);
  const reset = useCallback(() => {
    setState({ step: 'idle' });
    setChecked(undefined);
  }, []);
  return { state, checked, start, cancel, reset };
}
