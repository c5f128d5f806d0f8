import { UnstyledButton } from '@mantine/core';
import type { Document } from '@/gen/nirmaan/documents/v1/document_pb';
import { t } from '@/i18n/documents';
import { IdText } from '@/kit/data/IdText';
import { Noted } from '@/kit/data/Noted';
import { previewKind } from './document-file';
import classes from './documents.module.css';
import { FileMark } from './FileMark';

/** A document by picture and name. Its name opens it: for a look where the browser can show it, else as a download. */
export function DocumentName({
  document,
  onPreview,
  onDownload,
}: {
  document: Document;
  onPreview: (document: Document) => void;
  onDownload: (document: Document) => void;
}) {
  const { fileName, fileType, thumbnailUrl, purpose } = document;
  const shown = previewKind(fileType) !== undefined;
  return (
    <span className={classes.name}>
      <FileMark name={fileName} thumbnail={thumbnailUrl} />
      <Noted note={purpose}>
        <UnstyledButton
          className={classes.open}
          onClick={() => (shown ? onPreview : onDownload)(document)}
          title={shown ? t.documents.open(fileName) : t.documents.save(fileName)}
        >
          <IdText text={fileName} />
        </UnstyledButton>
      </Noted>
    </span>
  );
}
