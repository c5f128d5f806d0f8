import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';

// Canada writes days as ISO does.
const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

const DAY_MS = 24 * 60 * 60 * 1000;

/** The day of an instant in India, as `YYYY-MM-DD`; empty when absent. */
export const dayOfInstant = (at: Timestamp | undefined): string => (at ? isoDay.format(timestampDate(at)) : '');

/** Today in India, as `YYYY-MM-DD`. */
export const today = (): string => isoDay.format(new Date());

/** Days since a fixed day, to measure spans by. */
export const dayNumber = (iso: string): number => Math.round(Date.parse(`${iso}T00:00:00Z`) / DAY_MS);

/** The day of such a number, as `YYYY-MM-DD`. */
export const dayOfNumber = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
