import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { ContractImportService } from '@/gen/nirmaan/contracts/v1/import_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { chooseFiles } from '@/testing/files';
import { form } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';
import { otherTab } from '@/testing/tabs';
import { uploads } from '@/testing/uploads';

const { filterContracts } = ContractService.method;
const { getContractImport, undoContractImport } = ContractImportService.method;
const OF_IMPORT = '/contracts/list?importId=import-2';

const at = (text: string) => timestampFromDate(new Date(text));

const NOVEMBER = {
  id: 'import-2',
  fileName: 'november.csv',
  createdAt: at('2026-11-20T06:30:00Z'),
  createdByEmail: 'owner@bharat.example',
  created: 12,
  updated: 2,
  canUndo: true,
};
const UNDONE = {
  ...NOVEMBER,
  canUndo: false,
  undoneAt: at('2026-11-22T06:30:00Z'),
  undoneByEmail: 'clerk@bharat.example',
};

const dialog = form.dialog('Undo november.csv?');
const undo = page.getByRole('main').getByRole('button', { name: 'Undo' });
const show = page.getByRole('link', { name: 'Show these 14' });
const facts = page.getByRole('main').getByRole('alert');

/** Imports a file of which a row fails. */
async function imported(fields: object = {}): Promise<void> {
  const failures = [{ row: 4, refId: '', reason: 'Bid ID: is required' }];
  const body = { message: 'All tenders are in.', importId: 'import-2', imported: 12, updated: 2, failures, ...fields };
  uploads.answer({ body: { result: body } });
  await open('/contracts/bulk-upload');
  await page.getByRole('checkbox', { name: 'Check first' }).click();
  await chooseFiles(page.getByLabelText('Contracts file'), new File(['Bid ID'], 'november.csv', { type: 'text/csv' }));
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.element(page.getByRole('status', { name: 'All tenders are in.' })).toBeVisible();
}

beforeEach(() => {
  signIn();
  server.answer(filterContracts, (request) => pageOf([{ id: 'contract-1', bidId: 'A/1' }], request));
  server.answer(getContractImport, NOVEMBER);
});

describe('the result of an import', () => {
  test('shows what came in', async () => {
    await imported();
    await show.click();
    await list.expectRows(['A/1']);
    expect(address()).toBe(OF_IMPORT);
    expect((await server.calls(filterContracts)).at(-1)?.request).toMatchObject({ importId: 'import-2' });
  });

  test('undoes it after a question, and says so in its place', async () => {
    await imported();
    await undo.click();
    await expect
      .element(dialog)
      .toHaveTextContent(/The 12 contracts it created are deleted. The 2 contracts it updated are put back/);
    server.fail(undoContractImport, Code.FailedPrecondition, 'A/1 was changed or deleted since.');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('A/1 was changed or deleted since.');
    server.answer(undoContractImport, () => {
      server.answer(getContractImport, UNDONE);
      return UNDONE;
    });
    await dialog.getByRole('button', { name: 'Undo' }).click();
    const undone = page.getByRole('region', { name: 'This import was undone.' });
    await expect.element(undone).toHaveFocus();
    await expect
      .element(undone)
      .toHaveTextContent(/The 12 contracts it created are deleted. The 2 contracts it updated are/);
    // To correct those alone isn't enough any more.
    await expect.element(page.getByText(/Correct them there/)).not.toBeInTheDocument();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(show).not.toBeInTheDocument();
    await expect.element(undo).not.toBeInTheDocument();
    // What was wrong with the file still is.
    await expect.element(undone.getByText('Bid ID: is required')).toBeVisible();
    expect((await server.calls(undoContractImport)).map(({ request }) => request.id)).toEqual(['import-2', 'import-2']);
    // A link that is half under the bar there would count as too small.
    window.scrollTo(0, 0);
    await expectAccessible();
  });

  test('learns of what has become of the import elsewhere', async () => {
    server.answer(getContractImport, { ...NOVEMBER, canUndo: false });
    await imported();
    await expect.element(undo).toHaveAttribute('aria-disabled', 'true');
    await undo.hover();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent(/changed or deleted since/);
    server.answer(getContractImport, UNDONE);
    await otherTab().writes(ContractImportService);
    await expect.element(page.getByRole('region', { name: 'This import was undone.' })).toBeVisible();
  });

  test('says which right is missing', async () => {
    signIn(person({ Contracts: ['view', 'create'] }));
    await imported();
    await expect.element(undo).toHaveAttribute('aria-disabled', 'true');
    await undo.hover();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('You need the Delete permission for Contracts.');
  });

  test('offers neither where nothing was stored', async () => {
    await imported({ importId: '', imported: 0, updated: 0 });
    await expect.element(page.getByText('Bid ID: is required')).toBeVisible();
    await expect.element(undo).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: /^Show/ })).not.toBeInTheDocument();
  });
});

describe('the list of what an import brought in', () => {
  test('says which, and is an address', async () => {
    await list.open(`${OF_IMPORT}&importId=import-1`);
    await expect.element(page.getByRole('region', { name: 'Imported from november.csv' })).toBeVisible();
    await expect
      .element(page.getByText(/12 contracts created, 2 contracts updated. By owner@bharat.example, 20 Nov 2026/))
      .toBeVisible();
    expect(address()).toBe(OF_IMPORT);
    await expect.element(page.getByRole('link', { name: 'All imports' })).toHaveAttribute('href', '/contracts/imports');
    await expectAccessible();
    await list.chip('Brought in by: one import').click();
    await expect.element(page.getByText('november.csv')).not.toBeInTheDocument();
    expect(address()).toBe('/contracts/list');
    expect((await server.calls(filterContracts)).at(-1)?.request).toMatchObject({ importId: '' });
  });

  test('undoes it, and keeps the focus', async () => {
    await list.open(OF_IMPORT);
    await undo.click();
    server.answer(undoContractImport, () => {
      server.answer(filterContracts, {});
      server.answer(getContractImport, UNDONE);
      return UNDONE;
    });
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await form.expectToast('Import undone successfully!');
    await expect.element(page.getByText(/^Undone by clerk@bharat.example, 22 Nov 2026/)).toBeVisible();
    await expect.element(page.getByText('No contracts match these filters')).toBeVisible();
    await expect.element(undo).toHaveAttribute('aria-disabled', 'true');
    await expect.element(undo).toHaveFocus();
  });

  test('says that there is no such import, or that it can’t be loaded', async () => {
    server.answer(filterContracts, {});
    server.fail(getContractImport, Code.NotFound, 'Import not found.');
    await list.open(OF_IMPORT);
    await expect.element(facts).toHaveTextContent(/There is no such import.*All imports/);
    await expectAccessible();
    const mend = server.fail(getContractImport);
    await open('/contracts/list');
    await list.open(OF_IMPORT);
    await expect.element(facts).toHaveTextContent('Failed to fetch the import');
    mend();
    server.answer(getContractImport, NOVEMBER);
    await facts.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('november.csv')).toBeVisible();
  });

  test('fits a phone with a long name', async () => {
    const fileName = 'निविदा_नवंबर_2026–मध्य_प्रदेश_लोक_निर्माण_विभाग.csv';
    server.answer(getContractImport, { ...NOVEMBER, fileName });
    await page.viewport(320, 800);
    await list.open(OF_IMPORT);
    await expect.element(page.getByText(fileName)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
    await expectAccessible();
  });
});
