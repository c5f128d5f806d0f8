import { dateOfIso } from '@/kit/format';

/**
 * Reads a day as people write it in India: day, month, year with slashes, dashes or dots, the year with two or
 * four digits; or `YYYY-MM-DD`.
 *
 * @returns `YYYY-MM-DD`, or null when the text is no day of the calendar
 */
export function parseDay(text: string): string | null {
  const typed = text.trim();
  if (/^\d{4}-\d{2}-\d{2}$/.test(typed)) return dateOfIso(typed) ? typed : null;
  const parts = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(typed);
  if (!parts) return null;
  const [, day = '', month = '', year = ''] = parts;
  const iso = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return dateOfIso(iso) ? iso : null;
}
