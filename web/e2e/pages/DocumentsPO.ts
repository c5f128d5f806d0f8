import type { Locator, Page } from '@playwright/test';
import type { UploadedFile } from '../api';
import { ListPO } from './ListPO';

/** A screen that takes documents and lists them. */
export class DocumentsPO extends ListPO {
  readonly upload: Locator;
  readonly uploadButton: Locator;
  readonly files: Locator;
  readonly preview: Locator;

  constructor(page: Page) {
    super(page);
    this.upload = page.getByRole('region', { name: 'Upload' });
    this.uploadButton = this.upload.getByRole('button', { name: 'Upload', exact: true });
    this.files = this.upload.getByRole('list', { name: 'Files to upload' });
    this.preview = page.getByRole('dialog');
  }

  /** Chooses files as the file dialog would. */
  async choose(...files: readonly UploadedFile[]): Promise<void> {
    await this.upload.locator('input[type=file]').setInputFiles([...files]);
  }

  /** The line of a file that is to be uploaded. */
  file(name: string | RegExp): Locator {
    return this.files.getByRole('listitem').filter({ hasText: name });
  }

  /** The row of a document. */
  row(name: string | RegExp): Locator {
    return this.rows.filter({ hasText: name });
  }

  /** The name of a document, which opens it. */
  name(name: string): Locator {
    return this.grid.getByRole('button', { name, exact: true });
  }
}
