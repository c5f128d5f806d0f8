import { useDisclosure } from '@mantine/hooks';
import { IconUpload } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Document } from '@/gen/nirmaan/documents/v1/document_pb';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import { t } from '@/i18n/documents';
import { GuardedButton } from '@/kit/data/GuardedButton';
import { columnsOf } from '@/kit/list/columns';
import { createdFilters } from '@/kit/list/list-params';
import { named } from '@/kit/named';
import type { Crumb } from '@/kit/PageHeader';
import { formatBytes } from '@/kit/upload/bytes';
import { useRefusal } from '@/session/Can';
import { listExport } from '@/shared/export/list-export';
import { type ListDef, ListPage } from '@/shared/screens/ListPage';
import { DocumentUpload, type DocumentUploadProps } from './DocumentUpload';
import { docTypeLabel } from './document-file';
import { useDocumentActions } from './useDocumentActions';

const api = DocumentService.method;
const label = t.documents.fields;
const column = columnsOf<Document>();

/** A screen of documents: which ones, and in which words. */
export interface DocumentsPageProps extends DocumentUploadProps {
  title: string;
  breadcrumbs?: readonly Crumb[];
  /** Said when there are none. */
  empty: string;
  emptyHint: string;
  /** Whether the upload stands there from the start, or behind a button. */
  upload: 'shown' | 'asked';
}

/** Takes documents of one kind of record, and lists those that are there. */
export function DocumentsPage(props: DocumentsPageProps) {
  const { module, breadcrumbs } = props;
  const { name, menu, dialogs } = useDocumentActions(module);
  const noCreate = useRefusal(module, 'create');
  const [open, { open: show }] = useDisclosure(props.upload === 'shown');

  const list = useMemo<ListDef<typeof api.filterDocuments, Document>>(() => {
    const { title, entityType, entityId, empty, emptyHint } = props;
    return {
      name: `documents.${entityType.toLowerCase().replaceAll('_', '-')}`,
      title,
      breadcrumbs,
      noun: { one: t.documents.noun[0], many: t.documents.noun[1] },
      module,
      method: api.filterDocuments,
      deleted: 'DOCUMENT',
      always: { entityType: [entityType], entityId },
      export: listExport(api.exportDocuments),
      page: ({ content, totalElements }) => ({ rows: content, total: Number(totalElements) }),
      filters: [
        { kind: 'text', name: 'fileName', label: label.fileName },
        { kind: 'text', name: 'docType', label: label.docType },
        ...createdFilters(t.list.from, t.list.to),
      ],
      columns: [
        {
          id: 'fileName',
          header: label.fileName,
          sortable: true,
          rowHeader: true,
          least: 280,
          card: 'title',
          cell: name,
        },
        column.text('docType', label.docType, ({ docType }) => docTypeLabel(docType), { width: 176, keep: 'middle' }),
        column.text('size', label.size, ({ size }) => formatBytes(Number(size)), { width: 92, align: 'end' }),
        column.instant('createdAt', label.createdAt, ({ createdAt }) => createdAt, { width: 112 }),
        column.id('createdBy', label.createdBy, (row) => named(row.createdByEmail, row.createdByState), {
          width: 200,
          keep: 'middle',
          sortable: false,
        }),
      ],
      rowId: ({ id }) => id,
      rowLabel: ({ fileName }) => fileName,
      rowMenu: menu,
      actions: !open && (
        <GuardedButton reason={noCreate} onClick={show} leftSection={<IconUpload size={16} aria-hidden />}>
          {t.documents.add}
        </GuardedButton>
      ),
      lead: open && <DocumentUpload {...props} takesFocus={props.upload === 'asked'} />,
      emptyTitle: empty,
      emptyHint,
      loadError: t.documents.fetchFailed,
    };
  }, [props, breadcrumbs, module, noCreate, open, show, name, menu]);

  return (
    <>
      <ListPage def={list} />
      {dialogs}
    </>
  );
}
