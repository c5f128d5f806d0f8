import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { meantAmounts, moneyText, parseMoney } from './money-text';
import { parsePercentage } from './percentage-text';

type Spelling = readonly [text: string, value: number | null, meant?: readonly string[]];

/** What bulk upload is held to, too: amounts in paise, percentages in ten-thousandths of a percent. */
const spellings: Readonly<Record<'amounts' | 'percentages', readonly Spelling[]>> = JSON.parse(
  readFileSync(new URL('../../../../crates/nirmaan-import/src/check/figures.json', import.meta.url), 'utf8'),
);

const named = (kind: keyof typeof spellings) =>
  spellings[kind].map(([text, value, meant = []]) => ({ text, value, meant }));

describe('amounts as text', () => {
  it.each(named('amounts'))('$text', ({ text, value, meant }) => {
    expect(parseMoney(text)).toBe(value === null ? undefined : BigInt(value));
    expect(meantAmounts(text)).toEqual(meant);
  });

  it.each(['', ' ', '\u200b'])('%j is no amount and not wrong', (text) => {
    expect(parseMoney(text)).toBeNull();
  });

  it('come back with Indian grouping', () => {
    expect(moneyText(1_250_000_050n)).toBe('1,25,00,000.50');
    expect(moneyText(1_250_000_005n)).toBe('1,25,00,000.05');
    expect(moneyText(0n)).toBe('0');
    expect(moneyText(null)).toBe('');
  });
});

describe('percentages as text', () => {
  it.each(named('percentages'))('$text', ({ text, value }) => {
    expect(parsePercentage(text)).toBe(value === null ? undefined : value / 10_000);
  });

  it('of more digits than a number has are none', () => {
    expect(parsePercentage('1'.repeat(400))).toBeUndefined();
  });

  it.each(['', ' ', '\u200b'])('%j is no percentage and not wrong', (text) => {
    expect(parsePercentage(text)).toBeNull();
  });
});
