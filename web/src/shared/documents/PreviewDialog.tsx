import { Alert, Button } from '@mantine/core';
import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import type { Document } from '@/gen/nirmaan/documents/v1/document_pb';
import { t } from '@/i18n/documents';
import { formatInstant } from '@/kit/format';
import { named } from '@/kit/named';
import { Dialog } from '@/kit/overlay/Dialog';
import { formatBytes } from '@/kit/upload/bytes';
import { docTypeLabel, previewKind } from './document-file';
import classes from './documents.module.css';

/** Shows an image or a PDF without leaving the page. It stays there while it is closed, so that the focus finds back. */
export function PreviewDialog({
  document,
  opened,
  onClose,
  onDownload,
}: {
  document: Document | undefined;
  opened: boolean;
  onClose: () => void;
  onDownload: (document: Document) => void;
}) {
  return (
    <Dialog opened={opened} onClose={onClose} title={document?.fileName ?? ''} size={1080}>
      {document && (
        <>
          <Content key={document.previewUrl} document={document} />
          <div className={classes.below}>
            <Facts document={document} />
            {/* Phones show the first page of a framed PDF, or nothing. */}
            <Button
              variant="default"
              component="a"
              href={document.previewUrl}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconExternalLink size={16} aria-hidden />}
            >
              {t.documents.newTab}
            </Button>
            <Button onClick={() => onDownload(document)} leftSection={<IconDownload size={16} aria-hidden />}>
              {t.documents.download}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function Facts({ document: { docType, size, createdAt, createdByEmail, createdByState } }: { document: Document }) {
  const who = named(createdByEmail, createdByState);
  const facts = [docTypeLabel(docType), formatBytes(Number(size)), formatInstant(createdAt), who];
  return <p className={classes.fine}>{facts.filter(Boolean).join(' · ')}</p>;
}

function Content({ document: { fileName, fileType, previewUrl } }: { document: Document }) {
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <Alert color="haldi" role="alert">
        {t.documents.previewGone}
      </Alert>
    );
  }
  return previewKind(fileType) === 'pdf' ? (
    <iframe className={classes.pdf} src={previewUrl} title={fileName} />
  ) : (
    <img className={classes.image} src={previewUrl} alt={fileName} onError={() => setFailed(true)} />
  );
}
