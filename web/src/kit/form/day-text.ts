import { dateOfIso, isoOfDate } from '@/kit/format';
import { dayNumber, dayOfNumber } from '@/kit/timeline/days';
import { fold } from './fold';

const ENGLISH = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** The months in Hindi with their short forms, as `fold` leaves them. */
const HINDI = [
  ['जनवरी', 'जन'],
  ['फरवरी', 'फर'],
  ['मार्च'],
  ['अप्रैल'],
  ['मई'],
  ['जून'],
  ['जुलाई', 'जुल'],
  ['अगस्त', 'अग'],
  ['सितंबर', 'सित'],
  ['अक्टूबर', 'अक्तूबर', 'अक्टू', 'अक्तू'],
  ['नवंबर', 'नव'],
  ['दिसंबर', 'दिस'],
];

/** An instant as RFC 3339 has it: its day in its own zone, its hours and minutes, and how far its zone is from Greenwich. */
const INSTANT =
  /^(\d{4}-\d\d-\d\d)[t ]([01]\d|2[0-3]):([0-5]\d):(?:[0-5]\d|60)(?:\.\d+)?(?:z|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/** Minutes that India is ahead of Greenwich. */
const KOLKATA = 5 * 60 + 30;

/** `15:00`, `15:00:00.000` or `03:00 pm`. */
const TIME = /^(?:[01]?\d|2[0-3]):[0-5]?\d(?::[0-5]?\d(?:\.\d+)?)? *(?:[ap]m)?$/;

/** A run of digits, which may be an ordinal number, or of the letters of a month's name. */
const RUN = /(\d+)(?:(?:st|nd|rd|th)(?![a-z\u0900-\u0963]))?|[a-z\u0900-\u0963]+/g;

/**
 * Reads a day as people and portals write it in India: day, month, year, the month as a number or by its name in English or
 * Hindi; `YYYY-MM-DD`; a time behind it isn't kept. A year of two digits is at most 50 years back and 49 ahead of today; a
 * day without a year is in the one in which it is nearest to today. Bulk upload reads days by the same rules.
 *
 * @param today in India, as `YYYY-MM-DD`
 * @returns `YYYY-MM-DD`, or null when the text is no day of the calendar
 */
export function parseDay(text: string, today: string): string | null {
  const folded = fold(text);
  const instant = INSTANT.exec(folded);
  if (instant) return dayOfInstant(instant);
  const parts = partsOf(withoutTime(folded));
  const month = monthNumber(parts?.month ?? '');
  if (!parts || month === undefined || !/^\d\d?$/.test(parts.day)) return null;
  const day = Number(parts.day);
  if (parts.year === undefined) return nearest(day, month, today);
  if (/^\d{4}$/.test(parts.year)) return isoOf(Number(parts.year), month, day);
  return /^\d\d$/.test(parts.year) ? isoOf(fullYear(Number(parts.year), today), month, day) : null;
}

/** The day in India of an instant, or null when the calendar has no such one. */
function dayOfInstant([, day = '', hours, minutes, sign, zoneHours, zoneMinutes]: RegExpExecArray): string | null {
  if (!dateOfIso(day)) return null;
  const ahead = (sign === '-' ? -1 : 1) * (60 * Number(zoneHours ?? 0) + Number(zoneMinutes ?? 0));
  const minute = 60 * Number(hours) + Number(minutes) - ahead + KOLKATA;
  return dayOfNumber(dayNumber(day) + Math.floor(minute / (24 * 60)));
}

/** Tender portals write `19-May-2025 03:00 PM`; the time is not kept. */
function withoutTime(text: string): string {
  const before = text.split(':', 1)[0] ?? '';
  const at = Math.max(before.lastIndexOf('t'), before.lastIndexOf(' '));
  return at >= 0 && TIME.test(text.slice(at + 1).trim()) ? text.slice(0, at).replace(/[ ,]+$/, '') : text;
}

/** The texts of day, month and year, in whichever order a text of a known form has them. */
function partsOf(text: string): { day: string; month: string; year?: string } | undefined {
  const found = [...text.matchAll(RUN)];
  const runs = found.map(([run, digits]) => digits ?? run);
  // What stands between the runs, and whatever else there is.
  const between = text
    .split(RUN)
    .filter((_, at) => at % 2 === 0)
    .map((part) => part.trim());
  const named = runs.some((run) => isWord(run));
  const separator = named ? /^[-/.,'’]?$/ : /^[-/.]?$/;
  if (between.at(0) !== '' || between.at(-1) !== '' || !between.every((part) => separator.test(part))) return undefined;
  const [first = '', second = '', third = ''] = runs;
  if (runs.length === 1 && /^\d{8}$/.test(first)) {
    return { day: first.slice(0, 2), month: first.slice(2, 4), year: first.slice(4) };
  }
  if (runs.length === 2 && isWord(second)) return { day: first, month: second };
  if (runs.length !== 3) return undefined;
  if (/^\d{4}$/.test(first)) return { day: third, month: second, year: first };
  // "Dec 5, 26" might be anything.
  if (isWord(first) && third.length === 4) return { day: second, month: first, year: third };
  return { day: first, month: second, year: third };
}

const isWord = (run: string) => /^\D/.test(run);

/** A month by number, by name or by the name's short form. */
function monthNumber(text: string): number | undefined {
  if (/^\d\d?$/.test(text)) return Number(text);
  const name = text === 'sept' ? 'sep' : text;
  const english = ENGLISH.findIndex((month) => month === name || month.slice(0, 3) === name);
  const index = english < 0 ? HINDI.findIndex((names) => names.includes(name)) : english;
  return index < 0 ? undefined : index + 1;
}

/** The year of two digits that is at most 50 years back and 49 ahead. */
function fullYear(twoDigits: number, today: string): number {
  const first = Number(today.slice(0, 4)) - 50;
  return first + ((((twoDigits - first) % 100) + 100) % 100);
}

/** A day of no year in the year in which it is nearest to today; ahead of it where two are as near. */
function nearest(day: number, month: number, today: string): string | null {
  const year = Number(today.slice(0, 4));
  const apart = (iso: string) => Math.abs(dayNumber(iso) - dayNumber(today));
  const days = [year + 1, year, year - 1].map((each) => isoOf(each, month, day)).filter((iso) => iso !== null);
  return days.reduce<string | null>((best, iso) => (best === null || apart(iso) < apart(best) ? iso : best), null);
}

function isoOf(year: number, month: number, day: number): string | null {
  const iso = isoOfDate({ year, month, day });
  return dateOfIso(iso) ? iso : null;
}
