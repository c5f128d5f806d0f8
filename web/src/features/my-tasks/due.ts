import type { Task } from '@/gen/nirmaan/projects/v1/task_pb';
import { isoOfDate } from '@/kit/format';

/** How soon a task is due. */
export type Due = 'late' | 'week' | 'later';

/** In the order in which they are shown. */
export const DUES: readonly Due[] = ['late', 'week', 'later'];

const DAY_MS = 24 * 60 * 60 * 1000;

/** The day by which a task is to be done, as `YYYY-MM-DD`: of one with tasks below it, the last of theirs. Empty when nobody said. */
export const dueDay = ({ rollUp, givenEndDate }: Pick<Task, 'rollUp' | 'givenEndDate'>): string =>
  isoOfDate(rollUp?.givenEndDate ?? givenEndDate);

/** How soon a day is. The week ends on Sunday; what has no day is for later. */
export function dueOf(day: string, today: string): Due {
  if (!day) return 'later';
  if (day < today) return 'late';
  return day <= endOfWeek(today) ? 'week' : 'later';
}

function endOfWeek(today: string): string {
  const noon = Date.parse(`${today}T12:00:00Z`);
  const daysLeft = (7 - new Date(noon).getUTCDay()) % 7;
  return new Date(noon + daysLeft * DAY_MS).toISOString().slice(0, 10);
}
