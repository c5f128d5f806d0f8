import { Alert, Button, Group } from '@mantine/core';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { t } from '@/i18n/frame';
import { ChunkError, isChunkGone, withTimeout } from './lazy';

/** Why a part of the page isn't there, and what can be done about it. */
function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Alert color="sindoor" role="alert" title={t.errors.part}>
      {error instanceof ChunkError ? error.message : t.errors.partHint}
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={onRetry}>
          {t.common.tryAgain}
        </Button>
        {/* Some browsers remember a file that they could not get for as long as the page is open. */}
        {isChunkGone(error) && (
          <Button size="xs" variant="default" onClick={() => window.location.reload()}>
            {t.common.reload}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** Keeps what goes wrong in a part of the page from taking the whole page down. */
export function PartBoundary({
  children,
  onRetry,
  frame = (failure) => failure,
}: {
  children: ReactNode;
  /** Called before the part is drawn again. */
  onRetry?: () => void;
  /** What the failure stands in; nothing by default. */
  frame?: (failure: ReactNode) => ReactNode;
}) {
  return (
    <ErrorBoundary
      onReset={onRetry}
      fallbackRender={({ error, resetErrorBoundary }) =>
        frame(<Failure error={error} onRetry={() => resetErrorBoundary()} />)
      }
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
