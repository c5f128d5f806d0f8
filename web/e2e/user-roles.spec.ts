import type { APIRequestContext } from '@playwright/test';
import { asAdmin, asOwner, type Flag } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { ListPO } from './pages/ListPO';
import { UserRolesPO } from './pages/UserRolesPO';

const SERVICE = '**/nirmaan.platform.v1.UserRoleMappingService';
const MAPPING = '/admin/user-roles-mapping';

/** An answer of gRPC-web that holds an empty message. */
const EMPTY = {
  status: 200,
  contentType: 'application/grpc-web+proto',
  body: Buffer.concat([
    Buffer.from([0, 0, 0, 0, 0]),
    Buffer.from([0x80, 0, 0, 0, 15]),
    Buffer.from('grpc-status: 0\r'),
  ]),
};

/** A user of the owner's firm, and a role that may be given to them. */
async function userAndRole(request: APIRequestContext) {
  const user = await (await asOwner(request)).user();
  const role = await (await asAdmin(request)).role({ Contracts: ['canView'] });
  return { user, role };
}

/** Somebody with these rights on mappings and no others but to see users. */
async function mapper(request: APIRequestContext, ...flags: Flag[]) {
  const role = await (await asAdmin(request)).role({
    UserRoleMapping: flags,
    User: ['canView'],
    Contracts: ['canView'],
  });
  const owner = await asOwner(request);
  const user = await owner.user();
  await owner.map(user, role);
  return user;
}

test.describe('the roles of a user', () => {
  let roles: UserRolesPO;

  test.beforeEach(async ({ page, signIn }) => {
    roles = new UserRolesPO(page);
    await signIn(accounts.owner);
  });

  // Spec: S2.user-roles.route S2.user-roles.table S2.user-roles.grant S2.user-roles.remove S2.user-roles.remove-question S3.role-selection
  test('are granted, and removed after a question', async ({ page, request }) => {
    const { user, role } = await userAndRole(request);
    const list = new ListPO(page);
    await list.open(`/admin/users?email=${user.email}`);
    await list.act(user.email, 'Roles');
    await expect(page).toHaveURL(`/admin/users/${user.id}/roles`);
    await expect(list.heading).toHaveText(`Roles of ${user.email}`);
    await expect(roles.mapped(role.name)).toHaveText('No');
    await expect(roles.box(role.name)).not.toBeChecked();

    await roles.grant(role.name).click();
    await expect(page.getByText(`${role.name} granted.`)).toBeVisible();
    await expect(roles.mapped(role.name)).toHaveText('Yes');
    await expect(roles.box(role.name)).toBeChecked();

    await roles.remove(role.name).click();
    const question = roles.question(role.name);
    await expect(question).toContainText('Are you sure you want to remove this role from user?');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(roles.mapped(role.name)).toHaveText('Yes');
    await roles.remove(role.name).click();
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(roles.mapped(role.name)).toHaveText('No');
    await page.reload();
    await expect(roles.mapped(role.name)).toHaveText('No');
  });

  test('move with their box at once, also several in a row', async ({ page, request }) => {
    const { user, role } = await userAndRole(request);
    const other = await (await asAdmin(request)).role({ Contracts: ['canView'] });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`${SERVICE}/SetUserRoles`, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`/admin/users/${user.id}/roles`);
    await roles.box(role.name).click();
    await roles.box(other.name).click();
    await expect(roles.box(role.name)).toBeChecked();
    await expect(roles.box(other.name)).toBeChecked();
    await expect(roles.mapped(role.name)).toHaveText('Yes');
    await expect(roles.mapped(other.name)).toHaveText('Yes');
    const answered = page.waitForResponse((response) => response.url().endsWith('/ListRoleSelection'));
    release();
    await answered;
    await page.reload();
    await expect(roles.mapped(role.name)).toHaveText('Yes');
    await expect(roles.mapped(other.name)).toHaveText('Yes');
  });

  // Spec: S8.role-mapping.update-failed S8.role-mapping.grant-failed S8.role-mapping.delete-failed
  test('stay as they were when a change fails, and the screen says so', async ({ page, request, allowConsole }) => {
    test.slow();
    allowConsole(/500/);
    const { user, role } = await userAndRole(request);
    await page.route(`${SERVICE}/SetUserRoles`, (route) => route.fulfill({ status: 500 }));
    await page.route(`${SERVICE}/CreateUserRoleMapping`, (route) => route.fulfill({ status: 500 }), { times: 1 });
    await page.route(`${SERVICE}/DeleteUserRoleMapping`, (route) => route.fulfill({ status: 500 }));
    await page.goto(`/admin/users/${user.id}/roles`);
    await roles.box(role.name).click();
    await expect(roles.failure).toContainText('Error updating role mapping');
    await expect(roles.box(role.name)).not.toBeChecked();
    await expect(roles.mapped(role.name)).toHaveText('No');

    await roles.grant(role.name).click();
    await expect(roles.failure).toContainText('Error granting role access');
    await expectAccessible(page);
    await roles.grant(role.name).click();
    await expect(roles.mapped(role.name)).toHaveText('Yes');
    await expect(roles.failure).toHaveCount(0);

    await roles.remove(role.name).click();
    await roles.question(role.name).getByRole('button', { name: 'Remove' }).click();
    await expect(roles.question(role.name).getByRole('alert')).toHaveText('Failed to delete role mapping');
    await expectAccessible(page);
  });

  test('that grant more than one has oneself can’t be given, and say why', async ({ page, request }) => {
    const user = await (await asOwner(request)).user();
    const strong = await (await asAdmin(request)).role({ Tenants: ['canView'] });
    await page.goto(`/admin/users/${user.id}/roles`);
    await expect(roles.row(strong.name)).toContainText('You can’t give or take this role');
    await expect(roles.box(strong.name)).toHaveAttribute('aria-disabled', 'true');
    await roles.box(strong.name).click({ force: true });
    await expect(roles.mapped(strong.name)).toHaveText('No');
    await roles.grant(strong.name).hover();
    await expect(page.getByRole('tooltip')).toContainText('You can’t give or take this role');
  });

  // Spec: S8.empty.roles
  test('may be none at all', async ({ page, request }) => {
    const user = await (await asOwner(request)).user();
    await page.route(`${SERVICE}/ListRoleSelection`, (route) => route.fulfill(EMPTY));
    await page.goto(`/admin/users/${user.id}/roles`);
    await expect(page.getByText('No roles found.')).toBeVisible();
    await expectAccessible(page);
  });

  test('that can’t be loaded can be asked for again; a user that isn’t there is told of', async ({
    page,
    request,
    allowConsole,
  }) => {
    allowConsole(/500/);
    const { user, role } = await userAndRole(request);
    await page.route(`${SERVICE}/ListRoleSelection`, (route) => route.fulfill({ status: 500 }));
    await page.goto(`/admin/users/${user.id}/roles`);
    await expect(page.getByRole('alert')).toBeVisible();
    await page.unroute(`${SERVICE}/ListRoleSelection`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(roles.mapped(role.name)).toHaveText('No');
    await page.goto('/admin/users/00000000-0000-0000-0000-000000000000/roles');
    await expect(page.getByText('There is nothing at this address.')).toBeVisible();
  });

  test('are accessible and fit a phone', async ({ page, request }) => {
    test.slow();
    const { user, role } = await userAndRole(request);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(`/admin/users/${user.id}/roles`);
      await expect(roles.grant(role.name)).toBeVisible();
      await expectAccessible(page);
    }
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(roles.grant(role.name)).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
    await expectAccessible(page);
  });
});

test.describe('the screen of mappings', () => {
  let roles: UserRolesPO;

  test.beforeEach(({ page }) => {
    roles = new UserRolesPO(page);
  });

  // Spec: S2.role-mapping.list S2.role-mapping.view S2.role-mapping.edit S2.role-mapping.checklist S2.role-mapping.buttons S6.mapping
  test('finds a user, shows, changes and saves their roles', async ({ page, request, signIn }) => {
    test.slow();
    const { user, role } = await userAndRole(request);
    await signIn(accounts.owner);
    await page.goto('/admin/users');
    await page.getByRole('link', { name: 'Role mapping' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('User role mapping');
    await expect(page.getByText('Choose a user')).toBeVisible();
    await expectAccessible(page);
    await roles.choose(user.email);
    await expect(page).toHaveURL(`${MAPPING}?userId=${user.id}`);
    await expect(roles.mapped(role.name)).toHaveText('No');

    await page.getByRole('link', { name: 'Edit' }).click();
    await expect(page).toHaveURL(`${MAPPING}/${user.id}/edit`);
    const box = page.getByRole('checkbox', { name: role.name });
    await box.check();
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(box).not.toBeChecked();
    await expect(page.getByText('Unsaved changes')).toHaveCount(0);
    await box.check();
    // Other tests make roles: a box that is half under the bar at the bottom would count as too small.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: 1366, height: height + 200 });
    await expectAccessible(page);
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Roles saved successfully!')).toBeVisible();
    await expect(page).toHaveURL(`${MAPPING}?userId=${user.id}`);
    await expect(roles.mapped(role.name)).toHaveText('Yes');

    await page.getByRole('link', { name: 'View' }).click();
    await expect(page).toHaveURL(`${MAPPING}/${user.id}/view`);
    await expect(page.getByRole('listitem').filter({ hasText: role.name })).toContainText('Yes');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL(`${MAPPING}?userId=${user.id}`);
  });

  // Spec: S2.role-mapping.create
  test('gives roles to a user that is chosen in the form', async ({ page, request, signIn }) => {
    const { user, role } = await userAndRole(request);
    await signIn(accounts.owner);
    await page.goto(MAPPING);
    await page.getByRole('link', { name: 'Create Mapping' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('link', { name: 'Please choose a user.' })).toBeVisible();
    await roles.choose(user.email);
    await page.getByRole('checkbox', { name: role.name }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Roles saved successfully!')).toBeVisible();
    await page.goto(`${MAPPING}?userId=${user.id}`);
    await expect(roles.mapped(role.name)).toHaveText('Yes');
  });

  test('keeps a role that somebody else gives meanwhile', async ({ page, request, signIn }) => {
    const { user, role } = await userAndRole(request);
    const other = await (await asAdmin(request)).role({ Contracts: ['canView'] });
    await signIn(accounts.owner);
    await page.goto(`${MAPPING}/${user.id}/edit`);
    await page.getByRole('checkbox', { name: role.name }).check();
    await (await asOwner(request)).map(user, other);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Roles saved successfully!')).toBeVisible();
    await page.goto(`${MAPPING}?userId=${user.id}`);
    await expect(roles.mapped(role.name)).toHaveText('Yes');
    await expect(roles.mapped(other.name)).toHaveText('Yes');
  });

  // Spec: S8.role-mapping.update-failed
  test('keeps what was ticked when a save fails', async ({ page, request, signIn, allowConsole }) => {
    allowConsole(/500/);
    const { user, role } = await userAndRole(request);
    await signIn(accounts.owner);
    await page.route(`${SERVICE}/SetUserRoles`, (route) => route.fulfill({ status: 500 }));
    await page.goto(`${MAPPING}/${user.id}/edit`);
    await page.getByRole('checkbox', { name: role.name }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Error updating role mapping');
    await expect(page.getByRole('checkbox', { name: role.name })).toBeChecked();
  });

  // Spec: S6.role-mapping.view
  test('is closed without the right to view', async ({ page, signIn }) => {
    await signIn(accounts.viewer);
    for (const path of [MAPPING, `${MAPPING}/create`, '/admin/users/00000000-0000-0000-0000-000000000000/roles']) {
      await page.goto(path);
      await expect(page.getByText('You do not have permission to view this page.')).toBeVisible();
    }
    await expectAccessible(page);
  });

  // Spec: S6.role-mapping.case
  test('finds its module without regard to case', async ({ page, signIn }) => {
    await signIn(accounts.owner);
    await page.evaluate(() => {
      const stored = localStorage.getItem('user') ?? '';
      localStorage.setItem('user', stored.replace('"UserRoleMapping"', '"USERROLEmapping"'));
    });
    await page.goto(MAPPING);
    await expect(page.getByText('Choose a user')).toBeVisible();
  });

  // Spec: S6.role-mapping.edit S6.role-mapping.create S6.role-mapping.delete S5.role-mapping.permission
  test('asks for a right of its own for each change', async ({ page, request, signIn }) => {
    test.slow();
    const { user, role } = await userAndRole(request);
    const held = await (await asAdmin(request)).role({ Contracts: ['canView'] });
    await (await asOwner(request)).map(user, held);
    const tooltip = page.getByRole('tooltip');
    await signIn(await mapper(request, 'canView'));
    await page.goto(`${MAPPING}?userId=${user.id}`);
    await expect(roles.box(role.name)).toHaveAttribute('aria-disabled', 'true');
    await roles.box(role.name).hover();
    await expect(tooltip).toHaveText('You need the Edit permission for UserRoleMapping.');
    await roles.grant(role.name).hover();
    await expect(tooltip).toHaveText('You need the Create permission for UserRoleMapping.');
    await roles.remove(held.name).hover();
    await expect(tooltip).toHaveText('You need the Delete permission for UserRoleMapping.');
    await page.getByRole('button', { name: 'Create Mapping' }).hover();
    await expect(tooltip).toHaveText('You need the Create permission for UserRoleMapping.');
    await expectAccessible(page);
    await page.goto(`${MAPPING}/${user.id}/edit`);
    await expect(page.getByRole('checkbox', { name: role.name })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  for (const [flag, open] of [
    ['canEdit', (at: UserRolesPO, role: string) => at.box(role).click()],
    ['canCreate', (at: UserRolesPO, role: string) => at.grant(role).click()],
  ] as const) {
    // Spec: S6.role-mapping.edit S6.role-mapping.create
    test(`lets a role be given with ${flag} alone`, async ({ page, request, signIn }) => {
      const { user, role } = await userAndRole(request);
      await signIn(await mapper(request, 'canView', flag));
      await page.goto(`${MAPPING}?userId=${user.id}`);
      await open(roles, role.name);
      await expect(roles.mapped(role.name)).toHaveText('Yes');
      await page.reload();
      await expect(roles.mapped(role.name)).toHaveText('Yes');
    });
  }

  test('survives that the right is taken away while it is open', async ({ page, request, signIn }) => {
    const { user, role } = await userAndRole(request);
    const owner = await asOwner(request);
    const granting = await (await asAdmin(request)).role({
      UserRoleMapping: ['canView', 'canEdit'],
      User: ['canView'],
      Contracts: ['canView'],
    });
    const somebody = await owner.user();
    await owner.map(somebody, granting);
    await signIn(somebody);
    await page.goto(`${MAPPING}?userId=${user.id}`);
    await expect(roles.mapped(role.name)).toHaveText('No');
    await owner.unmap(somebody, granting);
    await roles.box(role.name).click();
    await expect(page.getByText('You do not have permission to view this page.')).toBeVisible();
    await expectAccessible(page);
  });
});
