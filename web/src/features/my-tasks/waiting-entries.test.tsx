import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '@/app/query-client';
import { AuthService } from '@/gen/nirmaan/auth/v1/auth_pb';
import { Task_Status } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { frame } from '@/testing/frame';
import { pageOf } from '@/testing/list';
import { ENDLESS, withPace } from '@/testing/pace';
import { signIn } from '@/testing/people';
import { refused } from '@/testing/refusals';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';
import { node, task } from '@/testing/work';

const { filterTasks, recordTaskProgress } = TaskService.method;
const MINE = '/project-tasks/mine';
const PREFIX = 'nirmaan-waiting:';

const addTen = page.getByRole('button', { name: 'Add 10 % to Cutting' });
const waits = page.getByRole('status').filter({ hasText: '1 entry waits to be sent' });
const percent = (text: string) => page.getByRole('listitem').getByText(text, { exact: true });
const question = page.getByRole('dialog', { name: 'Log out without sending?' });

const names = () => Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));

/** Answers the list with one task that is done so far. */
const answerProgress = (progress: number, version = 1n) =>
  server.answer(filterTasks, (request) =>
    pageOf([task({ title: 'Cutting', status: Task_Status.IN_PROGRESS, progress, version })], request),
  );

beforeEach(async () => {
  signIn();
  await page.viewport(390, 844);
  answerProgress(30);
  server.fail(recordTaskProgress, Code.Unavailable);
  server.answer(AuthService.method.logout, {});
});

describe('what waits to be sent', () => {
  test('is told of without a break while more is entered of the same task', async () => {
    withPace({ patience: 0 });
    await open(MINE);
    await addTen.click();
    await expect.element(waits).toBeVisible();
    withPace({ patience: ENDLESS });
    await addTen.click();
    await expect.element(percent('50 %')).toBeVisible();
    expect(waits.elements()).toHaveLength(1);
  });

  test('is sent again by itself, until the server takes it', async () => {
    withPace({ patience: 0, resend: 50 });
    await open(MINE);
    await addTen.click();
    await expect.element(waits).toBeVisible();
    server.answer(recordTaskProgress, ({ id, version }) => ({
      task: node(id, '', { version: version + 1n, status: Task_Status.IN_PROGRESS, rollUp: { progress: 40 } }),
    }));
    await expect.element(waits).not.toBeInTheDocument();
    await expect.element(percent('40 %')).toBeVisible();
    expect(names()).toEqual([]);
  });

  test('gives way to what is stored when another tab has sent it', async () => {
    await open(MINE);
    await addTen.click();
    await expect.element(percent('40 %')).toBeVisible();
    // Somebody has gone on from there since.
    answerProgress(60, 3n);
    const [name = ''] = names();
    localStorage.removeItem(name);
    window.dispatchEvent(new StorageEvent('storage', { key: name, newValue: null }));
    await expect.element(percent('60 %')).toBeVisible();
  });

  // One phone may serve several people; and a later version may not understand what an earlier one has kept.
  test.each([
    [
      'of somebody else',
      `${PREFIX}tenant-1/user-9/1`,
      { id: '1', place: 1, taskId: 'a', title: 'Kerbs', version: '1' },
    ],
    ['that can’t be read', `${PREFIX}tenant-1/user-1/1`, { task: 'a' }],
  ])('%s is asked about before it is lost, and keeps nobody signed in', async (_, name, entry) => {
    localStorage.setItem(name, JSON.stringify(entry));
    await open('/payroll');
    await frame.logout.click();
    await expect.poll(address).toBe(MINE);
    const notice = page.getByRole('status').filter({ hasText: 'Entries that can’t be shown here' });
    await expect.element(notice).toHaveTextContent('Logging out deletes them.');
    await expectAccessible();
    await frame.logout.click();
    await question.getByRole('button', { name: 'Stay' }).click();
    expect(names()).toEqual([name]);
    await frame.logout.click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect.element(frame.banner).toHaveTextContent('Guest');
    expect(localStorage).toHaveLength(0);
  });

  test('stays where one may no longer see tasks', async () => {
    withPace({ patience: 0 });
    await open(MINE);
    await addTen.click();
    await expect.element(waits).toBeVisible();
    server.answer(filterTasks, () => {
      throw refused(Code.PermissionDenied, 'You need the right to view in Project Tasks.', 'NOT_GRANTED');
    });
    await queryClient.refetchQueries({ type: 'active' });
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Unauthorized');
    await expect.element(waits).toBeVisible();
  });
});
