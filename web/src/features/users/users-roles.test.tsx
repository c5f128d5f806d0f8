import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { TenantService } from '@/gen/nirmaan/platform/v1/tenant_service_pb';
import { UserRoleMappingService } from '@/gen/nirmaan/platform/v1/user_role_mapping_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { EVERYTHING, person, signIn } from '@/testing/people';
import { aTenant, aUser } from '@/testing/platform';
import { conflict, invalid, refused } from '@/testing/refusals';
import { withRoles } from '@/testing/roles';
import { open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const CREATE = '/admin/users/create';
const USER = '/admin/users/user-7';
const EDIT = `${USER}/edit`;
const { createUser, filterUsers, getUser, updateUser } = UserService.method;
const { listRoleSelection } = UserRoleMappingService.method;

const main = page.getByRole('main');
const roles = page.getByRole('group', { name: 'Roles' });
const boxes = roles.getByRole('checkbox');
const box = (role: string) => roles.getByRole('checkbox', { name: role, exact: true });
const without = roles.getByText('Without a role, all they see is whom to ask for one.');
const GOOD = { 'E-mail': 'ravi@bharat.example', Password: 'Nine-metre-girder' };

/** What was to be created, and changed, last. */
const created = async () => (await server.calls(createUser)).at(-1)?.request;
const updated = async () => (await server.calls(updateUser)).at(-1)?.request;

beforeEach(() => {
  signIn();
  server.answer(getUser, aUser());
  server.answer(createUser, aUser());
  server.answer(updateUser, aUser());
  server.answer(filterUsers, {});
  server.answer(TenantService.method.getTenant, aTenant({ id: 'tenant-1', name: 'Bharat Infra' }));
});

describe('a new user', () => {
  test('is created with the roles that are chosen', async () => {
    withRoles({ Clerk: true, Estimator: true, Landlord: false });
    await open(CREATE);
    await expect.element(boxes).toHaveLength(3);
    await expect.element(without).toBeVisible();
    await expect.element(box('Landlord')).toBeDisabled();
    await box('Clerk').click();
    await box('Estimator').click();
    await expect.element(without).not.toBeInTheDocument();
    await box('Clerk').click();
    await form.fill(GOOD);
    await expectAccessible();
    await form.create.click();
    await form.expectToast('User created successfully!');
    expect((await created())?.roleIds).toEqual(['of-Estimator']);
    expect((await server.calls(listRoleSelection))[0]?.request).toMatchObject({ userId: '', tenantId: 'tenant-1' });
  });

  test('may have none', async () => {
    withRoles({ Clerk: true });
    await open(CREATE);
    await form.fill(GOOD);
    await form.create.click();
    await form.expectToast('User created successfully!');
    expect((await created())?.roleIds).toEqual([]);
  });

  test('keeps what was chosen in the draft, also a role that is gone meanwhile', async () => {
    withRoles({ Clerk: true, Estimator: true });
    await open(CREATE);
    await form.fill(GOOD);
    await box('Clerk').click();
    await box('Estimator').click();
    await expect.poll(() => Object.values(sessionStorage).join()).toContain('of-Estimator');
    withRoles({ Estimator: true });
    server.answer(createUser, () => {
      throw invalid({ role_ids: 'One of the roles isn’t there any more. Choose again.' });
    });
    await open(CREATE);
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.element(box('Estimator')).toBeChecked();
    await expect.element(box('A role that isn’t there any more')).toBeChecked();
    await form.fill({ Password: GOOD.Password });
    await form.create.click();
    await form.summary.getByRole('link', { name: 'One of the roles isn’t there any more.' }).click();
    await expect.element(roles.getByRole('list')).toHaveFocus();
    await box('A role that isn’t there any more').click();
    await expect.element(box('A role that isn’t there any more')).not.toBeInTheDocument();
    server.answer(createUser, aUser());
    await form.create.click();
    await form.expectToast('User created successfully!');
    expect((await created())?.roleIds).toEqual(['of-Estimator']);
  });

  test('of whom nobody knows whether they were created has the roles of the first attempt, and is told so', async () => {
    withRoles({ Clerk: true, Estimator: true });
    server.fail(createUser, Code.Unavailable);
    await open(CREATE);
    await form.fill(GOOD);
    await box('Clerk').click();
    await form.create.click();
    await expect.element(form.summary).toHaveTextContent('Network error');
    // The first attempt was carried out all the same.
    server.answer(createUser, ({ roleIds }) => {
      if (roleIds[0] !== 'of-Clerk') throw refused(Code.AlreadyExists, 'Another request.', 'IDEMPOTENCY_KEY_REUSED');
      return aUser();
    });
    withRoles({ Clerk: true, Estimator: true }, 'Clerk');
    await box('Clerk').click();
    await box('Estimator').click();
    await form.create.click();
    await form.expectToast('Not kept: Roles. Please check here.');
    await expect.element(box('Clerk')).toBeChecked();
    await expect.element(box('Estimator')).not.toBeChecked();
  });

  test('of another tenant may be given what its people can hold', async () => {
    server.answer(TenantService.method.getTenant, aTenant({ id: 'tenant-1', isPlatform: true }));
    server.answer(TenantService.method.searchTenantsByName, {
      tenants: [{ id: 'tenant-8', name: 'Deccan Builders' }],
    });
    server.answer(listRoleSelection, ({ tenantId }) => ({
      roles: [
        { roleId: 'of-Clerk', roleName: 'Clerk', isGrantable: true },
        { roleId: 'of-Keeper', roleName: 'Keeper', isGrantable: tenantId === 'tenant-1' },
      ],
    }));
    await open(CREATE);
    await box('Clerk').click();
    await box('Keeper').click();
    const tenant = page.getByRole('combobox', { name: 'Tenant name' });
    await tenant.fill('Dec');
    await page.getByRole('option', { name: 'Deccan Builders' }).click();
    // What was chosen is not taken away in silence: it stays to be seen, and can be taken back, not given again.
    await expect.element(box('Keeper')).toHaveAccessibleDescription(/You can’t give or take this role/);
    await expect.element(box('Keeper')).toBeChecked();
    await box('Keeper').click();
    await expect.element(box('Keeper')).toBeDisabled();
    await form.fill(GOOD);
    await form.create.click();
    await form.expectToast('User created successfully!');
    expect(await created()).toMatchObject({ user: { tenantId: 'tenant-8' }, roleIds: ['of-Clerk'] });
  });

  test('is created without roles by whoever may not give any, and says which right is missing', async () => {
    withRoles({ Clerk: true });
    signIn(person({ ...EVERYTHING, UserRoleMapping: ['view'] }));
    await open(CREATE);
    await expect.element(box('Clerk')).toBeDisabled();
    await expect.element(roles).toHaveTextContent('You need the Create permission for UserRoleMapping.');
    signIn(person({ ...EVERYTHING, UserRoleMapping: [] }));
    await open(CREATE);
    await expect.element(roles).toHaveTextContent('You need the View permission for UserRoleMapping.');
    await expect.element(boxes).not.toBeInTheDocument();
    await form.fill(GOOD);
    await form.create.click();
    await form.expectToast('User created successfully!');
  });

  test('is filled in while the roles can’t be read, and they are asked for again', async () => {
    const mend = server.fail(listRoleSelection);
    await open(CREATE);
    await expect.element(roles).toHaveTextContent('Failed to fetch roles');
    await form.fill(GOOD);
    mend();
    withRoles({ Clerk: true });
    await roles.getByRole('button', { name: 'Try again' }).click();
    await box('Clerk').click();
    await expect.element(form.field('E-mail')).toHaveValue(GOOD['E-mail']);
  });
});

describe('the form of a user', () => {
  test('gives and takes roles with the rest of what changes', async () => {
    withRoles({ Clerk: true, Estimator: true, Mason: true }, 'Clerk', 'Mason');
    await open(EDIT);
    await expect.element(box('Clerk')).toBeChecked();
    await box('Clerk').click();
    await box('Estimator').click();
    await form.fill({ Comment: 'Moved to the office' });
    await expectAccessible();
    await form.update.click();
    await form.expectToast('User updated successfully!');
    expect(await updated()).toMatchObject({
      giveRoleIds: ['of-Estimator'],
      takeRoleIds: ['of-Clerk'],
      updateMask: { paths: ['comment'] },
    });
  });

  test('leaves the roles alone where no box was touched', async () => {
    withRoles({ Clerk: true }, 'Clerk');
    await open(EDIT);
    await box('Clerk').click();
    await box('Clerk').click();
    await form.fill({ Comment: 'Moved' });
    await form.update.click();
    await form.expectToast('User updated successfully!');
    expect(await updated()).toMatchObject({ giveRoleIds: [], takeRoleIds: [] });
  });

  test('keeps the choice of roles beside what somebody else has saved meanwhile', async () => {
    withRoles({ Clerk: true, Estimator: true }, 'Clerk');
    await open(EDIT);
    await box('Estimator').click();
    server.answer(getUser, aUser({ version: 9n, comment: 'Theirs' }));
    server.answer(updateUser, ({ user }) => {
      if (user?.version !== 9n) throw conflict(9n);
      return aUser();
    });
    await form.update.click();
    await form.expectToast('User updated successfully!');
    expect(await updated()).toMatchObject({ user: { comment: 'Theirs' }, giveRoleIds: ['of-Estimator'] });
  });

  test('shows which role was deleted while the form was open', async () => {
    withRoles({ Clerk: true, Estimator: true }, 'Clerk');
    await open(EDIT);
    await box('Estimator').click();
    withRoles({ Clerk: true }, 'Clerk');
    server.answer(updateUser, () => {
      throw invalid({ give_role_ids: 'One of the roles isn’t there any more. Choose again.' });
    });
    await form.update.click();
    await form.summary.getByRole('link', { name: 'One of the roles isn’t there any more.' }).click();
    await expect.element(roles.getByRole('list')).toHaveFocus();
    await expect.element(roles.getByRole('list')).toHaveAccessibleDescription(/One of the roles isn’t there/);
    await expect.element(box('Estimator')).not.toBeInTheDocument();
    await expectAccessible();
    await box('A role that isn’t there any more').click();
    server.answer(updateUser, aUser());
    await form.fill({ Comment: 'Stays' });
    await form.update.click();
    await form.expectToast('User updated successfully!');
    expect(await updated()).toMatchObject({ giveRoleIds: [], takeRoleIds: [] });
  });

  test('lets a choice be taken back whose right has gone', async () => {
    withRoles({ Clerk: true, Estimator: true }, 'Clerk');
    await open(EDIT);
    await box('Estimator').click();
    await form.fill({ Comment: 'Stays' });
    await expect.poll(() => Object.values(sessionStorage).join()).toContain('of-Estimator');
    signIn(person({ ...EVERYTHING, UserRoleMapping: ['view'] }));
    await expect.element(roles).toHaveTextContent('You need the Edit permission for UserRoleMapping.');
    await expect.element(box('Clerk')).toBeDisabled();
    await box('Estimator').click();
    await expect.element(box('Estimator')).toBeDisabled();
    await form.update.click();
    await form.expectToast('User updated successfully!');
    expect(await updated()).toMatchObject({ giveRoleIds: [], user: { comment: 'Stays' } });
  });

  test('lets a choice be taken back that can’t be seen any more', async () => {
    withRoles({ Clerk: true }, 'Clerk');
    await open(EDIT);
    await box('Clerk').click();
    await form.fill({ Comment: 'Stays' });
    signIn(person({ ...EVERYTHING, UserRoleMapping: [] }));
    await expect.element(roles).toHaveTextContent('Roles were chosen here before this right was taken from you.');
    await expectAccessible();
    await roles.getByRole('button', { name: 'Leave the roles as they are' }).click();
    await form.update.click();
    await form.expectToast('User updated successfully!');
    expect(await updated()).toMatchObject({ takeRoleIds: [], user: { comment: 'Stays' } });
  });

  test('says why the roles can’t be saved, and keeps the choice', async () => {
    withRoles({ Clerk: true }, 'Clerk');
    await open(EDIT);
    await box('Clerk').click();
    server.fail(updateUser, Code.FailedPrecondition, 'This is the last administrator.');
    await form.update.click();
    await expect.element(form.summary).toHaveTextContent('This is the last administrator.');
    await expect.element(box('Clerk')).not.toBeChecked();
  });

  test('shows the roles to read to whoever may not change them', async () => {
    withRoles({ Clerk: true }, 'Clerk');
    signIn(person({ ...EVERYTHING, UserRoleMapping: ['view', 'create'] }));
    await open(EDIT);
    await expect.element(box('Clerk')).toBeChecked();
    await expect.element(box('Clerk')).toBeDisabled();
    await expect.element(roles).toHaveTextContent('You need the Edit permission for UserRoleMapping.');
  });
});

describe('the page of a user', () => {
  const held = main.getByRole('definition').getByRole('listitem');

  test('names the roles that they hold', async () => {
    withRoles({ Clerk: true, Estimator: true, Mason: true }, 'Clerk', 'Mason');
    await open(USER);
    await expect.element(held).toHaveLength(2);
    expect(held.elements().map(({ textContent }) => textContent)).toEqual(['Clerk', 'Mason']);
    await expectAccessible();
  });

  test('says that they hold none, and to others that it isn’t theirs to see', async () => {
    withRoles({ Clerk: true });
    await open(USER);
    await expect.element(main).toHaveTextContent('No role yet: all they see is whom to ask for one.');
    signIn(person({ ...EVERYTHING, UserRoleMapping: [] }));
    await open(USER);
    await expect.element(main).toHaveTextContent('You need the View permission for UserRoleMapping.');
  });
});
