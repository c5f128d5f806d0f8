import { Button } from '@mantine/core';
import { t } from '@/i18n/t';
import { useGoBack } from '@/kit/back';
import { isNotFound, isPermissionDenied, userMessage } from '@/kit/errors';
import { EmptyState } from '@/kit/list/EmptyState';
import { type Crumb, PageHeader } from '@/kit/PageHeader';
import { DeletedRecord } from '@/shared/deleted/DeletedRecord';
import { deletionOf } from '@/shared/deleted/deletion';
import { missingRight } from '@/shared/rights/missing-right';
import { Refused } from '@/shared/rights/Refused';

/** Stands in for a page whose record could not be read: refused, gone, or not answered. */
export function LoadFailure({
  error,
  retry,
  failed,
  module,
  breadcrumbs,
}: {
  error: unknown;
  retry: () => unknown;
  /** The sentence of this screen. */
  failed: string;
  /** The name of the module whose right is missing when the server refuses; none for what is one's own. */
  module?: string;
  breadcrumbs?: readonly Crumb[];
}) {
  const goBack = useGoBack();
  const back = (
    <Button variant="default" onClick={goBack}>
      {t.common.goBack}
    </Button>
  );
  if (isPermissionDenied(error)) return <Refused right={missingRight(error, module)} breadcrumbs={breadcrumbs} />;
  const deletion = deletionOf(error);
  const title = deletion ? t.form.deletedTitle : failed;
  return (
    <>
      <PageHeader title={title} breadcrumbs={breadcrumbs} />
      {deletion ? (
        <DeletedRecord deletion={deletion}>{back}</DeletedRecord>
      ) : isNotFound(error) ? (
        <EmptyState kind="filtered" title={t.form.goneTitle} action={back}>
          {t.form.gone}
        </EmptyState>
      ) : (
        <EmptyState
          kind="error"
          title={userMessage(error, t.errors.unknown)}
          action={
            <>
              <Button onClick={retry}>{t.common.tryAgain}</Button>
              {back}
            </>
          }
        />
      )}
    </>
  );
}
