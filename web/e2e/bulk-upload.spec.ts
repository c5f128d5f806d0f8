import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { newFirm } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { sheet } from './fixtures/sheet';
import { ListPO } from './pages/ListPO';

const FILE = fileURLToPath(new URL('./fixtures/tenders.csv', import.meta.url));
const PAGE = '/contracts/bulk-upload';
const UPLOAD_CALL = '**/api/contracts/v2/bulk-upload';

const upload = (page: Page) => page.getByRole('button', { name: 'Upload', exact: true });
const commit = (page: Page) => page.getByRole('button', { name: /^Import \d/ });
const rows = (page: Page) => page.getByRole('region', { name: 'Rows of the file' });
const shown = (page: Page, name: string) => page.getByRole('radio', { name });
const choose = (page: Page, file: Parameters<Page['setInputFiles']>[1]) =>
  page.getByLabel('Contracts file').setInputFiles(file);

/** Ticks or unticks an option. */
async function opt(page: Page, name: 'Check first' | 'Update existing contracts by Bid ID', checked: boolean) {
  const box = page.getByRole('checkbox', { name });
  if ((await box.isChecked()) !== checked) await box.click();
  await expect(box).toBeChecked({ checked });
}

test.describe('a file', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn(accounts.himalaya);
    await page.goto(PAGE);
  });

  // Spec: S5.bulk-upload.none S5.bulk-upload.type
  test('that is not worth sending is refused', async ({ page }) => {
    test.slow();
    let sent = 0;
    await page.route(UPLOAD_CALL, (route) => {
      sent += 1;
      return route.abort();
    });
    await upload(page).click();
    await expect(page.getByRole('alert')).toHaveText('Please select a file to upload.');
    await choose(page, { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    await expect(page.getByRole('alert')).toHaveText('Only CSV or Excel files are allowed.');
    await expectAccessible(page);
    await choose(page, { name: 'big.csv', mimeType: 'text/csv', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
    await expect(page.getByRole('alert')).toHaveText('The file is larger than 10 MB.');
    expect(sent).toBe(0);
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

  // Spec: S8.bulk-upload.success
  test('that is stored is told of by the server, else by our own sentence', async ({ page }) => {
    test.slow();
    const answer = (message: string) => ({
      contentType: 'application/x-ndjson',
      body: `${JSON.stringify({ result: { message, failures: [], imported: 14, updated: 2, unknownColumns: [] } })}\n`,
    });
    const told = 'All tenders of the month are in.';
    await opt(page, 'Check first', false);
    await choose(page, FILE);
    await page.route(UPLOAD_CALL, (route) => route.fulfill(answer(told)));
    await upload(page).click();
    await expect(page.getByRole('status', { name: told })).toHaveText(told);
    await page.unroute(UPLOAD_CALL);
    await page.route(UPLOAD_CALL, (route) => route.fulfill(answer('')));
    await upload(page).click();
    const result = page.getByRole('status', { name: 'Upload successful!' });
    await expect(result).toContainText('14 contracts stored');
    await expect(result).toContainText('2 contracts updated');
    await expectAccessible(page);
  });

  test('on its way shows how far it is, and can be cancelled', async ({ page }) => {
    test.slow();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(UPLOAD_CALL, async (route) => {
      await held;
      await route.abort().catch(() => {});
    });
    await choose(page, FILE);
    await upload(page).click();
    await expect(page.getByRole('progressbar', { name: 'Upload progress' })).toBeAttached();
    await expect(page.getByRole('status').filter({ hasText: 'Receiving' })).toBeVisible();
    // Nothing is stored by a check.
    await expect(page.getByText('Storing')).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Upload cancelled. Nothing was stored.')).toBeVisible();
    release();
  });

  // Spec: S8.bulk-upload.server S8.bulk-upload.failed
  test('that fails is told of with the server’s reason, else by our own sentence', async ({ page, allowConsole }) => {
    allowConsole(/50\d|ERR_/);
    await choose(page, FILE);
    await page.route(UPLOAD_CALL, (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'INTERNAL', message: 'The disk is full.', fields: [], requestId: '1' },
      }),
    );
    await upload(page).click();
    await expect(page.getByRole('alert')).toHaveText('The disk is full.');
    await page.unroute(UPLOAD_CALL);
    await page.route(UPLOAD_CALL, (route) => route.fulfill({ status: 502, body: '<html>Bad gateway</html>' }));
    await upload(page).click();
    await expect(page.getByRole('alert')).toHaveText('Upload failed. Please try again.');
  });

  test('may start from a template', async ({ page }) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download template' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
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
    await expectAccessible(page);
  });

  test('is chosen on a screen that is accessible in the dark and fits a phone', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expect(upload(page)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await choose(
      page,
      sheet('small.csv', [
        ['PHONE/1', 'Culvert'],
        ['PHONE/2', ''],
      ]),
    );
    await upload(page).click();
    await expect(commit(page)).toBeVisible();
    // A link that is half under the bar at the top would count as too small.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test.describe('an import', () => {
  // Spec: S2.bulk-upload.route S8.bulk-upload.rows
  test('is checked, then stored, and moves the list', async ({ page, request, signIn }) => {
    test.slow();
    const { account } = await newFirm(request);
    await signIn(account);
    const list = new ListPO(page);
    await page.goto('/bulk-upload');
    await choose(page, FILE);
    await upload(page).click();
    await expect(page.getByRole('status', { name: 'The file is checked.' })).toContainText('Nothing is stored yet.');
    await expect(shown(page, '14 All rows')).toBeChecked();
    await expect(shown(page, '0 Problems')).toBeDisabled();
    await expect(rows(page).getByRole('cell')).toHaveText(Array(14).fill('New'));
    await expectAccessible(page);
    await list.open('/contracts/list');
    expect(await list.total()).toBe(0);

    await page.goto('/bulk-upload');
    await choose(page, FILE);
    await upload(page).click();
    await commit(page).click();
    await expect(page.getByRole('status', { name: /14/ })).toBeVisible();
    await expect(commit(page)).toHaveCount(0);
    await expect(page.getByRole('table')).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'View All Contracts' }).click();
    await expect.poll(() => list.total()).toBe(14);
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
    await expectAccessible(page);

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
    await opt(page, 'Update existing contracts by Bid ID', true);
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

  test('that fails can be tried again without another check', async ({ page, request, signIn, allowConsole }) => {
    allowConsole(/ERR_FAILED/);
    const { account } = await newFirm(request);
    await signIn(account);
    await page.goto(PAGE);
    await choose(page, sheet('tenders.csv', [['A/1', 'Culvert']]));
    await upload(page).click();
    await expect(commit(page)).toHaveText('Import 1 contract');
    await page.route(UPLOAD_CALL, (route) => route.abort());
    await commit(page).click();
    await expect(page.getByRole('alert')).toHaveText('Network error. Please try again.');
    await page.unroute(UPLOAD_CALL);
    await commit(page).click();
    await expect(page.getByRole('link', { name: 'View All Contracts' })).toBeVisible();
  });

  test('may not update for those who may not edit, and not be made by those who may not create', async ({
    page,
    request,
    signIn,
  }) => {
    const { account } = await newFirm(request, ['canView', 'canCreate']);
    await signIn(account);
    await page.goto(PAGE);
    await expect(page.getByRole('checkbox', { name: 'Update existing contracts by Bid ID' })).toBeDisabled();
    await expect(page.getByText('You need the Edit permission for Contracts.')).toBeVisible();
    await expect(upload(page)).toBeEnabled();
  });
});

test('a viewer is told which right is missing', async ({ page, signIn }) => {
  await signIn(accounts.viewer);
  await page.goto(PAGE);
  await expect(page.getByText('You need the Create permission for Contracts.')).toBeVisible();
  await expect(upload(page)).toBeDisabled();
});
