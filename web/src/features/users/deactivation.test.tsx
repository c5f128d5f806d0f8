import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { DeletedService } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import type { User } from '@/gen/nirmaan/platform/v1/user_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { EVERYTHING as ALL_QUERIES } from '@/kit/stale';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { EVERYTHING, person, signIn } from '@/testing/people';
import { aUser } from '@/testing/platform';
import { conflict, invalid } from '@/testing/refusals';
import { open, page } from '@/testing/screen';
import { server } from '@/testing/server';
import { otherTab } from '@/testing/tabs';

const EDIT = '/admin/users/user-7/edit';
const { getUser, updateUser } = UserService.method;

const receiver = page.getByRole('combobox', { name: 'Hand their open tasks over to' });
const main = page.getByRole('main');
const back = page.getByText('Open tasks that were handed over are assigned to them again');

/** What was to be changed last. */
const sent = async () => (await server.calls(updateUser)).at(-1)?.request;

/** Chooses whether the user is active. */
async function become(status: 'Active' | 'Inactive'): Promise<void> {
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: status, exact: true }).click();
}

async function choose(email: string): Promise<void> {
  await receiver.fill(email.slice(0, 4));
  await page.getByRole('option', { name: email }).click();
}

const withState = (fields: Partial<User> = {}) => ({ ...aUser(), ...fields });

beforeEach(() => {
  signIn();
  server.answer(getUser, aUser());
  server.answer(updateUser, aUser());
  server.answer(UserService.method.filterUsers, {});
  server.answer(DeletedService.method.describeDeletion, { openTasks: 5n });
  server.answer(TaskService.method.searchAssignees, { people: [{ id: 'user-8', email: 'asha@bharat.example' }] });
});

describe('making a user inactive', () => {
  test('says what is open in their hands, and hands it over', async () => {
    const other = otherTab();
    await open(EDIT);
    await expect.element(page.getByRole('combobox', { name: 'Status' })).toBeVisible();
    await expect.element(receiver).not.toBeInTheDocument();
    await become('Inactive');
    await expect.element(main).toHaveTextContent('If left empty, 5 open tasks stay assigned to them.');
    await expectAccessible();
    await choose('asha@bharat.example');
    await form.update.click();
    await form.expectToast('User updated successfully!');
    expect(await sent()).toMatchObject({ id: 'user-7', handOverToId: 'user-8', user: { isActive: false } });
    expect((await sent())?.updateMask?.paths).toEqual(['is_active']);
    // They are named everywhere.
    await expect.poll(() => other.told).toEqual([ALL_QUERIES]);
  });

  test('hands nothing over if nobody is chosen, or the user stays active after all', async () => {
    await open(EDIT);
    await become('Inactive');
    await choose('asha@bharat.example');
    await become('Active');
    await expect.element(receiver).not.toBeInTheDocument();
    await form.fill({ Comment: 'Stays' });
    await form.update.click();
    await form.expectToast('User updated successfully!');
    expect(await sent()).toMatchObject({ handOverToId: '', user: { isActive: true } });
  });

  test('has nothing to hand over where there are no open tasks', async () => {
    server.answer(DeletedService.method.describeDeletion, {});
    await open(EDIT);
    await become('Inactive');
    await expect.element(main).toHaveTextContent('They have no open tasks.');
    await expect.element(receiver).toHaveAttribute('readonly');
  });

  test('lets a choice be taken back although there is nothing to hand over any more', async () => {
    await open(EDIT);
    await become('Inactive');
    await choose('asha@bharat.example');
    server.answer(DeletedService.method.describeDeletion, {});
    await open(EDIT);
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.element(main).toHaveTextContent('They have no open tasks.');
    await expect.element(receiver).not.toHaveAttribute('readonly');
    await receiver.fill('');
    await expect.element(receiver).toHaveAttribute('readonly');
  });

  test('is merged with what somebody else has saved meanwhile', async () => {
    server.answer(updateUser, ({ user }) => {
      server.answer(getUser, aUser({ comment: 'On leave', version: 4n }));
      if (user?.version !== 4n) throw conflict(4n);
      return aUser();
    });
    await open(EDIT);
    await become('Inactive');
    await choose('asha@bharat.example');
    await form.update.click();
    await form.expectToast('User updated successfully! Includes what');
    expect(await sent()).toMatchObject({
      handOverToId: 'user-8',
      user: { isActive: false, version: 4n },
      updateMask: { paths: ['is_active'] },
    });
  });

  test('keeps who was chosen in the draft, and shows there why it can’t be them', async () => {
    await open(EDIT);
    await become('Inactive');
    await choose('asha@bharat.example');
    await open(EDIT);
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.element(receiver).toHaveValue('asha@bharat.example');
    server.answer(updateUser, () => {
      throw invalid({ hand_over_to_id: 'There is no such user any more. Choose somebody else.' });
    });
    await form.update.click();
    await form.summary.getByRole('link', { name: 'There is no such user any more.' }).click();
    await expect.element(receiver).toHaveFocus();
    await expect.element(receiver).toHaveAttribute('aria-invalid', 'true');
  });

  test.each([
    ['whoever may not edit tasks', person({ ...EVERYTHING, 'Project Tasks': ['view'] })],
    ['users of the platform', { ...person(), tenantId: 'platform', tenantName: 'Nirmaan' }],
  ])('offers nothing to %s', async (_, who) => {
    signIn(who);
    await open(EDIT);
    await become('Inactive');
    await form.update.click();
    await form.expectToast('User updated successfully!');
    expect(await sent()).toMatchObject({ handOverToId: '' });
    expect(await server.calls(DeletedService.method.describeDeletion)).toEqual([]);
  });

  test('says in general what becomes of the tasks where their number can’t be read', async () => {
    server.fail(DeletedService.method.describeDeletion, Code.Unavailable);
    await open(EDIT);
    await become('Inactive');
    await expect.element(main).toHaveTextContent('If left empty, the tasks stay assigned to them.');
  });
});

test('whoever becomes active again has their tasks back, and whoever is inactive can hand over later', async () => {
  server.answer(getUser, withState({ isActive: false }));
  await open(EDIT);
  await expect.element(receiver).toBeVisible();
  await choose('asha@bharat.example');
  await form.update.click();
  await form.expectToast('User updated successfully!');
  const inactive = { handOverToId: 'user-8', user: { isActive: false }, updateMask: { paths: ['is_active'] } };
  expect(await sent()).toMatchObject(inactive);
  await open(EDIT);
  await become('Active');
  await expect.element(back).toBeVisible();
  await expect.element(receiver).not.toBeInTheDocument();
});

test('a receiver for somebody whom a colleague has made active meanwhile is a question', async () => {
  server.answer(getUser, withState({ isActive: false }));
  server.answer(updateUser, ({ user }) => {
    server.answer(getUser, aUser({ version: 4n }));
    if (user?.version !== 4n) throw conflict(4n);
    return aUser();
  });
  await open(EDIT);
  await choose('asha@bharat.example');
  await form.update.click();
  const question = form.dialog('This record has changed');
  await expect.element(question).toHaveTextContent('asha@bharat.example');
  await expect.element(question).not.toHaveTextContent('user-8');
  await expect.element(question).toHaveTextContent(/Active\s*Hand their open tasks over to —/);
  await expectAccessible();
  await question.getByRole('radio', { name: 'asha@bharat.example' }).first().click();
  await question.getByRole('button', { name: 'Save' }).click();
  await form.expectToast('User updated successfully!');
  expect(await sent()).toMatchObject({ handOverToId: 'user-8', user: { isActive: false, version: 4n } });
});
