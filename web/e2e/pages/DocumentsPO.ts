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

  /** Lets a file come by the mouse or by the clipboard, whose events carry it alike. */
  async bring(event: 'drop' | 'paste', file: UploadedFile): Promise<void> {
    const content = file.buffer.toString('base64');
    const zone = this.upload.getByRole('button', { name: 'Choose files' });
    await zone.evaluate(
      (target, { event, name, mimeType, content }) => {
        const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
        const data = new DataTransfer();
        data.items.add(new File([bytes], name, { type: mimeType }));
        const carried = { bubbles: true, cancelable: true };
        target.dispatchEvent(
          event === 'drop'
            ? new DragEvent('drop', { ...carried, dataTransfer: data })
            : new ClipboardEvent('paste', { ...carried, clipboardData: data }),
        );
      },
      { event, name: file.name, mimeType: file.mimeType, content },
    );
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
