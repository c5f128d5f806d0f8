import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { Milestone_Kind, MilestoneSchema } from '@/gen/nirmaan/contracts/v1/timeline_service_pb';
import { lateness, milestoneEntry, workSpans } from './milestones';

const day = (text: string) => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return { year, month, day };
};
const milestone = (init: MessageInitShape<typeof MilestoneSchema>) => create(MilestoneSchema, init);

describe('lateness in words', () => {
  it.each([
    [0, false, 'on time'],
    [1, false, '1 day late'],
    [53, false, '53 days late'],
    [-1, false, '1 day early'],
    [-12, false, '12 days early'],
    [69, true, '69 days late so far'],
  ])('%i days, open %s: %s', (days, open, words) => {
    expect(lateness(days, open)).toBe(words);
  });
});

describe('a milestone', () => {
  const start = { kind: Milestone_Kind.START, planned: day('2026-02-19') };

  it('that happened stands at its day and says what was planned', () => {
    const entry = milestoneEntry(milestone({ ...start, actual: day('2026-02-20'), daysLate: 1, isPast: true }));
    expect(entry).toMatchObject({
      day: '2026-02-20',
      title: 'Work began',
      note: 'planned for 19 Feb 2026',
      lateness: { text: '1 day late', tone: 'sindoor' },
      open: false,
    });
  });

  it('that was missed stands at its planned day, open and late so far', () => {
    const entry = milestoneEntry(milestone({ ...start, daysLate: 4, isPast: true }));
    expect(entry).toMatchObject({
      day: '2026-02-19',
      title: 'Work begins',
      note: 'planned, not recorded yet',
      lateness: { text: '4 days late so far' },
      open: true,
    });
  });

  it('that is to come is expected', () => {
    const entry = milestoneEntry(milestone({ kind: Milestone_Kind.RESULT, actual: day('2031-01-01') }));
    expect(entry).toMatchObject({ day: '2031-01-01', title: 'Result is announced', note: 'expected', open: true });
    expect(entry?.lateness).toBeUndefined();
  });

  it('of a kind that is not known is left out', () => {
    expect(milestoneEntry(milestone({ kind: 99 as Milestone_Kind, actual: day('2026-01-01') }))).toBeUndefined();
  });
});

it('the work has the ends that are recorded', () => {
  const milestones = [
    milestone({ kind: Milestone_Kind.START, planned: day('2026-02-19'), actual: day('2026-02-20') }),
    milestone({ kind: Milestone_Kind.END, planned: day('2026-09-17') }),
  ];
  expect(workSpans(milestones)).toEqual({
    planned: { from: '2026-02-19', to: '2026-09-17' },
    actual: { from: '2026-02-20', to: '' },
  });
});
