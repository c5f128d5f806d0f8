import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type ContractImportSchema, ContractImportService } from '@/gen/nirmaan/contracts/v1/import_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { address, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';

const LIST = '/contracts/imports';
const { filterContractImports, undoContractImport } = ContractImportService.method;

const at = (text: string) => timestampFromDate(new Date(text));

const NOVEMBER = {
  id: 'import-2',
  fileName: 'november.csv',
  createdAt: at('2026-11-20T06:30:00Z'),
  createdByEmail: 'owner@bharat.example',
  created: 2,
  updated: 1,
  skipped: 1500,
  failed: 3,
  canUndo: true,
  errorFileUrl: '/files/errors-2.xlsx',
};
const OCTOBER = { id: 'import-1', fileName: 'october.csv', createdAt: at('2026-10-20T06:30:00Z'), created: 1 };

/** What the list asked for last. */
const asked = async () => (await server.calls(filterContractImports)).at(-1)?.request;
const answerWith = (...imports: MessageInitShape<typeof ContractImportSchema>[]) =>
  server.answer(filterContractImports, (request) => pageOf(imports, request));
const cells = () => [...document.querySelectorAll('tbody tr:first-child > *')].map(({ textContent }) => textContent);
const undo = page.getByRole('menuitem', { name: /^Undo/ });

describe('the imports', () => {
  beforeEach(() => {
    signIn();
    answerWith(NOVEMBER, OCTOBER);
  });

  test('are listed with who, when and how many', async () => {
    await list.open(LIST);
    await expect.element(list.heading).toHaveTextContent('Imports');
    await list.expectRows(['november.csvContracts', 'october.csvContracts']);
    expect((await asked())?.sort).toMatchObject({ field: 'createdAt', direction: 'desc' });
    expect(cells().slice(1, 8)).toEqual([
      expect.stringContaining('20 Nov 2026'),
      'owner@bharat.example',
      '2',
      '1',
      '1,500',
      '3Error file',
      'Imported',
    ]);
    await expectAccessible();
  });

  test('are sorted by the columns that offer it, and found by name and day', async () => {
    await list.open(LIST);
    for (const [header, field] of [
      ['File', 'fileName'],
      ['Created', 'created'],
      ['Updated', 'updated'],
      ['Unchanged', 'skipped'],
      ['Problems', 'failed'],
    ] as const) {
      await list.sortButton(header).click();
      await expect.element(list.header(header)).toHaveAttribute('aria-sort', 'ascending');
      expect((await asked())?.sort).toMatchObject({ field, direction: 'asc' });
    }
    server.answer(filterContractImports, {});
    await list.filter('File').fill('december');
    expect((await asked())?.fileName).toBe('december');
    await expect.element(page.getByText('No imports match these filters')).toBeVisible();
    await list.open(`${LIST}?from=2026-11-01&to=2026-11-30`);
    expect((await asked())?.dateRange).toMatchObject({ from: '2026-11-01T00:00:00Z', to: '2026-11-30T23:59:59Z' });
  });

  test('hand back the rows that had problems, or say why not', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const fetched = vi.spyOn(window, 'fetch').mockImplementation(async () => new Response('PK'));
    await list.open(LIST);
    const button = page.getByRole('button', { name: 'Download the error file of november.csv' });
    await button.click();
    const names = () => saved.mock.contexts.map((link) => link instanceof HTMLAnchorElement && link.download);
    await expect.poll(names).toEqual(['november-errors.xlsx']);
    expect(fetched).toHaveBeenLastCalledWith('/files/errors-2.xlsx');
    fetched.mockImplementation(async () => new Response('', { status: 404 }));
    await button.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('The link to the error file has run out.');
    fetched.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
    await button.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Network error. Please try again.');
    expect(names()).toHaveLength(1);
  });

  test('can be undone after a question that says what becomes of the contracts', async () => {
    await list.open(LIST);
    await list.act('november.csv', 'Undo');
    const dialog = form.dialog('Undo november.csv?');
    await expect
      .element(dialog)
      .toHaveTextContent(
        'Are you sure you want to undo this import? The 2 contracts it created are deleted. The contract it updated is put back as it was.',
      );
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(list.menu('november.csv')).toHaveFocus();
    expect(await server.calls(undoContractImport)).toEqual([]);
    server.answer(undoContractImport, () => {
      const undoneAt = at('2026-11-22T06:30:00Z');
      const undone = { ...NOVEMBER, canUndo: false, undoneAt, undoneByEmail: 'clerk@bharat.example' };
      answerWith(undone, OCTOBER);
      return undone;
    });
    await list.act('november.csv', 'Undo');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await form.expectToast('Import undone successfully!');
    await expect.poll(() => cells().at(7)).toBe('Undone');
    expect((await server.calls(undoContractImport)).map(({ request }) => request.id)).toEqual(['import-2']);
    await list.menu('november.csv').click();
    await expect.element(undo).toHaveTextContent('Undone by clerk@bharat.example, 22 Nov 2026');
    await expect.element(undo).toHaveAttribute('aria-disabled', 'true');
  });

  test('lead to the contracts that they brought in', async () => {
    const undone = { ...OCTOBER, undoneAt: at('2026-11-22T06:30:00Z') };
    answerWith(NOVEMBER, undone);
    await list.open(LIST);
    await list.menu('november.csv').click();
    await expect
      .element(page.getByRole('menuitem', { name: 'Show its contracts' }))
      .toHaveAttribute('href', '/contracts/list?importId=import-2');
    await userEvent.keyboard('{Escape}');
    await list.menu('october.csv').click();
    const none = page.getByRole('menuitem', { name: /^Show its contracts/ });
    await expect.element(none).toHaveAttribute('aria-disabled', 'true');
    await expect.element(none).toHaveTextContent('Undone 22 Nov 2026');
  });

  test('that can’t be undone say why they stay', async () => {
    const reason = 'The contract A/1 was changed or deleted since.';
    server.fail(undoContractImport, Code.FailedPrecondition, reason);
    await list.open(LIST);
    await list.act('november.csv', 'Undo');
    const dialog = form.dialog('Undo november.csv?');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(reason);
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    // Of this one it was known before anybody asked.
    await list.menu('october.csv').click();
    await expect.element(undo).toHaveTextContent(/changed or deleted since/);
    await expect.element(undo).toHaveAttribute('aria-disabled', 'true');
  });

  test('say when there are none, and when they can’t be loaded', async () => {
    answerWith();
    await list.open(LIST);
    await expect.element(page.getByText('No imports yet')).toBeVisible();
    await expectAccessible();
    const mend = server.fail(filterContractImports);
    await open(LIST);
    await expect.element(list.failure).toHaveTextContent('Failed to fetch imports');
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('No imports yet')).toBeVisible();
    expect(address()).toBe(LIST);
  });

  test('fit a phone, and say which right is missing', async () => {
    signIn(person({ Contracts: ['view', 'create'] }));
    const fileName = 'निविदा नवंबर 2026 – मध्य प्रदेश लोक निर्माण विभाग.csv';
    answerWith({ ...NOVEMBER, fileName });
    await page.viewport(320, 800);
    await list.open(LIST);
    await expect.element(page.getByText(fileName)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
    await page.getByRole('button', { name: `Actions for ${fileName}` }).click();
    await expect.element(undo).toHaveTextContent('You need the Delete permission for Contracts.');
    await expectAccessible();
  });

  test('are refused in place to whoever may not view contracts', async () => {
    server.fail(filterContractImports, Code.PermissionDenied);
    await open(LIST);
    await expect.element(list.heading).toHaveTextContent('Unauthorized');
    await expectAccessible();
  });
});
