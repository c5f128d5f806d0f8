import { callUnaryMethod, useTransport } from '@connectrpc/connect-query';
import { type ReactNode, useCallback, useState } from 'react';
import type { Document } from '@/gen/nirmaan/documents/v1/document_pb';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import { t } from '@/i18n/documents';
import { focusHeading } from '@/kit/focus-heading';
import { ConfirmDialog } from '@/kit/overlay/confirm';
import { RowMenu } from '@/kit/overlay/RowMenu';
import { saveFrom } from '@/kit/upload/save-file';
import { useWrite } from '@/kit/write';
import { useRefusal } from '@/session/Can';
import type { Module } from '@/session/permissions';
import { DeletionNotes } from '@/shared/deleted/DeletionNotes';
import { useToastDeleted } from '@/shared/deleted/useToastDeleted';
import { DocumentName } from './DocumentName';
import { DownloadDialog } from './DownloadDialog';
import { previewKind } from './document-file';
import { PreviewDialog } from './PreviewDialog';
import { useFreshLinks } from './useFreshLinks';

/** What a list of documents draws of each, and the dialogs that belong to it. */
export interface DocumentActions {
  /** The document's picture and name, which opens it. */
  name: (document: Document) => ReactNode;
  menu: (document: Document) => ReactNode;
  dialogs: ReactNode;
}

/** A document that a dialog is about. It stays while the dialog fades out. */
interface Subject {
  readonly document: Document;
  readonly open: boolean;
}

const SERVICES = [DocumentService];

const closed = <S extends Subject>(subject: S | undefined) => subject && { ...subject, open: false };

/**
 * Looking at documents, saving and deleting them.
 *
 * @param module the module whose rights count
 */
export function useDocumentActions(module: Module): DocumentActions {
  const transport = useTransport();
  const write = useWrite(SERVICES);
  const toastDeleted = useToastDeleted(SERVICES);
  const [previewed, setPreviewed] = useState<Subject>();
  const [doomed, setDoomed] = useState<Subject>();
  const [unsaved, setUnsaved] = useState<Subject & { error: unknown }>();
  const noDelete = useRefusal(module, 'delete');
  useFreshLinks();

  const preview = useCallback((document: Document) => setPreviewed({ document, open: true }), []);
  const download = useCallback(
    async (document: Document) => {
      const { key, bucketName } = document;
      try {
        const { url } = await callUnaryMethod(transport, DocumentService.method.getDownloadLink, { key, bucketName });
        saveFrom(url, document.fileName);
        setUnsaved(closed);
      } catch (error) {
        setUnsaved({ document, error, open: true });
      }
    },
    [transport],
  );
  const name = useCallback(
    (document: Document) => <DocumentName document={document} onPreview={preview} onDownload={download} />,
    [preview, download],
  );
  const menu = useCallback(
    (document: Document) => (
      <RowMenu
        label={document.fileName}
        items={[
          ...(previewKind(document.fileType) ? [{ label: t.documents.preview, onClick: () => preview(document) }] : []),
          { label: t.documents.download, onClick: () => void download(document) },
          {
            label: t.common.delete,
            danger: true,
            disabledReason: noDelete,
            onClick: () => setDoomed({ document, open: true }),
          },
        ]}
      />
    ),
    [preview, download, noDelete],
  );

  const remove = async () => {
    if (!doomed) return;
    const { id, fileName } = doomed.document;
    await write(DocumentService.method.deleteDocument, { id }, { deletes: [id] });
    toastDeleted(t.documents.deleted, { kind: 'DOCUMENT', id, name: fileName });
    focusHeading();
  };

  const dialogs = (
    <>
      <PreviewDialog
        document={previewed?.document}
        opened={previewed?.open ?? false}
        onClose={() => setPreviewed(closed)}
        onDownload={download}
      />
      <ConfirmDialog
        opened={doomed?.open ?? false}
        onClose={() => setDoomed(closed)}
        title={doomed ? t.documents.deleteTitle(doomed.document.fileName) : ''}
        question={t.documents.deleteQuestion}
        confirmLabel={t.common.delete}
        danger
        onConfirm={remove}
        failed={t.documents.deleteFailed}
      >
        {doomed && <DeletionNotes kind="DOCUMENT" id={doomed.document.id} />}
      </ConfirmDialog>
      <DownloadDialog
        document={unsaved?.document}
        error={unsaved?.error}
        opened={unsaved?.open ?? false}
        onClose={() => setUnsaved(closed)}
        onRetry={async () => unsaved && download(unsaved.document)}
      />
    </>
  );
  return { name, menu, dialogs };
}
