import { readFile } from 'node:fs/promises';
import { type Api, newFirm } from './api';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { sheet } from './fixtures/sheet';
import { FormPO } from './pages/FormPO';
import { ListPO } from './pages/ListPO';

const LIST = '/contracts/imports';
const SERVICE = '**/nirmaan.contracts.v1.ContractImportService';

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
  test('are listed with who, when and how many, newest first, and found by their names', async ({
    page,
    request,
    signIn,
  }) => {
    test.slow();
    const { account, api } = await newFirm(request);
    await bringIn(api, 'october.csv');
    await bringIn(api, 'november.csv');
    await signIn(account);
    await page.goto('/contracts/bulk-upload');
    await page.getByRole('link', { name: 'Imports' }).click();
    const list = new ListPO(page);
    await expect(list.heading).toHaveText('Imports');
    await expect(list.rows.getByRole('rowheader')).toHaveText(['november.csv', 'october.csv']);
    const first = list.rows.first();
    await expect(first).toContainText(account.email);
    await expect(first).toContainText('Imported');
    await expect(list.column(4)).toHaveText(['2', '2']);
    await expectAccessible(page);

    await list.sortButton('File').click();
    await expect(list.header('File')).toHaveAttribute('aria-sort', 'ascending');
    await expect(page).toHaveURL(/\?sort=fileName$/);
    await list.filter('File').fill('OCTO');
    await expect(list.rows.getByRole('rowheader')).toHaveText(['october.csv']);
    await list.filter('File').fill('december');
    await expect(page.getByText('No imports match these filters')).toBeVisible();
  });

  test('hand back the rows that had problems', async ({ page, request, signIn, allowConsole }) => {
    allowConsole(/404/);
    const { account, api } = await newFirm(request);
    await bringIn(api, 'tenders.csv');
    await signIn(account);
    await page.goto(LIST);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the error file of tenders.csv' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('tenders-errors.xlsx');
    expect((await readFile(await saved.path())).subarray(0, 2).toString()).toBe('PK');
    await page.route('**/files/**', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('button', { name: 'Download the error file of tenders.csv' }).click();
    await expect(page.getByRole('alert')).toHaveText(/has run out/);
  });

  test('can be undone, with all that they created', async ({ page, request, signIn }) => {
    test.slow();
    const { account, api } = await newFirm(request);
    await bringIn(api, 'tenders.csv');
    await signIn(account);
    const list = new ListPO(page);
    await list.open('/contracts/list');
    expect(await list.total()).toBe(2);
    await list.open(LIST);
    await list.act('tenders.csv', 'Undo');
    const dialog = new FormPO(page).dialog('Undo tenders.csv?');
    await expect(dialog).toContainText('Are you sure you want to undo this import?');
    await expect(dialog).toContainText('The 2 contracts it created are deleted.');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(list.menu('tenders.csv')).toBeFocused();
    await list.act('tenders.csv', 'Undo');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await new FormPO(page).expectToast('Import undone successfully!');
    await expect(list.rows.first()).toContainText('Undone');
    await list.menu('tenders.csv').click();
    await expect(page.getByRole('menuitem', { name: `Undone by ${account.email}` })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.keyboard.press('Escape');
    await list.open('/contracts/list');
    await expect.poll(() => list.total()).toBe(0);
  });

  test('that others have built upon say why they stay', async ({ page, request, signIn, allowConsole }) => {
    test.slow();
    allowConsole(/409|400/);
    const { account, api } = await newFirm(request);
    await bringIn(api, 'tenders.csv');
    await signIn(account);
    const list = new ListPO(page);
    await list.open(LIST);
    await list.act('tenders.csv', 'Undo');
    // Somebody is faster.
    const id = await idOf(api, 'tenders.csv/1');
    await api.put(`/contracts/${id}`, { bidId: 'tenders.csv/1', contractName: 'Long culvert' });
    const dialog = new FormPO(page).dialog('Undo tenders.csv?');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(/\S+ \S+/);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await list.open(LIST);
    await list.menu('tenders.csv').click();
    await expect(page.getByRole('menuitem', { name: /edited since/ })).toHaveAttribute('aria-disabled', 'true');
  });

  test('are reached from the history of a contract that they brought', async ({ page, request, signIn }) => {
    test.slow();
    const { account, api } = await newFirm(request);
    await bringIn(api, 'tenders.csv');
    await signIn(account);
    await page.goto(`/contracts/${await idOf(api, 'tenders.csv/1')}`);
    await page.getByRole('button', { name: 'History' }).click();
    const panel = page.getByRole('dialog', { name: 'History' });
    await expect(panel.getByRole('listitem').last()).toContainText(`Imported by ${account.email}`);
    await panel.getByRole('link', { name: 'Contract import' }).click();
    await expect(page).toHaveURL(/\/contracts\/imports\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
    await expect(new ListPO(page).rows.getByRole('rowheader')).toHaveText(['tenders.csv']);
  });

  test('say when there are none, and when they can’t be loaded', async ({ page, request, signIn, allowConsole }) => {
    test.slow();
    allowConsole(/500/);
    const { account } = await newFirm(request);
    await signIn(account);
    await page.goto(LIST);
    await expect(page.getByText('No imports yet')).toBeVisible();
    await expectAccessible(page);
    await page.route(`${SERVICE}/*`, (route) => route.fulfill({ status: 500 }));
    await page.goto(LIST);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch imports');
    await page.unroute(`${SERVICE}/*`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No imports yet')).toBeVisible();
  });

  test('are accessible in both schemes and fit a phone', async ({ page, request, signIn }) => {
    test.slow();
    const { account, api } = await newFirm(request, ['canView', 'canCreate']);
    await bringIn(api, 'निविदा नवंबर 2026 – मध्य प्रदेश लोक निर्माण विभाग.csv');
    await signIn(account);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(LIST);
      await expect(page.getByText(/^निविदा/)).toBeVisible();
      await expectAccessible(page);
    }
    for (const width of [1024, 683, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Actions for निविदा/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Undo' })).toContainText(
      'You need the Delete permission for Contracts.',
    );
  });
});

test('without the right, the imports are refused in place', async ({ page, request, signIn }) => {
  const { account } = await newFirm(request, ['canCreate']);
  await signIn(account);
  await page.goto(LIST);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unauthorized');
  await expectAccessible(page);
});
