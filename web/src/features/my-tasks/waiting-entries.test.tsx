import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { Task_Status } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { pageOf } from '@/testing/list';
import { signIn } from '@/testing/people';
import { open, page } from '@/testing/screen';
import { server } from '@/testing/server';
import { task } from '@/testing/work';

const { filterTasks, recordTaskProgress } = TaskService.method;
const MINE = '/project-tasks/mine';
const PREFIX = 'nirmaan-waiting:';

const addTen = page.getByRole('button', { name: 'Add 10 % to Cutting' });
const waits = page.getByRole('status').filter({ hasText: '1 entry waits to be sent' });
const percent = (text: string) => page.getByRole('listitem').getByText(text, { exact: true });

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
});

describe('what waits to be sent', () => {
  test('is told of without a break while more is entered of the same task', async () => {
    await open(MINE);
    await addTen.click();
    await expect.element(waits).toBeVisible();
    await addTen.click();
    await expect.element(percent('50 %')).toBeVisible();
    expect(waits.elements()).toHaveLength(1);
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
});
