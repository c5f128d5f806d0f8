import { t } from '@/i18n/tree';
import { formatDate, formatDecimal } from '@/kit/format';
import type { Spans } from './axis';

const words = t.schedule;

/** What a row of a schedule shows. */
export interface Scheduled extends Spans {
  readonly milestone: boolean;
  /** Percent done. */
  readonly progress: number;
}

/** The bars of a row in words. */
export function describe({ planned, actual, milestone, progress }: Scheduled, late: number): string {
  const parts = [plan(planned, milestone), course(actual)].filter(Boolean);
  if (parts.length === 0) return words.noDates;
  if (!actual.from) parts.push(words.notBegun);
  parts.push(words.done(formatDecimal(progress)));
  if (late > 0) parts.push(words.late(late));
  return parts.join(', ');
}

function plan({ from, to }: Spans['planned'], milestone: boolean): string {
  if (milestone && (to || from)) return words.milestone(formatDate(to || from));
  if (from && to) return words.planned(formatDate(from), formatDate(to));
  if (from) return words.plannedFrom(formatDate(from));
  return to && words.plannedTo(formatDate(to));
}

function course({ from, to }: Spans['actual']): string {
  if (!from) return '';
  return to ? words.actual(formatDate(from), formatDate(to)) : words.running(formatDate(from));
}
