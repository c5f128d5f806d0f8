import type { TaskNode } from '@/gen/nirmaan/projects/v1/task_pb';
import { isoOfDate } from '@/kit/format';
import { dayNumber } from '@/kit/timeline/days';
import type { Span } from '@/kit/timeline/Schedule';
import type { TreeNode } from '@/kit/tree/tree';
import { type PriorityName, priorityName } from './priority';
import { type TaskStatusName, taskStatusName } from './status';

/** Tasks go from level 0 to this one, whose tasks have none below them. */
export const MAX_LEVEL = 4;

/** Days as `YYYY-MM-DD`, of what was planned and of what came of it; empty where nobody said. */
export interface TaskDays {
  readonly planned: Readonly<Span>;
  readonly actual: Readonly<Span>;
}

/** A task of the tree. Flat, without the weight of a message: there may be a hundred thousand. */
export interface TaskRow extends TreeNode, TaskDays {
  readonly title: string;
  /** Undefined for one that this version doesn't know. */
  readonly status: TaskStatusName | undefined;
  readonly priority: PriorityName | undefined;
  readonly taskType: string;
  /** User id; empty for nobody. */
  readonly assignedTo: string;
  readonly units: string;
  readonly estimatedQuantity: number | undefined;
  readonly actualQuantity: number | undefined;
  /** Price of a unit, in paise. */
  readonly rate: bigint | undefined;
  readonly milestone: boolean;
  readonly version: bigint;
  /** Percent done, with all below it. */
  readonly progress: number;
  /** Paise, with all below it. */
  readonly estimatedAmount: bigint;
  readonly actualAmount: bigint;
}

/** Nothing is expected to happen to such a task any more, whatever its progress. */
const OVER: ReadonlySet<TaskStatusName | undefined> = new Set(['COMPLETED', 'APPROVED', 'TERMINATED', 'CANCELLED']);

/** A task as the server tells it, for the tree. */
export function taskRow({ id, parentId, title, rollUp, ...node }: TaskNode): TaskRow {
  const status = taskStatusName(node.status);
  const goesOn = rollUp !== undefined && rollUp.descendants > 0 && rollUp.progress < 100 && !OVER.has(status);
  return {
    id,
    parentId,
    title,
    descendants: rollUp?.descendants ?? 0,
    status,
    priority: priorityName(node.priority),
    taskType: node.taskType,
    assignedTo: node.assignedTo,
    units: node.units,
    estimatedQuantity: node.estimatedQuantity,
    actualQuantity: node.actualQuantity,
    rate: node.estimatedRate?.paise,
    milestone: node.isMilestone,
    version: node.version,
    progress: rollUp?.progress ?? 0,
    estimatedAmount: rollUp?.estimatedAmount?.paise ?? 0n,
    actualAmount: rollUp?.actualAmount?.paise ?? 0n,
    planned: { from: isoOfDate(rollUp?.givenStartDate), to: isoOfDate(rollUp?.givenEndDate) },
    // Some of what lies below may have ended: the whole goes on until all of it is done.
    actual: { from: isoOfDate(rollUp?.actualStartDate), to: goesOn ? '' : isoOfDate(rollUp?.actualEndDate) },
  };
}

/** Whether a task counts with figures of its own, which it no longer does once a task is below it. */
export function hasOwnFigures(row: TaskRow): boolean {
  const { descendants, estimatedQuantity, actualQuantity, rate, estimatedAmount, actualAmount } = row;
  const figures = [estimatedQuantity, actualQuantity, rate, estimatedAmount, actualAmount];
  return descendants === 0 && figures.some((figure) => Boolean(figure));
}

/** How many days a task is late, up to today where it isn't finished; 0 when it is not. */
export function daysLate({ planned, actual, status, progress }: TaskRow, today: string): number {
  if (!planned.to) return 0;
  const open = progress < 100 && !OVER.has(status);
  const end = open ? today : actual.to;
  return end > planned.to ? dayNumber(end) - dayNumber(planned.to) : 0;
}
