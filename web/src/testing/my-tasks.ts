import type { Locator } from 'vitest/browser';
import { type Task, Task_Status } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { progressOf } from '@/shared/tasks/quantities';
import { pageOf } from './list';
import { page } from './screen';
import { server } from './server';
import { node, task } from './work';

const { filterTasks, recordTaskProgress } = TaskService.method;

/** The address of one's own tasks. */
export const MINE = '/project-tasks/mine';

/** A task that is given to whoever is signed in. */
export const mine = (title: string, fields: Parameters<typeof task>[0] = {}) =>
  task({ id: title, title, assignedTo: 'user-1', status: Task_Status.IN_PROGRESS, progress: 30, ...fields });

/** The card of a task. */
export const card = (title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) });

/** How much of a task is done; its button says "+10 %" whatever that is. */
export const percent = (title: string, text: string): Locator => card(title).getByText(text, { exact: true });

/** Says that a tenth more of a task is done. */
export const addTen = (title: string): Locator => page.getByRole('button', { name: `Add 10 % to ${title}` });

/** Says that a task is done. */
export const done = (title: string): Locator => page.getByRole('button', { name: `${title} is done` });

/** What was sent to the server, one entry after the other. */
export const sent = async () => (await server.calls(recordTaskProgress)).map(({ request }) => request);

/** Answers the list with these, and takes what is entered of them. */
export function answerMine(...tasks: readonly Task[]): void {
  server.answer(filterTasks, (request) => pageOf(tasks, request));
  const stored = new Map(tasks.map((one) => [one.id, one]));
  server.answer(recordTaskProgress, ({ id, status, progress, actualQuantity, clearActualQuantity }) => {
    const before = stored.get(id) ?? task();
    const version = before.version + 1n;
    const now = {
      ...before,
      version,
      status: status || before.status,
      progress:
        progress ?? progressOf({ estimatedQuantity: before.estimatedQuantity, actualQuantity }) ?? before.progress,
      actualQuantity: clearActualQuantity ? undefined : (actualQuantity ?? before.actualQuantity),
    };
    stored.set(id, now);
    const { status: kept, actualQuantity: quantity } = now;
    return {
      task: node(id, '', { status: kept, actualQuantity: quantity, version, rollUp: { progress: now.progress } }),
    };
  });
}
