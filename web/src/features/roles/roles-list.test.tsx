import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { RoleService } from '@/gen/nirmaan/platform/v1/role_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { list } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { aRole, instant } from '@/testing/platform';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const LIST = '/admin/roles';
const { listRoles, getRole, deleteRole } = RoleService.method;

const ROLES = [
  aRole({ id: 'role-1', name: 'Tenant Administrator', description: 'Runs a firm', isSystem: true }),
  aRole({ id: 'role-2', name: 'Estimator', description: 'Quotes', updatedAt: instant('2026-07-01T04:00:00Z') }),
  aRole({ id: 'role-3', name: 'Site engineer', description: 'Builds', updatedAt: instant('2026-01-01T04:00:00Z') }),
];

describe('the list of roles', () => {
  beforeEach(() => {
    signIn();
    server.answer(listRoles, { roles: ROLES });
  });

  // Spec: S2.roles.list
  test('has all of them at once, narrowed and sorted in place', async () => {
    await list.open(LIST);
    await expect.element(list.heading).toHaveTextContent('Roles');
    await expect.element(list.result).toHaveTextContent('Showing page 1 of 1 — 3 total records');
    for (const [header, ascending] of [
      ['Name', ['Estimator', 'Site engineer', 'Tenant Administrator']],
      ['Description', ['Site engineer', 'Estimator', 'Tenant Administrator']],
      ['Updated', ['Site engineer', 'Tenant Administrator', 'Estimator']],
    ] as const) {
      await list.sortButton(header).click();
      await list.expectRows(ascending);
      await list.sortButton(header).click();
      await list.expectRows(ascending.toReversed());
    }
    await list.filter('Name').fill('ENGINEER');
    await list.expectRows(['Site engineer']);
    await expect.poll(address).toBe(`${LIST}?name=ENGINEER&sort=updatedAt&dir=desc`);
    await list.filter('Description').fill('no such description');
    await expect.element(page.getByText('No roles match these filters')).toBeVisible();
  });

  test('leads to the view of each, and marks those of the system', async () => {
    await list.open(LIST);
    await expect.element(page.getByRole('link', { name: 'Estimator' })).toHaveAttribute('href', `${LIST}/role-2/view`);
    await expect.element(page.getByRole('row', { name: 'Tenant Administrator' })).toHaveTextContent('System role');
    await list.menu('Tenant Administrator').click();
    await expect
      .element(page.getByRole('menuitem', { name: 'Delete' }))
      .toHaveTextContent('This is a system role and can’t be deleted.');
    await expectAccessible();
  });

  test('deletes after a question, which shows why it failed', async () => {
    const reason = 'The role Estimator is held by ravi@bharat.example. Take it from them first.';
    server.fail(deleteRole, Code.FailedPrecondition, reason);
    await list.open(LIST);
    await list.act('Estimator', 'Delete');
    const dialog = form.dialog('Delete Estimator?');
    await expect.element(dialog).toHaveTextContent('Are you sure you want to delete this role?');
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(reason);
    await expectAccessible();
    server.answer(deleteRole, {});
    server.answer(listRoles, { roles: ROLES.toSpliced(1, 1) });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await form.expectToast('Role deleted successfully!');
    await list.expectRows(['Tenant Administrator', 'Site engineer']);
    expect((await server.calls(deleteRole)).map(({ request }) => request.id)).toEqual(['role-2', 'role-2']);
  });

  test('says when it can’t be loaded, and tries again', async () => {
    const mend = server.fail(listRoles);
    await open(LIST);
    await expect.element(list.failure).toHaveTextContent('Failed to fetch roles');
    await expectAccessible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await list.expectRows(ROLES.map(({ name }) => name));
  });
});

// Spec: S2.roles.view
test('a role is shown to users only', async () => {
  await open(`${LIST}/role-2/view`);
  await expect.poll(address).toBe('/');
  await expect.element(page.getByRole('banner').getByText('Guest')).toBeVisible();
  expect(await server.calls(getRole)).toEqual([]);
});

test('without the right, a role is refused in place', async () => {
  signIn(person({ Contracts: ['view'] }));
  server.answer(listRoles, { roles: ROLES });
  server.fail(getRole, Code.PermissionDenied, 'You need the View permission for Role.');
  await list.open(LIST);
  await page.getByRole('button', { name: 'Create Role' }).hover();
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('You need the Create permission for Role.');
  await page.getByRole('link', { name: 'Estimator' }).click();
  await expect.element(list.heading).toHaveTextContent('Unauthorized');
  await expect.element(page.getByText('You need the View permission for Role.')).toBeVisible();
  await expectAccessible();
});
