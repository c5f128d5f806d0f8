import { asAdmin, unique } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { FormPO } from './pages/FormPO';
import { ListPO } from './pages/ListPO';
import { PermissionGridPO } from './pages/PermissionGridPO';

const LIST = '/admin/roles';
const ROLES = '**/nirmaan.platform.v1.RoleService';
const PERMISSIONS = '**/nirmaan.platform.v1.PermissionService';

test.describe('roles', () => {
  let list: ListPO;
  let form: FormPO;
  let grid: PermissionGridPO;

  test.beforeEach(async ({ page, signIn }) => {
    list = new ListPO(page);
    form = new FormPO(page);
    grid = new PermissionGridPO(page);
    await signIn(accounts.admin);
  });

  // Spec: S2.roles.list
  test('are listed all at once, narrowed and sorted in place', async ({ page }) => {
    await list.open(LIST);
    await expect(list.heading).toHaveText('Roles');
    await expect(list.result).toHaveText(/^Showing page 1 of 1 — \d+ total records$/);
    await list.filter('Name').fill('administrator');
    await list.sortButton('Name').click();
    await expect(list.column(1)).toHaveText(['Platform Administrator', 'Tenant Administrator']);
    await list.sortButton('Name').click();
    await expect(list.column(1)).toHaveText(['Tenant Administrator', 'Platform Administrator']);
    await list.filter('Description').fill('no such description');
    await expect(page.getByText('No roles match these filters')).toBeVisible();
    await list.open(LIST);
    for (const column of ['Description', 'Updated']) {
      await list.sortButton(column).click();
      await expect(list.header(column)).toHaveAttribute('aria-sort', 'ascending');
    }
  });

  // Spec: S2.roles.create S2.roles.form-fields S2.roles.grid S2.roles.view S6.flags S3.role-permission
  test('are created with their rights in one call', async ({ page }) => {
    const name = `Estimator ${unique()}`;
    const calls: string[] = [];
    page.on('request', (request) => {
      if (/Create|Save|Update/.test(request.url())) calls.push(request.url());
    });
    await page.goto(`${LIST}/create`);
    await form.fill({ Name: name, Description: 'Quotes and bids' });
    await grid.box('View', 'Contracts').check();
    await grid.box('Edit', 'Contracts').check();
    await grid.row('Estimations').check();
    await expect(grid.changed).toHaveText('2 modules changed');
    await form.create.click();
    await form.expectToast('Role created successfully!');
    expect(calls).toHaveLength(1);

    await list.open(`${LIST}?name=${encodeURIComponent(name)}`);
    await list.rows.getByRole('link', { name }).click();
    await expect(page).toHaveURL(/\/admin\/roles\/[0-9a-f-]{36}\/view$/);
    await expect(list.heading).toHaveText(name);
    await expect(grid.marks('Contracts')).toHaveText(['—No', 'Yes', 'Yes', '—No', '—No']);
    await expect(grid.marks('Estimations')).toHaveText(['Yes', 'Yes', 'Yes', 'Yes', 'Yes']);
    await expect(grid.marks('Payments')).toHaveText(['—No', '—No', '—No', '—No', '—No']);
    await expect(grid.table.getByRole('checkbox')).toHaveCount(0);
  });

  // Spec: S2.roles.grid
  test('take a row, a column or everything at once, and show what is partly ticked', async ({ page }) => {
    test.slow();
    await page.goto(`${LIST}/create`);
    await grid.box('Edit', 'Projects').check();
    await expect(grid.row('Projects')).toHaveJSProperty('indeterminate', true);
    await expect(grid.column('Edit')).toHaveJSProperty('indeterminate', true);
    await expect(grid.everything).toHaveJSProperty('indeterminate', true);

    await grid.row('Projects').check();
    for (const action of ['Create', 'View', 'Edit', 'Delete', 'Report'])
      await expect(grid.box(action, 'Projects')).toBeChecked();

    await grid.column('View').check();
    await expect(grid.column('View')).toHaveJSProperty('indeterminate', false);
    for (const box of await grid.boxes('View').all()) await expect(box).toBeChecked();
    await expect(grid.column('Delete')).toHaveJSProperty('indeterminate', true);

    await grid.everything.check();
    await expect(grid.column('Report')).toBeChecked();
    await expect(grid.row('GST')).toBeChecked();
    await grid.everything.uncheck();
    await expect(grid.table.getByRole('checkbox', { checked: true })).toHaveCount(0);
    await expect(grid.changed).toHaveCount(0);
    await expect(form.unsaved).toHaveCount(0);
  });

  // Spec: S2.roles.edit S2.roles.reset
  test('are edited, and Reset restores what was loaded', async ({ page, request }) => {
    test.slow();
    const role = await (await asAdmin(request)).role({ Contracts: ['canView', 'canEdit'] });
    await page.goto(`${LIST}/${role.id}/edit`);
    await expect(form.field('Name')).toHaveValue(role.name);
    await expect(grid.box('Edit', 'Contracts')).toBeChecked();
    await grid.box('Edit', 'Contracts').uncheck();
    await grid.column('Report').check();
    await form.fill({ Description: 'Something else' });
    await expect(form.unsaved).toBeVisible();
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(grid.box('Edit', 'Contracts')).toBeChecked();
    await expect(grid.column('Report')).not.toBeChecked();
    await expect(form.field('Description')).toHaveValue(`For the test ${role.name}`);
    await expect(form.unsaved).toHaveCount(0);

    await grid.box('Edit', 'Contracts').uncheck();
    await grid.box('Report', 'Payments').check();
    await form.update.click();
    await form.expectToast('Role updated successfully!');
    await page.goto(`${LIST}/${role.id}/view`);
    await expect(grid.marks('Contracts')).toHaveText(['—No', 'Yes', '—No', '—No', '—No']);
    await expect(grid.marks('Payments')).toHaveText(['—No', '—No', '—No', '—No', 'Yes']);
  });

  test('guard ticks that are not saved, and keep them over a reload', async ({ page, request }) => {
    const role = await (await asAdmin(request)).role({ Contracts: ['canView'] });
    await page.goto(`${LIST}/${role.id}/edit`);
    await grid.box('Delete', 'Contracts').check();
    await page.getByRole('link', { name: 'Tenants' }).click();
    await expect(form.dialog('Leave without saving?')).toBeVisible();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(grid.box('Delete', 'Contracts')).toBeChecked();
    await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).length)).toBeGreaterThan(0);
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
    await expect(grid.box('Delete', 'Contracts')).not.toBeChecked();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(grid.box('Delete', 'Contracts')).toBeChecked();
  });

  test('are not overwritten silently when two people edit one', async ({ page, request }) => {
    const api = await asAdmin(request);
    const role = await api.role({ Contracts: ['canView'] });
    await page.goto(`${LIST}/${role.id}/edit`);
    await grid.box('Create', 'Contracts').check();
    await api.put(`/roles/${role.id}`, { name: role.name, description: 'Changed meanwhile' });
    await form.update.click();
    const dialog = form.dialog('Changed by somebody else');
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Reload theirs' }).click();
    await expect(form.field('Description')).toHaveValue('Changed meanwhile');
    await expect(grid.box('Create', 'Contracts')).not.toBeChecked();
  });

  // Spec: S5.role.name
  test('need a name, and one that is free', async ({ page }) => {
    await page.goto(`${LIST}/create`);
    await form.create.click();
    await expect(form.summary).toBeFocused();
    await form.summary.getByRole('link', { name: 'Role name is required.' }).click();
    await expect(form.field('Name')).toBeFocused();
    await form.fill({ Name: 'viewer' });
    await form.create.click();
    await form.summary.getByRole('link').click();
    await expect(form.field('Name')).toHaveAttribute('aria-invalid', 'true');
  });

  test('of the system can only be read, and say why', async ({ page }) => {
    await list.open(`${LIST}?name=Tenant+Administrator`);
    await list.menu('Tenant Administrator').click();
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toContainText(
      'This is a system role and can’t be deleted.',
    );
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(form.field('Name')).not.toBeEditable();
    await expect(page.getByText('This is a system role: its name and rights can’t be changed.').last()).toBeVisible();
    await expect(grid.marks('Contracts')).toHaveText(['Yes', 'Yes', 'Yes', 'Yes', 'Yes']);
    await expect(grid.table.getByRole('checkbox')).toHaveCount(0);
    await expectAccessible(page);
  });

  test('are deleted after a question, but not while somebody holds one', async ({ page, request }) => {
    const api = await asAdmin(request);
    const role = await api.role({ Contracts: ['canView'] });
    const user = await api.user();
    await api.map(user, role);
    await list.open(`${LIST}?name=${encodeURIComponent(role.name)}`);
    await list.act(role.name, 'Delete');
    const dialog = form.dialog(`Delete ${role.name}?`);
    await expect(dialog).toContainText('Are you sure you want to delete this role?');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByRole('alert')).toContainText(user.email);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    const free = await api.role({});
    await list.open(`${LIST}?name=${encodeURIComponent(free.name)}`);
    await list.act(free.name, 'Delete');
    await form.dialog(`Delete ${free.name}?`).getByRole('button', { name: 'Delete' }).click();
    await form.expectToast('Role deleted successfully!');
    await expect(page.getByText('No roles match these filters')).toBeVisible();
  });

  test('say what failed, and try again', async ({ page, request, allowConsole }) => {
    test.slow();
    allowConsole(/500/);
    await page.route(`${ROLES}/ListRoles`, (route) => route.fulfill({ status: 500 }));
    await page.goto(LIST);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch roles');
    await page.unroute(`${ROLES}/ListRoles`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(list.rows.first()).toBeVisible();

    const role = await (await asAdmin(request)).role({ Contracts: ['canView'] });
    await page.route(`${ROLES}/GetRole`, (route) => route.fulfill({ status: 500 }));
    await page.goto(`${LIST}/${role.id}/view`);
    await expect(list.heading).toHaveText('Failed to fetch role');
    await page.unroute(`${ROLES}/GetRole`);

    await page.route(`${PERMISSIONS}/ListRolePermissions`, (route) => route.fulfill({ status: 500 }));
    await page.goto(`${LIST}/${role.id}/edit`);
    await expect(page.getByRole('alert')).toContainText('Failed to load the permissions');
    await page.unroute(`${PERMISSIONS}/ListRolePermissions`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(grid.box('View', 'Contracts')).toBeChecked();

    await page.route(`${ROLES}/UpdateRole`, (route) => route.fulfill({ status: 500 }));
    await grid.box('Edit', 'Contracts').check();
    await form.update.click();
    await expect(form.summary).toContainText('Failed to save role');
    await expect(grid.box('Edit', 'Contracts')).toBeChecked();
  });

  test('the grid works by keyboard, is accessible, and fits a phone', async ({ page }) => {
    test.slow();
    await page.goto(`${LIST}/create`);
    await grid.box('Create', 'About').focus();
    await page.keyboard.press('Space');
    await expect(grid.box('Create', 'About')).toBeChecked();
    await page.keyboard.press('Tab');
    await expect(grid.box('View', 'About')).toBeFocused();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectAccessible(page);
    }
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(grid.column('Report')).toBeVisible();
      await expectNoSidewaysScroll(page);
      const target = await grid.box('Report', 'Contracts').locator('xpath=ancestor::label').boundingBox();
      expect(target?.height).toBeGreaterThanOrEqual(44);
    }
    await expectAccessible(page);
  });
});

// Spec: S2.roles.view
test('a role is shown to users only', async ({ page, shell }) => {
  await page.goto(`${LIST}/00000000-0000-0000-0000-000000000000/view`);
  await expect(page).toHaveURL('/');
  await expect(shell.banner).toHaveText('Guest');
});

test('without the right, a role is refused in place', async ({ page, signIn, request }) => {
  const role = await (await asAdmin(request)).role({ Contracts: ['canView'] });
  await signIn(accounts.owner);
  await page.goto(`${LIST}/${role.id}/view`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unauthorized');
  await expect(page.getByText('Your role does not let you view Role.')).toBeVisible();
  await page.goto(LIST);
  await page.getByRole('button', { name: 'Create Role' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('You need the Create permission for Role.');
});
