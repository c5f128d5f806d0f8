import { Button } from '@mantine/core';
import { t } from '@/i18n/t';
import { useGoBack } from '@/kit/back';
import type { Forbidden } from '@/kit/form/FormPage';
import { EmptyState } from '@/kit/list/EmptyState';
import { type Crumb, PageHeader } from '@/kit/PageHeader';

/** What stands in the place of a form that nobody could send, whatever they typed; undefined without a reason. */
export const notOffered = (
  title: string,
  breadcrumbs: readonly Crumb[],
  reason: string | undefined,
): Forbidden | undefined =>
  reason === undefined
    ? undefined
    : { reason, instead: <NotOffered title={title} reason={reason} breadcrumbs={breadcrumbs} /> };

function NotOffered({ title, reason, breadcrumbs }: { title: string; reason: string; breadcrumbs: readonly Crumb[] }) {
  const goBack = useGoBack();
  return (
    <>
      <PageHeader title={title} breadcrumbs={breadcrumbs} />
      <EmptyState
        kind="denied"
        title={reason}
        action={
          <Button variant="default" onClick={goBack}>
            {t.common.goBack}
          </Button>
        }
      />
    </>
  );
}
