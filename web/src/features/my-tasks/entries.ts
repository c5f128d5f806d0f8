import { type Task, Task_Status } from '@/gen/nirmaan/projects/v1/task_pb';
import { t } from '@/i18n/my-tasks';
import type { NumberFormat } from '@/kit/form/NumberText';
import { commaProblem, meantUpTo, parseUpTo } from '@/kit/form/number-text';
import { formatDecimal } from '@/kit/format';
import { progressOf } from '@/shared/tasks/quantities';
import type { TaskStatusName } from '@/shared/tasks/status';
import type { Entry, Recorded } from './waiting';

const STEP = 10;
const MAX_QUANTITY = 1_000_000_000;

/** Statuses of work that nobody has begun, or that begins anew: the first progress begins it. */
const NOT_BEGUN: readonly TaskStatusName[] = ['DRAFT', 'PLANNED', 'ASSIGNED', 'INITIATED', 'REOPENED', 'REJECTED'];

/** Statuses of tasks that somebody still has to work on. */
export const OPEN: readonly Task_Status[] = [
  Task_Status.DRAFT,
  Task_Status.PLANNED,
  Task_Status.ASSIGNED,
  Task_Status.INITIATED,
  Task_Status.IN_PROGRESS,
  Task_Status.ON_HOLD,
  Task_Status.REOPENED,
  Task_Status.REJECTED,
];

/** A task as it is once the server has taken what was entered; of what was entered twice, the later counts. */
export const withEntries = (task: Task, entries: readonly Entry[]): Task => entries.reduce(withEntry, task);

function withEntry(task: Task, { progress, status, actualQuantity }: Entry): Task {
  // The server's rule: what is said of progress counts, and otherwise what the quantity comes to.
  const implied = progressOf({ estimatedQuantity: task.estimatedQuantity, actualQuantity });
  return {
    ...task,
    progress: progress ?? implied ?? task.progress,
    status: status ? Task_Status[status] : task.status,
    actualQuantity: actualQuantity === undefined ? task.actualQuantity : (actualQuantity ?? undefined),
  };
}

/** A task as the server has just stored it. Its own progress is what it comes to, unless there are tasks below it. */
export const withRecorded = (task: Task, { version, status, progress, actualQuantity }: Recorded): Task => ({
  ...task,
  version,
  status,
  actualQuantity,
  progress,
  rollUp: task.rollUp && { ...task.rollUp, progress },
});

/** A bit more is done. */
export function tenMore(task: Pick<Task, 'progress' | 'status'>): Entry {
  const progress = Math.min(100, Math.round((task.progress + STEP) * 100) / 100);
  const begins = NOT_BEGUN.some((name) => Task_Status[name] === task.status);
  return begins ? { progress, status: 'IN_PROGRESS' } : { progress };
}

/** All of it is done. */
export const allDone: Entry = { progress: 100, status: 'COMPLETED' };

/**
 * A quantity of a task. Where it says how far the task is, no progress is sent, not even one that still waits: the server
 * works it out over the estimate of that moment, which others may have changed since.
 */
export function quantityEntry(task: Pick<Task, 'estimatedQuantity'>, actualQuantity: number): Entry {
  const implied = progressOf({ estimatedQuantity: task.estimatedQuantity, actualQuantity });
  return implied === undefined ? { actualQuantity } : { actualQuantity, progress: undefined };
}

/**
 * What puts a task back to how it is now, its progress and what else is named. As in {@link quantityEntry}, progress that
 * follows from a quantity isn't sent.
 */
export function backTo(task: Pick<Task, 'estimatedQuantity' | 'progress'>, named: Omit<Entry, 'progress'>): Entry {
  const { estimatedQuantity, progress } = task;
  const implied = progressOf({ estimatedQuantity, actualQuantity: named.actualQuantity });
  return { ...named, progress: implied === progress ? undefined : progress };
}

/** A quantity as people write it: grouped or not, with at most four decimals. */
export const quantityFormat: NumberFormat<number> = {
  read: (text) => parseUpTo(text, MAX_QUANTITY, 4),
  write: (quantity) => (quantity === null ? '' : formatDecimal(quantity)),
  problem: (text) => commaProblem(t.myTasks.quantity, meantUpTo(text, MAX_QUANTITY, 4)) ?? t.myTasks.quantityProblem,
};

const quantityInWords = (quantity: number | null) =>
  quantity === null ? t.myTasks.enteredNoQuantity : t.myTasks.enteredQuantity(formatDecimal(quantity));

/** What was entered, in words. */
export function entryInWords({ progress, status, actualQuantity }: Entry): string {
  return [
    progress === undefined ? '' : t.myTasks.enteredProgress(formatDecimal(progress)),
    status ? t.work.statuses[status] : '',
    actualQuantity === undefined ? '' : quantityInWords(actualQuantity),
  ]
    .filter(Boolean)
    .join(', ');
}
