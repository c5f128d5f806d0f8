import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { addEntry, waitingEntries } from '@/features/my-tasks/waiting';
import { AuthService } from '@/gen/nirmaan/auth/v1/auth_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { session, signIn } from '@/testing/people';
import { refused } from '@/testing/refusals';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
const another = dialog.getByRole('button', { name: 'Use another account' });
const guest = page.getByText('Guest', { exact: true });

describe('a session that has ended, left for another account', () => {
  beforeEach(() => {
    signIn();
    server.fail(AuthService.method.refresh, Code.Unauthenticated);
    server.answer(AuthService.method.logout, {});
  });

  test('is over at once where there is nothing to lose', async () => {
    server.fail(ContractService.method.filterContracts, Code.Unauthenticated);
    await open('/contracts/list');
    await another.click();
    await expect.poll(address).toBe('/');
    await expect.element(guest).toBeVisible();
  });

  test('keeps entries that wait to be sent until the user gives them up', async () => {
    server.fail(TaskService.method.recordTaskProgress, Code.Unavailable);
    addEntry({ taskId: 't', title: 'Embankment', version: '1', progress: 40 });
    server.fail(ContractService.method.filterContracts, Code.Unauthenticated);
    await open('/contracts/list');
    await another.click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Log out without sending?');
    await expect.element(dialog.getByRole('button', { name: 'Stay' })).toHaveFocus();
    await expectAccessible();
    expect(waitingEntries()).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await expect.element(dialog.getByRole('textbox', { name: 'Password' })).toHaveFocus();
    expect(waitingEntries()).toHaveLength(1);
    await another.click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await expect.element(guest).toBeVisible();
    expect(localStorage).toHaveLength(0);
  });

  describe('asks before a form with unsaved changes is left', () => {
    beforeEach(async () => {
      server.fail(ContractService.method.createContract, Code.Unauthenticated);
      server.fail(TaskService.method.recordTaskProgress, Code.Unavailable);
      await open('/contracts/create');
      await form.fill({ 'Bid ID': 'BID/1', 'Contract name': 'Culvert' });
      await form.create.click();
      await expect.element(dialog).toBeVisible();
    });

    test('where nothing waits to be sent', async () => {
      await another.click();
      await expectAskedAndStay();
    });

    test('after it has asked about what waits to be sent', async () => {
      addEntry({ taskId: 't', title: 'Embankment', version: '1', progress: 40 });
      await another.click();
      await dialog.getByRole('button', { name: 'Leave' }).click();
      await expectAskedAndStay();
      expect(waitingEntries()).toEqual([]);
    });
  });
});

test('a session that has ended goes on with a code where there is a second factor', async () => {
  signIn();
  server.fail(AuthService.method.refresh, Code.Unauthenticated);
  server.answer(AuthService.method.login, ({ code }) => {
    if (!code) throw refused(Code.Unauthenticated, 'This account has a second factor.', 'SECOND_FACTOR_REQUIRED');
    if (code !== '287082') throw refused(Code.Unauthenticated, 'Invalid credentials.', 'BAD_CREDENTIALS');
    server.answer(ContractService.method.filterContracts, {});
    return { ...session(), accessToken: 'renewed' };
  });
  server.fail(ContractService.method.filterContracts, Code.Unauthenticated);
  await open('/contracts/list');
  await dialog.getByRole('textbox', { name: 'Password' }).fill('right');
  const submit = dialog.getByRole('button', { name: 'Sign in and continue' });
  await submit.click();
  const code = dialog.getByRole('textbox', { name: 'Code', exact: true });
  await expect.element(code).toHaveFocus();
  await expectAccessible();
  await code.fill('123456');
  await submit.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The code is wrong or was used already.');
  await code.fill('287082');
  await submit.click();
  await expect.element(dialog).not.toBeInTheDocument();
});

async function expectAskedAndStay(): Promise<void> {
  await expect.element(form.dialog('Leave without saving?')).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect.element(form.field('Bid ID')).toHaveValue('BID/1');
  await expect.element(page.getByText('Signed in as owner@bharat.example')).toBeVisible();
}
