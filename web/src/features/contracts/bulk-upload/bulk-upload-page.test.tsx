import { beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Contract_Status } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { ContractDashboardService } from '@/gen/nirmaan/contracts/v1/dashboard_service_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { chooseFiles } from '@/testing/files';
import { list, pageOf } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { address, open, page, visit } from '@/testing/screen';
import { server } from '@/testing/server';
import { uploads } from '@/testing/uploads';

const PAGE = '/contracts/bulk-upload';
const { filterContracts, getBulkUploadTemplate } = ContractService.method;
const { searchContractDeposits } = SecurityDepositService.method;
const { getKpis, listStatusCategorySummary, listStatusSummary } = ContractDashboardService.method;

const upload = page.getByRole('button', { name: 'Upload', exact: true });
const commit = page.getByRole('button', { name: /^Import \d/ });
const problem = page.getByRole('main').getByRole('alert');
const checkFirst = page.getByRole('checkbox', { name: 'Check first' });
const updating = page.getByRole('checkbox', { name: 'Update existing contracts by Bid ID' });
const table = page.getByRole('region', { name: 'Rows of the file' });
const shown = (name: string) => page.getByRole('radio', { name });
const rowNames = (of = table) =>
  of
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent);

const sheet = (name = 'tenders.csv', content = 'Bid ID,Contract Name\nA/1,Culvert\n') =>
  new File([content], name, { type: 'text/csv' });

const choose = (file: File) => chooseFiles(page.getByLabelText('Contracts file'), file);

/** Looks at the page from its top: a link that is half under the bar there would count as too small. */
async function expectAllAccessible(): Promise<void> {
  window.scrollTo(0, 0);
  await expectAccessible();
}

const row = (number: number, outcome: string, refId = '', reason = '') => ({ row: number, refId, outcome, reason });

/** The outcome of an import as the server writes it. */
const result = (fields: object) => ({
  result: { message: '', failures: [], imported: 0, updated: 0, skipped: 0, unknownColumns: [], rows: [], ...fields },
});

/** What a check finds in a file with a new contract and two rows that are not right. */
const CHECKED = result({
  dryRun: true,
  imported: 1,
  failures: [row(2, 'FAIL', 'A/1', 'Bid ID is already used.'), row(4, 'FAIL')],
  rows: [row(2, 'FAIL', 'A/1', 'Bid ID is already used.'), row(3, 'CREATE', 'A/2'), row(4, 'FAIL')],
});
const FINE = result({ dryRun: true, imported: 1, rows: [row(2, 'CREATE', 'A/1')] });

beforeEach(() => signIn());

describe('a file', () => {
  // Spec: S5.bulk-upload.none S5.bulk-upload.type
  test('that is not worth sending is refused', async () => {
    await open(PAGE);
    await upload.click();
    await expect.element(problem).toHaveTextContent('Please select a file to upload.');
    for (const name of ['plan.pdf', 'tenders', 'tenders.csv.exe']) {
      await choose(sheet(name));
      await expect.element(problem).toHaveTextContent('Only CSV or Excel files are allowed.');
    }
    await upload.click();
    await expectAllAccessible();
    await choose(new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'big.csv'));
    await expect.element(problem).toHaveTextContent('The file is larger than 10 MB.');
    await upload.click();
    expect(await uploads.made()).toEqual([]);
  });

  test('of many rows is walked through by keys to its very end, however high its rows are', async () => {
    const reason = 'Closing date must not be before the opening date. '.repeat(12);
    const rows = Array.from({ length: 900 }, (_, index) => row(index + 2, 'FAIL', `A/${index + 1}`, reason));
    uploads.answer({ body: result({ dryRun: true, failures: rows, rows }) });
    await open(PAGE);
    await choose(sheet());
    await upload.click();
    await expect.element(table.getByRole('rowheader', { name: 'A/1 Row 2' })).toBeInViewport();
    (table.element() as HTMLElement).focus();
    await userEvent.keyboard('{End}');
    await expect.element(table.getByRole('rowheader', { name: 'A/900 Row 901' })).toBeInViewport();
    expect(rowNames().length).toBeLessThan(60);
    await userEvent.keyboard('{Home}');
    await expect.element(table.getByRole('rowheader', { name: 'A/1 Row 2' })).toBeInViewport();
  });

  // Spec: S2.bulk-upload.route S5.bulk-upload.type
  test.each([
    ['/bulk-upload', 'tenders.csv'],
    [PAGE, 'Tenders of May.XLSX'],
    [PAGE, 'tenders.xls'],
  ])('is sent at %s: %s', async (path, name) => {
    uploads.answer({ body: FINE });
    await open(path);
    await choose(sheet(name));
    await upload.click();
    await expect.element(page.getByRole('status', { name: 'The file is checked.' })).toBeVisible();
    await expect.element(problem).not.toBeInTheDocument();
    const [sent, ...more] = await uploads.made();
    expect(more).toEqual([]);
    expect(sent).toMatchObject({
      url: '/api/contracts/v2/bulk-upload',
      field: 'file',
      fields: { dryRun: 'true', updateExisting: 'false' },
    });
    expect(sent?.file.name).toBe(name);
    expect(sent?.headers.get('authorization')).toBe('Bearer fresh');
  });

  test('is warned of what is unusual, which is shown first and can be imported', async () => {
    const message = 'Closing date is before the opening date, 12 Mar 2026.';
    const rows = [
      { ...row(2, 'CREATE', 'A/1'), warnings: [{ field: 'closingDate', message }] },
      { ...row(3, 'CREATE', 'A/2'), warnings: [] },
    ];
    uploads.answer({ body: result({ dryRun: true, imported: 2, rows }) });
    await open(PAGE);
    await choose(sheet());
    await upload.click();
    await expect
      .element(page.getByRole('status', { name: 'The file is checked.' }))
      .toHaveTextContent('1 row is worth a second look. It can be imported as it is.');
    await expect.element(shown('1 With warnings')).toBeChecked();
    expect(rowNames()).toEqual(['A/1 Row 2']);
    await expect.element(table.getByRole('row', { name: 'A/1' })).toHaveTextContent(`New${message}`);
    await expectAllAccessible();
    await shown('2 All rows').click();
    expect(rowNames()).toEqual(['A/1 Row 2', 'A/2 Row 3']);
    await expect.element(commit).toHaveTextContent('Import 2 contracts');
  });

  // Spec: S8.bulk-upload.success
  test('that is stored is told of by the server, else by our own sentence', async () => {
    const told = 'All tenders of the month are in.';
    uploads.answer({ body: result({ message: told, imported: 14 }) });
    await open(PAGE);
    await checkFirst.click();
    await choose(sheet());
    await upload.click();
    await expect.element(page.getByRole('status', { name: told })).toHaveTextContent(told);
    expect((await uploads.made()).at(-1)?.fields.dryRun).toBe('false');
    uploads.answer({ body: result({ imported: 14, updated: 2, skipped: 1, unknownColumns: ['Site'] }) });
    await upload.click();
    const done = page.getByRole('status', { name: 'Upload successful!' });
    await expect.element(done).toHaveTextContent(/14 contracts stored.*2 contracts updated.*1 row changed nothing/);
    await expect.element(done).toHaveTextContent('These columns were passed over: Site');
    await expectAllAccessible();
  });

  test('on its way shows how far it is, and can be cancelled', async () => {
    uploads.hold();
    await open(PAGE);
    await choose(sheet());
    await upload.click();
    const bar = page.getByRole('progressbar', { name: 'Upload progress' });
    const stage = page.getByRole('status').filter({ hasText: /Receiving|Checking/ });
    await expect.element(bar).toHaveAttribute('aria-valuenow', '0');
    await expect.element(stage).toHaveTextContent('Receiving');
    // Nothing is stored by a check.
    await expect.element(page.getByText('Storing')).not.toBeInTheDocument();
    const [sent] = await uploads.made();
    sent?.arrived(0.5);
    await expect.element(bar).toHaveAttribute('aria-valuenow', '17');
    sent?.tell({ progress: { stage: 'CHECKING', done: 500, total: 2000 } });
    await expect.element(stage).toHaveTextContent('Checking — 500 of 2,000 rows');
    await expect.element(bar).toHaveAttribute('aria-valuenow', '75');
    sent?.tell({ progress: { stage: 'WAITING', done: 0, total: 0 } });
    const waits = page.getByText('Waiting for other imports to end. Yours goes on by itself.');
    await expect.element(waits).toBeVisible();
    await expect.element(bar).toHaveAttribute('aria-valuenow', '75');
    sent?.tell({ progress: { stage: 'CHECKING', done: 500, total: 2000 } });
    await expect.element(waits).not.toBeInTheDocument();
    await expectAllAccessible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByText('Upload cancelled. Nothing was stored.')).toBeVisible();
    await expect.element(bar).not.toBeInTheDocument();
  });

  // Spec: S8.bulk-upload.server S8.bulk-upload.failed
  test('that fails is told of with the server’s reason, else by our own sentence', async () => {
    await open(PAGE);
    await choose(sheet());
    const refusal = { code: 'INTERNAL', message: 'The disk is full.', fields: [], requestId: '1' };
    for (const [reply, sentence] of [
      [{ status: 500, body: refusal }, 'The disk is full.'],
      [{ status: 502, body: '<html>Bad gateway</html>' }, 'Upload failed. Please try again.'],
      [{ body: { error: { ...refusal, message: 'The connection to the database is lost.' } } }, /database is lost/],
      [{ status: 500, body: { ...refusal, message: '' } }, 'Upload failed. Please try again.'],
    ] as const) {
      uploads.answer(reply);
      await upload.click();
      await expect.element(problem).toHaveTextContent(sentence);
    }
    expect(await uploads.made()).toHaveLength(4);
  });

  test('may start from a template', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const file = { fileName: 'contracts.xlsx', contentType: 'application/zip', data: new Uint8Array([80, 75]) };
    const mend = server.fail(getBulkUploadTemplate);
    await open(PAGE);
    const template = page.getByRole('button', { name: 'Download template' });
    await template.click();
    await expect.element(problem).toHaveTextContent('The template could not be downloaded. Please try again.');
    mend();
    server.answer(getBulkUploadTemplate, { file });
    await template.click();
    const names = () => saved.mock.contexts.map((link) => link instanceof HTMLAnchorElement && link.download);
    await expect.poll(names).toEqual(['contracts.xlsx']);
    await expect.element(problem).not.toBeInTheDocument();
  });
});

describe('an import', () => {
  // Spec: S8.bulk-upload.rows
  test('names the rows that are not right by bid id or place, each with its reason', async () => {
    uploads.answer({ body: CHECKED });
    await open(PAGE);
    await choose(sheet());
    await upload.click();
    await expect.element(shown('2 Problems')).toBeChecked();
    expect(rowNames()).toEqual(['A/1 Row 2', 'Row 4 ']);
    await expect.element(table.getByRole('cell').first()).toHaveTextContent('ProblemBid ID is already used.');
    await expect.element(table.getByRole('cell').last()).toHaveTextContent('ProblemUnknown error');
    await shown('1 New').click();
    await expect.element(table.getByRole('rowheader')).toHaveTextContent('A/2 Row 3');
    await expect.element(shown('0 Unchanged')).toBeDisabled();
    await expectAllAccessible();

    const { failures } = CHECKED.result as unknown as { failures: object[] };
    uploads.answer({ body: result({ imported: 1, failures }) });
    await commit.click();
    const left = page.getByRole('region', { name: '2 rows were not stored' });
    await expect.element(left).toBeVisible();
    expect(rowNames(left)).toEqual(['A/1 Row 2', 'Row 4 ']);
    await expect.element(left.getByRole('cell').first()).toHaveTextContent('Bid ID is already used.');
    await expect.element(left.getByRole('cell').last()).toHaveTextContent('Unknown error');
  });

  test('names all that is wrong with a row when somebody asks, and goes on doing so', async () => {
    const reasons = ['Bid ID', 'Contract Name', 'Paper Cost', 'Opening Date', 'Closing Date'].map(
      (label) => `${label}: is wrong`,
    );
    const many = { ...row(2, 'FAIL', 'A/1', `${reasons.slice(0, 3).join('; ')}; and 2 more`), reasons };
    const few = Array.from({ length: 400 }, (_, index) => row(index + 3, 'FAIL', '', 'Paper Cost: is wrong'));
    uploads.answer({ body: result({ dryRun: true, failures: [many, ...few], rows: [many, ...few] }) });
    await open(PAGE);
    await choose(sheet());
    await upload.click();
    const cell = table.getByRole('row', { name: 'A/1 Row 2' }).getByRole('cell');
    await expect.element(cell.getByRole('listitem')).toHaveLength(3);
    await expect.element(cell.getByRole('listitem').last()).toHaveTextContent(/^Paper Cost: is wrong$/);
    const more = cell.getByRole('button', { name: 'Show all 5' });
    await expect.element(more).toHaveAttribute('aria-expanded', 'false');
    more.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(cell.getByRole('listitem')).toHaveLength(5);
    const less = cell.getByRole('button', { name: 'Show less' });
    await expect.element(less).toHaveFocus();
    await expectAllAccessible();
    // The button that has the focus leaves the page with its row.
    await userEvent.keyboard('{End}');
    await expect.element(cell).not.toBeInTheDocument();
    await expect.element(table).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect.element(cell.getByRole('listitem').last()).toHaveTextContent('Closing Date: is wrong');
    await less.click();
    await expect.element(cell.getByRole('listitem')).toHaveLength(3);
  });

  test('is made of a file that was checked, and moves the list', async () => {
    server.answer(filterContracts, {});
    server.answer(getKpis, {});
    server.answer(listStatusCategorySummary, {});
    server.answer(listStatusSummary, { rows: [{ status: Contract_Status.DRAFT, count: 1n }] });
    await list.open('/contracts/list');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contracts', exact: true }).click();
    await page.getByRole('link', { name: 'Bulk Upload' }).click();
    uploads.answer({ body: FINE });
    await choose(sheet());
    await upload.click();
    await expect
      .element(page.getByRole('status', { name: 'The file is checked.' }))
      .toHaveTextContent('Nothing is stored yet.');
    await expect.element(shown('1 All rows')).toBeChecked();
    await expect.element(table.getByRole('cell')).toHaveTextContent('New');
    uploads.answer({ body: result({ message: '1 contract is stored.', imported: 1 }) });
    server.answer(filterContracts, (request) => pageOf([{ id: 'contract-1', bidId: 'A/1' }], request));
    await commit.click();
    await expect.element(page.getByRole('status', { name: '1 contract is stored.' })).toBeVisible();
    expect((await uploads.made()).map(({ fields }) => fields.dryRun)).toEqual(['true', 'false']);
    await expect.element(commit).not.toBeInTheDocument();
    await page.getByRole('link', { name: 'View All Contracts' }).click();
    // The answer of before the import would still be fresh.
    await list.expectRows(['A/1']);
  });

  test('moves the search of contracts with their deposits too', async () => {
    const SEARCH = '/contracts/contract-deposit';
    server.answer(searchContractDeposits, {});
    await list.open(SEARCH);
    await visit(PAGE);
    await checkFirst.click();
    uploads.answer({ body: result({ imported: 1 }) });
    server.answer(searchContractDeposits, (request) => pageOf([{ id: 'contract-1', bidId: 'A/1' }], request));
    await choose(sheet());
    await upload.click();
    await expect.element(page.getByRole('status', { name: 'Upload successful!' })).toBeVisible();
    await visit(SEARCH);
    await list.expectRows(['A/1']);
  });

  test('updates contracts if it is asked to, which makes another check necessary', async () => {
    uploads.answer({ body: CHECKED });
    await open(PAGE);
    await choose(sheet());
    await upload.click();
    await expect.element(commit).toHaveTextContent('Import 1 contract');
    await updating.click();
    await expect.element(commit).not.toBeInTheDocument();
    const rows = [row(2, 'UPDATE', 'A/1', 'Contract name'), row(3, 'SKIP', 'A/2')];
    uploads.answer({ body: result({ dryRun: true, updated: 1, skipped: 1, rows }) });
    await upload.click();
    await expect.element(shown('1 Updated')).toBeEnabled();
    await expect.element(shown('1 Unchanged')).toBeEnabled();
    await expect.element(table.getByRole('row', { name: /^A\/1/ })).toHaveTextContent('Update');
    expect((await uploads.made()).at(-1)?.fields).toEqual({ dryRun: 'true', updateExisting: 'true' });
    await commit.click();
    expect((await uploads.made()).at(-1)?.fields).toEqual({ dryRun: 'false', updateExisting: 'true' });
  });

  test('that brings nothing new says so', async () => {
    uploads.answer({ body: result({ dryRun: true, skipped: 1, rows: [row(2, 'SKIP', 'A/1')] }) });
    await open(PAGE);
    await choose(sheet());
    await upload.click();
    await expect.element(commit).toHaveAttribute('aria-disabled', 'true');
    await commit.hover();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('No row of this file brings anything new.');
  });

  test('that fails can be tried again without another check', async () => {
    uploads.answer({ body: FINE });
    await open(PAGE);
    await choose(sheet());
    await upload.click();
    await expect.element(commit).toHaveTextContent('Import 1 contract');
    uploads.fail();
    await commit.click();
    await expect.element(problem).toHaveTextContent('Network error. Please try again.');
    uploads.answer({ body: result({ imported: 1 }) });
    await commit.click();
    await expect.element(page.getByRole('status', { name: 'Upload successful!' })).toBeVisible();
    expect((await uploads.made()).map(({ fields }) => fields.dryRun)).toEqual(['true', 'false', 'false']);
  });

  test('is told of on a phone', async () => {
    uploads.answer({ body: CHECKED });
    await page.viewport(390, 844);
    await open(PAGE);
    await choose(sheet());
    await upload.click();
    await expect.element(commit).toBeVisible();
    await expectAllAccessible();
    expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
  });

  test('may not update for those who may not edit', async () => {
    signIn(person({ Contracts: ['view', 'create'] }));
    await open(PAGE);
    await expect.element(updating).toBeDisabled();
    await expect.element(page.getByText('You need the Edit permission for Contracts.')).toBeVisible();
    await expect.element(upload).toBeEnabled();
  });

  test('is not made by those who may not create', async () => {
    signIn(person({ Contracts: ['view', 'edit'] }));
    await open(PAGE);
    await expect.element(page.getByText('You need the Create permission for Contracts.')).toBeVisible();
    await expect.element(upload).not.toBeInTheDocument();
    expect(address()).toBe(PAGE);
  });
});
