import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { UserRoleMappingService } from '@/gen/nirmaan/platform/v1/user_role_mapping_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { hold } from '@/testing/hold';
import { list } from '@/testing/list';
import { signIn } from '@/testing/people';
import { aUser } from '@/testing/platform';
import { roleTable, withRoles } from '@/testing/roles';
import { open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';

const ROLES = '/admin/users/user-7/roles';
const { getUser } = UserService.method;
const api = UserRoleMappingService.method;

const tooltip = page.getByRole('tooltip');

describe('the roles of a user', () => {
  beforeEach(() => {
    signIn();
    server.answer(getUser, aUser());
  });

  // Spec: S2.user-roles.route S2.user-roles.table S2.user-roles.grant S2.user-roles.remove S2.user-roles.remove-question
  test('are granted, and removed after a question', async () => {
    withRoles({ Clerk: true, Estimator: true }, 'Clerk');
    await open(ROLES);
    await expect.element(list.heading).toHaveTextContent('Roles of ravi@bharat.example');
    await roleTable.expect({ Clerk: 'Yes', Estimator: 'No' });
    await expect.element(roleTable.box('Clerk')).toBeChecked();
    await expect.element(roleTable.box('Estimator')).not.toBeChecked();
    await expectAccessible();

    await roleTable.grant('Estimator').click();
    await expect.element(page.getByText('Estimator granted.')).toBeVisible();
    await roleTable.expect({ Clerk: 'Yes', Estimator: 'Yes' });
    await expect.element(roleTable.box('Estimator')).toBeChecked();
    const [granted] = await server.calls(api.createUserRoleMapping);
    expect(granted?.request).toMatchObject({ userId: 'user-7', roleId: 'of-Estimator' });
    expect(granted?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);

    await roleTable.remove('Estimator').click();
    const question = form.dialog('Remove Estimator?');
    await expect.element(question).toHaveTextContent('Are you sure you want to remove this role from user?');
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(question).not.toBeInTheDocument();
    expect(await server.calls(api.deleteUserRoleMapping)).toEqual([]);
    await roleTable.remove('Estimator').click();
    await question.getByRole('button', { name: 'Remove' }).click();
    await roleTable.expect({ Clerk: 'Yes', Estimator: 'No' });
    expect((await server.calls(api.deleteUserRoleMapping))[0]?.request).toMatchObject({
      userId: 'user-7',
      roleId: 'of-Estimator',
    });
  });

  test('are granted by a button that looks alive until it is done', async () => {
    withRoles({ Estimator: true });
    const release = server.hold(api.createUserRoleMapping);
    await open(ROLES);
    await roleTable.grant('Estimator').click();
    await expect.element(roleTable.grant('Estimator')).toHaveAttribute('data-loading');
    await expectAccessible();
    release();
    await roleTable.expect({ Estimator: 'Yes' });
  });

  test('move with their box at once, also several in a row', async () => {
    withRoles({ Clerk: true, Estimator: true, Mason: true }, 'Mason');
    const release = server.hold(api.changeUserRoles);
    await open(ROLES);
    await roleTable.box('Clerk').click();
    await roleTable.box('Estimator').click();
    await expect.element(roleTable.box('Clerk')).toBeChecked();
    await expect.element(roleTable.box('Estimator')).toBeChecked();
    await roleTable.expect({ Clerk: 'Yes', Estimator: 'Yes', Mason: 'Yes' });
    // What was clicked last is what holds: each waits for the one before it.
    expect(await server.calls(api.changeUserRoles)).toHaveLength(1);
    release();
    expect((await server.calls(api.changeUserRoles)).map(({ request }) => request.giveRoleIds)).toEqual([
      ['of-Clerk'],
      ['of-Estimator'],
    ]);
    await roleTable.expect({ Clerk: 'Yes', Estimator: 'Yes', Mason: 'Yes' });
  });

  test('stay as they were clicked while what was read before is on its way', async () => {
    const held = withRoles({ Clerk: true, Estimator: true, Mason: true });
    await open(ROLES);
    await roleTable.expect({ Clerk: 'No', Estimator: 'No', Mason: 'No' });
    // The first change is read again, by an answer that takes long.
    const { released, release } = hold();
    server.answer(api.listRoleSelection, async ({ userId }) => {
      const roles = ['Clerk', 'Estimator', 'Mason'].map((roleName) => {
        const roleId = `of-${roleName}`;
        return { roleId, roleName, userId: held.has(roleId) ? userId : '', isGrantable: true };
      });
      await released;
      return { roles };
    });
    await roleTable.box('Clerk').click();
    await expect.poll(() => server.calls(api.listRoleSelection)).toHaveLength(2);
    const second = server.hold(api.changeUserRoles);
    await roleTable.box('Estimator').click();
    await roleTable.box('Mason').click();
    await expect.poll(() => server.calls(api.changeUserRoles)).toHaveLength(2);
    const third = server.hold(api.changeUserRoles);
    second();
    await expect.poll(() => server.calls(api.changeUserRoles)).toHaveLength(3);
    release();
    await server.calls(api.listRoleSelection);
    await roleTable.expect({ Clerk: 'Yes', Estimator: 'Yes', Mason: 'Yes' });
    third();
    await roleTable.expect({ Clerk: 'Yes', Estimator: 'Yes', Mason: 'Yes' });
  });

  // Spec: S8.role-mapping.update-failed S8.role-mapping.grant-failed S8.role-mapping.delete-failed
  test('stay as they were when a change fails, and the screen says so', async () => {
    withRoles({ Clerk: true });
    server.fail(api.changeUserRoles);
    const mend = server.fail(api.createUserRoleMapping);
    server.fail(api.deleteUserRoleMapping);
    await open(ROLES);
    await roleTable.box('Clerk').click();
    await expect.element(list.failure).toHaveTextContent('Error updating role mapping');
    await expect.element(roleTable.box('Clerk')).not.toBeChecked();
    await roleTable.expect({ Clerk: 'No' });

    await roleTable.grant('Clerk').click();
    await expect.element(list.failure).toHaveTextContent('Error granting role access');
    await roleTable.expect({ Clerk: 'No' });
    await expectAccessible();
    mend();
    await roleTable.grant('Clerk').click();
    await roleTable.expect({ Clerk: 'Yes' });
    await expect.element(list.failure).not.toBeInTheDocument();

    await roleTable.remove('Clerk').click();
    await form.dialog('Remove Clerk?').getByRole('button', { name: 'Remove' }).click();
    await expect
      .element(page.getByRole('dialog').getByRole('alert'))
      .toHaveTextContent('Failed to delete role mapping');
    await expectAccessible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await roleTable.expect({ Clerk: 'Yes' });
  });

  test('that grant more than one has oneself can’t be given, and say why', async () => {
    withRoles({ Landlord: false });
    await open(ROLES);
    const reason = 'You can’t give or take this role: it grants rights that you don’t have, or is the platform’s own.';
    await expect.element(roleTable.row('Landlord')).toHaveTextContent(reason);
    await expect.element(roleTable.box('Landlord')).toHaveAttribute('aria-disabled', 'true');
    await roleTable.box('Landlord').click({ force: true });
    await roleTable.grant('Landlord').click({ force: true });
    await expect.element(tooltip).toHaveTextContent(reason);
    await roleTable.expect({ Landlord: 'No' });
    expect(await server.calls(api.changeUserRoles)).toEqual([]);
    expect(await server.calls(api.createUserRoleMapping)).toEqual([]);
    await expectAccessible();
  });

  // Spec: S8.empty.roles
  test('may be none at all', async () => {
    withRoles({});
    await open(ROLES);
    await expect.element(page.getByText('No roles found.')).toBeVisible();
    await expect.element(page.getByRole('table')).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('that can’t be loaded can be asked for again; a user that isn’t there is told of', async () => {
    withRoles({ Clerk: true });
    const mend = server.fail(api.listRoleSelection);
    await open(ROLES);
    await expect.element(list.failure).toBeVisible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await roleTable.expect({ Clerk: 'No' });
    server.fail(api.listRoleSelection, Code.NotFound, 'User not found.');
    server.fail(getUser, Code.NotFound, 'User not found.');
    await open('/admin/users/user-8/roles');
    await expect.element(page.getByText('There is nothing at this address.')).toBeVisible();
  });
});
