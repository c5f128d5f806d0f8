import { formatCount } from '@/kit/format';
import { fold } from './fold';
import { digitsOf, meantBy } from './number-text';

/** Up to 10^13 rupees, as the server allows. */
export const MAX_PAISE = 1_000_000_000_000_000n;

/** The decimals of an amount that lead to a paisa, by what it is counted in. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 2],
  ...['thousand', 'thousands', 'हजार'].map((unit) => [unit, 5] as const),
  ...['l', 'lac', 'lacs', 'lakh', 'lakhs', 'लाख'].map((unit) => [unit, 7] as const),
  ...['cr', 'crs', 'crore', 'crores', 'करोड'].map((unit) => [unit, 9] as const),
]);

const RUPEES = 'rupees?|rs|inr|रु(?:पये|पए)?';

/** The number of an amount, and the little that may stand behind it. */
const AMOUNT = new RegExp(`^(?:[₹₨]|${RUPEES})? *([\\d.,]+)([^\\d.,]{0,40})$`);

/** What says nothing more at the end of that; `crs` doesn't end in a currency. */
const ENDING = new RegExp(`(?:[₹₨]|/[-=]|(?<![a-z\\u0900-\\u0963])(?:only|in|में|${RUPEES}))$`);

/** A unit in brackets. */
const BRACKETS = /^(.*?) *(?:\( *([^()[\]]+?) *\)|\[ *([^()[\]]+?) *\])$/;

/** What says nothing more before a unit, as in `Rs. in lakh`. */
const BEGINNING = new RegExp(`^(?:[₹₨]|(?:${RUPEES})(?![a-z\\u0900-\\u0963]))? *(?:in )? *`);

const withoutEndings = (text: string): string => {
  let rest = text.trim();
  while (ENDING.test(rest)) rest = rest.replace(ENDING, '').trim();
  return rest;
};

/** An amount as it is written: its number, and what that counts; undefined when it has no such parts. */
function partsOf(text: string): { number: string; unit: string; decimals: number } | undefined {
  const [, number, rest = ''] = AMOUNT.exec(fold(text)) ?? [];
  const [, before, round, square] = BRACKETS.exec(withoutEndings(rest)) ?? [];
  const bare = before === undefined ? rest : `${before} ${round ?? square}`;
  const unit = withoutEndings(bare).replace(BEGINNING, '');
  const decimals = UNITS.get(unit);
  return number === undefined || decimals === undefined ? undefined : { number, unit, decimals };
}

/**
 * Reads an amount as people write it: `1,25,00,000.50`, `₹ 1,25,000`, `Rs 12.5 lakh`, `1.2 cr`. Bulk upload reads amounts by
 * the same rules, but for `Cr` and `Dr` as ledgers write them and a few forms of files alone, such as `1.5 '000`.
 *
 * @returns paise, null for an empty text, undefined when it is not an amount. Never goes through a float, and never rounds.
 */
export function parseMoney(text: string): bigint | null | undefined {
  if (fold(text) === '') return null;
  const parts = partsOf(text);
  const digits = parts && digitsOf(parts.number);
  if (!digits || digits.fraction.length > parts.decimals) return undefined;
  return BigInt(digits.whole + digits.fraction.padEnd(parts.decimals, '0'));
}

/** The amounts of which one may be meant by a text with its commas in unusual places. */
export function meantAmounts(text: string): readonly string[] {
  const parts = partsOf(text);
  return parts ? meantBy(parts.number).map((meant) => `${meant} ${parts.unit}`.trim()) : [];
}

/** An amount as the field shows it at rest: Indian grouping, paise only when there are any. */
export function moneyText(paise: bigint | null): string {
  if (paise === null) return '';
  const rest = paise % 100n;
  return formatCount(paise / 100n) + (rest === 0n ? '' : `.${String(rest).padStart(2, '0')}`);
}
