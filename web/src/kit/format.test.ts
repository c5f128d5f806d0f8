import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { describe, expect, test } from 'vitest';
import { DateSchema } from '@/gen/google/type/date_pb';
import { dateOfIso, formatCount, formatDate, formatInstant, formatMoney, formatMoneyShort, isoOfDate } from './format';

describe('formatMoney', () => {
  // Spec: S9.rupee
  test.each([
    [0n, '₹0'],
    [100n, '₹1'],
    [1n, '₹0.01'],
    [123456789n, '₹12,34,567.89'],
    [123456700n, '₹12,34,567'],
    [1_000_000_000_000_000n, '₹1,00,00,00,00,00,000'],
    [123456789012345678967n, '₹12,34,56,78,90,12,34,56,789.67'],
    [-5n, '-₹0.05'],
    [-123456700n, '-₹12,34,567'],
  ])('%s paise', (paise, text) => {
    expect(formatMoney(paise)).toBe(text);
  });
});

describe('formatMoneyShort', () => {
  test.each([
    [0n, '₹0'],
    [9_999_949n, '₹99,999'],
    [10_000_000n, '₹1 L'],
    [123456789n, '₹12.35 L'],
    [999_949_999n, '₹99.99 L'],
    [999_950_000n, '₹1 Cr'],
    [1_000_000_000n, '₹1 Cr'],
    [48_750_000_000n, '₹48.75 Cr'],
    [1_234_567_000_000_000n, '₹12,34,567 Cr'],
    [-123456789n, '-₹12.35 L'],
  ])('%s paise', (paise, text) => {
    expect(formatMoneyShort(paise)).toBe(text);
  });
});

test('counts are grouped as in India', () => {
  expect(formatCount(100_000)).toBe('1,00,000');
  expect(formatCount(12_345_678n)).toBe('1,23,45,678');
});

test('days', () => {
  expect(formatDate('2026-01-10')).toBe('10 Jan 2026');
  expect(formatDate('2026-09-05')).toBe('05 Sep 2026');
  expect(formatDate('')).toBe('—');
  expect(formatDate('2026-13-01')).toBe('—');
  expect(formatDate('nonsense')).toBe('—');
});

test('instants are shown in Indian time', () => {
  expect(formatInstant(timestampFromDate(new Date('2026-01-10T18:40:00Z')))).toBe('11 Jan 2026, 12:10 am');
  expect(formatInstant(timestampFromDate(new Date('2026-09-05T08:35:00Z')))).toBe('05 Sep 2026, 2:05 pm');
  expect(formatInstant(undefined)).toBe('—');
});

test('calendar dates survive the way to the wire and back', () => {
  expect(dateOfIso('2026-01-10')).toEqual({ year: 2026, month: 1, day: 10 });
  expect(isoOfDate(create(DateSchema, dateOfIso('2026-01-10')))).toBe('2026-01-10');
  expect(isoOfDate(undefined)).toBe('');
  expect(isoOfDate(create(DateSchema))).toBe('');
});

test.each(['', '2026-02-30', '2026-1-10', '10/01/2026'])('%j is no day', (iso) => {
  expect(dateOfIso(iso)).toBeUndefined();
});
