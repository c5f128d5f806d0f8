import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { DeletedRecord_Kind, DeletedService } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { expectAccessible, expectDialogToFit } from '@/testing/accessible';
import { form, leave } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { aUser } from '@/testing/platform';
import { address, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';

const LIST = '/admin/users';
const { filterUsers, deleteUser } = UserService.method;
const { describeDeletion, restoreDeleted } = DeletedService.method;
const { searchAssignees } = TaskService.method;

const USERS = [
  aUser({ id: 'user-1', email: 'owner@bharat.example' }),
  aUser({ id: 'user-2', email: 'ravi@bharat.example', designation: 'Site engineer' }),
  aUser({ id: 'user-3', email: 'meena@deccan.example', tenantId: 'tenant-2', tenantName: 'Deccan Builders' }),
  aUser({ id: 'user-4', email: 'gone@bharat.example', isActive: false }),
];

/** What the list asked for last. */
const asked = async () => (await server.calls(filterUsers)).at(-1)?.request;

const none = page.getByText('No users match these filters');
const row = (email: string) => page.getByRole('row', { name: email });

describe('the list of users', () => {
  beforeEach(() => {
    signIn();
    server.answer(filterUsers, (request) => pageOf(USERS, request));
  });

  // Spec: S2.users.list S4.user.active S9.page-size S9.sort-default
  test('shows them, the newest first, and names the organisation of those of others', async () => {
    await list.open(LIST);
    await expect.element(list.heading).toHaveTextContent('Users');
    await expect.element(list.result).toHaveTextContent('Showing page 1 of 1 — 4 total records');
    await list.expectRows([
      'owner@bharat.example',
      'ravi@bharat.example',
      'meena@deccan.exampleDeccan Builders',
      'gone@bharat.example',
    ]);
    await expect.element(row('ravi@bharat.example')).toHaveTextContent(/Site engineer\s*Active/);
    await expect.element(row('gone@bharat.example')).toHaveTextContent('Inactive');
    expect(await asked()).toMatchObject({
      pagination: { page: 0, size: 10 },
      sort: { field: 'createdAt', direction: 'desc' },
    });
  });

  // Spec: S2.users.filter-texts
  test('filters by every text', async () => {
    await list.open(LIST);
    await list.expectTextFilters(asked, [
      ['E-mail', 'email', 'ravi@'],
      ['Mobile no.', 'mobileNo', '9822012345'],
      ['Designation', 'designation', 'Engineer'],
    ]);
  });

  // Spec: S2.users.filter-active
  test('filters by All, Active or Inactive', async () => {
    await list.open(LIST);
    const status = page.getByRole('combobox', { name: 'Status', exact: true });
    const options = status.getByRole('option');
    expect(options.elements().map(({ textContent }) => textContent)).toEqual(['All', 'Active', 'Inactive']);
    expect((await asked())?.isActive).toBeUndefined();
    await status.selectOptions('Active');
    expect((await asked())?.isActive).toBe(true);
    await status.selectOptions('Inactive');
    expect((await asked())?.isActive).toBe(false);
    await status.selectOptions('All');
    await expect.poll(address).toBe(LIST);
  });

  // Spec: S2.users.filter-dates S9.date-range
  test('filters by whole days, the first and the last included', async () => {
    await list.open(LIST);
    await list.day('From date').fill('19/05/2026');
    leave(list.day('From date'));
    expect((await asked())?.dateRange).toMatchObject({ from: '2026-05-19T00:00:00Z', to: '' });
    server.answer(filterUsers, {});
    await list.day('To date').fill('19/05/2026');
    leave(list.day('To date'));
    await expect.element(none).toBeVisible();
    expect((await asked())?.dateRange).toMatchObject({ from: '2026-05-19T00:00:00Z', to: '2026-05-19T23:59:59Z' });
    await expectAccessible();
    await list.chip('From date: 19 May 2026').click();
    expect((await asked())?.dateRange).toMatchObject({ from: '', to: '2026-05-19T23:59:59Z' });
  });

  // Spec: S2.users.sort
  test('sorts by every column', async () => {
    // As wide as it takes to show all of them.
    await page.viewport(1600, 900);
    await list.open(LIST);
    await list.expectSorts(
      async () => (await asked())?.sort,
      [
        ['E-mail', 'email'],
        ['Mobile no.', 'mobileNo'],
        ['Designation', 'role'],
        ['Status', 'isActive'],
        ['Comment', 'comment'],
        ['Created', 'createdAt'],
        ['Updated', 'updatedAt'],
      ],
    );
  });

  // Spec: S2.users.page-size S5.page-size
  test('takes any page size, 1 at least', async () => {
    await list.open(LIST);
    await list.pageSize.fill('3');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => list.column(1)).toHaveLength(3);
    expect((await asked())?.pagination).toMatchObject({ page: 0, size: 3 });
    await list.next.click();
    await list.expectRows(['gone@bharat.example']);
    expect(address()).toBe(`${LIST}?size=3&page=2`);
    expect((await asked())?.pagination).toMatchObject({ page: 1, size: 3 });
    await list.pageSize.fill('-4');
    await userEvent.keyboard('{Enter}');
    await list.expectRows(['owner@bharat.example']);
    expect((await asked())?.pagination).toMatchObject({ page: 0, size: 1 });
  });

  // Spec: S2.users.actions S2.users.delete-question
  test('asks before it deletes', async () => {
    await list.open(LIST);
    await list.menu('ravi@bharat.example').click();
    const entries = page.getByRole('menuitem');
    await expect.element(entries).toHaveLength(5);
    expect(entries.elements().map((entry) => [entry.textContent, entry.getAttribute('href')])).toEqual([
      ['View', `${LIST}/user-2`],
      ['Edit', `${LIST}/user-2/edit`],
      ['Roles', `${LIST}/user-2/roles`],
      ['Permissions', `${LIST}/user-2/permissions`],
      ['Delete', null],
    ]);
    await entries.nth(4).click();
    const dialog = form.dialog('Delete ravi@bharat.example?');
    await expect.element(dialog).toHaveTextContent('Are you sure you want to delete this user?');
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(await server.calls(deleteUser)).toEqual([]);
  });

  test('says in the question why it failed to delete, and leaves the user out then', async () => {
    server.fail(deleteUser);
    await list.open(LIST);
    await list.act('ravi@bharat.example', 'Delete');
    const dialog = form.dialog('Delete ravi@bharat.example?');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Failed to delete user. Please try again.');
    await expectAccessible();

    server.answer(deleteUser, {});
    server.answer(filterUsers, (request) => pageOf(USERS.toSpliced(1, 1), request));
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await form.expectToast('User deleted successfully!');
    expect((await server.calls(deleteUser)).map(({ request }) => request.id)).toEqual(['user-2', 'user-2']);
    await expect.element(row('ravi@bharat.example')).not.toBeInTheDocument();
    // The menu that had the focus is gone with its row.
    await expect.element(list.heading).toHaveFocus();
  });

  test('says what goes along with somebody and what is in their name, and brings them back', async () => {
    let stored = USERS;
    server.answer(filterUsers, (request) => pageOf(stored, request));
    server.answer(deleteUser, ({ id }) => {
      stored = stored.filter((user) => user.id !== id);
      return {};
    });
    server.answer(describeDeletion, { roles: 2n, openTasks: 1_234n, sharedViews: 3n });
    server.answer(restoreDeleted, () => {
      stored = USERS;
      return {};
    });
    await list.open(LIST);
    await list.act('ravi@bharat.example', 'Delete');
    const dialog = form.dialog('Delete ravi@bharat.example?');
    await expect
      .element(dialog)
      .toHaveTextContent('They are signed out everywhere at once, and their app passwords end.');
    await expect
      .element(dialog)
      .toHaveTextContent('Goes along: 2 roles. In their name: 1,234 open tasks and 3 shared views.');
    const asked = { kind: DeletedRecord_Kind.USER, id: 'user-2' };
    expect((await server.calls(describeDeletion))[0]?.request).toMatchObject(asked);
    await expectAccessible();
    await expectDialogToFit();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(row('ravi@bharat.example')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Undo' }).click();
    await form.expectToast('Brought back.');
    await expect.element(row('ravi@bharat.example')).toBeVisible();
    expect((await server.calls(restoreDeleted))[0]?.request).toMatchObject(asked);
  });

  test('hands the open tasks of whoever is deleted over to somebody else', async () => {
    server.answer(deleteUser, {});
    server.answer(describeDeletion, { openTasks: 3n });
    // So high that no toast lies over a row's menu.
    await page.viewport(1366, 1600);
    server.answer(searchAssignees, {
      people: [
        { id: 'user-2', email: 'ravi@bharat.example' },
        { id: 'user-5', email: 'rani@bharat.example' },
      ],
    });
    await list.open(LIST);
    await list.act('ravi@bharat.example', 'Delete');
    const dialog = form.dialog('Delete ravi@bharat.example?');
    const receiver = dialog.getByRole('combobox', { name: 'Hand their open tasks over to' });
    await receiver.fill('ra');
    const options = page.getByRole('listbox').getByRole('option');
    await expect.poll(() => options.elements().map(({ textContent }) => textContent)).toEqual(['rani@bharat.example']);
    await options.first().click();
    await expectAccessible();
    await expectDialogToFit();
    const reason = 'An inactive user can’t be given tasks. Choose somebody else.';
    const mend = server.fail(deleteUser, Code.InvalidArgument, reason);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(reason);
    await expect.element(receiver).toHaveValue('rani@bharat.example');
    mend();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await form.expectToast('User deleted successfully!');
    // What goes along isn't asked again of somebody who is gone.
    expect(await server.calls(describeDeletion)).toHaveLength(1);
    const asked = { id: 'user-2', handOverToId: 'user-5' };
    expect((await server.calls(deleteUser)).map(({ request }) => request)).toMatchObject([asked, asked]);
    // Nobody is chosen for the next one, who may be given what the other couldn't.
    await list.act('gone@bharat.example', 'Delete');
    const next = form.dialog('Delete gone@bharat.example?');
    const nextReceiver = next.getByRole('combobox', { name: 'Hand their open tasks over to' });
    await expect.element(nextReceiver).toHaveValue('');
    await nextReceiver.fill('ra');
    await expect.poll(() => options.elements()).toHaveLength(2);
    await nextReceiver.fill('');
    await next.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(async () => (await server.calls(deleteUser)).length).toBe(3);
    expect((await server.calls(deleteUser))[2]?.request).toMatchObject({ id: 'user-4', handOverToId: '' });
  });

  test('takes a whole address for the choice of who gets the tasks', async () => {
    server.answer(deleteUser, {});
    server.answer(describeDeletion, { openTasks: 3n });
    server.answer(searchAssignees, { people: [{ id: 'user-5', email: 'rani@bharat.example' }] });
    await list.open(LIST);
    await list.act('ravi@bharat.example', 'Delete');
    const dialog = form.dialog('Delete ravi@bharat.example?');
    const receiver = dialog.getByRole('combobox', { name: 'Hand their open tasks over to' });
    await receiver.fill('Rani@bharat.example');
    await expect.element(page.getByRole('option', { name: 'rani@bharat.example' })).toBeVisible();
    await userEvent.keyboard('{Tab}');
    await expect.element(receiver).toHaveValue('rani@bharat.example');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await form.expectToast('User deleted successfully!');
    expect((await server.calls(deleteUser))[0]?.request).toMatchObject({ id: 'user-2', handOverToId: 'user-5' });
  });

  test('asks nobody for whom tasks go to where there are none, or they are not theirs to give', async () => {
    await list.open(LIST);
    await list.act('ravi@bharat.example', 'Delete');
    const receiver = page.getByRole('combobox', { name: 'Hand their open tasks over to' });
    await expect.element(receiver).toHaveAttribute('readonly');
    await expect.element(form.dialog('Delete ravi@bharat.example?')).toHaveTextContent('They have no open tasks.');
    await userEvent.keyboard('{Escape}');
    await list.act('meena@deccan.example', 'Delete');
    await expect.element(form.dialog('Delete meena@deccan.example?')).toBeVisible();
    await expect.element(receiver).not.toBeInTheDocument();
    for (const rights of [['view'], ['edit']] as const) {
      signIn(person({ User: ['view', 'delete'], 'Project Tasks': rights }));
      await list.open(LIST);
      await list.act('ravi@bharat.example', 'Delete');
      await expect.element(form.dialog('Delete ravi@bharat.example?')).toBeVisible();
      await expect.element(receiver).not.toBeInTheDocument();
    }
  });

  test('says of somebody without any that nothing goes along', async () => {
    await list.open(LIST);
    await list.act('ravi@bharat.example', 'Delete');
    await expect.element(form.dialog('Delete ravi@bharat.example?')).toHaveTextContent('They have no roles.');
  });

  test('leads to the deleted ones', async () => {
    await list.open(LIST);
    const link = page.getByRole('main').getByRole('link', { name: 'Deleted', exact: true });
    await expect.element(link).toHaveAttribute('href', '/deleted?kind=USER');
    signIn(person({ User: ['view', 'edit'] }));
    await list.open(LIST);
    await expect.element(link).not.toBeInTheDocument();
  });

  test('does not offer to delete oneself', async () => {
    await list.open(LIST);
    await list.menu('owner@bharat.example').click();
    await expect
      .element(page.getByRole('menuitem', { name: 'Delete' }))
      .toHaveTextContent('You can’t delete your own account.');
  });

  // Spec: S8.users.list-failed
  test('says when it can’t be loaded, and tries again', async () => {
    const mend = server.fail(filterUsers);
    await open(LIST);
    await expect.element(list.failure).toHaveTextContent('Failed to fetch users');
    await expectAccessible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => list.column(1)).toHaveLength(4);
  });

  test('is refused in place by the server', async () => {
    server.fail(filterUsers, Code.PermissionDenied, 'You need the View permission for User.');
    await open(LIST);
    await expect.element(list.heading).toHaveTextContent('Unauthorized');
    await expect.element(page.getByText('Please contact the administrator.')).toBeVisible();
    expect(address()).toBe(LIST);
    await expectAccessible();
  });
});
