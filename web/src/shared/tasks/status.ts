import {
  IconAlertOctagon,
  IconBan,
  IconCalendarEvent,
  IconCheck,
  IconChecks,
  IconCircleDashed,
  IconFlag,
  IconHammer,
  IconHourglass,
  IconPlayerPause,
  IconRefresh,
  IconUserCheck,
  IconX,
} from '@tabler/icons-react';
import { Task_Status } from '@/gen/nirmaan/projects/v1/task_pb';
import { t } from '@/i18n/work';
import type { StatusMeta, Tone } from '@/kit/data/StatusBadge';

/** A task's status as addresses and forms name it. */
export type TaskStatusName = Exclude<keyof typeof Task_Status, 'STATUS_UNSPECIFIED'>;

type Phase = keyof typeof t.work.phases;

interface TaskStatusMeta extends StatusMeta {
  phase: Phase;
}

const status = (name: TaskStatusName, phase: Phase, tone: Tone, icon: StatusMeta['icon']): TaskStatusMeta => ({
  label: t.work.statuses[name],
  phase,
  tone,
  icon,
});

/** The 13 statuses in the order of a task's life. */
export const TASK_STATUS: Readonly<Record<TaskStatusName, TaskStatusMeta>> = {
  DRAFT: status('DRAFT', 'ahead', 'gray', IconCircleDashed),
  PLANNED: status('PLANNED', 'ahead', 'neel', IconCalendarEvent),
  ASSIGNED: status('ASSIGNED', 'ahead', 'neel', IconUserCheck),
  INITIATED: status('INITIATED', 'working', 'mor', IconFlag),
  IN_PROGRESS: status('IN_PROGRESS', 'working', 'mor', IconHammer),
  REOPENED: status('REOPENED', 'working', 'mor', IconRefresh),
  ON_HOLD: status('ON_HOLD', 'working', 'haldi', IconPlayerPause),
  UNDER_REVIEW: status('UNDER_REVIEW', 'checking', 'neel', IconHourglass),
  COMPLETED: status('COMPLETED', 'checking', 'neem', IconCheck),
  APPROVED: status('APPROVED', 'checking', 'neem', IconChecks),
  REJECTED: status('REJECTED', 'checking', 'sindoor', IconX),
  TERMINATED: status('TERMINATED', 'over', 'sindoor', IconAlertOctagon),
  CANCELLED: status('CANCELLED', 'over', 'gray', IconBan),
};

const isTaskStatusName = (name: string | undefined): name is TaskStatusName =>
  name !== undefined && name in TASK_STATUS;

/** The names of all statuses, in the order in which they are shown. */
export const TASK_STATUS_NAMES: readonly TaskStatusName[] = Object.keys(TASK_STATUS).filter(isTaskStatusName);

/** A status of the wire by its name; undefined for one that this version doesn't know. */
export function taskStatusName(value: Task_Status): TaskStatusName | undefined {
  const name: string | undefined = Task_Status[value];
  return isTaskStatusName(name) ? name : undefined;
}

/** How a status of the wire looks. */
export function taskStatusMeta(value: Task_Status): StatusMeta | undefined {
  const name = taskStatusName(value);
  return name && TASK_STATUS[name];
}

/** Choices for filters and forms, under their phases. */
export const TASK_STATUS_OPTIONS = TASK_STATUS_NAMES.map((value) => ({
  value,
  label: TASK_STATUS[value].label,
  group: t.work.phases[TASK_STATUS[value].phase],
}));
