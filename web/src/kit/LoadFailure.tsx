import { Button } from '@mantine/core';
import { t } from '@/i18n/t';
import { useGoBack } from './back';
import { isNotFound, isPermissionDenied, userMessage } from './errors';
import { EmptyState } from './list/EmptyState';
import { type Crumb, PageHeader } from './PageHeader';

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
  const denied = isPermissionDenied(error);
  return (
    <>
      <PageHeader title={denied ? t.permissions.unauthorizedTitle : failed} breadcrumbs={breadcrumbs} />
      {denied ? (
        <EmptyState kind="denied" title={module ? t.list.denied(module) : t.permissions.cannotView} action={back}>
          {t.permissions.unauthorized}
        </EmptyState>
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
