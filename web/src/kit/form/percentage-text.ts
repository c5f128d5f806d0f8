import { fold } from './fold';
import { digitsOf } from './number-text';

/** What a bid may be above or below the estimate, in percent: nothing at all to ten thousand times. */
export const [LOWEST, HIGHEST] = [-100, 1_000_000];

/** Words beside the number: for a bid below the estimate, for one above it, and those that say nothing more. */
const WORDS: readonly (readonly [shape: string, words: readonly string[]])[] = [
  ['', ['%', 'percent', 'pc', 'प्रतिशत']],
  ['b', ['below', 'less', 'minus', 'lower', 'rebate', 'discount', 'कम', 'नीचे']],
  ['a', ['above', 'excess', 'more', 'plus', 'higher', 'अधिक', 'ऊपर']],
  ['p', ['par']],
  [
    'f',
    [
      '@',
      'at',
      'on',
      'by',
      'with',
      'than',
      'the',
      'estimate',
      'estimated',
      'tender',
      'put',
      'to',
      'cost',
      'rate',
      'rates',
      'value',
    ],
  ],
];

const PART = /[\d.,]+|[a-z\u0900-\u0963]+|[^ ]/gu;

/**
 * Reads a percentage above or below an estimate as people write it: `-11.25`, `11.25 % below`, `(+) 4`, `12.5-`, `at par`.
 * Bulk upload reads percentages by the same rules.
 *
 * @returns percent of four decimals at most, null for an empty text, undefined when it is no percentage, or says the same side
 *   twice: `-5 below` may be on either
 */
export function parsePercentage(text: string): number | null | undefined {
  const folded = fold(text).replaceAll('at-par', 'par').replaceAll('per cent', '%');
  if (folded === '') return null;
  let number = '';
  let shape = '';
  for (const part of folded.match(PART) ?? []) {
    if (/^[\d.,]/.test(part)) {
      number = part;
      shape += 'n';
    } else if (/^[-+()]/.test(part)) {
      shape += part;
    } else {
      shape += WORDS.find(([, words]) => words.includes(part))?.[0] ?? '?';
    }
  }
  if (/[abp]/.test(shape)) shape = shape.replaceAll('f', '');
  // (-) 8.5, 8.5 (below), (8.5) below; brackets around all of it, unless they are the sign
  shape = shape.replace(/[ab]/.test(shape) ? /\(([-+abn])\)/g : /\(([-+])\)/g, '$1').replace(/^\((?!n\))(.*)\)$/, '$1');
  if (shape === 'p') return 0;
  if (!/^(?:\+?n|n\+|an|\+?na|\(n\)|-n|n-|bn|nb)$/.test(shape)) return undefined;
  const value = plain(number);
  return value !== undefined && /[-(b]/.test(shape) && value !== 0 ? -value : value;
}

/** A number with one comma has it for a decimal point, unless three digits behind it leave open what it is. */
function plain(number: string): number | undefined {
  const [, whole, decimals] = /^(\d+),(\d+)$/.exec(number) ?? [];
  if (decimals?.length === 3) return undefined;
  const digits = digitsOf(decimals ? `${whole}.${decimals}` : number);
  if (!digits || digits.fraction.length > 4) return undefined;
  const value = Number(`${digits.whole}.${digits.fraction}`);
  return Number.isFinite(value) ? value : undefined;
}
