import { IconCheck, IconHourglass, IconRefresh, IconX } from '@tabler/icons-react';
import { type Task, Task_Status } from '@/gen/nirmaan/projects/v1/task_pb';
import type { UserState } from '@/gen/nirmaan/type/v1/user_state_pb';
import { t } from '@/i18n/tasks';
import type { StatusMeta } from '@/kit/data/StatusBadge';
import { formatDate, formatInstant, isoOfDate } from '@/kit/format';
import { named } from '@/kit/named';

const words = t.tasks.review;

/** A step of a task's review. */
export type Step = 'request' | 'approve' | 'reject' | 'reopen';

/** How a step looks. */
export const STEP_ICONS: Readonly<Record<Step, StatusMeta['icon']>> = {
  request: IconHourglass,
  approve: IconCheck,
  reject: IconX,
  reopen: IconRefresh,
};

/** The steps that a task in this status can take, the likeliest first. The server decides again. */
export function stepsFrom(status: Task_Status): readonly Step[] {
  switch (status) {
    case Task_Status.UNDER_REVIEW:
      return ['approve', 'reject'];
    case Task_Status.APPROVED:
    case Task_Status.TERMINATED:
    case Task_Status.CANCELLED:
      return ['reopen'];
    case Task_Status.COMPLETED:
    case Task_Status.REJECTED:
      return ['request', 'reopen'];
    default:
      return ['request'];
  }
}

/** Something that somebody did in the course of a review. */
export interface Deed {
  id: 'completedBy' | 'requestedBy' | 'approvedBy' | 'rejectedBy';
  who: string;
  /** Undefined where nobody noted it. */
  when?: string | undefined;
  /** What they said about it. */
  why?: string;
}

/** Who did what, in the order of a review. */
export function deedsOf(task: Task): Deed[] {
  const { people } = task;
  // Of users of other organisations no address is told.
  const deed = (userId: string, email: string | undefined, state: UserState | undefined, told: Omit<Deed, 'who'>) =>
    userId ? [{ ...told, who: named(email ?? '', state) || words.unknownUser }] : [];
  return [
    ...deed(task.completedBy, people?.completedBy, people?.completedByState, { id: 'completedBy' }),
    ...deed(task.reviewRequestedBy, people?.reviewRequestedBy, people?.reviewRequestedByState, {
      id: 'requestedBy',
      when: task.reviewRequestedAt && formatInstant(task.reviewRequestedAt),
    }),
    ...deed(task.approvedBy, people?.approvedBy, people?.approvedByState, {
      id: 'approvedBy',
      when: task.approvalDate && formatDate(isoOfDate(task.approvalDate)),
    }),
    ...deed(task.rejectedBy, people?.rejectedBy, people?.rejectedByState, {
      id: 'rejectedBy',
      when: task.rejectedAt && formatInstant(task.rejectedAt),
      why: task.rejectionReason,
    }),
  ];
}
