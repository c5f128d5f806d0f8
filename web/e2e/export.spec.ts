import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { newFirm } from './api';
import { expect, test } from './fixtures';
import { ListPO } from './pages/ListPO';

const LIST = '/contracts/list';

/** Saves the list as a file and reads it. */
async function exported(page: Page, format: 'CSV (.csv)' | 'Excel (.xlsx)') {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  const file = await download;
  await expect(page.getByText(`${file.suggestedFilename()} is saved.`)).toBeVisible();
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('a list is saved as a file with every page, filtered and sorted, which can be brought in again', async ({
  page,
  request,
  signIn,
}) => {
  test.slow();
  const [{ account, api }, into] = [await newFirm(request), await newFirm(request)];
  for (const [place, contractName] of ['Culvert', 'Bridge', 'Culvert', '=Culvert "north", पुल'].entries())
    await api.post('/contracts', { bidId: `A/${place + 1}`, contractName, tenderBidValue: 100000.01 });
  await signIn(account);
  await new ListPO(page).open(`${LIST}?contractName=culv&sort=bidId&dir=desc&size=1`);
  const csv = await exported(page, 'CSV (.csv)');
  expect(csv.name).toMatch(/\.csv$/);
  // No cell of these contracts has a line break.
  const lines = csv.bytes.toString('utf8').trim().split('\r\n').slice(1);
  expect(lines.map((line) => /A\/\d/.exec(line)?.[0])).toEqual(['A/4', 'A/3', 'A/1']);

  const workbook = await exported(page, 'Excel (.xlsx)');
  expect(workbook.name).toMatch(/\.xlsx$/);
  expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK');

  await into.api.upload('/contracts/v2/bulk-upload', { name: 'a.csv', mimeType: 'text/csv', buffer: csv.bytes });
  const { content } = await into.api.post('/contracts/filter', { sort: { field: 'bidId', direction: 'desc' } });
  expect(content).toMatchObject([{ bidId: 'A/4', tenderBidValue: 100000.01 }, { bidId: 'A/3' }, { bidId: 'A/1' }]);
});
