import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { newFirm } from './api';
import { accounts, expect, test } from './fixtures';
import { sheet } from './fixtures/sheet';

const FILE = fileURLToPath(new URL('./fixtures/tenders.csv', import.meta.url));
const PAGE = '/contracts/bulk-upload';

const upload = (page: Page) => page.getByRole('button', { name: 'Upload', exact: true });
const commit = (page: Page) => page.getByRole('button', { name: /^Import \d/ });
const rows = (page: Page) => page.getByRole('region', { name: 'Rows of the file' });
const shown = (page: Page, name: string) => page.getByRole('radio', { name });
const choose = (page: Page, file: Parameters<Page['setInputFiles']>[1]) =>
  page.getByLabel('Contracts file').setInputFiles(file);

test.describe('a file', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn(accounts.himalaya);
    await page.goto(PAGE);
  });

  test('that was edited since it was chosen has to be chosen again', async ({ page }, testInfo) => {
    const path = testInfo.outputPath('tenders.csv');
    await writeFile(path, 'Bid ID,Contract Name\nA/1,Culvert\n');
    await choose(page, path);
    await appendFile(path, 'A/2,Bridge\n');
    await upload(page).click();
    await expect(page.getByRole('alert')).toHaveText(
      'The file was changed or moved since you chose it. Please choose it again.',
    );
  });

  test('of thousands of rows is checked row by row, and only those in sight are drawn', async ({ page }) => {
    test.slow();
    const many = Array.from({ length: 3000 }, (_, index) => [`MANY/${index + 1}`, index % 500 === 7 ? '' : 'Culvert']);
    await choose(page, sheet('many.csv', many));
    await upload(page).click();
    await expect(commit(page)).toHaveText('Import 2,994 contracts');
    await expect(shown(page, '6 Problems')).toBeChecked();
    await expect(rows(page).locator('tbody tr')).toHaveCount(6);
    await shown(page, '3,000 All rows').check();
    await expect(rows(page).getByRole('table')).toHaveAttribute('aria-rowcount', '3001');
    await expect(rows(page).getByRole('rowheader', { name: 'MANY/1 Row 2', exact: true })).toBeVisible();
    await rows(page).focus();
    await page.keyboard.press('End');
    await expect(rows(page).getByRole('rowheader', { name: 'MANY/3000 Row 3001' })).toBeVisible();
    expect(await rows(page).locator('tbody tr').count()).toBeLessThan(60);
  });
});

test.describe('an import', () => {
  // Spec: S2.bulk-upload.route
  test('is checked, which stores nothing, then stored', async ({ page, request, signIn }) => {
    const { account, api } = await newFirm(request);
    const stored = async () => (await api.post('/contracts/filter', {})).totalElements;
    await signIn(account);
    await page.goto('/bulk-upload');
    await choose(page, FILE);
    await upload(page).click();
    await expect(page.getByRole('status', { name: 'The file is checked.' })).toContainText('Nothing is stored yet.');
    await expect(shown(page, '14 All rows')).toBeChecked();
    await expect(shown(page, '0 Problems')).toBeDisabled();
    await expect(rows(page).getByRole('cell')).toContainText(Array(14).fill('New'));
    expect(await stored()).toBe(0);
    await commit(page).click();
    await expect(page.getByRole('status', { name: /14/ })).toBeVisible();
    expect(await stored()).toBe(14);
    await api.post('/contracts', { bidId: 'OTHER/1', contractName: 'Culvert' });
    await page.getByRole('link', { name: 'Show these 14' }).click();
    await expect(page.getByText(/^Showing page 1 of 2 — 14 total/)).toBeVisible();
    await page.reload();
    await expect(page.getByText('14 contracts created. By')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('No contracts match these filters')).toBeVisible();
    await expect(page.getByText('Undone by')).toBeVisible();
    expect(await stored()).toBe(1);
  });

  test('of a register with headings of its own takes one mapping, and the next none', async ({
    page,
    request,
    signIn,
  }) => {
    const { account, api } = await newFirm(request);
    const register = (name: string, id: string) =>
      sheet(name, [['(Rs. in Lakhs)'], ['Our no.', 'Job', 'Amt'], [id, 'Culvert', '12.5']], ['Register of works']);
    const columns = page.getByRole('region', { name: 'How the columns are read' });
    await signIn(account);
    await page.goto(PAGE);
    await choose(page, register('april.csv', 'A/1'));
    await upload(page).click();
    await expect(page.getByRole('status', { name: /^No row can be read: no column holds/ })).toBeVisible();
    for (const [heading, field] of [
      ['Our no.', 'Bid ID'],
      ['Job', 'Contract name'],
      ['Amt', 'Tender actual value'],
    ] as const) {
      await columns.getByRole('combobox', { name: `Field of ${heading}` }).click();
      await page.getByRole('option', { name: field, exact: true }).click();
      await expect(columns.getByRole('row', { name: heading })).toContainText('As chosen.');
    }
    await expect(rows(page)).toContainText('₹12.5 L');
    await commit(page).click();
    await expect(page.getByRole('status', { name: '1 contract imported' })).toBeVisible();
    await choose(page, register('may.csv', 'A/2'));
    await upload(page).click();
    await expect(columns).toContainText('Taken from your organisation’s last import with these headings.');
    await commit(page).click();
    await expect(page.getByRole('status', { name: '1 contract imported' })).toBeVisible();
    const { content } = await api.post('/contracts/filter', { bidId: 'A/2' });
    expect(content).toMatchObject([{ contractName: 'Culvert', tenderActualValue: 1_250_000 }]);
  });

  // Spec: S8.bulk-upload.rows
  test('names the rows that it could not store, and hands them back', async ({ page, request, signIn }) => {
    test.slow();
    const { account, api } = await newFirm(request);
    await api.post('/contracts', { bidId: 'A/1', contractName: 'Culvert' });
    await signIn(account);
    await page.goto(PAGE);
    await choose(
      page,
      sheet('tenders.csv', [
        ['A/1', 'Culvert'],
        ['A/2', 'Bridge'],
        ['', 'Road'],
      ]),
    );
    await upload(page).click();
    await expect(shown(page, '2 Problems')).toBeChecked();
    await expect(rows(page).getByRole('rowheader')).toHaveText(['A/1 Row 2', 'Row 4']);
    await expect(rows(page).getByRole('cell').first()).toContainText(/already/);
    await shown(page, '1 New').check();
    await expect(rows(page).getByRole('rowheader')).toHaveText(['A/2 Row 3']);
    await commit(page).click();
    const failures = page.getByRole('region', { name: '2 rows were not stored' });
    await expect(failures.getByRole('rowheader')).toHaveText(['A/1 Row 2', 'Row 4']);

    const csv = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download failures (CSV)' }).click();
    expect((await readFile(await (await csv).path(), 'utf8')).trim().split('\r\n')).toHaveLength(3);

    const workbook = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download error file (Excel)' }).click();
    const saved = await workbook;
    expect(saved.suggestedFilename()).toBe('tenders-errors.xlsx');
    // The file comes back as it is: with the same problems, and without a word about its column of errors.
    await choose(page, {
      name: 'again.xlsx',
      mimeType: 'application/octet-stream',
      buffer: await readFile(await saved.path()),
    });
    await upload(page).click();
    await expect(shown(page, '2 Problems')).toBeChecked();
    await expect(page.getByText('These columns were passed over')).toHaveCount(0);
    await page.getByRole('button', { name: /^Import 0/ }).hover();
    await expect(page.getByRole('tooltip')).toHaveText('No row of this file brings anything new.');
  });

  test('updates the contracts that are there, if it is asked to', async ({ page, request, signIn }) => {
    test.slow();
    const { account, api } = await newFirm(request);
    const contract = await api.post('/contracts', { bidId: 'A/1', contractName: 'Culvert', referenceNo: 'R 1' });
    await signIn(account);
    await page.goto(PAGE);
    await choose(
      page,
      sheet(
        'tenders.csv',
        [
          ['A/1', 'Long culvert', ''],
          ['A/2', 'Bridge', 'R 2'],
        ],
        ['Bid ID', 'Contract Name', 'Reference No'],
      ),
    );
    await upload(page).click();
    await expect(shown(page, '1 Problems')).toBeChecked();
    // Another choice makes what was found worthless.
    await page.getByRole('checkbox', { name: 'Update existing contracts by Bid ID' }).check();
    await expect(commit(page)).toHaveCount(0);
    await upload(page).click();
    await expect(shown(page, '1 Updated')).toBeEnabled();
    await expect(rows(page).getByRole('row', { name: /^A\/1/ })).toContainText('Update');
    await commit(page).click();
    await expect(page.getByRole('link', { name: 'View All Contracts' })).toBeVisible();
    expect(await api.get(`/contracts/${contract.id}`)).toMatchObject({
      contractName: 'Long culvert',
      referenceNo: 'R 1',
    });

    await upload(page).click();
    await expect(shown(page, '2 Unchanged')).toBeEnabled();
    await expect(page.getByRole('button', { name: /^Import 0/ })).toHaveAttribute('aria-disabled', 'true');
  });
});

test('a register of deposits comes in for the contracts that are there, and is undone', async ({
  page,
  request,
  signIn,
}) => {
  const { account, api } = await newFirm(request);
  const contract = await api.post('/contracts', { bidId: 'A/1', contractName: 'Culvert' });
  const deposits = () => api.get(`/contracts/${contract.id}/security-deposit`);
  await signIn(account);
  await page.goto('/contracts/contract-deposit');
  await page.getByRole('main').getByRole('link', { name: 'Bulk Upload of Deposits' }).click();
  const rowsOfRegister = [
    ['A/1', '2.5 lakh', 'DD 4512'],
    ['A/1', '5000', 'DD 4513'],
    ['A/9', '5000', 'DD 4514'],
  ];
  await page
    .getByLabel('Deposits file')
    .setInputFiles(sheet('emd.csv', rowsOfRegister, ['Tender ID', 'EMD Amount', 'DD No.']));
  await page.getByRole('combobox', { name: 'Type of rows that name none' }).fill('EMD');
  await page.keyboard.press('Tab');
  await upload(page).click();
  await expect(rows(page)).toContainText('no contract has it');
  await shown(page, '2 New').check();
  await expect(rows(page)).toContainText('EMD DD 4512');
  await commit(page).click();
  await page.getByRole('link', { name: 'Show these 2' }).click();
  await expect(page.getByText('2 deposits created, 1 row with problems. By')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('DD 4513');
  expect(await deposits()).toHaveLength(2);
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('No contracts match these filters')).toBeVisible();
  expect(await deposits()).toEqual([]);
});
