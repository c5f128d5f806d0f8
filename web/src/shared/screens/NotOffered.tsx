import { Button } from '@mantine/core';
import { t } from '@/i18n/t';
import { useGoBack } from '@/kit/back';
import { EmptyState } from '@/kit/list/EmptyState';
import { type Crumb, PageHeader } from '@/kit/PageHeader';

/** In place of a form that nobody could send, whatever they typed: says why, and leads back. */
export function NotOffered({
  title,
  reason,
  breadcrumbs,
}: {
  title: string;
  reason: string;
  breadcrumbs: readonly Crumb[];
}) {
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
