import { asAdmin, asOwner } from './api';
import { accounts, expect, PASSWORD, test } from './fixtures';
import { ListPO } from './pages/ListPO';
import { UserRolesPO } from './pages/UserRolesPO';

const MAPPING = '/admin/user-roles-mapping';
const REFRESH = '**/nirmaan.auth.v1.AuthService/Refresh';

// Spec: S2.user-roles.route S2.user-roles.table S2.user-roles.grant S2.user-roles.remove S3.role-selection
// Spec: S2.role-mapping.list S2.role-mapping.view S2.role-mapping.edit
test('roles are granted, mapped and removed, and the server keeps it', async ({ page, request, signIn }) => {
  test.slow();
  const [list, roles] = [new ListPO(page), new UserRolesPO(page)];
  const owner = await asOwner(request);
  const user = await owner.user();
  const admin = await asAdmin(request);
  const [first, second] = [await admin.role({ Contracts: ['canView'] }), await admin.role({ Contracts: ['canView'] })];
  await signIn(accounts.owner);
  await list.open(`/admin/users?email=${user.email}`);
  await list.act(user.email, 'Roles');
  await expect(page).toHaveURL(`/admin/users/${user.id}/roles`);
  await expect(list.heading).toHaveText(`Roles of ${user.email}`);
  await expect(roles.mapped(first.name)).toHaveText('No');
  await roles.grant(first.name).click();
  await expect(roles.mapped(first.name)).toHaveText('Yes');
  await expect(roles.box(first.name)).toBeChecked();

  await page.goto(MAPPING);
  await roles.choose(user.email);
  await expect(page).toHaveURL(`${MAPPING}?userId=${user.id}`);
  await expect(roles.mapped(first.name)).toHaveText('Yes');
  await expect(roles.mapped(second.name)).toHaveText('No');
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(`${MAPPING}/${user.id}/edit`);
  await page.getByRole('checkbox', { name: second.name }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Roles saved successfully!')).toBeVisible();
  await page.goto(`${MAPPING}/${user.id}/view`);
  for (const { name } of [first, second])
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Yes');

  await page.goto(`/admin/users/${user.id}/roles`);
  await roles.remove(first.name).click();
  await roles.question(first.name).getByRole('button', { name: 'Remove' }).click();
  await expect(roles.mapped(first.name)).toHaveText('No');
  await roles.box(second.name).click();
  await expect(roles.mapped(second.name)).toHaveText('No');
  // The box moves before the server has answered.
  await expect.poll(() => owner.get(`/user-role-mappings/user/${user.id}`)).toEqual([]);
});

test('whoever has no role asks for one, and sees the menu fill once they have it', async ({ page, request, login }) => {
  const owner = await asOwner(request);
  const user = { ...(await owner.user()), tenantName: accounts.owner.tenantName };
  const role = await (await asAdmin(request)).role({ Contracts: ['canView'] });
  const [list, menu] = [new ListPO(page), page.getByRole('navigation', { name: 'Main', exact: true })];
  await login.open();
  await login.submit(user, PASSWORD);
  await expect(list.heading).toHaveText('You have no role yet');
  await page.getByRole('main').getByRole('button', { name: 'Ask for a role' }).click();
  await expect(page.getByText('You asked for a role on')).toBeVisible();
  expect(await owner.get(`/users/${user.id}`)).toMatchObject({ roleRequestedAt: expect.any(String) });

  // A page that is refused asks for the rights once more: a role that is given before the answer takes the link away.
  const asked = page.waitForResponse(REFRESH);
  await page.goto('/contracts/create');
  await expect(page.getByText('You need the Create permission for Contracts.')).toBeVisible();
  await asked;
  await expect(menu.getByRole('link')).toHaveCount(0);
  await owner.map(user, role);
  await page.getByRole('link', { name: 'Ask for a role' }).click();
  await expect(menu.getByRole('link')).toHaveText(['Contracts']);
  expect(await owner.get(`/users/${user.id}`)).toMatchObject({ roleRequestedAt: null });
});
