import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { t } from '@/i18n/frame';
import { isChunkGone, withTimeout } from './lazy';
import classes from './Part.module.css';

/** Why a part of the page isn't there, and what can be done about it. Without Mantine: the frame itself has parts. */
function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={classes.failure} role="alert">
      <p>
        <b>{t.errors.part}</b>
      </p>
      <p>{isChunkGone(error) ? t.errors.partMissing : t.errors.partHint}</p>
      <div className={classes.ways}>
        <button type="button" className="nm-button nm-button--quiet" onClick={onRetry}>
          {t.common.tryAgain}
        </button>
        {/* Some browsers remember a file that they could not get for as long as the page is open. */}
        {isChunkGone(error) && (
          <button type="button" className="nm-button nm-button--quiet" onClick={() => window.location.reload()}>
            {t.common.reload}
          </button>
        )}
      </div>
    </div>
  );
}

/** Keeps what goes wrong in a part of the page from taking the whole page down. */
export function PartBoundary({
  children,
  onRetry,
}: {
  children: ReactNode;
  /** Called before the part is drawn again. */
  onRetry?: () => void;
}) {
  return (
    <ErrorBoundary
      onReset={onRetry}
      fallbackRender={({ error, resetErrorBoundary }) => <Failure error={error} onRetry={() => resetErrorBoundary()} />}
    >
      {children}
    </ErrorBoundary>
  );
}

/**
 * A part of a page whose program is fetched when it is first shown. If it can't be had or drawn, its place says so and
 * offers to try again; the rest of the page stays.
 *
 * @param waiting what is shown until it is there
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting?: ReactNode,
): ComponentType<Props> {
  const fetched = () => lazy(async () => ({ default: await withTimeout(load()) }));
  let latest = fetched();
  return function Part(props: Props) {
    const [Loaded, setLoaded] = useState(() => latest);
    const fetchAgain = () => {
      // One that could not be had stays so for ever.
      latest = fetched();
      setLoaded(() => latest);
    };
    return (
      <PartBoundary onRetry={fetchAgain}>
        <Suspense fallback={waiting}>
          <Loaded {...props} />
        </Suspense>
      </PartBoundary>
    );
  };
}
