import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { newFirm } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { ListPO } from './pages/ListPO';

const LIST = '/contracts/list';
const EXPORT_CALL = '**/nirmaan.contracts.v1.ContractService/ExportContracts';

const button = (page: Page) => page.getByRole('button', { name: 'Export', exact: true });

/** Saves the list as a file and reads it. */
async function exported(page: Page, format: 'CSV (.csv)' | 'Excel (.xlsx)') {
  await button(page).click();
  const download = page.waitForEvent('download', { timeout: 30_000 });
  await page.getByRole('menuitem', { name: format }).click();
  const file = await download;
  await expect(page.getByText(`${file.suggestedFilename()} is saved.`)).toBeVisible();
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** The lines of a CSV file without its header; no cell of these lists has a line break. */
const linesOf = (bytes: Buffer) => bytes.toString('utf8').trim().split('\r\n').slice(1);

test.describe('the list of contracts as a file', () => {
  test('has every page, filtered and sorted as the list is', async ({ page, request, signIn }) => {
    test.slow();
    const { account, api } = await newFirm(request);
    for (const [index, contractName] of ['Culvert', 'Bridge', 'Culvert', 'Culvert'].entries())
      await api.post('/contracts', { bidId: `A/${index + 1}`, contractName, paperCost: 1250.5 });
    await signIn(account);
    const list = new ListPO(page);
    await list.open(`${LIST}?contractName=culv&sort=bidId&dir=desc&size=1`);
    await button(page).click();
    await expect(page.getByRole('menu')).toContainText('3 contracts');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(button(page)).toBeFocused();

    const { name, bytes } = await exported(page, 'CSV (.csv)');
    expect(name).toMatch(/\.csv$/);
    const lines = linesOf(bytes);
    expect(lines.map((line) => /A\/\d/.exec(line)?.[0])).toEqual(['A/4', 'A/3', 'A/1']);
    for (const line of lines) expect(line).toContain('1250.5');

    const workbook = await exported(page, 'Excel (.xlsx)');
    expect(workbook.name).toMatch(/\.xlsx$/);
    expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK');
  });

  test('can be brought in again', async ({ page, request, signIn }) => {
    test.slow();
    const [from, into] = [await newFirm(request), await newFirm(request)];
    await from.api.post('/contracts', {
      bidId: '007',
      contractName: '=Culvert "north", पुल',
      tenderBidValue: 100000.01,
    });
    await signIn(from.account);
    await page.goto(LIST);
    const { bytes } = await exported(page, 'CSV (.csv)');
    await into.api.upload('/contracts/v2/bulk-upload', { name: 'a.csv', mimeType: 'text/csv', buffer: bytes });
    const { content } = await into.api.post('/contracts/filter', {});
    expect(content).toMatchObject([{ bidId: '007', tenderBidValue: 100000.01 }]);
  });

  test('shows that it is on its way, and can be cancelled', async ({ page, signIn }) => {
    await signIn(accounts.owner);
    await page.goto(LIST);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(EXPORT_CALL, async (route) => {
      await held;
      await route.abort().catch(() => {});
    });
    await button(page).click();
    await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
    await expect(page.getByRole('button', { name: 'Exporting… 0 B' })).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel export' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Export cancelled.' })).toBeAttached();
    await expect(button(page)).toBeFocused();
    release();
  });

  test('says what failed, and can be asked for again', async ({ page, signIn, allowConsole }) => {
    allowConsole(/500/);
    await signIn(accounts.owner);
    await page.goto(LIST);
    await page.route(EXPORT_CALL, (route) => route.fulfill({ status: 500 }));
    await button(page).click();
    await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
    await expect(page.getByRole('alert')).toHaveText('The file could not be made. Please try again.');
    await expectAccessible(page);
    await page.unroute(EXPORT_CALL);
    await exported(page, 'CSV (.csv)');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('is for those who may report', async ({ page, signIn }) => {
    await signIn(accounts.viewer);
    await page.goto(LIST);
    await expect(button(page)).toHaveAttribute('aria-disabled', 'true');
    await button(page).focus();
    await expect(page.getByRole('tooltip')).toHaveText('You need the Report permission for Contracts.');
  });

  test('is asked for on a phone too', async ({ page, signIn }) => {
    await signIn(accounts.owner);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(LIST);
      await button(page).click();
      await expect(page.getByRole('menuitem')).toHaveCount(2);
      await expectNoSidewaysScroll(page);
    }
    await expectAccessible(page);
  });
});

for (const [path, module] of [
  ['/admin/tenants', 'tenants'],
  ['/admin/users', 'users'],
  ['/admin/modules', 'modules'],
  ['/admin/roles', 'roles'],
  ['/contracts/contract-deposit', 'deposits'],
] as const) {
  test(`the list of ${module} can be had as a file too`, async ({ page, signIn }) => {
    test.slow();
    await signIn(module === 'deposits' ? accounts.owner : accounts.admin);
    await page.goto(path);
    await expect(new ListPO(page).result).toBeVisible();
    const csv = await exported(page, 'CSV (.csv)');
    expect(linesOf(csv.bytes).length).toBeGreaterThan(1);
    const workbook = await exported(page, 'Excel (.xlsx)');
    expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK');
  });
}
