import { t } from '@/i18n/timeline';
import { formatDate } from '@/kit/format';
import { dayNumber, today } from './days';
import classes from './Timeline.module.css';

const words = t.timeline.schedule;

/** A span of work, each end a day as `YYYY-MM-DD` or empty. */
export interface Span {
  from: string;
  to: string;
}

/** What was planned and what came of it, as two bars on one scale. What the bars show is written beside them. */
export function Schedule({ planned, actual }: { planned: Span; actual: Span }) {
  if (!planned.from || !planned.to) return null;
  const now = today();
  // Work that goes on reaches until today; work that is yet to begin has no bar.
  const reached = actual.from && (actual.to || (dayNumber(actual.from) < dayNumber(now) ? now : actual.from));
  const days = [planned.from, planned.to, actual.from, reached].filter(Boolean).map(dayNumber);
  const first = Math.min(...days);
  const whole = Math.max(1, Math.max(...days) - first);
  const place = (iso: string) => `${((dayNumber(iso) - first) * 100) / whole}%`;
  const bar = (from: string, to: string) => ({
    insetInlineStart: place(from),
    insetInlineEnd: `calc(100% - ${place(to)})`,
  });
  return (
    <dl className={classes.schedule}>
      <div>
        <dt>{words.planned}</dt>
        <dd>{words.span(formatDate(planned.from), formatDate(planned.to))}</dd>
        <dd className={classes.track} aria-hidden>
          <span className={classes.planned} style={bar(planned.from, planned.to)} />
        </dd>
      </div>
      <div>
        <dt>{words.actual}</dt>
        <dd>
          {actual.from
            ? words.span(formatDate(actual.from), actual.to ? formatDate(actual.to) : words.running)
            : words.notBegun}
        </dd>
        <dd className={classes.track} aria-hidden>
          {reached && (
            <span className={classes.actual} style={bar(actual.from, reached)} data-open={!actual.to || undefined} />
          )}
        </dd>
      </div>
    </dl>
  );
}
