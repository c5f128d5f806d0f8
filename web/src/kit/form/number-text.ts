import { t } from '@/i18n/t';
import { formatCount } from '@/kit/format';
import { fold } from './fold';

const DIGITS = /^\d+$/;

/** The commas of 12,50,000 or of 1,250,000. */
const USUAL = /^(?:\d*|[1-9]\d?(?:,\d\d)*,\d{3}|[1-9]\d{0,2}(?:,\d{3})+)$/;

/** More digits than this are no number that anybody means. */
const MOST_DIGITS = 15;

/**
 * The digits of a number that is written with commas or without, `12,50,000.50` or `1,250,000.5`.
 *
 * @returns what stands before the point and behind it; undefined when it is no number, or its commas stand where they may be a
 *   decimal comma or a digit too few
 */
export function digitsOf(number: string): { whole: string; fraction: string } | undefined {
  const [whole = '', fraction = '', ...more] = number.split('.');
  const plain = whole.replaceAll(',', '');
  const fits = more.length === 0 && USUAL.test(whole) && /^\d*$/.test(fraction) && DIGITS.test(plain + fraction);
  return fits ? { whole: plain, fraction } : undefined;
}

/**
 * What may be meant by a number with its commas in unusual places, the likeliest first: a last group with a digit missing, a
 * decimal comma, or groups of another size. Empty where nobody can tell. Bulk upload asks the same
 * (`nirmaan-import/src/check/grouping.rs`).
 */
export function meantBy(number: string): readonly string[] {
  const digits = number.replace(/[.,]/g, '');
  if (!number.includes(',') || digitsOf(number) || !DIGITS.test(digits) || digits.length > MOST_DIGITS) return [];
  const comma = number.lastIndexOf(',');
  const [before, [last = '', ...decimals]] = [number.slice(0, comma), number.slice(comma + 1).split('.')];
  if (before.includes('.')) {
    // 1.250,50
    const thousands = before.replaceAll('.', ',');
    return last !== '' && decimals.length === 0 && USUAL.test(thousands) ? [`${grouped(thousands)}.${last}`] : [];
  }
  if (decimals.length > 1) return [];
  const fraction = decimals[0] ? `.${decimals[0]}` : '';
  const regrouped = grouped(before + last) + fraction;
  if (last.length !== 1 && last.length !== 2) return [regrouped];
  const padded = `${before},${last.padEnd(3, '0')}`;
  const isDecimal = fraction === '' && DIGITS.test(before);
  return [
    ...(USUAL.test(padded) ? [grouped(padded) + fraction] : []),
    isDecimal ? `${grouped(before)}.${last}` : regrouped,
  ];
}

/** The digits of a text in the groups of India: 12,50,000. */
const grouped = (text: string) => formatCount(BigInt(text.replaceAll(',', '')));

/** Whether a text is a number, however wrong it is: with too many decimals, for example, or its commas anywhere. */
export const isNumeric = (text: string): boolean =>
  /^[-+(]*[.,]*\d[\d.,]*[-+)%]*$/.test(fold(text).replaceAll(' ', ''));

/** The question which of these numbers is meant; undefined when nobody can tell. */
export const commaProblem = (label: string, meant: readonly string[]): string | undefined =>
  meant.length > 0 ? t.form.commas(label, meant) : undefined;

const withoutPercent = (text: string) => {
  const folded = fold(text);
  return folded.endsWith('%') ? folded.slice(0, -1).trimEnd() : folded;
};

/**
 * Reads a number from 0 to a limit, of so many decimals at most.
 *
 * @returns the number, null for an empty text, undefined when it is not such a number
 */
export function parseUpTo(text: string, max: number, decimals: number): number | null | undefined {
  const bare = withoutPercent(text);
  if (bare === '') return null;
  const digits = digitsOf(bare);
  if (!digits || digits.fraction.length > decimals) return undefined;
  const value = Number(`${digits.whole}.${digits.fraction}`);
  return value <= max ? value : undefined;
}

/** The numbers of which one may be meant by a text that isn't one up to the limit. */
export const meantUpTo = (text: string, max: number, decimals: number): readonly string[] =>
  meantBy(withoutPercent(text)).filter((meant) => typeof parseUpTo(meant, max, decimals) === 'number');
