import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDay } from './day-text';

/** What bulk upload is held to, too. */
const { today, days }: { today: string; days: readonly [text: string, iso: string | null][] } = JSON.parse(
  readFileSync(new URL('../../../../crates/nirmaan-import/src/check/date/days.json', import.meta.url), 'utf8'),
);

it.each(days)('reads %j as %s', (text, iso) => {
  expect(parseDay(text, today)).toBe(iso);
});

describe('a day without a year, or with a short one', () => {
  it.each([
    ['2026-11-26', '1.1.75', '2075-01-01'],
    ['2026-11-26', '1.1.76', '1976-01-01'],
    ['2099-01-01', '1.1.01', '2101-01-01'],
    ['2026-11-26', '27 May', '2027-05-27'],
    ['2026-11-26', '28 May', '2026-05-28'],
    ['2026-01-10', '20 Dec', '2025-12-20'],
    ['2027-11-26', '27 May', '2028-05-27'],
    ['2027-11-26', '29 Feb', '2028-02-29'],
    ['2026-01-01', '29 Feb', null],
  ])('is on %s: %s is %s', (on, text, iso) => {
    expect(parseDay(text, on)).toBe(iso);
  });
});
