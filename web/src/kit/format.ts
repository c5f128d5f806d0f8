import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import type { Date as CalendarDate, DateSchema } from '@/gen/google/type/date_pb';

/** Shown where there is nothing to show. */
export const NONE = '—';

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });
const rupeesAndPaise = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 });
const plain = new Intl.NumberFormat('en-IN');
const exact = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 4 });
const short = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 });

// Intl's en-IN writes "Sept" or "Sep" depending on the browser's ICU; a ledger wants one width.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const kolkata = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});

/**
 * Rupees with Indian grouping; paise only when there are any.
 * Works on the digits, never on a float: amounts go up to 10^13 rupees.
 */
export function formatMoney(paise: bigint): string {
  if (paise % 100n === 0n) return rupees.format(paise / 100n);
  const magnitude = paise < 0n ? -paise : paise;
  const digits = `${magnitude / 100n}.${String(magnitude % 100n).padStart(2, '0')}`;
  return rupeesAndPaise.format(`${paise < 0n ? '-' : ''}${digits}` as `${number}`);
}

const LAKH_PAISE = 10_000_000n;
const CRORE_PAISE = 1_000_000_000n;

/** Rupees in lakh or crore for cards and charts; show the exact amount beside it in a tooltip. */
export function formatMoneyShort(paise: bigint): string {
  const magnitude = paise < 0n ? -paise : paise;
  // Values that would round up to 100 L read as 1 Cr.
  if (magnitude >= CRORE_PAISE - LAKH_PAISE / 200n) return `${signed(paise, CRORE_PAISE)} Cr`;
  if (magnitude >= LAKH_PAISE) return `${signed(paise, LAKH_PAISE)} L`;
  return rupees.format(rounded(paise, 100n));
}

function signed(paise: bigint, unit: bigint): string {
  const hundredths = rounded(paise * 100n, unit);
  return `${hundredths < 0n ? '-' : ''}₹${short.format(Math.abs(Number(hundredths)) / 100)}`;
}

/** Half away from zero, as the server rounds money. */
function rounded(value: bigint, unit: bigint): bigint {
  const half = unit / 2n;
  return value < 0n ? -((-value + half) / unit) : (value + half) / unit;
}

/** A count with Indian grouping. */
export function formatCount(n: number | bigint): string {
  return plain.format(n);
}

/** A quantity, hours or a percentage with Indian grouping, to four decimals at most. */
export function formatDecimal(n: number): string {
  return exact.format(n);
}

/** `2026-01-10` as `10 Jan 2026`; anything else as a dash. */
export function formatDate(iso: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso);
  const month = MONTHS[Number(parts?.[2]) - 1];
  return parts && month ? `${parts[3]} ${month} ${parts[1]}` : NONE;
}

/** An instant in Indian time, whatever the machine's zone: `10 Jan 2026, 2:05 pm`. */
export function formatInstant(ts: Timestamp | undefined): string {
  return ts ? formatTime(timestampDate(ts)) : NONE;
}

/** The same of a date of JavaScript's. */
export function formatTime(at: Date): string {
  const part = new Map(kolkata.formatToParts(at).map(({ type, value }) => [type, value]));
  const month = MONTHS[Number(part.get('month')) - 1] ?? '';
  const day = (part.get('day') ?? '').padStart(2, '0');
  const half = (part.get('dayPeriod') ?? '').toLowerCase();
  return `${day} ${month} ${part.get('year')}, ${part.get('hour')}:${part.get('minute')} ${half}`;
}

/** A `google.type.Date` as `YYYY-MM-DD`; empty when absent or incomplete. */
export function isoOfDate(date: Pick<CalendarDate, 'year' | 'month' | 'day'> | undefined): string {
  if (!date?.year || !date.month || !date.day) return '';
  return `${String(date.year).padStart(4, '0')}-${String(date.month).padStart(2, '0')}-${String(date.day).padStart(2, '0')}`;
}

/** `YYYY-MM-DD` as the fields of a `google.type.Date`; undefined for anything that is no day of the calendar. */
export function dateOfIso(iso: string): MessageInitShape<typeof DateSchema> | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso);
  if (!parts) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const check = new Date(Date.UTC(year, month - 1, day));
  if (check.getUTCMonth() !== month - 1 || check.getUTCDate() !== day) return undefined;
  return { year, month, day };
}
