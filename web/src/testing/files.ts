import { expect, vi } from 'vitest';
import type { Locator } from 'vitest/browser';

/** A PNG image of one teal pixel, as the wire has it. */
export const PIXEL_URL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgyCgEAAFFANq7LzaqAAAAAElFTkSuQmCC';

const PIXEL = Uint8Array.from(atob(PIXEL_URL.replace(/^.*,/, '')), (letter) => letter.charCodeAt(0));

/** The same as a file. */
export const pixel = (name = 'me.png', type = 'image/png'): File => new File([PIXEL], name, { type });

/** Chooses files in the file field of this label, once it is there, as the file dialog would. */
export async function chooseFiles(label: Locator, ...files: readonly File[]): Promise<void> {
  await expect.element(label.first()).toBeInTheDocument();
  const field = label.elements().find((element) => element instanceof HTMLInputElement && element.type === 'file');
  if (!(field instanceof HTMLInputElement)) throw new Error('Files are chosen in a file field.');
  if (field.disabled || (files.length > 1 && !field.multiple)) throw new Error('The file dialog would not do that.');
  // Vitest's own way sends the files through the browser's protocol, which takes long for those that are too large.
  field.files = carrying(files).files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Lets files come by the mouse or by the clipboard. */
export function bringFiles(target: Locator, event: 'drop' | 'paste', ...files: readonly File[]): void {
  const options = { bubbles: true, cancelable: true };
  target
    .element()
    .dispatchEvent(
      event === 'drop'
        ? new DragEvent('drop', { ...options, dataTransfer: carrying(files) })
        : new ClipboardEvent('paste', { ...options, clipboardData: carrying(files) }),
    );
}

function carrying(files: readonly File[]): DataTransfer {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  return data;
}

/** A file that the browser would have saved. */
interface SavedFile {
  /** Where it would have come from, as the link has it. */
  readonly address: string | null;
  readonly name: string;
  readonly text: () => Promise<string>;
}

/** Catches what the page has the browser save, until the test ends. */
export function catchFiles(): readonly SavedFile[] {
  const saved: SavedFile[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const { download, href } = this;
    saved.push({ address: this.getAttribute('href'), name: download, text: async () => (await fetch(href)).text() });
  });
  return saved;
}
