import { Button, Skeleton } from '@mantine/core';
import { t } from '@/i18n/frame';
import { userMessage } from './errors';
import { EmptyState } from './list/EmptyState';

/** Stands in for a part of a page until its data are there: holds its place, or says why there are none. */
export function Pending({
  error,
  retry,
  failed,
  height,
  headingLevel = 3,
}: {
  error: Error | null;
  retry: () => unknown;
  /** The sentence of this part. */
  failed: string;
  /** About as many pixels as the part will have. */
  height: number;
  /** A form's sections have legends and no headings. */
  headingLevel?: 2 | 3;
}) {
  if (!error) return <Skeleton height={height} aria-busy />;
  return (
    <EmptyState
      kind="error"
      headingLevel={headingLevel}
      title={failed}
      action={<Button onClick={() => retry()}>{t.common.tryAgain}</Button>}
    >
      {userMessage(error, t.errors.unknown)}
    </EmptyState>
  );
}
