import { asOwner, unique, uniqueMobile } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { ListPO } from './pages/ListPO';

const LIST = '/admin/users';
const SERVICE = '**/nirmaan.platform.v1.UserService';
const SORTABLE = ['E-mail', 'Mobile no.', 'Designation', 'Status', 'Comment', 'Created', 'Updated'];

test.describe('the list of users', () => {
  let list: ListPO;

  test.beforeEach(async ({ page, signIn }) => {
    list = new ListPO(page);
    await signIn(accounts.owner);
  });

  // Spec: S2.users.list S9.page-size S6.tenant-scope
  test('shows the people of one’s own tenant', async ({ page }) => {
    await list.open(`${LIST}?email=bharat.example`);
    await expect(list.heading).toHaveText('Users');
    await expect(list.result).toHaveText(/^Showing page 1 of [\d,]+ — [\d,]+ total records$/);
    await expect(list.rows.filter({ hasText: 'owner@bharat.example' })).toHaveCount(1);
    await list.open(`${LIST}?email=owner@deccan.example`);
    await expect(page.getByText('No users match these filters')).toBeVisible();
  });

  // Spec: S2.users.filter-texts
  test('filters by every text', async ({ request }) => {
    const name = unique();
    const values = { 'E-mail': `${name}@firm.example`, 'Mobile no.': uniqueMobile(), Designation: `Surveyor ${name}` };
    await (await asOwner(request)).user({
      email: values['E-mail'],
      mobileNo: values['Mobile no.'],
      designation: values.Designation,
    });
    for (const [label, text] of Object.entries(values)) {
      await list.open(LIST);
      await list.filter(label).fill(text.toUpperCase());
      await expect(list.result).toHaveText('Showing page 1 of 1 — 1 total records');
      await expect(list.rows).toContainText(values['E-mail']);
    }
  });

  // Spec: S2.users.filter-active S2.users.filter-dates S4.user.active
  test('filters by status and days', async ({ page, request }) => {
    const name = unique();
    const api = await asOwner(request);
    await api.user({ email: `${name}.a@firm.example` });
    await api.user({ email: `${name}.b@firm.example`, isActive: false });
    await list.open(`${LIST}?email=${name}`);
    const status = page.getByRole('combobox', { name: 'Status' });
    await expect(status.getByRole('option')).toHaveText(['All', 'Active', 'Inactive']);
    await expect(list.rows).toHaveCount(2);
    await status.selectOption('Active');
    await expect(list.rows).toHaveCount(1);
    await expect(list.rows).toContainText(`${name}.a@`);
    await status.selectOption('Inactive');
    await expect(list.rows).toContainText(`${name}.b@`);
    await status.selectOption('All');
    await expect(list.rows).toHaveCount(2);
    await page.getByRole('textbox', { name: 'To date' }).fill('01/01/2020');
    await page.getByRole('textbox', { name: 'To date' }).blur();
    await expect(page.getByText('No users match these filters')).toBeVisible();
    await list.chip('To date: 01 Jan 2020').click();
    await page.getByRole('textbox', { name: 'From date' }).fill('01/01/2020');
    await page.getByRole('textbox', { name: 'From date' }).blur();
    await expect(list.rows).toHaveCount(2);
  });

  // Spec: S2.users.sort
  test('sorts by every column, up and down', async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width: 1600, height: 900 });
    for (const name of SORTABLE) {
      await list.open(LIST);
      for (const direction of ['ascending', 'descending']) {
        await list.sortButton(name).click();
        await expect(list.header(name)).toHaveAttribute('aria-sort', direction);
        await expect(list.grid).toHaveAttribute('aria-busy', 'false');
        await expect(list.rows.first()).toBeVisible();
      }
    }
    await expect(page).toHaveURL(/sort=updatedAt&dir=desc$/);
  });

  // Spec: S2.users.page-size S5.page-size
  test('takes any page size, 1 at least', async ({ page }) => {
    await list.open(`${LIST}?email=bharat.example`);
    const size = page.getByRole('combobox', { name: 'Page size' });
    await size.fill('2');
    await size.press('Enter');
    await expect(list.rows).toHaveCount(2);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL(/size=2&page=2$/);
    await size.fill('-4');
    await size.press('Enter');
    await expect(list.rows).toHaveCount(1);
  });

  // Spec: S2.users.actions S2.users.delete-question
  test('deletes after asking', async ({ page, request, allowConsole }) => {
    allowConsole(/500/);
    const { id, email } = await (await asOwner(request)).user();
    await list.open(`${LIST}?email=${email}`);
    await list.menu(email).click();
    await expect(page.getByRole('menuitem')).toHaveText(['View', 'Edit', 'Roles', 'Permissions', 'Delete']);
    await expect(page.getByRole('menuitem', { name: 'Roles' })).toHaveAttribute('href', `${LIST}/${id}/roles`);
    await expect(page.getByRole('menuitem', { name: 'Permissions' })).toHaveAttribute(
      'href',
      `${LIST}/${id}/permissions`,
    );
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Are you sure you want to delete this user?');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page);
    await page.route(`${SERVICE}/DeleteUser`, (route) => route.fulfill({ status: 500 }), { times: 1 });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Failed to delete user. Please try again.');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('User deleted successfully!')).toBeVisible();
    await expect(page.getByText('No users match these filters')).toBeVisible();
    await expect(list.heading).toBeFocused();
  });

  test('does not offer to delete oneself', async ({ page }) => {
    await list.open(`${LIST}?email=${accounts.owner.email}`);
    await list.menu(accounts.owner.email).click();
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toContainText('You can’t delete your own account.');
  });

  // Spec: S8.users.list-failed
  test('says when it can’t be loaded, and tries again', async ({ page, allowConsole }) => {
    allowConsole(/500/);
    await page.route(`${SERVICE}/FilterUsers`, (route) => route.fulfill({ status: 500 }));
    await page.goto(LIST);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch users');
    await page.unroute(`${SERVICE}/FilterUsers`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(list.rows.first()).toBeVisible();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is accessible and fits, ${colorScheme}`, async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await list.open(LIST);
      await expect(list.rows.first()).toBeVisible();
      await expectAccessible(page);
      for (const width of [1024, 390, 320]) {
        await page.setViewportSize({ width, height: 700 });
        await list.open(LIST);
        await expect(page.getByRole('link', { name: 'Next' })).toBeAttached();
        await expectNoSidewaysScroll(page);
      }
      await expectAccessible(page);
    });
  }
});

test('without the right the users are refused in place', async ({ page, signIn }) => {
  await signIn(accounts.viewer);
  await page.goto(LIST);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unauthorized');
  await expect(page.getByText('Please contact the administrator.')).toBeVisible();
  await expect(page).toHaveURL(LIST);
  await expectAccessible(page);
});
