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

const order = (name: string) => page.getByRole('combobox', { name: `Order of day and month of ${name}`, exact: true });
const anyOrder = page.getByRole('combobox', { name: /^Order of/ });
const stored = page.getByRole('status', { name: 'Upload successful!' });

const days = (heading: string, name: string, dateOrder: string, note: string, fields: object = {}) =>
  column(heading, name, { dateOrder, note, acceptsDateOrder: true, ...fields });

const DOUBT =
  'Days in figures are not read: the column is month-first (04/25/2026 in row 2). Choose whether the day or the month comes first.';
const waiting = (heading: string, name: string) => days(heading, name, '', DOUBT, { sample: '04/25/2026' });
const chosen = (heading: string, name: string, dateOrder = 'MDY') =>
  days(heading, name, dateOrder, `The ${dateOrder === 'MDY' ? 'month' : 'day'} comes first, as chosen.`, {
    isDateOrderChosen: true,
  });

const BID = column('Bid ID', 'bidId');
const NAME = column('Contract Name', 'contractName');
const START = days('Start', 'givenStartDate', 'DMY', 'The day comes first, as 25-04-2026 in row 2 shows.');
const AWARDED = column('Awarded', 'awardedDate', { note: 'The day comes first, as in 31-03-2026.' });
/** A file with two columns that wait for an order, one that has one, and one without days in figures. */
const doubtful = [BID, NAME, waiting('Opened', 'openingDate'), waiting('Closed', 'closingDate'), START, AWARDED];
const monthFirst = [BID, NAME, chosen('Opened', 'openingDate'), chosen('Closed', 'closingDate'), START, AWARDED];
/** A file of which the organisation remembers a column, and the order of two columns' days. */
const known = [
  BID,
  NAME,
  { ...chosen('Opened', 'openingDate'), isChosen: true },
  chosen('Closed', 'closingDate', 'DMY'),
  START,
];

/** Chooses an order, and lets the server answer with these columns. */
async function choose(name: string, words: string, columns: readonly object[]): Promise<void> {
  uploads.answer({ body: found(columns) });
  await order(name).click();
  await page.getByRole('option', { name: words }).click();
}

/** Imports what was found. */
async function importIt(columns: readonly object[]): Promise<void> {
  uploads.answer({ body: result({ columns }) });
  await commit.click();
  await expect.element(stored).toBeVisible();
}

/** The form of the last upload. */
const sent = async () => (await uploads.made()).at(-1)?.fields;

beforeEach(() => signIn());

describe('the order of day and month', () => {
  test.each([1440, 390])('is asked for where days wait for it, %i px wide', async (width) => {
    await page.viewport(width, 844);
    await check(found(doubtful));
    expect(headings()).toEqual(['Openede.g. 04/25/2026', 'Closede.g. 04/25/2026']);
    await expect.element(reading('Opened').getByRole('cell')).toHaveTextContent(DOUBT);
    await expect.element(order('Opening date')).toHaveValue('');
    await expect.element(order('Opening date')).toHaveAttribute('placeholder', 'Choose order');
    await order('Opening date').click();
    await expect.element(page.getByRole('option', { name: 'Month first' })).toBeVisible();
    const options = page.getByRole('option').elements();
    expect(options.map(({ textContent }) => textContent)).toEqual(['Day first', 'Month first']);
    window.scrollTo(0, 0);
    await expectAccessible();
    await expectToFit(width, 320);
  });

  test('is chosen for all columns that wait for it, and for no other', async () => {
    await check(found(doubtful));
    await choose('Opening date', 'Month first', monthFirst);
    await expect.element(reading('Opened')).toHaveTextContent('The month comes first, as chosen.');
    expect(await sent()).toEqual({
      dryRun: 'true',
      updateExisting: 'false',
      'dateOrder.openingDate': 'MDY',
      'dateOrder.closingDate': 'MDY',
    });
    await expect.element(order('Opening date')).toHaveValue('Month first');
    await expect.element(order('Closing date')).toHaveValue('Month first');
    // The same again checks nothing again.
    await order('Opening date').click();
    await page.getByRole('option', { name: 'Month first' }).click();
    expect(await uploads.made()).toHaveLength(2);
    // Both have an order now.
    await choose('Closing date', 'Day first', [...monthFirst.slice(0, 3), chosen('Closed', 'closingDate', 'DMY')]);
    await expect.element(reading('Closed')).toHaveTextContent('The day comes first, as chosen.');
    expect(await sent()).toMatchObject({ 'dateOrder.openingDate': 'MDY', 'dateOrder.closingDate': 'DMY' });
  });

  test('stays in sight once it is chosen, with the focus', async () => {
    await check(found(doubtful));
    uploads.answer({
      body: found([...doubtful.slice(0, 2), chosen('Opened', 'openingDate', 'DMY'), ...monthFirst.slice(3)]),
    });
    (order('Opening date').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('option', { name: 'Day first' })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(reading('Opened')).toHaveTextContent('The day comes first, as chosen.');
    await expect.element(order('Opening date')).toHaveFocus();
    expect(headings()).toEqual(['Opened', 'Closed']);
  });

  test('stays in sight even if the answer doesn’t say that it was chosen', async () => {
    await check(found(doubtful));
    const plain = days('Opened', 'openingDate', 'DMY', 'The day comes first, as in 31-03-2026.');
    await choose('Opening date', 'Day first', [BID, NAME, plain, START]);
    await expect.element(reading('Opened')).toHaveTextContent('as in 31-03-2026');
    expect(headings()).toEqual(['Opened']);
    await expect.element(order('Opening date')).toHaveFocus();
  });

  test('is seen while the file is checked again, and of two choices the last counts', async () => {
    await check(found(doubtful));
    const release = uploads.hold();
    await order('Opening date').click();
    await page.getByRole('option', { name: 'Month first' }).click();
    await uploads.made();
    await expect.element(readings).toHaveTextContent('Checking again…');
    await expect.element(order('Opening date')).toHaveValue('Month first');
    await expect.element(order('Closing date')).toHaveValue('Month first');
    await expect.element(reading('Opened')).toHaveTextContent(DOUBT);
    await expect.element(commit).toHaveAttribute('data-loading', 'true');
    const dayFirst = [BID, NAME, chosen('Opened', 'openingDate'), chosen('Closed', 'closingDate', 'DMY')];
    await choose('Closing date', 'Day first', dayFirst);
    await expect.element(reading('Closed')).toHaveTextContent('The day comes first, as chosen.');
    expect(await sent()).toMatchObject({ 'dateOrder.openingDate': 'MDY', 'dateOrder.closingDate': 'DMY' });
    release();
    await uploads.made();
    await expect.element(order('Closing date')).toHaveValue('Day first');
    await expect.element(readings).not.toHaveTextContent('Checking again…');
  });

  test.each(['fails', 'is cancelled'])('whose check %s is not the one that is imported', async (end) => {
    await check(found(monthFirst));
    if (end === 'fails') uploads.fail();
    else uploads.hold();
    await order('Opening date').click();
    await page.getByRole('option', { name: 'Day first' }).click();
    if (end !== 'fails') await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByText(/^Network error|^Upload cancelled/)).toBeVisible();
    await expect.element(order('Opening date')).toHaveValue('Month first');
    await importIt([]);
    expect(await sent()).toMatchObject({ 'dateOrder.openingDate': 'MDY', 'dateOrder.closingDate': 'MDY' });
    // Nor does it come back with the same file.
    uploads.answer({ body: found(monthFirst) });
    await upload.click();
    await expect.element(readings).toBeVisible();
    expect(await sent()).toEqual({ dryRun: 'true', updateExisting: 'false' });
  });

  test('is imported as it was checked, and then only told', async () => {
    await check(found(doubtful));
    await choose('Opening date', 'Month first', monthFirst);
    await expect.element(reading('Opened')).toHaveTextContent('The month comes first, as chosen.');
    uploads.answer({ body: result({ columns: monthFirst }) });
    const release = uploads.hold();
    await commit.click();
    await expect.element(order('Opening date')).toBeDisabled();
    await expect.element(order('Opening date')).toHaveValue('Month first');
    release();
    await expect.element(stored).toBeVisible();
    expect(await sent()).toEqual({
      dryRun: 'false',
      updateExisting: 'false',
      'dateOrder.openingDate': 'MDY',
      'dateOrder.closingDate': 'MDY',
    });
    expect(headings()).toEqual(['Opened', 'Closed']);
    const told = reading('Opened').getByRole('cell');
    await expect.element(told).toHaveTextContent(/^As Opening date. The month comes first, as chosen.$/);
    await expect.element(readings.getByRole('combobox')).not.toBeInTheDocument();
  });

  test('is imported as it was remembered when the file was checked', async () => {
    await check(found(known));
    expect(headings()).toEqual(['Opened', 'Closed']);
    await expect.element(order('Opening date')).toHaveValue('Month first');
    await expect.element(order('Closing date')).toHaveValue('Day first');
    expect(await sent()).toEqual({ dryRun: 'true', updateExisting: 'false' });
    await importIt(known);
    expect(await sent()).toEqual({
      dryRun: 'false',
      updateExisting: 'false',
      'dateOrder.openingDate': 'MDY',
      'dateOrder.closingDate': 'DMY',
      columnMap: '{"Opened":"openingDate"}',
      rememberColumns: 'false',
    });
  });

  test('is remembered again where another one is chosen', async () => {
    const dayFirst = { ...chosen('Opened', 'openingDate', 'DMY'), isChosen: true };
    await check(found(known));
    await choose('Opening date', 'Day first', [BID, NAME, dayFirst, ...known.slice(3)]);
    await expect.element(reading('Opened')).toHaveTextContent('The day comes first, as chosen.');
    // What else is remembered counts without being sent.
    expect(await sent()).toEqual({ dryRun: 'true', updateExisting: 'false', 'dateOrder.openingDate': 'DMY' });
    await importIt([]);
    expect(await sent()).toEqual({
      dryRun: 'false',
      updateExisting: 'false',
      'dateOrder.openingDate': 'DMY',
      'dateOrder.closingDate': 'DMY',
      columnMap: '{"Opened":"openingDate"}',
    });
  });

  test('goes with the field of the column', async () => {
    await check(found(monthFirst));
    uploads.answer({ body: found([BID, NAME, column('Opened', '', { isChosen: true }), ...monthFirst.slice(3)]) });
    await field('Opened').click();
    await page.getByRole('option', { name: 'Don’t read this column' }).click();
    await expect.element(order('Opening date')).not.toBeInTheDocument();
    expect(await sent()).toEqual({
      dryRun: 'true',
      updateExisting: 'false',
      'dateOrder.closingDate': 'MDY',
      columnMap: '{"Opened":""}',
    });
  });

  test('stays chosen while options change, until another file is', async () => {
    await check(found(doubtful));
    await choose('Opening date', 'Month first', monthFirst);
    await expect.element(reading('Opened')).toHaveTextContent('as chosen');
    uploads.answer({ body: found(monthFirst) });
    await page.getByRole('checkbox', { name: 'Update existing' }).click();
    await upload.click();
    await expect.element(order('Opening date')).toHaveValue('Month first');
    expect(await sent()).toEqual({
      dryRun: 'true',
      updateExisting: 'true',
      'dateOrder.openingDate': 'MDY',
      'dateOrder.closingDate': 'MDY',
    });
    uploads.answer({ body: found(doubtful) });
    await chooseFiles(page.getByLabelText('Contracts file'), new File(['Bid ID\n'], 'other.csv'));
    await upload.click();
    await expect.element(order('Opening date')).toHaveValue('');
    expect(await sent()).toEqual({ dryRun: 'true', updateExisting: 'true' });
  });

  test('is offered on demand where the day comes first, and never without days in figures', async () => {
    const fromHeading = days('Opened (MM/DD/YYYY)', 'openingDate', 'MDY', 'The month comes first, from the heading.');
    await check(found([BID, NAME, fromHeading, START, AWARDED]));
    // Nobody expects the month to come first.
    expect(headings()).toEqual(['Opened (MM/DD/YYYY)']);
    await readings.getByRole('button', { name: 'Show all 5 columns' }).click();
    await expect.element(order('Given start date')).toHaveValue('Day first');
    await expect.element(reading('Awarded')).toHaveTextContent(/The day comes first, as in 31-03-2026/);
    expect(anyOrder.elements()).toHaveLength(2);
    await choose('Given start date', 'Month first', [
      BID,
      NAME,
      fromHeading,
      chosen('Start', 'givenStartDate'),
      AWARDED,
    ]);
    await expect.element(reading('Start')).toHaveTextContent('The month comes first, as chosen.');
    expect(await sent()).toEqual({ dryRun: 'true', updateExisting: 'false', 'dateOrder.givenStartDate': 'MDY' });
    await readings.getByRole('button', { name: 'Show fewer columns' }).click();
    expect(headings()).toEqual(['Opened (MM/DD/YYYY)', 'Start']);
  });
});
