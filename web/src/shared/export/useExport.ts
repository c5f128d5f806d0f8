import { useTransport } from '@connectrpc/connect-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '@/i18n/export';
import { userMessage } from '@/kit/errors';
import { toastSuccess } from '@/kit/overlay/toast';
import { saveFile } from '@/kit/upload/save-file';
import type { ExportFormat, ListExport } from './list-export';

/** Where an export stands. */
export type ExportState =
  | { step: 'idle' }
  | { step: 'running'; received: number }
  | { step: 'cancelled' }
  | { step: 'failed'; message: string };

/** Fetches a list's file and hands it to the browser. */
export function useExport<Filter>(list: ListExport<Filter>, filter: Filter) {
  const transport = useTransport();
  const [state, setState] = useState<ExportState>({ step: 'idle' });
  const running = useRef<AbortController>(undefined);

  // Whoever leaves the list has no way to cancel any more, and would be given a file for a page that is gone.
  useEffect(() => () => running.current?.abort(), []);

  const start = async (format: ExportFormat) => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setState({ step: 'running', received: 0 });
    try {
      const onReceived = (received: number) => setState({ step: 'running', received });
      const { name, content } = await list.fetchFile(transport, filter, { format, signal, onReceived });
      saveFile(name, content.type, content);
      toastSuccess(t.export.saved(name));
      setState({ step: 'idle' });
    } catch (error) {
      setState(
        signal.aborted ? { step: 'cancelled' } : { step: 'failed', message: userMessage(error, t.export.failed) },
      );
    }
  };
  const cancel = useCallback(() => running.current?.abort(), []);
  return { state, start, cancel };
}
