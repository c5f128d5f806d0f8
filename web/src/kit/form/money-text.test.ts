import { describe, expect, it } from 'vitest';
import { moneyText, parseDecimal, parseMoney, parseUpTo } from './money-text';

describe('amounts as text', () => {
  it.each([
    ['1,25,00,000.50', 1_250_000_050n],
    ['₹ 1,25,000', 12_500_000n],
    ['Rs. 500/-', 50_000n],
    ['Rs 12.5 lakh', 125_000_000n],
    ['1.2 cr', 1_200_000_000n],
    ['.5', 50n],
    ['99,99,99,99,99,999.99', 999_999_999_999_999n],
    ['', null],
    ['abc', undefined],
    ['1.234', undefined],
    ['-5', undefined],
    ['1e5', undefined],
  ])('%s', (text, paise) => {
    expect(parseMoney(text)).toBe(paise);
  });

  it('come back with Indian grouping', () => {
    expect(moneyText(1_250_000_050n)).toBe('1,25,00,000.50');
    expect(moneyText(1_250_000_005n)).toBe('1,25,00,000.05');
    expect(moneyText(0n)).toBe('0');
    expect(moneyText(null)).toBe('');
  });
});

describe('percentages as text', () => {
  it.each([
    ['-11.25', -11.25],
    ['+8 %', 8],
    ['0.0001', 0.0001],
    ['0.00001', undefined],
    ['ten', undefined],
    ['', null],
  ])('%s', (text, value) => {
    expect(parseDecimal(text)).toBe(value);
  });
});

describe('numbers up to a limit', () => {
  it.each([
    ['1,250.5', 1000, 4, undefined],
    ['1,250.5', 2000, 4, 1250.5],
    ['2000', 2000, 0, 2000],
    ['33.33', 100, 2, 33.33],
    ['33.333', 100, 2, undefined],
    ['100 %', 100, 2, 100],
    ['100.01', 100, 2, undefined],
    ['-1', 100, 2, undefined],
    ['some', 100, 2, undefined],
    [' ', 100, 2, null],
  ])('%s up to %s', (text, max, decimals, value) => {
    expect(parseUpTo(text, max, decimals)).toBe(value);
  });
});
