import { IconArrowDown, IconArrowUp, IconBarrierBlock, IconEqual, IconFlame } from '@tabler/icons-react';
import { Task_Priority } from '@/gen/nirmaan/projects/v1/task_pb';
import { t } from '@/i18n/work';
import type { StatusMeta, Tone } from '@/kit/data/StatusBadge';

/** A task's priority as addresses and forms name it. */
export type PriorityName = Exclude<keyof typeof Task_Priority, 'PRIORITY_UNSPECIFIED'>;

const priority = (name: PriorityName, tone: Tone, icon: StatusMeta['icon']): StatusMeta => ({
  label: t.work.priorities[name],
  tone,
  icon,
});

/** The five priorities, the least pressing first. */
export const PRIORITY: Readonly<Record<PriorityName, StatusMeta>> = {
  LOW: priority('LOW', 'gray', IconArrowDown),
  MEDIUM: priority('MEDIUM', 'neel', IconEqual),
  HIGH: priority('HIGH', 'haldi', IconArrowUp),
  URGENT: priority('URGENT', 'geru', IconFlame),
  BLOCKER: priority('BLOCKER', 'sindoor', IconBarrierBlock),
};

const isPriorityName = (name: string | undefined): name is PriorityName => name !== undefined && name in PRIORITY;

/** A priority of the wire by its name; undefined when nobody said. */
export function priorityName(value: Task_Priority): PriorityName | undefined {
  const name: string | undefined = Task_Priority[value];
  return isPriorityName(name) ? name : undefined;
}

/** How a priority of the wire looks; undefined when nobody said. */
export function priorityMeta(value: Task_Priority): StatusMeta | undefined {
  const name = priorityName(value);
  return name && PRIORITY[name];
}

/** Choices for filters and forms. */
export const PRIORITY_OPTIONS = Object.entries(PRIORITY).map(([value, { label }]) => ({ value, label }));
