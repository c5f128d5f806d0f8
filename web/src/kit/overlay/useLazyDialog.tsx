import { type ComponentType, type ReactNode, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { ErrorBoundary } from 'react-error-boundary';
import { t } from '@/i18n/frame';
import { isChunkGone, withTimeout } from '@/kit/lazy';
import { toastFailure } from './toast';

/** What every such dialog is told. */
export interface LazyDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/**
 * A dialog whose program is fetched when it is first wanted. If that can't be had, the page stays as it is and says so.
 *
 * @param load fetches the dialog; the same function every time
 */
export function useLazyDialog<Props extends LazyDialogProps>(load: () => Promise<ComponentType<Props>>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const [opened, setOpened] = useState(false);

  /** Whether it could be opened. */
  const open = useCallback(async (): Promise<boolean> => {
    try {
      const loaded = await withTimeout(load());
      // Drawn closed first: a dialog that begins opened doesn't know what had the focus before it.
      flushSync(() => setLoaded(() => loaded));
      setOpened(true);
      return true;
    } catch (error) {
      toastFailure(isChunkGone(error) ? t.errors.partMissing : t.errors.part);
      return false;
    }
  }, [load]);
  const onClose = useCallback(() => setOpened(false), []);

  // What can't even be drawn says so, and is drawn anew when it is opened again.
  const onError = useCallback(() => {
    setOpened(false);
    toastFailure(t.errors.part);
  }, []);
  const dialog = (props: Omit<Props, keyof LazyDialogProps>): ReactNode =>
    Loaded && (
      <ErrorBoundary fallback={null} onError={onError} resetKeys={[opened]}>
        <Loaded {...({ ...props, opened, onClose } as Props)} />
      </ErrorBoundary>
    );
  return { open, dialog };
}
