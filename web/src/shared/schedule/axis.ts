import { formatDate } from '@/kit/format';
import { dayNumber, dayOfNumber } from '@/kit/timeline/days';
import type { Span } from '@/kit/timeline/Schedule';

/** What was planned and what came of it; days as `YYYY-MM-DD`, empty where nobody said. */
export interface Spans {
  readonly planned: Readonly<Span>;
  readonly actual: Readonly<Span>;
}

/** How wide a day is. */
export const ZOOMS = ['day', 'week', 'month'] as const;

export type Zoom = (typeof ZOOMS)[number];

/** The line of days that a schedule is drawn along. */
export interface Axis {
  /** The number of its first day. */
  readonly first: number;
  readonly days: number;
  /** In pixels. */
  readonly dayWidth: number;
  readonly zoom: Zoom;
}

/** A part of the axis with its name. */
export interface Tick {
  readonly x: number;
  readonly width: number;
  readonly label: string;
}

const DAY_WIDTH: Readonly<Record<Zoom, number>> = { day: 28, week: 8, month: 2.6 };
/** Days beyond this are taken for typing mistakes, and left off the axis. */
const MOST_DAYS = 366 * 40;
/** Today belongs on the axis unless it is further away than this. */
const TODAY_NEAR = 90;
const MONDAY = 4;
/** Narrower ticks have no room for their names. */
const NAMED_FROM = 22;

const monthStart = (day: number) => dayNumber(`${dayOfNumber(day).slice(0, 7)}-01`);
/** Any day of the month after. */
const nextMonth = (day: number) => monthStart(monthStart(day) + 31);
const yearStart = (day: number) => dayNumber(`${dayOfNumber(day).slice(0, 4)}-01-01`);

/** The axis on which all of these have room, in whole months; undefined when none of them has a day. */
export function axisOf(spans: Iterable<Spans>, today: string, zoom: Zoom): Axis | undefined {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { planned, actual } of spans) {
    for (const iso of [planned.from, planned.to, actual.from, actual.to]) {
      if (!iso) continue;
      const day = dayNumber(iso);
      least = Math.min(least, day);
      most = Math.max(most, day);
    }
  }
  if (least > most) return undefined;
  const now = dayNumber(today);
  if (now > least - TODAY_NEAR && now < most + TODAY_NEAR) {
    least = Math.min(least, now);
    most = Math.max(most, now);
  }
  const first = monthStart(least - 7);
  const last = nextMonth(Math.min(most + 7, first + MOST_DAYS));
  return { first, days: last - first, dayWidth: DAY_WIDTH[zoom], zoom };
}

/** The same axis in a certain width, for paper. */
export const fitted = (axis: Axis, width: number): Axis => ({ ...axis, dayWidth: width / axis.days, zoom: 'month' });

/** In pixels. */
export const axisWidth = ({ days, dayWidth }: Axis): number => Math.round(days * dayWidth);

/** Where a day begins. */
export const xOf = ({ first, dayWidth }: Axis, day: number): number => (day - first) * dayWidth;

/** The day at a place. */
export const dayAt = ({ first, dayWidth }: Axis, x: number): number => first + x / dayWidth;

/** The upper and the lower ticks between two places. */
export function ticks(axis: Axis, from: number, to: number): { upper: Tick[]; lower: Tick[] } {
  const begin = Math.max(axis.first, Math.floor(dayAt(axis, from)));
  const end = Math.min(axis.first + axis.days, Math.ceil(dayAt(axis, to)));
  const run = (start: number, next: (day: number) => number, label: (day: number) => string): Tick[] => {
    const found: Tick[] = [];
    for (let day = start; day < end; day = next(day)) {
      const x = Math.max(0, xOf(axis, day));
      const width = Math.min(xOf(axis, next(day)), axisWidth(axis)) - x;
      found.push({ x, width, label: width < NAMED_FROM ? '' : label(day) });
    }
    return found;
  };
  const part = (place: 0 | 1 | 2) => (day: number) => formatDate(dayOfNumber(day)).split(' ')[place] ?? '';
  const months = (label: (day: number) => string) => run(monthStart(begin), nextMonth, label);
  const monthAndYear = (day: number) => `${part(1)(day)} ${part(2)(day)}`;
  switch (axis.zoom) {
    case 'day':
      return { upper: months(monthAndYear), lower: run(begin, (day) => day + 1, part(0)) };
    case 'week': {
      const monday = begin - ((((begin - MONDAY) % 7) + 7) % 7);
      return { upper: months(monthAndYear), lower: run(monday, (day) => day + 7, part(0)) };
    }
    case 'month':
      return { upper: run(yearStart(begin), (day) => yearStart(day + 366), part(2)), lower: months(part(1)) };
  }
}
