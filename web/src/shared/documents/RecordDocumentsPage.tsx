import { t } from '@/i18n/documents';
import type { Crumb } from '@/kit/PageHeader';
import { moduleName } from '@/session/permissions';
import { LoadFailure } from '@/shared/screens/LoadFailure';
import { DocumentsPage, type DocumentsPageProps } from './DocumentsPage';

/** The page of all documents of one record. */
export function RecordDocumentsPage<R>({
  record: { data, error, refetch },
  name,
  failed,
  above,
  to,
  ...page
}: {
  /** The record, which is read for its name. */
  record: { data: R; error: Error | null; refetch: () => unknown };
  /** What the record is called. */
  name: (record: NonNullable<R>) => string;
  /** Said when the record can't be read. */
  failed: string;
  /** What is above the record. */
  above: readonly Crumb[];
  /** The record's own page. */
  to: string;
} & Pick<DocumentsPageProps, 'title' | 'entityType' | 'entityId' | 'module' | 'types' | 'emptyHint'>) {
  if (error && !data) {
    return (
      <LoadFailure error={error} retry={refetch} failed={failed} module={moduleName(page.module)} breadcrumbs={above} />
    );
  }
  return (
    <DocumentsPage
      key={page.entityId}
      {...page}
      breadcrumbs={[...above, { label: data ? name(data) : t.common.loading, to }]}
      noFile={t.documents.chooseAtLeastOne}
      failed={t.documents.uploadFailed}
      empty={t.documents.noneYet}
      upload="shown"
    />
  );
}
