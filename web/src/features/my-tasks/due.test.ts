import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { TaskSchema } from '@/gen/nirmaan/projects/v1/task_pb';
import { dueDay, dueOf } from './due';

describe('a task is due', () => {
  it.each([
    // A Wednesday, its Sunday, and the Sunday itself.
    ['2026-11-17', '2026-11-18', 'late'],
    ['2026-11-18', '2026-11-18', 'week'],
    ['2026-11-22', '2026-11-18', 'week'],
    ['2026-11-23', '2026-11-18', 'later'],
    ['2026-11-22', '2026-11-22', 'week'],
    ['2026-11-23', '2026-11-22', 'later'],
    ['', '2026-11-18', 'later'],
  ])('on %s, seen on %s: %s', (day, today, due) => {
    expect(dueOf(day, today)).toBe(due);
  });

  it('with the last of the tasks below it', () => {
    const [own, last] = [
      { year: 2026, month: 4, day: 1 },
      { year: 2026, month: 6, day: 30 },
    ];
    expect(dueDay(create(TaskSchema, { givenEndDate: own }))).toBe('2026-04-01');
    expect(dueDay(create(TaskSchema, { givenEndDate: own, rollUp: { givenEndDate: last } }))).toBe('2026-06-30');
    expect(dueDay(create(TaskSchema, {}))).toBe('');
  });
});
