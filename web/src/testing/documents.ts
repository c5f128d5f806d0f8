import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import { bringFiles, chooseFiles, PIXEL_URL, pixel } from './files';
import { list, pageOf } from './list';
import { server } from './server';
import type { Upload } from './uploads';

/** A tender notice, a photograph and a list of rates, as files. */
export const notice = new File(['%PDF-1.4'], 'Tender notice.pdf', { type: 'application/pdf' });
export const photo = pixel('North wall.png');
export const rates = new File(['item,rate\n'], 'Rates of earthwork.csv', { type: 'text/csv' });

/** A document as the server tells it. */
export const stored = ({ name, type, size }: File, fields: { docType?: string; purpose?: string } = {}) => ({
  id: `document-${name}`,
  fileName: name,
  fileType: type,
  size: BigInt(size),
  docType: 'SUPPORT_DOC',
  bucketName: 'default-docs-bucket',
  key: `tenant-1/${name}`,
  // A frame needs no more than an address of its own.
  previewUrl: type.startsWith('image/') ? PIXEL_URL : `about:blank#${name}`,
  createdAt: { seconds: 1_763_000_000n },
  createdByEmail: 'owner@bharat.example',
  ...fields,
});

/** Answers with these documents, and with those that are uploaded afterwards by `keep`. */
export function answerDocuments(...files: readonly File[]): { readonly keep: (upload: Upload) => { body: object } } {
  const kept = files.map((file) => stored(file));
  const { filterDocuments, getStorageUsage } = DocumentService.method;
  server.answer(filterDocuments, (request) => pageOf(kept, request));
  server.answer(getStorageUsage, { used: 3n * 1024n ** 3n, quota: 10n * 1024n ** 3n });
  return {
    keep: ({ file, fields: { docType = '', purpose = '' } }) => {
      kept.unshift(stored(file, { docType: docType || 'SUPPORT_DOC', purpose }));
      return { body: { id: `document-${file.name}`, fileName: file.name } };
    },
  };
}

const upload = page.getByRole('region', { name: 'Upload' });
const files = upload.getByRole('list', { name: 'Files to upload' });

/** A screen that takes documents and lists them. */
export const documents = {
  upload,
  files,
  button: upload.getByRole('button', { name: 'Upload', exact: true }),
  problem: upload.getByRole('alert'),
  rows: list.grid.getByRole('rowheader'),

  /** The line of a file that is to be uploaded. */
  file: (name: string | RegExp): Locator => files.getByRole('listitem').filter({ hasText: name }),

  /** The name of a document, which opens it. */
  name: (name: string): Locator => list.grid.getByRole('button', { name, exact: true }),

  row: (name: string): Locator => list.grid.getByRole('row').filter({ hasText: name }),

  /** Chooses files as the file dialog would, once the upload is there. */
  choose: (...chosen: readonly File[]): Promise<void> =>
    chooseFiles(upload.getByLabelText('Files to upload'), ...chosen),

  /** Lets a file come by the mouse or by the clipboard. */
  async bring(event: 'drop' | 'paste', file: File): Promise<void> {
    const zone = upload.getByRole('button', { name: /^(Choose|Add more) files$/ });
    await expect.element(zone).toBeVisible();
    bringFiles(zone, event, file);
  },
};
