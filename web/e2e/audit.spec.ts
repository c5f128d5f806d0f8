import { readFile } from 'node:fs/promises';
import { asAdmin, asOwner, unique } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { FormPO } from './pages/FormPO';
import { ListPO } from './pages/ListPO';

const LIST = '/admin/audit';
const SERVICE = '**/nirmaan.platform.v1.AuditService';

test.describe('the activity', () => {
  let list: ListPO;

  test.beforeEach(async ({ page, signIn }) => {
    list = new ListPO(page);
    await signIn(accounts.owner);
  });

  test('is reached from the users and from one’s own account', async ({ page }) => {
    await page.goto('/admin/users');
    await page.getByRole('main').getByRole('link', { name: 'Activity' }).click();
    await expect(list.heading).toHaveText('Activity');
    await page.goto('/');
    await page.getByRole('button', { name: accounts.owner.email }).click();
    await page.getByRole('link', { name: 'Activity' }).click();
    await expect(page).toHaveURL(LIST);
  });

  test('tells who changed what, field by field, in words', async ({ page, request }) => {
    test.slow();
    const api = await asOwner(request);
    const user = await api.user({ designation: 'Clerk' });
    await api.put(`/users/${user.id}`, { email: user.email, designation: 'Accountant', isActive: false });
    await list.open(`${LIST}?entityId=${user.id}`);
    await expect(list.rows).toHaveCount(2);
    await expect(list.rows.first()).toContainText('Changed');
    await expect(list.rows.first()).toContainText('owner@bharat.example');
    await expect(list.rows.first()).toContainText('JSON interface');
    await page.getByRole('button', { name: /^Details of Changed, User/ }).click();
    const changes = list.grid.getByRole('definition');
    await expect(changes.filter({ hasText: 'Accountant' })).toHaveText('from Clerk → to Accountant');
    await expect(list.grid.getByRole('term').filter({ hasText: 'Active' })).toBeVisible();
    await expect(changes.filter({ hasText: 'from Yes' })).toHaveText('from Yes → to No');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Details of Changed, User/ }).click();
    await expect(changes).toHaveCount(0);
    await page.getByRole('button', { name: /^Details of Created, User/ }).click();
    await expect(changes.filter({ hasText: '(hidden)' })).toBeVisible();
  });

  test('is narrowed by every filter, and told by its address', async ({ page, request }) => {
    test.slow();
    const user = await (await asOwner(request)).user();
    await list.open(`${LIST}?entityId=${user.id}`);
    await expect(list.rows).toHaveCount(1);
    await list.filter('Person').fill('OWNER@bharat');
    await expect(page).toHaveURL(/actor=OWNER/);
    await page.getByRole('combobox', { name: 'Kind of record' }).selectOption('User');
    await list.choice('Action').click();
    await page.getByRole('option', { name: 'Created' }).click();
    await page.keyboard.press('Escape');
    await list.choice('Source').click();
    await page.getByRole('option', { name: 'JSON interface' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'From date' }).fill('01/01/2020');
    await page.getByRole('textbox', { name: 'From date' }).blur();
    await expect(page).toHaveURL(
      new RegExp(`\\?actor=OWNER%40bharat&entity=user&action=CREATE&source=JSON&entityId=${user.id}&from=2020-01-01$`),
    );
    await expect(list.rows).toHaveCount(1);
    await page.reload();
    await expect(list.rows).toHaveCount(1);
    await expect(list.chip('Action: Created')).toBeVisible();
    await page.getByRole('combobox', { name: 'Kind of record' }).selectOption('Contract');
    await expect(page.getByText('No events match these filters')).toBeVisible();
    await expectAccessible(page);
  });

  test('leads to everything of one request and about one record', async ({ page, request }) => {
    const user = await (await asOwner(request)).user();
    await list.open(`${LIST}?entityId=${user.id}`);
    await page.getByRole('button', { name: /^Details of Created/ }).click();
    await page.getByRole('link', { name: 'Everything of this request' }).click();
    await expect(page).toHaveURL(/\?requestId=[\w-]+$/);
    await expect(list.result).toHaveText('Showing page 1 of 1 — 1 total records');
    await page.getByRole('link', { name: 'Everything about this record' }).click();
    await expect(page).toHaveURL(`${LIST}?entity=user&entityId=${user.id}`);
  });

  test('sorts by what it offers', async () => {
    await list.open(LIST);
    await expect(list.header('When')).toHaveAttribute('aria-sort', 'descending');
    for (const column of ['Action', 'Kind of record', 'Source']) {
      await list.sortButton(column).click();
      await expect(list.header(column)).toHaveAttribute('aria-sort', 'ascending');
      await expect(list.grid).toHaveAttribute('aria-busy', 'false');
      await expect(list.rows.first()).toBeVisible();
    }
  });

  test('is downloaded as it is filtered', async ({ page, request }) => {
    const user = await (await asOwner(request)).user();
    await list.open(`${LIST}?entityId=${user.id}`);
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV (.csv)' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(2);
    for (const line of lines.slice(1)) expect(line).toContain(user.id);
  });

  test('says what failed, of the list and of the download', async ({ page, allowConsole }) => {
    allowConsole(/500/);
    await page.route(`${SERVICE}/*`, (route) => route.fulfill({ status: 500 }));
    await page.goto(LIST);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch activity');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
    await expect(page.getByText('The file could not be made. Please try again.')).toBeVisible();
    await expectAccessible(page);
    await page.unroute(`${SERVICE}/*`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(list.rows.first()).toBeVisible();
  });

  test('is accessible and fits a phone', async ({ page }) => {
    test.slow();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await list.open(LIST);
      await expect(list.rows.first()).toBeVisible();
      await expectAccessible(page);
    }
    for (const width of [1024, 683, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await list.open(LIST);
      await page
        .getByRole('button', { name: /^Details of/ })
        .first()
        .click();
      await expect(page.getByRole('link', { name: 'Everything about this record' })).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
    await expectAccessible(page);
  });
});

test('without the right, the activity is refused in place', async ({ page, signIn }) => {
  await signIn(accounts.viewer);
  await page.goto(LIST);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unauthorized');
  await expectAccessible(page);
});

test.describe('the history of a record', () => {
  test('tells what happened to it, the newest first, a page at a time', async ({ page, request, signIn }) => {
    const api = await asOwner(request);
    const contract = await api.post('/contracts', {
      bidId: `E2E/${unique()}`,
      contractName: 'Culvert',
      paperCost: 12500.5,
    });
    for (let edit = 1; edit <= 10; edit += 1) {
      await api.put(`/contracts/${contract.id}`, {
        bidId: contract.bidId,
        contractName: `Culvert ${edit}`,
        paperCost: 12500.5,
      });
    }
    await signIn(accounts.owner);
    await page.goto(`/contracts/${contract.id}`);
    await page.getByRole('button', { name: 'History' }).click();
    const panel = page.getByRole('dialog', { name: 'History' });
    const events = panel.getByRole('listitem');
    await expect(events).toHaveCount(10);
    await expect(events.first()).toContainText('Changed by owner@bharat.example');
    await expect(events.first()).toContainText('from Culvert 9 → to Culvert 10');
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Show older' }).click();
    await expect(events).toHaveCount(11);
    await expect(events.last()).toContainText('Created by owner@bharat.example');
    await expect(events.last()).toContainText('₹12,500.50');
    await expect(panel.getByRole('button', { name: 'Show older' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'History' })).toBeFocused();
  });

  test('belongs to roles, modules and users too', async ({ page, request, signIn }) => {
    const api = await asAdmin(request);
    const role = await api.role({ Contracts: ['canView'] });
    const module = await api.post('/modules', { name: `Survey ${unique()}`, description: '' });
    const user = await api.user();
    await signIn(accounts.admin);
    for (const [path, text] of [
      [`/admin/roles/${role.id}/view`, 'Contracts'],
      [`/admin/modules/${module.id}`, 'Survey'],
      [`/admin/users/${user.id}`, user.email],
    ] as const) {
      await page.goto(path);
      await page.getByRole('button', { name: 'History' }).click();
      const panel = page.getByRole('dialog', { name: 'History' });
      await expect(panel.getByRole('listitem').last()).toContainText('Created by admin@nirmaan.example');
      await expect(panel).toContainText(text);
    }
  });

  test('says when it can’t be loaded', async ({ page, request, signIn, allowConsole }) => {
    allowConsole(/500/);
    const role = await (await asAdmin(request)).role({});
    await signIn(accounts.admin);
    await page.route(`${SERVICE}/ListRecordHistory`, (route) => route.fulfill({ status: 500 }));
    await page.goto(`/admin/roles/${role.id}/view`);
    await page.getByRole('button', { name: 'History' }).click();
    const panel = new FormPO(page).dialog('History');
    await expect(panel.getByRole('alert')).toContainText('Failed to load the history');
    await page.unroute(`${SERVICE}/ListRecordHistory`);
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect(panel.getByRole('listitem').first()).toBeVisible();
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
    await expectAccessible(page);
  });
});
