import { expect } from 'vitest';
import { chooseFiles } from '@/testing/files';
import { open, page } from '@/testing/screen';
import { uploads } from '@/testing/uploads';

/** The button that sends the file. */
export const upload = page.getByRole('button', { name: 'Upload', exact: true });

/** The button that imports what was checked. */
export const commit = page.getByRole('button', { name: /^Import \d/ });

/** How the columns of the file are read. */
export const readings = page.getByRole('region', { name: 'How the columns are read' });

/** How the column with a heading is read. */
export const reading = (heading: string) => readings.getByRole('row', { name: heading });

/** The choice of the field that a column holds. */
export const field = (heading: string) => page.getByRole('combobox', { name: `Field of ${heading}`, exact: true });

/** The headings of the columns that are shown. */
export const headings = () =>
  readings
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent);

/** A column of the server's answer, plain but for these parts. */
export const column = (heading: string, name: string, fields: object = {}) => ({
  heading,
  field: name,
  unit: '',
  note: '',
  acceptsUnit: false,
  isChosen: false,
  isUnitChosen: false,
  dateOrder: '',
  acceptsDateOrder: false,
  isDateOrderChosen: false,
  sample: '',
  ...fields,
});

/** The answer to an import. */
export const result = (fields: object) => ({ result: { message: '', imported: 1, failures: [], ...fields } });

/** The answer to a check that found these columns and one row. */
export const found = (columns: readonly object[], fields: object = {}) =>
  result({ dryRun: true, rows: [{ row: 2, refId: 'A/1', outcome: 'CREATE', reason: '' }], columns, ...fields });

/** Opens the page and checks a file, which is answered so. */
export async function check(body: object): Promise<void> {
  uploads.answer({ body });
  await open('/contracts/bulk-upload');
  await chooseFiles(page.getByLabelText('Contracts file'), new File(['Bid ID\n'], 'register.csv'));
  await upload.click();
  await expect.element(readings).toBeVisible();
}
