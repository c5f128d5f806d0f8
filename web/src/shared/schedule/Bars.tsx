import { memo } from 'react';
import { t } from '@/i18n/tree';
import { dayNumber } from '@/kit/timeline/days';
import { type Axis, xOf } from './axis';
import { describe, type Scheduled } from './describe';
import classes from './Schedule.module.css';

/**
 * What was planned for a task and what came of it, as bars; what they show is there in words too.
 *
 * @param late by how many days
 * @param summary the bars sum up what is below
 */
export const Bars = memo(function Bars({
  axis,
  task,
  today,
  late,
  summary,
}: {
  axis: Axis;
  task: Scheduled;
  today: string;
  late: number;
  summary: boolean;
}) {
  const { planned, actual, milestone, progress } = task;
  const now = dayNumber(today);
  const [from, to] = [planned.from || planned.to, planned.to || planned.from];
  const begun = actual.from ? dayNumber(actual.from) : undefined;
  // Work that goes on reaches until today.
  const reached = begun === undefined ? undefined : actual.to ? dayNumber(actual.to) : Math.max(begun, now);
  const text = describe(task, late);
  const place = (first: number, last: number) => ({
    insetInlineStart: xOf(axis, first),
    width: Math.max(3, (last + 1 - first) * axis.dayWidth),
  });
  const lateEnd = to && late > 0 ? dayNumber(to) + late : undefined;
  const end = Math.max(to ? dayNumber(to) : 0, reached ?? 0, lateEnd ?? 0);
  return (
    <div className={classes.track} data-summary={summary || undefined} title={text}>
      <span className="visually-hidden">{text}</span>
      {to && milestone && (
        <span
          className={classes.milestone}
          data-mark="milestone"
          data-done={progress >= 100 || undefined}
          style={{ insetInlineStart: xOf(axis, dayNumber(to) + 0.5) }}
        />
      )}
      {from && to && !milestone && (
        <span className={classes.planned} data-mark="planned" style={place(dayNumber(from), dayNumber(to))}>
          {progress > 0 && <span className={classes.done} style={{ width: `${Math.min(progress, 100)}%` }} />}
        </span>
      )}
      {to && lateEnd !== undefined && (
        <span className={classes.late} data-mark="late" style={place(dayNumber(to) + 1, lateEnd)} />
      )}
      {begun !== undefined && reached !== undefined && (
        <span
          className={classes.actual}
          data-mark="actual"
          style={place(begun, reached)}
          data-open={!actual.to || undefined}
        />
      )}
      {late > 0 && (
        <span className={classes.lateText} style={{ insetInlineStart: xOf(axis, end + 1) + 6 }} aria-hidden>
          {t.schedule.late(late)}
        </span>
      )}
    </div>
  );
});
