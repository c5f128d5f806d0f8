import { expect, it, describe as suite } from 'vitest';
import { dayNumber } from '@/kit/timeline/days';
import { axisOf, axisWidth, dayAt, fitted, ticks, xOf } from './axis';
import { describe } from './describe';

const spans = (from: string, to: string, begun = '', ended = '') => ({
  planned: { from, to },
  actual: { from: begun, to: ended },
});
const labels = (all: readonly { label: string }[]) => all.map(({ label }) => label).filter(Boolean);

suite('an axis', () => {
  it('reaches over whole months from before the first day to after the last', () => {
    const axis = axisOf(
      [spans('2026-03-10', '2026-04-20', '2026-03-12'), spans('', '2026-05-02')],
      '2030-01-01',
      'week',
    );
    expect(axis).toMatchObject({ first: dayNumber('2026-03-01'), days: 31 + 30 + 31, dayWidth: 8 });
  });

  it('takes today in when that is near', () => {
    const axis = axisOf([spans('2026-03-10', '2026-03-20')], '2026-05-15', 'month');
    expect(axis && axis.first + axis.days).toBe(dayNumber('2026-06-01'));
  });

  it('is not there without any day', () => {
    expect(axisOf([spans('', '')], '2026-01-01', 'day')).toBeUndefined();
  });

  it('leaves off what can only be a typing mistake', () => {
    const axis = axisOf([spans('2026-03-10', '9926-03-20')], '2026-03-15', 'day');
    expect(axis?.days).toBeLessThan(366 * 41);
  });

  it('turns days into places and back', () => {
    const axis = axisOf([spans('2026-03-10', '2026-03-20')], '2026-03-15', 'day');
    if (!axis) throw new Error('no axis');
    expect(dayAt(axis, xOf(axis, 20_000))).toBe(20_000);
    expect(axisWidth(fitted(axis, 600))).toBe(600);
  });

  it('names days, weeks from Monday, or months, above them months or years', () => {
    const whole = (zoom: 'day' | 'week' | 'month') => {
      const axis = axisOf([spans('2026-11-10', '2027-01-20')], '2026-11-21', zoom);
      if (!axis) throw new Error('no axis');
      return ticks(axis, 0, axisWidth(axis));
    };
    expect(labels(whole('day').lower).slice(0, 3)).toEqual(['01', '02', '03']);
    expect(labels(whole('week').upper)).toEqual(['Nov 2026', 'Dec 2026', 'Jan 2027']);
    expect(labels(whole('week').lower).slice(0, 3)).toEqual(['02', '09', '16']);
    expect(labels(whole('month').lower)).toEqual(['Nov', 'Dec', 'Jan']);
    expect(labels(whole('month').upper)).toEqual(['2026', '2027']);
  });

  it('draws only what is asked for', () => {
    const axis = axisOf([spans('2020-01-01', '2029-12-31')], '2026-11-21', 'day');
    if (!axis) throw new Error('no axis');
    expect(ticks(axis, 28_000, 28_280).lower).toHaveLength(10);
  });
});

suite('a row in words', () => {
  const row = { milestone: false, progress: 40 };

  it.each([
    [{ ...row, ...spans('', '') }, 0, 'No dates'],
    [{ ...row, ...spans('2026-01-01', '2026-02-01') }, 0, 'Planned 01 Jan 2026 to 01 Feb 2026, not begun, 40 % done'],
    [
      { ...row, ...spans('2026-01-01', '2026-02-01', '2026-01-03') },
      12,
      'Planned 01 Jan 2026 to 01 Feb 2026, begun 03 Jan 2026, not ended, 40 % done, 12 days late',
    ],
    [
      { ...row, ...spans('', '2026-02-01', '2026-01-03', '2026-02-02') },
      1,
      'Planned to 01 Feb 2026, actual 03 Jan 2026 to 02 Feb 2026, 40 % done, 1 day late',
    ],
    [{ milestone: true, progress: 100, ...spans('', '2026-02-01') }, 0, 'Milestone 01 Feb 2026, not begun, 100 % done'],
  ])('%o', (task, late, text) => {
    expect(describe(task, late)).toBe(text);
  });
});
