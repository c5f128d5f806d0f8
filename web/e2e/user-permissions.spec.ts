import { asAdmin, asOwner } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { ListPO } from './pages/ListPO';

const OWN = '/admin/user-module-permissions';
const CALL = '**/nirmaan.platform.v1.PermissionService/ListUserPermissions';

test.describe('what a user may do', () => {
  // Spec: S2.user-permissions.route S2.user-permissions.table S6.mapping S3.user-permission
  test('is a table of ticks, each naming the roles that it comes from', async ({ page, request, signIn }) => {
    test.slow();
    const admin = await asAdmin(request);
    const owner = await asOwner(request);
    const user = await owner.user();
    const estimator = await admin.role({ Contracts: ['canView', 'canEdit'] });
    const reporter = await admin.role({ Contracts: ['canView', 'canReport'], Payments: ['canView'] });
    await owner.map(user, estimator);
    await owner.map(user, reporter);
    await signIn(accounts.owner);
    const list = new ListPO(page);
    await list.open(`/admin/users?email=${user.email}`);
    await list.act(user.email, 'Permissions');
    await expect(page).toHaveURL(`/admin/users/${user.id}/permissions`);
    await expect(list.heading).toHaveText(`Permissions of ${user.email}`);

    const table = page.getByRole('grid', { name: `Permissions of ${user.email}` });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Module',
      'Description',
      'Create',
      'View',
      'Edit',
      'Delete',
      'Report',
    ]);
    const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Contracts' }) });
    await expect(row).toContainText('Tenders, bids, contracts and their deposits');
    await expect(row.getByText('No', { exact: true })).toHaveCount(2);
    const both = [estimator.name, reporter.name].sort().join(', ');
    const view = table.getByRole('img', { name: `View in Contracts: yes, from ${both}` });
    await expect(table.getByRole('img', { name: `Edit in Contracts: yes, from ${estimator.name}` })).toBeVisible();
    await expect(table.getByRole('img', { name: `Report in Contracts: yes, from ${reporter.name}` })).toBeVisible();
    await expect(table.getByRole('img', { name: /^Create in Contracts/ })).toHaveCount(0);
    await expect(table.getByRole('checkbox')).toHaveCount(0);

    await view.hover();
    await expect(page.getByRole('tooltip')).toHaveText(`From ${both}`);
    await page.mouse.move(0, 0);
    await view.focus();
    await page.keyboard.press('ArrowRight');
    await expect(table.getByRole('img', { name: /^Edit in Contracts/ })).toBeFocused();
    await expect(page.getByRole('tooltip')).toHaveText(`From ${estimator.name}`);
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('tooltip')).toHaveText(`From ${both}`);
    await expectAccessible(page);
  });

  // Spec: S2.user-permissions.second-route
  test('is open to everybody about themselves, and says it in words on a phone', async ({ page, signIn }) => {
    test.slow();
    await signIn(accounts.viewer);
    await page.goto(OWN);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My permissions');
    const table = page.getByRole('grid', { name: 'My permissions' });
    await expect(table.getByRole('rowheader')).toHaveText([/^About/, /^Contracts/, /^Home/]);
    await expect(table.getByText('Viewer: View').first()).toBeHidden();
    await expectAccessible(page);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(table.getByText('Viewer: View').first()).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
    await expectAccessible(page);
  });

  // Spec: S2.user-permissions.second-route
  test('is shown about somebody else who is named in the address', async ({ page, request, signIn }) => {
    const user = await (await asOwner(request)).user();
    await signIn(accounts.owner);
    await page.goto(`${OWN}?userId=${user.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Permissions of ${user.email}`);
    await expect(page.getByRole('heading', { level: 2, name: 'No permissions' })).toBeVisible();
    await expectAccessible(page);
  });

  test('is refused in place about others without the right', async ({ page, request, signIn }) => {
    const user = await (await asOwner(request)).user();
    await signIn(accounts.viewer);
    await page.goto(`/admin/users/${user.id}/permissions`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unauthorized');
    await expect(page.getByText('Your role does not let you view User.')).toBeVisible();
    await expectAccessible(page);
  });

  test('can be asked for again when it failed to load', async ({ page, signIn, allowConsole }) => {
    allowConsole(/500/);
    await signIn(accounts.viewer);
    await page.route(CALL, (route) => route.fulfill({ status: 500 }));
    await page.goto(OWN);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to fetch permissions');
    await page.unroute(CALL);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My permissions');
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is accessible where there is much of it, ${colorScheme}`, async ({ page, signIn }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await signIn(accounts.admin);
      await page.goto(OWN);
      await expect(page.getByRole('rowheader', { name: 'Vehicles' })).toBeVisible();
      await expectAccessible(page);
    });
  }
});
