import { describe, expect, it } from 'vitest';
import { isNumeric, meantBy, meantUpTo, parseUpTo } from './number-text';

describe('numbers up to a limit', () => {
  it.each([
    ['1,250.5', 1000, 4, undefined],
    ['1,250.5', 2000, 4, 1250.5],
    ['1,25,000', 200_000, 0, 125_000],
    ['2000', 2000, 0, 2000],
    ['33.33', 100, 2, 33.33],
    ['33.333', 100, 2, undefined],
    ['.5', 100, 2, 0.5],
    ['5.', 100, 0, 5],
    ['100 %', 100, 2, 100],
    ['100.01', 100, 2, undefined],
    ['12,5', 100, 2, undefined],
    ['1,25,00', 20_000, 2, undefined],
    ['-1', 100, 2, undefined],
    ['some', 100, 2, undefined],
    ['.', 100, 2, undefined],
    ['१२', 100, 2, 12],
    ['\u200b12', 100, 2, 12],
    [' ', 100, 2, null],
  ])('%s up to %s', (text, max, decimals, value) => {
    expect(parseUpTo(text, max, decimals)).toBe(value);
  });
});

describe('what may be meant', () => {
  it.each([
    ['12,5', 100, ['12.5']],
    ['12,5 %', 100, ['12.5']],
    ['12,5', 20_000, ['12,500', '12.5']],
    ['1,250,', 20_000, ['1,250']],
    ['1.250,', 20_000, []],
  ])('by %j up to %s', (text, max, meant) => {
    expect(meantUpTo(text, max, 4)).toEqual(meant);
  });

  it.each(['', '1,250', '5', 'some, text', '1.2.3,4', '1,2.3.4', `${'1,'.repeat(16)}1`])('of %j nothing', (text) => {
    expect(meantBy(text)).toEqual([]);
  });
});

describe('a number, right or wrong', () => {
  it.each(['-8.333333333', '8,500', '12.50000', '(8.5)%', '12.5-', '.5', '१२,५', '+ 8 %'])('is %j', (text) => {
    expect(isNumeric(text)).toBe(true);
  });

  it.each(['', 'ten', '8.5 blow', '5 lakh', '-', '%', '.', '5-8'])('is not %j', (text) => {
    expect(isNumeric(text)).toBe(false);
  });
});
