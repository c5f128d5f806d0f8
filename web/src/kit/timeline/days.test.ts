import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { expect, it } from 'vitest';
import { dayNumber, dayOfInstant } from './days';

it('an instant falls on its day in India, whatever the zone of the machine', () => {
  expect(dayOfInstant(timestampFromDate(new Date('2026-03-31T18:29:59Z')))).toBe('2026-03-31');
  expect(dayOfInstant(timestampFromDate(new Date('2026-03-31T18:30:00Z')))).toBe('2026-04-01');
  expect(dayOfInstant(undefined)).toBe('');
});

it('days are counted across months and leap years', () => {
  expect(dayNumber('2028-03-01') - dayNumber('2028-02-28')).toBe(2);
  expect(dayNumber('2027-01-01') - dayNumber('2026-01-01')).toBe(365);
});
