import { onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

/** A PNG image of one teal pixel, as the wire has it. */
export const PIXEL_URL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgyCgEAAFFANq7LzaqAAAAAElFTkSuQmCC';

const PIXEL = Uint8Array.from(atob(PIXEL_URL.replace(/^.*,/, '')), (letter) => letter.charCodeAt(0));

/** The same as a file. */
export const pixel = (type = 'image/png'): File => new File([PIXEL], 'me.png', { type });

/** A transfer of files, as the mouse and the clipboard make one. */
export function transfer(...files: readonly File[]): DataTransfer {
  const made = new DataTransfer();
  for (const file of files) made.items.add(file);
  return made;
}

/** Chooses a file in the page's one file field, as the file dialog would. */
export async function chooseFile(file: File): Promise<void> {
  const input = document.querySelector('input[type=file]');
  if (!input) throw new Error('There is no file field.');
  await userEvent.upload(input, file);
}

/** A file that the browser would have saved. */
interface SavedFile {
  readonly name: string;
  readonly text: () => Promise<string>;
}

/** Catches what the page has the browser save, until the test ends. */
export function catchFiles(): readonly SavedFile[] {
  const saved: SavedFile[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const { download, href } = this;
    saved.push({ name: download, text: async () => (await fetch(href)).text() });
  });
  onTestFinished(() => click.mockRestore());
  return saved;
}
