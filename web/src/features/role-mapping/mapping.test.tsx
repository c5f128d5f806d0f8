import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { UserRoleMappingService } from '@/gen/nirmaan/platform/v1/user_role_mapping_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { list } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { aUser } from '@/testing/platform';
import { roleTable, withRoles } from '@/testing/roles';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const MAPPING = '/admin/user-roles-mapping';
const OF_RAVI = `${MAPPING}?userId=user-7`;
const { filterUsers, getUser } = UserService.method;
const api = UserRoleMappingService.method;

const CANNOT_VIEW = 'You do not have permission to view this page.';
const missing = (right: string) => `You need the ${right} permission for UserRoleMapping.`;

const tooltip = page.getByRole('tooltip');
const user = page.getByRole('combobox', { name: 'User' });
const save = page.getByRole('button', { name: 'Save' });
const box = (role: string) => page.getByRole('checkbox', { name: role, exact: true });

/** Which roles each save gave and took. */
const saved = async () =>
  (await server.calls(api.changeUserRoles)).map(({ request: { userId, giveRoleIds, takeRoleIds } }) => ({
    userId,
    given: giveRoleIds,
    taken: takeRoleIds,
  }));

/** Chooses the user by typing a part of their address. */
async function chooseRavi(): Promise<void> {
  await user.fill('ravi');
  await page.getByRole('option', { name: 'ravi@bharat.example' }).click();
}

beforeEach(() => {
  signIn();
  server.answer(getUser, aUser());
  server.answer(filterUsers, { content: [aUser()], totalElements: 1n });
});

describe('the screen of mappings', () => {
  // Spec: S2.role-mapping.list
  test('lists the roles of the user who is chosen', async () => {
    withRoles({ Clerk: true, Estimator: true }, 'Clerk');
    await open(MAPPING);
    await expect.element(list.heading).toHaveTextContent('User role mapping');
    await expect.element(page.getByText('Choose a user')).toBeVisible();
    await expectAccessible();
    await chooseRavi();
    await expect.poll(address).toBe(OF_RAVI);
    await roleTable.expect({ Clerk: 'Yes', Estimator: 'No' });
    expect((await server.calls(filterUsers)).at(-1)?.request).toMatchObject({
      email: 'ravi',
      sort: { field: 'email', direction: 'asc' },
    });
    await expect.element(page.getByRole('link', { name: 'View' })).toHaveAttribute('href', `${MAPPING}/user-7/view`);
    await expect.element(page.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `${MAPPING}/user-7/edit`);
  });

  // Spec: S2.role-mapping.edit S2.role-mapping.checklist S2.role-mapping.buttons
  test('changes the roles of a user by boxes, which Reset takes back', async () => {
    withRoles({ Clerk: true, Estimator: true, Mason: true }, 'Clerk');
    await open(OF_RAVI);
    await page.getByRole('link', { name: 'Edit' }).click();
    await expect.element(list.heading).toHaveTextContent('Edit the roles of ravi@bharat.example');
    const boxes = page.getByRole('main').getByRole('checkbox');
    await expect.element(boxes).toHaveLength(3);
    await expect.element(box('Clerk')).toBeChecked();
    await box('Mason').click();
    await expect.element(form.unsaved).toBeVisible();
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.element(box('Mason')).not.toBeChecked();
    await expect.element(form.unsaved).not.toBeInTheDocument();
    await box('Estimator').click();
    await box('Clerk').click();
    await expectAccessible();
    await save.click();
    await form.expectToast('Roles saved successfully!');
    expect(await saved()).toEqual([{ userId: 'user-7', given: ['of-Estimator'], taken: ['of-Clerk'] }]);
    await expect.poll(address).toBe(OF_RAVI);
    await roleTable.expect({ Clerk: 'No', Estimator: 'Yes', Mason: 'No' });
  });

  // Spec: S2.role-mapping.view S2.role-mapping.buttons
  test('shows the roles of a user to read, and leads back', async () => {
    withRoles({ Clerk: true, Estimator: true }, 'Estimator');
    await open(OF_RAVI);
    await page.getByRole('link', { name: 'View' }).click();
    await expect.poll(address).toBe(`${MAPPING}/user-7/view`);
    await expect.element(list.heading).toHaveTextContent('Roles of ravi@bharat.example');
    const roles = page.getByRole('definition').getByRole('listitem');
    await expect.element(roles).toHaveLength(2);
    expect(roles.elements().map(({ textContent }) => textContent)).toEqual(['—No Clerk', 'Yes Estimator']);
    await expect.element(page.getByRole('main').getByRole('checkbox')).not.toBeInTheDocument();
    await expectAccessible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.poll(address).toBe(OF_RAVI);
  });

  // Spec: S2.role-mapping.create S2.role-mapping.buttons
  test('gives roles to a user who is chosen in the form', async () => {
    withRoles({ Clerk: true, Estimator: true }, 'Clerk');
    await open(MAPPING);
    await page.getByRole('link', { name: 'Create Mapping' }).click();
    await expect.poll(address).toBe(`${MAPPING}/create`);
    await save.click();
    await form.summary.getByRole('link', { name: 'Please choose a user.' }).click();
    await expect.element(user).toHaveFocus();
    await chooseRavi();
    await expect.element(box('Clerk')).toBeChecked();
    await box('Estimator').click();
    await save.click();
    await form.expectToast('Roles saved successfully!');
    expect(await saved()).toEqual([{ userId: 'user-7', given: ['of-Estimator'], taken: [] }]);
    await expect.poll(address).toBe(MAPPING);
  });

  test('keeps a role that somebody else gives meanwhile', async () => {
    const held = withRoles({ Clerk: true, Estimator: true });
    await open(`${MAPPING}/user-7/edit`);
    await box('Clerk').click();
    held.add('of-Estimator');
    await save.click();
    await form.expectToast('Roles saved successfully!');
    expect(await saved()).toEqual([{ userId: 'user-7', given: ['of-Clerk'], taken: [] }]);
    expect([...held]).toEqual(['of-Estimator', 'of-Clerk']);
  });

  // Spec: S8.role-mapping.update-failed
  test('keeps what was ticked when a save fails', async () => {
    withRoles({ Clerk: true });
    server.fail(api.changeUserRoles);
    await open(`${MAPPING}/user-7/edit`);
    await box('Clerk').click();
    await save.click();
    await expect.element(form.summary).toHaveTextContent('Error updating role mapping');
    await expect.element(box('Clerk')).toBeChecked();
    await expectAccessible();
  });

  test('says in its form when the roles can’t be loaded, and tries again', async () => {
    withRoles({ Clerk: true });
    const mend = server.fail(api.listRoleSelection);
    await open(`${MAPPING}/user-7/edit`);
    await expect.element(list.failure).toHaveTextContent('Failed to fetch roles');
    await expectAccessible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(box('Clerk')).toBeVisible();
  });
});

describe('the rights on mappings', () => {
  beforeEach(() => {
    withRoles({ Clerk: true, Mason: true }, 'Mason');
  });

  // Spec: S6.role-mapping.view
  test('close the screens to whoever may not view them', async () => {
    signIn(person({ User: ['view'], UserRoleMapping: ['create', 'edit', 'delete'] }));
    for (const path of [MAPPING, `${MAPPING}/create`, `${MAPPING}/user-7/edit`, '/admin/users/user-7/roles']) {
      await open(path);
      await expect.element(page.getByText(CANNOT_VIEW)).toBeVisible();
    }
    expect(await server.calls(api.listRoleSelection)).toEqual([]);
    await expectAccessible();
  });

  // Spec: S6.role-mapping.case
  test('are found without regard to case', async () => {
    signIn(person({ USERROLEmapping: ['view'] }));
    await open(MAPPING);
    await expect.element(page.getByText('Choose a user')).toBeVisible();
  });

  // Spec: S6.role-mapping.edit S6.role-mapping.create S6.role-mapping.delete S5.role-mapping.permission
  test('are another for each change', async () => {
    signIn(person({ User: ['view'], UserRoleMapping: ['view'] }));
    await open(OF_RAVI);
    await roleTable.expect({ Clerk: 'No', Mason: 'Yes' });
    for (const [control, right] of [
      [roleTable.box('Clerk'), 'Edit'],
      [roleTable.grant('Clerk'), 'Create'],
      [roleTable.remove('Mason'), 'Delete'],
      [page.getByRole('button', { name: 'Create Mapping' }), 'Create'],
    ] as const) {
      await expect.element(control).toHaveAttribute('aria-disabled', 'true');
      await control.hover({ force: true });
      await expect.element(tooltip).toHaveTextContent(missing(right));
      await control.click({ force: true });
    }
    await expectAccessible();
    await open(`${MAPPING}/user-7/edit`);
    await expect.element(page.getByText(missing('Edit'))).toBeVisible();
    await expect.element(box('Clerk')).not.toBeInTheDocument();
    await expect.element(save).not.toBeInTheDocument();
    expect(await saved()).toEqual([]);
    expect(await server.calls(api.createUserRoleMapping)).toEqual([]);
    expect(await server.calls(api.deleteUserRoleMapping)).toEqual([]);
  });

  // Spec: S6.role-mapping.edit
  test('to edit are all that a box needs', async () => {
    signIn(person({ User: ['view'], UserRoleMapping: ['view', 'edit'] }));
    await open(OF_RAVI);
    await roleTable.box('Clerk').click();
    await roleTable.expect({ Clerk: 'Yes', Mason: 'Yes' });
    expect(await saved()).toEqual([{ userId: 'user-7', given: ['of-Clerk'], taken: [] }]);
    await expect.element(roleTable.remove('Mason')).toHaveAttribute('aria-disabled', 'true');
  });

  // Spec: S6.role-mapping.create
  test('to create are all that Grant Access needs', async () => {
    signIn(person({ User: ['view'], UserRoleMapping: ['view', 'create'] }));
    await open(OF_RAVI);
    await roleTable.grant('Clerk').click();
    await roleTable.expect({ Clerk: 'Yes', Mason: 'Yes' });
    expect(await server.calls(api.createUserRoleMapping)).toHaveLength(1);
    await expect.element(roleTable.box('Clerk')).toHaveAttribute('aria-disabled', 'true');
  });

  // Spec: S6.role-mapping.delete
  test('to delete are all that Remove needs', async () => {
    signIn(person({ User: ['view'], UserRoleMapping: ['view', 'delete'] }));
    await open(OF_RAVI);
    await roleTable.remove('Mason').click();
    await form.dialog('Remove Mason?').getByRole('button', { name: 'Remove' }).click();
    await roleTable.expect({ Clerk: 'No', Mason: 'No' });
    expect(await server.calls(api.deleteUserRoleMapping)).toHaveLength(1);
    await expect.element(roleTable.grant('Mason')).toHaveAttribute('aria-disabled', 'true');
  });

  test('may be taken away while the screen is open', async () => {
    await open(OF_RAVI);
    await roleTable.expect({ Clerk: 'No', Mason: 'Yes' });
    for (const method of [api.changeUserRoles, api.listRoleSelection])
      server.fail(method, Code.PermissionDenied, missing('View'));
    await roleTable.box('Clerk').click();
    await expect.element(page.getByText(CANNOT_VIEW)).toBeVisible();
    await expectAccessible();
  });
});
