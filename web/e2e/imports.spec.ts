import { readFile } from 'node:fs/promises';
import { type Api, newFirm } from './api';
import { expect, test } from './fixtures';
import { sheet } from './fixtures/sheet';
import { FormPO } from './pages/FormPO';
import { ListPO } from './pages/ListPO';

const LIST = '/contracts/imports';

/** Imports a file that creates two contracts, and a third row that fails. */
const bringIn = (api: Api, name: string) =>
  api.upload(
    '/contracts/v2/bulk-upload',
    sheet(name, [
      [`${name}/1`, 'Culvert'],
      [`${name}/2`, 'Bridge'],
      [`${name}/3`, ''],
    ]),
  );

/** The id of the contract with this bid id. */
async function idOf(api: Api, bidId: string): Promise<string> {
  const { content } = await api.post('/contracts/filter', { bidId });
  const [found] = content as { id: string }[];
  expect(found, `a contract ${bidId}`).toBeDefined();
  return found?.id ?? '';
}

test.describe('the imports', () => {
  test('are listed newest first, found by their names, and hand back the rows that had problems', async ({
    page,
    request,
    signIn,
  }) => {
    const { account, api } = await newFirm(request);
    await bringIn(api, 'october.csv');
    await bringIn(api, 'november.csv');
    await signIn(account);
    const list = new ListPO(page);
    await list.open(LIST);
    const names = list.rows.getByRole('rowheader');
    await expect(names).toHaveText([/^november\.csv/, /^october\.csv/]);
    await expect(list.rows.first()).toContainText(account.email);
    await expect(list.rows.first()).toContainText('Imported');
    await expect(list.column(4)).toHaveText(['2', '2']);
    await list.sortButton('File').click();
    await expect(list.header('File')).toHaveAttribute('aria-sort', 'ascending');
    await list.sortButton('File').click();
    await expect(names).toHaveText([/^october\.csv/, /^november\.csv/]);
    await list.filter('File').fill('OCTO');
    await expect(names).toHaveText([/^october\.csv/]);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the error file of october.csv' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('october-errors.xlsx');
    expect((await readFile(await saved.path())).subarray(0, 2).toString()).toBe('PK');
  });

  test('can be undone with all that they created, unless others have built upon it', async ({
    page,
    request,
    signIn,
    allowConsole,
  }) => {
    allowConsole(/409|400/);
    const { account, api } = await newFirm(request);
    await bringIn(api, 'tenders.csv');
    await bringIn(api, 'wrong.csv');
    await signIn(account);
    const list = new ListPO(page);
    const form = new FormPO(page);
    await list.open(LIST);
    await list.act('wrong.csv', 'Undo');
    await form.dialog('Undo wrong.csv?').getByRole('button', { name: 'Undo' }).click();
    await form.expectToast('Import undone successfully!');
    await expect(list.rows.first()).toContainText('Undone');
    expect((await api.post('/contracts/filter', {})).totalElements).toBe(2);

    await list.act('tenders.csv', 'Undo');
    // Somebody is faster.
    const id = await idOf(api, 'tenders.csv/1');
    await api.put(`/contracts/${id}`, { bidId: 'tenders.csv/1', contractName: 'Long culvert' });
    const dialog = form.dialog('Undo tenders.csv?');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(/\S+ \S+/);
    await list.open(LIST);
    await list.menu('tenders.csv').click();
    await expect(page.getByRole('menuitem', { name: /changed or deleted since/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    expect((await api.post('/contracts/filter', {})).totalElements).toBe(2);
  });

  test('are reached from the history of a contract that they brought', async ({ page, request, signIn }) => {
    const { account, api } = await newFirm(request);
    await bringIn(api, 'tenders.csv');
    await signIn(account);
    await page.goto(`/contracts/${await idOf(api, 'tenders.csv/1')}`);
    await page.getByRole('button', { name: 'History' }).click();
    const panel = page.getByRole('dialog', { name: 'History' });
    await expect(panel.getByRole('listitem').last()).toContainText(`Imported by ${account.email}`);
    await panel.getByRole('link', { name: 'Import', exact: true }).click();
    await expect(page).toHaveURL(/\/contracts\/imports\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
    await expect(new ListPO(page).rows.getByRole('rowheader')).toHaveText([/^tenders\.csv/]);
  });
});
