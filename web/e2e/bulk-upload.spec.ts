import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { accounts, expect, expectAccessible, test } from './fixtures';
import { ListPO } from './pages/ListPO';

const FILE = fileURLToPath(new URL('./fixtures/tenders.csv', import.meta.url));
const PAGE = '/contracts/bulk-upload';
const UPLOAD_CALL = '**/api/contracts/v2/bulk-upload';

const bidIds = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(',')[0] ?? '');

/** Takes away what an earlier run of this file stored, so that the first upload finds none of it. */
async function removeEarlier(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  for (const bidId of bidIds) {
    const found = await page.request.post('/api/contracts/filter', {
      headers,
      data: { bidId, pagination: { page: 0 } },
    });
    const { content } = (await found.json()) as { content: { id: string; bidId: string }[] };
    for (const row of content) {
      if (row.bidId === bidId) await page.request.delete(`/api/contracts/${row.id}`, { headers });
    }
  }
}

test.describe.configure({ mode: 'serial' });

test.beforeEach(async ({ signIn }) => signIn(accounts.himalaya));

const upload = (page: Page) => page.getByRole('button', { name: 'Upload', exact: true });
const choose = (page: Page, file: Parameters<Page['setInputFiles']>[1]) =>
  page.getByLabel('Contracts file').setInputFiles(file);

// Spec: S5.bulk-upload.none S5.bulk-upload.type
test('refuses what is not worth sending', async ({ page }) => {
  let sent = 0;
  await page.route(UPLOAD_CALL, (route) => {
    sent += 1;
    return route.abort();
  });
  await page.goto(PAGE);
  await upload(page).click();
  await expect(page.getByRole('alert')).toHaveText('Please select a file to upload.');
  await choose(page, { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await expect(page.getByRole('alert')).toHaveText('Only CSV or Excel files are allowed.');
  await expectAccessible(page);
  await choose(page, { name: 'big.csv', mimeType: 'text/csv', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
  await expect(page.getByRole('alert')).toHaveText('The file is larger than 10 MB.');
  expect(sent).toBe(0);
});

// Spec: S2.bulk-upload.route S8.bulk-upload.rows
test('stores good rows, names the others, and moves the dashboard', async ({ page }) => {
  await removeEarlier(page);
  const list = new ListPO(page);
  await list.open('/contracts/list');
  const before = await list.total();

  await page.goto('/bulk-upload');
  await choose(page, FILE);
  await upload(page).click();
  const result = page.getByRole('status').filter({ hasText: /14/ });
  await expect(result).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View All Contracts' }).click();
  await expect.poll(() => list.total()).toBe(before + 14);

  await page.goto(PAGE);
  await choose(page, FILE);
  await upload(page).click();
  const failures = page.getByRole('region', { name: '14 rows were not stored' });
  await expect(failures.locator('tbody tr')).toHaveCount(14);
  await expect(failures.getByRole('rowheader')).toHaveText(bidIds);
  for (const reason of await failures.getByRole('cell').allTextContents())
    expect(reason).toMatch(/exist|already|used/i);
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download failures (CSV)' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(15);

  await list.open('/contracts/list');
  expect(await list.total()).toBe(before + 14);
});

// Spec: S8.bulk-upload.success
test('says what the server says of a success, else its own sentence', async ({ page }) => {
  const answer = (message: string) => ({
    contentType: 'application/x-ndjson',
    body: `${JSON.stringify({ result: { message, failures: [], imported: 14, unknownColumns: [] } })}\n`,
  });
  const told = 'All tenders of the month are in.';
  await page.goto(PAGE);
  await choose(page, FILE);
  await page.route(UPLOAD_CALL, (route) => route.fulfill(answer(told)));
  await upload(page).click();
  await expect(page.getByRole('status', { name: told })).toHaveText(told);
  await page.unroute(UPLOAD_CALL);
  await page.route(UPLOAD_CALL, (route) => route.fulfill(answer('')));
  await upload(page).click();
  await expect(page.getByRole('status', { name: 'Upload successful!' })).toContainText('14 contracts stored');
  await expectAccessible(page);
});

test('shows how far it is, and can be cancelled', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(UPLOAD_CALL, async (route) => {
    await held;
    await route.abort().catch(() => {});
  });
  await page.goto(PAGE);
  await choose(page, FILE);
  await upload(page).click();
  await expect(page.getByRole('progressbar', { name: 'Upload progress' })).toBeAttached();
  await expect(page.getByRole('status').filter({ hasText: 'Receiving' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Upload cancelled. Nothing was stored.')).toBeVisible();
  release();
});

// Spec: S8.bulk-upload.server S8.bulk-upload.failed
test('shows the server’s reason, else its own sentence', async ({ page, allowConsole }) => {
  allowConsole(/50\d|ERR_/);
  await page.goto(PAGE);
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

test('offers a template', async ({ page }) => {
  await page.goto(PAGE);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download template' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
});

test('is accessible in the dark and on a phone', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.goto(PAGE);
  await expect(upload(page)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
});
