import { beforeEach, describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible, expectToFit } from '@/testing/accessible';
import {
  check,
  column,
  commit,
  field,
  found,
  headings,
  reading,
  readings,
  result,
  upload,
} from '@/testing/column-readings';
import { chooseFiles } from '@/testing/files';
import { signIn } from '@/testing/people';
import { page } from '@/testing/screen';
import { uploads } from '@/testing/uploads';

const rows = page.getByRole('region', { name: 'Rows of the file' });
const checked = page.getByRole('status', { name: 'The file is checked.' });
const stored = page.getByRole('status', { name: 'Upload successful!' });
const remembered = page.getByText('Taken from your organisation’s last import with these headings.');

const chosen = (heading: string, name: string) => column(heading, name, { note: 'As chosen.', isChosen: true });
const ignored = (heading: string, sample = '') =>
  column(heading, '', { note: 'Not recognised: this column is ignored.', sample });

const BID = column('Bid ID', 'bidId', { sample: '2025_PWD_1' });
const NAME = column('Contract Name', 'contractName');
/** A file with a column that nobody knows. */
const plain = found([BID, NAME, ignored('Job', 'Culvert at km 4')]);
const described = found([BID, NAME, chosen('Job', 'description')]);
/** A file of which the organisation remembers two columns. */
const known = found([BID, chosen('Job', 'contractName'), chosen('Site', ''), ignored('Work')]);
/** A file without columns that are needed. */
const missing = (missingFields: readonly string[], message: string) =>
  found([ignored('Our no.', '2025_PWD_1'), ignored('Job', 'Culvert at km 4'), column('Remarks', 'comments')], {
    imported: 0,
    rows: [],
    unknownColumns: ['Our no.', 'Job'],
    missingFields,
    message,
  });

const choose = async (heading: string, name: string) => {
  await field(heading).click();
  await page.getByRole('option', { name, exact: true }).click();
};

/** The form of the last upload, with the map that it has. */
async function sent(): Promise<object> {
  const { columnMap, ...fields } = (await uploads.made()).at(-1)?.fields ?? {};
  return columnMap === undefined ? fields : { ...fields, columnMap: JSON.parse(columnMap) };
}

beforeEach(() => signIn());

describe('the field of a column', () => {
  test('is chosen among all that a column may hold, and checks the file again', async () => {
    await check(plain);
    expect(headings()).toEqual(['Jobe.g. Culvert at km 4']);
    await expect.element(field('Job')).toHaveValue('Don’t read this column');
    await expect.element(reading('Job')).toHaveTextContent('Not recognised: this column is ignored.');
    await expect.element(remembered).not.toBeInTheDocument();
    expect(await sent()).toEqual({ dryRun: 'true', updateExisting: 'false' });
    await field('Job').click();
    await expect.element(page.getByRole('option').first()).toHaveTextContent('Don’t read this column');
    expect(page.getByRole('option').elements()).toHaveLength(29);
    await field('Job').fill('descr');
    uploads.answer({ body: described });
    await page.getByRole('option', { name: 'Description' }).click();
    await expect.element(reading('Job')).toHaveTextContent('As chosen.');
    await expect.element(field('Job')).toHaveValue('Description');
    expect(await sent()).toEqual({ dryRun: 'true', updateExisting: 'false', columnMap: { Job: 'description' } });
    // It was chosen now.
    await expect.element(remembered).not.toBeInTheDocument();
    await field('Job').fill('no such field');
    await expect.element(page.getByText('No field has that name.')).toBeVisible();
  });

  test('keeps the focus, and is found by keys', async () => {
    await check(plain);
    uploads.answer({ body: described });
    (field('Job').element() as HTMLElement).focus();
    await userEvent.keyboard('descr');
    await expect.element(page.getByRole('option', { name: 'Description' })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(reading('Job')).toHaveTextContent('As chosen.');
    await expect.element(field('Job')).toHaveFocus();
  });

  test('stays in sight where it is what the heading says anyway', async () => {
    await check(found([chosen('Bid ID', ''), NAME, ignored('Site')]));
    uploads.answer({ body: found([BID, NAME, ignored('Site')]) });
    await choose('Bid ID', 'Bid ID');
    await expect.element(reading('Bid ID')).toHaveTextContent('As it is written.');
    await expect.element(field('Bid ID')).toHaveFocus();
    expect(headings()).toEqual(['Bid IDe.g. 2025_PWD_1', 'Site']);
  });

  test('is told where the organisation remembers it, and joins what is chosen', async () => {
    await check(known);
    await expect.element(remembered).toBeVisible();
    expect(headings()).toEqual(['Job', 'Site', 'Work']);
    uploads.answer({ body: found([BID, chosen('Job', 'contractName'), chosen('Site', ''), chosen('Work', 'status')]) });
    await choose('Work', 'Status');
    await expect.element(reading('Work')).toHaveTextContent('As chosen.');
    expect(await sent()).toMatchObject({ columnMap: { Job: 'contractName', Site: '', Work: 'status' } });
    await expect.element(remembered).not.toBeInTheDocument();
  });

  test('is held by one column, and of two choices the last counts', async () => {
    await check(known);
    const release = uploads.hold();
    await choose('Work', 'Contract name');
    expect(await sent()).toMatchObject({ columnMap: { Site: '', Work: 'contractName' } });
    // What was found stays until something else is found, and can't be imported meanwhile.
    await expect.element(readings).toHaveTextContent('Checking again…');
    await expect.element(field('Work')).toHaveValue('Contract name');
    await expect.element(rows).toHaveTextContent('A/1');
    await expect.element(commit).toHaveAttribute('data-loading', 'true');
    await expect.element(upload).toBeDisabled();
    uploads.answer({ body: found([BID, ignored('Job'), chosen('Site', 'status'), chosen('Work', 'contractName')]) });
    await choose('Site', 'Status');
    expect(await sent()).toMatchObject({ columnMap: { Site: 'status', Work: 'contractName' } });
    await expect.element(reading('Job')).toHaveTextContent('Not recognised');
    release();
    await uploads.made();
    await expect.element(field('Site')).toHaveValue('Status');
    await expect.element(readings).not.toHaveTextContent('Checking again…');
  });

  test.each(['fails', 'is cancelled'])('whose check %s is not the one that is imported', async (end) => {
    await check(known);
    if (end === 'fails') uploads.fail();
    else uploads.hold();
    await choose('Work', 'Status');
    if (end !== 'fails') await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByText(/^Network error|^Upload cancelled/)).toBeVisible();
    await expect.element(field('Work')).toHaveValue('Don’t read this column');
    // It is still what is remembered that counts.
    await expect.element(remembered).toBeVisible();
    uploads.answer({
      body: found([BID, chosen('Job', 'contractName'), chosen('Site', ''), chosen('Work', 'comments')]),
    });
    await choose('Work', 'Comments');
    await expect.element(reading('Work')).toHaveTextContent('As chosen.');
    uploads.fail();
    await choose('Site', 'Description');
    await expect.element(page.getByText(/^Network error/)).toBeVisible();
    const columnMap = { Job: 'contractName', Site: '', Work: 'comments' };
    // Nor does it come back with the same file, even if that can't be sent.
    await upload.click();
    await expect.element(readings).not.toBeInTheDocument();
    await expect.element(page.getByText(/^Network error/)).toBeVisible();
    uploads.answer({ body: described });
    await upload.click();
    await expect.element(checked).toBeVisible();
    expect(await sent()).toEqual({ dryRun: 'true', updateExisting: 'false', columnMap });
  });

  test('is imported as it was checked', async () => {
    await check(plain);
    uploads.answer({ body: described });
    await choose('Job', 'Description');
    await expect.element(reading('Job')).toHaveTextContent('As chosen.');
    uploads.answer({ body: result({ columns: [BID, NAME, chosen('Job', 'description')] }) });
    const release = uploads.hold();
    await commit.click();
    await expect.element(field('Job')).toBeDisabled();
    release();
    await expect.element(stored).toBeVisible();
    expect(await sent()).toEqual({ dryRun: 'false', updateExisting: 'false', columnMap: { Job: 'description' } });
    // What was stored can be read and not chosen.
    await expect.element(reading('Job')).toHaveTextContent('As Description. As chosen.');
    await expect.element(readings.getByRole('combobox')).not.toBeInTheDocument();
    await expect.element(remembered).not.toBeInTheDocument();
  });

  test('is imported as it was remembered when the file was checked', async () => {
    await check(known);
    uploads.answer({ body: result({}) });
    await commit.click();
    await expect.element(stored).toBeVisible();
    expect(await sent()).toMatchObject({
      dryRun: 'false',
      columnMap: { Job: 'contractName', Site: '' },
      rememberColumns: 'false',
    });
  });

  test('is remembered again with a unit that is chosen', async () => {
    const amount = { unit: 'RUPEES', acceptsUnit: true, isChosen: true };
    await check(found([BID, NAME, column('Amt', 'paperCost', amount)]));
    uploads.answer({ body: found([BID, NAME, column('Amt', 'paperCost', { ...amount, unit: 'LAKH' })]) });
    await page.getByRole('combobox', { name: 'Unit of Paper cost' }).click();
    await page.getByRole('option', { name: 'Lakh' }).click();
    await expect.element(readings).not.toHaveTextContent('Checking again…');
    uploads.answer({ body: result({}) });
    await commit.click();
    await expect.element(stored).toBeVisible();
    expect(await sent()).toEqual({
      dryRun: 'false',
      updateExisting: 'false',
      'unit.paperCost': 'LAKH',
      columnMap: { Amt: 'paperCost' },
    });
  });

  test('leaves the unit that was chosen for the amounts of another column', async () => {
    const inLakh = { unit: 'LAKH', acceptsUnit: true, isUnitChosen: true };
    await check(found([BID, NAME, { ...column('Amt', 'paperCost', inLakh), isChosen: true }, ignored('Cost')]));
    uploads.answer({ body: found([BID, NAME, ignored('Amt'), chosen('Cost', 'paperCost')]) });
    await choose('Cost', 'Paper cost');
    await expect.element(reading('Cost')).toHaveTextContent('As chosen.');
    expect(await sent()).toEqual({ dryRun: 'true', updateExisting: 'false', columnMap: { Cost: 'paperCost' } });
  });

  test('stays chosen while options change, until another file is', async () => {
    await check(plain);
    uploads.answer({ body: described });
    await choose('Job', 'Description');
    await expect.element(reading('Job')).toHaveTextContent('As chosen.');
    await page.getByRole('checkbox', { name: 'Check first' }).click();
    uploads.answer({ body: result({}) });
    await upload.click();
    await expect.element(stored).toBeVisible();
    expect(await sent()).toMatchObject({ dryRun: 'false', columnMap: { Job: 'description' } });
    // What was stored is remembered from now on.
    uploads.answer({ body: result({ columns: [BID, NAME, chosen('Job', 'description')] }) });
    await chooseFiles(page.getByLabelText('Contracts file'), new File(['Bid ID\n'], 'other.csv'));
    await upload.click();
    await expect.element(remembered).toBeVisible();
    expect(await sent()).toEqual({ dryRun: 'false', updateExisting: 'false' });
  });

  test('can’t be chosen where two columns have the heading', async () => {
    await check(found([BID, NAME, ignored('Date'), column('Date', 'openingDate')]));
    await readings.getByRole('button', { name: 'Show all 4 columns' }).click();
    const words = 'More than one column has this heading. Rename one to choose a field.';
    await expect.element(reading('Date').first()).toHaveTextContent(`Not recognised: this column is ignored. ${words}`);
    await expect.element(reading('Date').last()).toHaveTextContent(`As Opening date. ${words}`);
    await expect.element(field('Date')).not.toBeInTheDocument();
    await expect.element(field('Bid ID')).toBeVisible();
  });
});

describe('a file without a column that every row needs', () => {
  const message = 'No row can be read: no column holds Bid ID or Contract name.';

  test.each([1440, 390])('lets the columns be chosen that hold it, %i px wide', async (width) => {
    await page.viewport(width, 844);
    await check(missing(['bidId', 'contractName'], message));
    const notice = page.getByRole('status', { name: message });
    await expect.element(notice).toHaveTextContent(`${message}Choose below which columns hold them.`);
    await expect.element(notice).not.toHaveTextContent('passed over');
    await expect.element(commit).not.toBeInTheDocument();
    await expect.element(rows).not.toBeInTheDocument();
    expect(headings()).toEqual(['Our no.e.g. 2025_PWD_1', 'Jobe.g. Culvert at km 4', 'Remarks']);
    await expect.element(readings.getByRole('button')).not.toBeInTheDocument();
    window.scrollTo(0, 0);
    await expectAccessible();
    await expectToFit(width);

    const left = 'No row can be read: no column holds Contract name.';
    uploads.answer({ body: missing(['contractName'], left) });
    await choose('Our no.', 'Bid ID');
    await expect
      .element(page.getByRole('status', { name: left }))
      .toHaveTextContent('Choose below which column holds it.');
    uploads.answer({
      body: found([chosen('Our no.', 'bidId'), chosen('Job', 'contractName'), column('Remarks', 'comments')]),
    });
    await choose('Job', 'Contract name');
    await expect.element(checked).toBeVisible();
    await expect.element(commit).toHaveTextContent('Import 1 contract');
    await expect.element(rows).toHaveTextContent('A/1');
    await expect.element(field('Job')).toHaveFocus();
    expect(await sent()).toMatchObject({ columnMap: { 'Our no.': 'bidId', Job: 'contractName' } });
    // They stay as they were under the hand of whoever chooses.
    await readings.getByRole('button', { name: 'Show fewer columns' }).click();
    expect(headings()).toHaveLength(2);
  });

  test('is told of in our own words where the server has none, and shows its problems once it is read', async () => {
    await check(missing(['bidId', 'contractName'], ''));
    await expect.element(page.getByRole('status', { name: message })).toBeVisible();
    const failed = { row: 3, refId: 'A/2', outcome: 'FAIL', reason: 'Bid ID is already used.' };
    uploads.answer({ body: found([chosen('Our no.', 'bidId'), NAME], { failures: [failed], rows: [failed] }) });
    await choose('Our no.', 'Bid ID');
    await expect.element(page.getByRole('radio', { name: '1 Problems' })).toBeChecked();
    await expect.element(rows).toHaveTextContent('Bid ID is already used.');
  });
});

describe('rows that were passed over', () => {
  const passed = (row: number, text = '', more = 0) => ({ row, text, reason: 'It is above the headings.', more });

  test('are told of in a check and of an import', async () => {
    await check(found([BID, NAME], { passedRows: [passed(1, 'Register of tenders')] }));
    const more = page.getByRole('button', { name: '1 row was passed over' });
    await expect.element(more).toHaveAttribute('aria-expanded', 'false');
    await more.click();
    const item = page.getByText('Row 1 · Register of tenders — It is above the headings.');
    await expect.element(item).toBeVisible();
    window.scrollTo(0, 0);
    await expectAccessible();
    await more.click();
    await expect.element(item).not.toBeInTheDocument();
    uploads.answer({ body: result({ columns: [BID, NAME], passedRows: [passed(1), passed(2, '', 7)] }) });
    await commit.click();
    await expect.element(stored).toBeVisible();
    // One that stands for others counts for all of them.
    await page.getByRole('button', { name: '9 rows were passed over' }).click();
    await expect.element(page.getByText('Row 2 — It is above the headings.')).toBeVisible();
  });

  test('are counted where they are many', async () => {
    const text = 'Register of tenders '.repeat(5).replaceAll(' ', '_');
    const passedRows = Array.from({ length: 52 }, (_, index) => passed(index + 1, text, index === 51 ? 1_000 : 0));
    await page.viewport(390, 844);
    await check(found([BID, NAME], { passedRows }));
    await page.getByRole('button', { name: '1,052 rows were passed over' }).click();
    await expect.element(page.getByText(/^Row 50 ·/)).toBeVisible();
    await expect.element(page.getByText(/^Row 51 ·/)).not.toBeInTheDocument();
    await expect.element(page.getByText('and 1,002 more rows')).toBeVisible();
    await expectToFit(390, 320);
  });
});
