import { type Task, Task_Status } from '@/gen/nirmaan/projects/v1/task_pb';
import { t } from '@/i18n/my-tasks';
import type { NumberFormat } from '@/kit/form/NumberText';
import { parseUpTo } from '@/kit/form/number-text';
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
export function withEntries(task: Task, entries: readonly Entry[]): Task {
  const status = entries.findLast((entry) => entry.status !== undefined)?.status;
  const quantity = entries.findLast(({ actualQuantity }) => actualQuantity !== undefined)?.actualQuantity;
  return {
    ...task,
    progress: entries.findLast(({ progress }) => progress !== undefined)?.progress ?? task.progress,
    status: status ? Task_Status[status] : task.status,
    actualQuantity: quantity === undefined ? task.actualQuantity : (quantity ?? undefined),
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

/** A quantity of a task, with the progress that it comes to; it takes the place of one that still waits to be sent. */
export function quantityEntry(task: Pick<Task, 'estimatedQuantity'>, actualQuantity: number): Entry {
  const progress = progressOf({ estimatedQuantity: task.estimatedQuantity, actualQuantity });
  return progress === undefined ? { actualQuantity } : { actualQuantity, progress };
}

/** A quantity as people write it: grouped or not, with at most four decimals. */
export const quantityFormat: NumberFormat<number> = {
  read: (text) => parseUpTo(text, MAX_QUANTITY, 4),
  write: (quantity) => (quantity === null ? '' : formatDecimal(quantity)),
  problem: () => t.myTasks.quantityProblem,
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
