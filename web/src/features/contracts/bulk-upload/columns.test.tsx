import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/testing/accessible';
import { check, column, commit, headings, reading, readings, result, upload } from '@/testing/column-readings';
import { chooseFiles } from '@/testing/files';
import { signIn } from '@/testing/people';
import { page } from '@/testing/screen';
import { uploads } from '@/testing/uploads';

const unit = page.getByRole('combobox', { name: 'Unit of Tender actual value' });
const rows = page.getByRole('region', { name: 'Rows of the file' });

const NAMES: Readonly<Record<string, string>> = { LAKH: 'lakh', CRORE: 'crore' };

/** The columns of a register whose estimates are counted in a unit. */
const columns = (name: string, source = 'from the heading') => [
  column('Bid ID', 'bidId'),
  column('Work', 'contractName'),
  column('Tender Actual Value (Rs. in Lakhs)', 'tenderActualValue', {
    unit: name,
    note: `In ${NAMES[name]}, ${source}.`,
    acceptsUnit: true,
  }),
  column('Paper Cost (USD)', 'paperCost', { note: 'In another currency (USD): no amount is read.' }),
  column('Aggreement Date', 'aggreementDate', { note: 'The day comes first, as in 31-03-2026.' }),
  column('Site', '', { note: 'Not recognised: this column is ignored.' }),
];

const rowOf = (values: object) => ({ row: 2, refId: 'A/1', outcome: 'CREATE', reason: '', values });

const values = (tenderActualValue: number) => ({
  contractName: 'Widening of SH-12',
  status: 'WORK_ORDER_ISSUED',
  paperCost: null,
  tenderActualValue,
  tenderBidValue: 1_500.5,
  tenderBidPercentage: -4.3825,
  days: [
    { field: 'openingDate', day: '2026-04-25' },
    { field: 'aggreementDate', day: '2026-05-09' },
  ],
});

const inLakh = result({ dryRun: true, rows: [rowOf(values(12_550_000))], columns: columns('LAKH') });
const inCrore = result({
  dryRun: true,
  rows: [rowOf(values(1_255_000_000))],
  columns: columns('CRORE', 'as chosen'),
});

const choose = async (name: string) => {
  await unit.click();
  await page.getByRole('option', { name }).click();
};

beforeEach(() => signIn());

test('a check tells how each column is read, the amounts first', async () => {
  await check(inLakh);
  expect(headings()).toEqual(['Tender Actual Value (Rs. in Lakhs)', 'Paper Cost (USD)', 'Site']);
  await expect
    .element(reading('Tender Actual Value').getByRole('cell'))
    .toHaveTextContent('In lakh, from the heading.');
  await expect.element(unit).toHaveValue('Lakh');
  await expect.element(reading('Paper Cost').getByRole('cell')).toHaveTextContent(/no amount is read/);
  // Nothing can be chosen that would make rupees of dollars.
  await expect.element(reading('Paper Cost').getByRole('combobox', { name: /^Unit/ })).not.toBeInTheDocument();
  const all = readings.getByRole('button', { name: 'Show all 6 columns' });
  await all.click();
  expect(headings()).toHaveLength(6);
  await expect.element(reading('Bid ID').getByRole('cell')).toHaveTextContent('As it is written.');
  // The choice of the field says which one it is.
  await expect.element(reading('Work').getByRole('cell')).toHaveTextContent(/^As it is written.$/);
  await expect.element(reading('Work').getByRole('combobox')).toHaveValue('Contract name');
  await expect.element(reading('Aggreement Date').getByRole('cell')).toHaveTextContent(/^The day comes first/);
  await readings.getByRole('button', { name: 'Show fewer columns' }).click();
  expect(headings()).toHaveLength(3);
});

test.each([1440, 390])('a check shows each row as it would be stored, %i px wide', async (width) => {
  await page.viewport(width, 844);
  await check(inLakh);
  const cell = rows.getByRole('row', { name: 'A/1' }).getByRole('cell');
  await expect.element(cell).toHaveTextContent(/Widening of SH-12.*Status\s*Work order issued/);
  // In words of the trade, and exactly where those are rounded.
  await expect.element(cell).toHaveTextContent(/Actual value\s*₹1.26 Cr \(₹1,25,50,000\)/);
  await expect.element(cell).toHaveTextContent(/Bid value\s*₹1,500.50.*Bid percentage\s*-4.3825 %/);
  await expect.element(cell).toHaveTextContent(/Opening date\s*25 Apr 2026.*Agreement date\s*09 May 2026/);
  await expect.element(cell).not.toHaveTextContent('Paper cost');
  window.scrollTo(0, 0);
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
});

test('another unit checks the file again, and of two choices the last counts', async () => {
  await check(inLakh);
  const release = uploads.hold();
  await choose('Thousand');
  const [, again] = await uploads.made();
  expect(again?.fields).toEqual({ dryRun: 'true', updateExisting: 'false', 'unit.tenderActualValue': 'THOUSAND' });
  // What was found stays until something else is found, and can't be imported meanwhile.
  await expect.element(readings).toHaveTextContent('Checking again…');
  await expect.element(unit).toHaveValue('Thousands');
  await expect.element(rows).toHaveTextContent('₹1.26 Cr');
  await expect.element(commit).toHaveAttribute('data-loading', 'true');
  await expect.element(upload).toBeDisabled();
  uploads.answer({ body: inCrore });
  await choose('Crore');
  await expect.element(rows).toHaveTextContent('₹125.5 Cr');
  release();
  await uploads.made();
  await expect.element(unit).toHaveValue('Crore');
  await expect.element(rows).toHaveTextContent('₹125.5 Cr');
  await expect.element(readings).not.toHaveTextContent('Checking again…');
});

test('the focus stays with the unit that was chosen', async () => {
  await check(inLakh);
  uploads.answer({ body: inCrore });
  await choose('Crore');
  await expect.element(rows).toHaveTextContent('₹125.5 Cr');
  await expect.element(reading('Tender Actual Value')).toHaveTextContent('In crore, as chosen.');
  await expect.element(unit).toHaveFocus();
  uploads.answer({ body: result({ columns: columns('CRORE', 'as chosen') }) });
  await commit.click();
  await expect.element(page.getByRole('status', { name: 'Upload successful!' })).toBeVisible();
  expect((await uploads.made()).at(-1)?.fields).toEqual({
    dryRun: 'false',
    updateExisting: 'false',
    'unit.tenderActualValue': 'CRORE',
  });
  // What was stored can be read and not chosen.
  await expect.element(reading('Tender Actual Value')).toHaveTextContent('In crore, as chosen.');
  await expect.element(unit).not.toBeInTheDocument();
});

test.each(['fails', 'is cancelled'])('a unit whose check %s is not the one that is imported', async (end) => {
  await check(inLakh);
  if (end === 'fails') uploads.fail();
  else uploads.hold();
  await choose('Crore');
  if (end !== 'fails') await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText(/^Network error|^Upload cancelled/)).toBeVisible();
  await expect.element(unit).toHaveValue('Lakh');
  uploads.answer({ body: inLakh });
  await choose('Thousands');
  await expect.element(readings).not.toHaveTextContent('Checking again…');
  expect((await uploads.made()).at(-1)?.fields).toMatchObject({ 'unit.tenderActualValue': 'THOUSAND' });
  // Nor is it sent with another check of the file.
  uploads.fail();
  await choose('Crore');
  await expect.element(page.getByText(/^Network error/)).toBeVisible();
  uploads.answer({ body: result({ columns: columns('LAKH') }) });
  await commit.click();
  await expect.element(page.getByRole('status', { name: 'Upload successful!' })).toBeVisible();
  expect((await uploads.made()).at(-1)?.fields).toEqual({
    dryRun: 'false',
    updateExisting: 'false',
    'unit.tenderActualValue': 'THOUSAND',
  });
  // Nor does it come back with the same file.
  await upload.click();
  await expect.element(page.getByRole('status', { name: 'Upload successful!' })).toBeVisible();
  expect((await uploads.made()).at(-1)?.fields).toMatchObject({ 'unit.tenderActualValue': 'THOUSAND' });
});

test('the rows that are shown are some of those that there are after another check', async () => {
  const failed = { row: 2, refId: 'A/1', outcome: 'FAIL', reason: 'The unit is unclear.' };
  await check(result({ dryRun: true, imported: 0, failures: [failed], rows: [failed], columns: columns('LAKH') }));
  await expect.element(page.getByRole('radio', { name: '1 Problems' })).toBeChecked();
  uploads.answer({ body: inCrore });
  await choose('Crore');
  await expect.element(page.getByRole('radio', { name: '1 All rows' })).toBeChecked();
  await expect.element(rows).toHaveTextContent('₹125.5 Cr');
});

test('a unit stays chosen while options change, until another file is', async () => {
  await check(inLakh);
  uploads.answer({ body: inCrore });
  await choose('Crore');
  await expect.element(rows).toHaveTextContent('₹125.5 Cr');
  await page.getByRole('checkbox', { name: 'Check first' }).click();
  uploads.answer({ body: result({ columns: columns('CRORE', 'as chosen') }) });
  await upload.click();
  await expect.element(page.getByRole('status', { name: 'Upload successful!' })).toBeVisible();
  expect((await uploads.made()).at(-1)?.fields).toMatchObject({ dryRun: 'false', 'unit.tenderActualValue': 'CRORE' });
});

test('units go with the file that they were chosen for', async () => {
  await check(inLakh);
  uploads.answer({ body: inCrore });
  await choose('Crore');
  await expect.element(rows).toHaveTextContent('₹125.5 Cr');
  uploads.answer({ body: inLakh });
  await chooseFiles(page.getByLabelText('Contracts file'), new File(['Bid ID\n'], 'other.csv'));
  await userEvent.click(upload);
  await expect.element(rows).toHaveTextContent('₹1.26 Cr');
  expect((await uploads.made()).at(-1)?.fields).toEqual({ dryRun: 'true', updateExisting: 'false' });
});
