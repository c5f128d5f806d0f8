import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { DepositImportService } from '@/gen/nirmaan/contracts/v1/deposit_import_service_pb';
import { ContractImport_Record, ContractImportService } from '@/gen/nirmaan/contracts/v1/import_service_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { ContractTimelineService } from '@/gen/nirmaan/contracts/v1/timeline_service_pb';
import { expectAccessible, expectToFit } from '@/testing/accessible';
import { column, commit, field, result, upload } from '@/testing/column-readings';
import { answerContractPanels, culvert } from '@/testing/contracts';
import { chooseFiles } from '@/testing/files';
import { form } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { open, page, visit } from '@/testing/screen';
import { server } from '@/testing/server';
import { uploads } from '@/testing/uploads';

const PAGE = '/contracts/deposits/bulk-upload';
const SEARCH = '/contracts/contract-deposit';
const { filterContracts, getContract } = ContractService.method;
const { getContractTimeline } = ContractTimelineService.method;
const { getDepositUploadTemplate } = DepositImportService.method;
const { filterContractImports, getContractImport, undoContractImport } = ContractImportService.method;
const { searchContractDeposits } = SecurityDepositService.method;

const at = (text: string) => timestampFromDate(new Date(text));

const IMPORT = {
  id: 'import-3',
  record: ContractImport_Record.DEPOSIT,
  fileName: 'emd.csv',
  createdAt: at('2026-11-20T06:30:00Z'),
  createdByEmail: 'owner@bharat.example',
  created: 2,
  canUndo: true,
};

const type = page.getByRole('combobox', { name: 'Type of rows that name none' });
const rows = page.getByRole('region', { name: 'Rows of the file' });
const undo = page.getByRole('main').getByRole('button', { name: 'Undo' });
const checked = page.getByRole('status', { name: 'The file is checked.' });

/** What a deposit would have in it, as the server writes it. */
const deposit = (instrumentNo: string, fields: object = {}) => ({
  depositType: 'EMD',
  instrumentNo,
  amount: 250_000.5,
  status: 'SUBMITTED',
  bankName: 'SBI',
  days: [{ field: 'depositSubmitedDate', day: '2026-04-15' }],
  ...fields,
});

const row = (number: number, instrumentNo: string, fields: object = {}) => ({
  row: number,
  refId: 'A/1',
  outcome: 'CREATE',
  reason: '',
  values: null,
  deposit: deposit(instrumentNo, fields),
});

/** What a check finds in a register with two deposits of a contract. */
const FOUND = result({
  dryRun: true,
  imported: 2,
  message: '2 deposits would be imported. Nothing is stored yet.',
  rows: [row(2, 'DD 1'), row(3, '', { depositType: 'PERFORMANCE_SECURITY', amount: null, bankName: '', days: [] })],
  columns: [column('Tender ID', 'bidId'), column('Paper', 'instrumentNo'), column('EMD', 'amount')],
});

const choose = (name = 'emd.csv') => chooseFiles(page.getByLabelText('Deposits file'), new File(['Tender ID\n'], name));

beforeEach(() => {
  signIn();
  server.answer(getContractImport, IMPORT);
});

describe('a register of deposits', () => {
  test.each([1440, 390])('is checked with the values that would be stored, %i px wide', async (width) => {
    await page.viewport(width, 844);
    uploads.answer({ body: FOUND });
    await open(PAGE);
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Bulk Upload of Deposits');
    await choose();
    await upload.click();
    await expect.element(checked).toBeVisible();
    await expect
      .element(rows.getByRole('row', { name: /Row 2/ }))
      .toHaveTextContent('EMD DD 1Amount₹2.5 L (₹2,50,000.50)StatusSubmittedBank nameSBISubmitted date15 Apr 2026');
    await expect
      .element(rows.getByRole('row', { name: /Row 3/ }))
      .toHaveTextContent(/Performance securityStatusSubmitted$/i);
    window.scrollTo(0, 0);
    await expectAccessible();
    await expectToFit(width);
    const [sent] = await uploads.made();
    expect(sent).toMatchObject({ url: '/api/contracts/deposits/bulk-upload' });
    expect(sent?.fields).toEqual({ dryRun: 'true', updateExisting: 'false' });
  });

  test('offers the fields of a deposit for a column', async () => {
    uploads.answer({ body: FOUND });
    await open(PAGE);
    await choose();
    await upload.click();
    await page.getByRole('button', { name: 'Show all 3 columns' }).click();
    await field('Paper').click();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('option', { name: 'Transferred to own account' })).toBeInTheDocument();
    await expect.element(page.getByRole('option', { name: 'Paper cost' })).not.toBeInTheDocument();
  });

  test('of one type has it chosen beside the file, as the check says where it is missing', async () => {
    const missing = ['depositType', 'instrumentNo'];
    uploads.answer({
      body: result({ dryRun: true, imported: 0, missingFields: missing, columns: [column('EMD', 'amount')] }),
    });
    await open(PAGE);
    await choose();
    await upload.click();
    const notice = page.getByRole('status', {
      name: 'No row can be read: no column holds Deposit type or Instrument no.',
    });
    await expect
      .element(notice)
      .toHaveTextContent(
        'Choose below which columns hold them.If all deposits are of one type, choose it under Options, and upload the file again.',
      );
    await type.fill('performance security');
    await userEvent.keyboard('{Tab}');
    // What was found is no longer what would happen.
    await expect.element(notice).not.toBeInTheDocument();
    uploads.answer({ body: FOUND });
    await upload.click();
    await expect.element(checked).toBeVisible();
    await commit.click();
    const sent = (await uploads.made()).map(({ fields }) => fields.depositType);
    expect(sent).toEqual([undefined, 'PERFORMANCE_SECURITY', 'PERFORMANCE_SECURITY']);
  });

  test('comes in, leads to what it brought and can be undone', async () => {
    uploads.answer({ body: FOUND });
    await open(PAGE);
    await choose();
    await upload.click();
    await expect.element(commit).toHaveTextContent('Import 2 deposits');
    uploads.answer({ body: result({ imported: 2, importId: 'import-3' }) });
    await commit.click();
    const done = page.getByRole('status', { name: 'Upload successful!' });
    await expect.element(done).toHaveTextContent('2 deposits stored');
    await expect
      .element(page.getByRole('link', { name: 'Show these 2' }))
      .toHaveAttribute('href', `${SEARCH}?importId=import-3`);
    await expect.element(page.getByRole('link', { name: 'View all deposits' })).toHaveAttribute('href', SEARCH);
    server.answer(undoContractImport, IMPORT);
    await undo.click();
    const dialog = form.dialog('Undo emd.csv?');
    await expect
      .element(dialog)
      .toHaveTextContent('Are you sure you want to undo this import? The 2 deposits it created are deleted.');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    expect((await server.calls(undoContractImport)).map(({ request }) => request.id)).toEqual(['import-3']);
  });

  test('may update the deposits that are there, as it says', async () => {
    await open(PAGE);
    await page.getByRole('checkbox', { name: 'Update existing deposits by Bid ID, type and number' }).click();
    await choose();
    const change = { ...row(2, 'DD 1', { status: 'RETURNED' }), outcome: 'UPDATE', reason: 'Returned Date, Status' };
    uploads.answer({ body: result({ dryRun: true, imported: 0, updated: 1, rows: [change] }) });
    await upload.click();
    await expect
      .element(rows.getByRole('row', { name: /Row 2/ }))
      .toHaveTextContent(/UpdateReturned Date, StatusEMD DD 1.*StatusReturned/);
    await expect.element(commit).toHaveTextContent('Import 1 deposit');
    uploads.answer({ body: result({ imported: 0, updated: 1, importId: 'import-3' }) });
    await commit.click();
    const done = page.getByRole('status', { name: 'Upload successful!' });
    await expect.element(done).toHaveTextContent('1 deposit updated');
    await undo.click();
    await expect
      .element(form.dialog('Undo emd.csv?'))
      .toHaveTextContent('The deposit it updated is put back as it was.');
    const sent = (await uploads.made()).map(({ fields }) => fields.updateExisting);
    expect(sent).toEqual(['true', 'true']);
  });

  test('updates nothing for somebody who may not edit', async () => {
    signIn(person({ Contracts: ['view', 'create'] }));
    await open(PAGE);
    await expect.element(page.getByRole('checkbox', { name: /^Update existing/ })).toBeDisabled();
  });

  test('moves the course of its contracts', async () => {
    answerContractPanels();
    server.answer(getContract, culvert());
    await open('/contracts/c1');
    await expect.poll(async () => (await server.calls(getContractTimeline)).length).toBe(1);
    await visit(PAGE);
    await page.getByRole('checkbox', { name: 'Check first' }).click();
    uploads.answer({ body: result({ imported: 1 }) });
    await choose();
    await upload.click();
    await expect.element(page.getByRole('status', { name: 'Upload successful!' })).toBeVisible();
    await visit('/contracts/c1');
    await expect.poll(async () => (await server.calls(getContractTimeline)).length).toBe(2);
  });

  test('has its type chosen for one file alone', async () => {
    await open(PAGE);
    await type.fill('EMD');
    await choose();
    await expect.element(type).toHaveValue('EMD');
    await choose('guarantees.csv');
    await expect.element(type).toHaveValue('');
  });

  test('may start from a template of its own', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const file = { fileName: 'deposits.xlsx', contentType: 'application/zip', data: new Uint8Array([80, 75]) };
    server.answer(getDepositUploadTemplate, { file });
    await open(PAGE);
    await page.getByRole('button', { name: 'Download template' }).click();
    const names = () => saved.mock.contexts.map((link) => link instanceof HTMLAnchorElement && link.download);
    await expect.poll(names).toEqual(['deposits.xlsx']);
  });

  test('is no draft of one of contracts', async () => {
    await open(PAGE);
    await type.fill('EMD');
    await choose();
    await page.getByRole('link', { name: 'Upload contracts' }).click();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Bulk Upload');
    await expect.element(page.getByLabelText('Contracts file')).toBeInTheDocument();
    await expect.element(page.getByText('emd.csv')).not.toBeInTheDocument();
    await page.getByRole('link', { name: 'Upload deposits' }).click();
    await expect.element(type).toHaveValue('');
  });

  test('isn’t taken from somebody who may not create contracts', async () => {
    signIn(person({ Contracts: ['view', 'edit'] }));
    await open(PAGE);
    await expect.element(page.getByLabelText('Deposits file')).not.toBeInTheDocument();
  });
});

describe('the search of deposits', () => {
  beforeEach(() => {
    server.answer(searchContractDeposits, (request) => pageOf([{ id: 'contract-1', bidId: 'A/1' }], request));
  });

  test('is narrowed to an import by its address, and says which it is', async () => {
    await list.open(`${SEARCH}?importId=import-3`);
    expect((await server.calls(searchContractDeposits)).at(-1)?.request.importId).toBe('import-3');
    const box = page.getByRole('region', { name: 'Imported from emd.csv' });
    await expect.element(box).toHaveTextContent('2 deposits created. By owner@bharat.example, 20 Nov 2026');
    await expect.element(box.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expect.element(box.getByRole('link', { name: 'Show its deposits' })).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('is where an address leads that asks the list of contracts for an import of deposits', async () => {
    server.answer(filterContracts, {});
    await list.open('/contracts/list?importId=import-3');
    const box = page.getByRole('region', { name: 'Imported from emd.csv' });
    await expect
      .element(box.getByRole('link', { name: 'Show its deposits' }))
      .toHaveAttribute('href', `${SEARCH}?importId=import-3`);
  });

  test('leads to bulk upload', async () => {
    await list.open(SEARCH);
    await expect
      .element(page.getByRole('main').getByRole('link', { name: 'Bulk Upload of Deposits' }))
      .toHaveAttribute('href', PAGE);
  });
});

describe('the imports', () => {
  test('tell those of deposits from the others', async () => {
    server.answer(filterContractImports, (request) => pageOf([{ ...IMPORT, canUndo: false }], request));
    await list.open('/contracts/imports');
    await list.expectRows(['emd.csvDeposits']);
    await list.menu('emd.csv').click();
    await expect
      .element(page.getByRole('menuitem', { name: 'Show its deposits' }))
      .toHaveAttribute('href', `${SEARCH}?importId=import-3`);
    await expect
      .element(page.getByRole('menuitem', { name: /^Undo/ }))
      .toHaveTextContent('One of its deposits was changed or deleted since, or has documents.');
    await list.open('/contracts/imports?record=DEPOSIT');
    const asked = (await server.calls(filterContractImports)).at(-1)?.request;
    expect(asked?.record).toBe(ContractImport_Record.DEPOSIT);
  });
});
