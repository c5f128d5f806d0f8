import { createConnectQueryKey } from '@connectrpc/connect-query';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { ContractDashboardService } from '@/gen/nirmaan/contracts/v1/dashboard_service_pb';
import { t } from '@/i18n/t';
import { userMessage } from '@/kit/errors';
import { uploadFile } from '@/session/upload';
import { type ImportEvent, importEvent, type Outcome, type Progress } from './import-events';

const URL_PATH = '/api/contracts/v2/bulk-upload';

/** Where an upload stands. */
export type UploadState =
  | { step: 'idle' }
  /** `sent` is the share of the file that has left this machine. */
  | { step: 'running'; sent: number; progress: Progress | undefined }
  | { step: 'done'; outcome: Outcome }
  | { step: 'failed'; message: string }
  | { step: 'cancelled' };

const last = (lines: readonly unknown[]): ImportEvent | undefined => lines.map(importEvent).findLast(Boolean);

/** Sends a file, follows the server's progress and tells the rest of the application what changed. */
export function useBulkUpload() {
  const [state, setState] = useState<UploadState>({ step: 'idle' });
  const running = useRef<AbortController>(undefined);
  const queries = useQueryClient();

  // Leaving the page cancels: nobody would see how the import ended.
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(
    async (file: File) => {
      const controller = new AbortController();
      running.current = controller;
      setState({ step: 'running', sent: 0, progress: undefined });
      const update = (change: { sent?: number; progress?: Progress }) =>
        setState((state) => (state.step === 'running' ? { ...state, ...change } : state));
      try {
        const { lines } = await uploadFile({
          url: URL_PATH,
          file,
          field: 'file',
          accept: 'application/x-ndjson',
          signal: controller.signal,
          onUploadProgress: (sent) => update({ sent }),
          onLine: (line) => {
            const event = importEvent(line);
            if (event?.kind === 'progress') update({ progress: event.progress });
          },
        });
        const end = last(lines);
        if (end?.kind === 'outcome') {
          setState({ step: 'done', outcome: end.outcome });
          for (const schema of [ContractService, ContractDashboardService]) {
            void queries.invalidateQueries({ queryKey: createConnectQueryKey({ schema, cardinality: undefined }) });
          }
        } else {
          const message = end?.kind === 'error' ? end.message : '';
          setState({ step: 'failed', message: message || t.bulkUpload.failed });
        }
      } catch (error) {
        setState(
          controller.signal.aborted
            ? { step: 'cancelled' }
            : { step: 'failed', message: userMessage(error, t.bulkUpload.failed) },
        );
      }
    },
    [queries],
  );

  const cancel = useCallback(() => running.current?.abort(), []);
  const reset = useCallback(() => setState({ step: 'idle' }), []);
  return { state, start, cancel, reset };
}
