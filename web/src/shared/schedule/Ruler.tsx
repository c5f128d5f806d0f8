import type { RefObject } from 'react';
import { t } from '@/i18n/tree';
import { dayNumber } from '@/kit/timeline/days';
import { type Axis, axisWidth, ticks, xOf } from './axis';
import classes from './Schedule.module.css';
import { useSideways } from './useSideways';

interface AxisProps {
  axis: Axis;
  today: string;
  scroller: RefObject<HTMLElement | null>;
}

const isOn = ({ first, days }: Axis, today: string) => dayNumber(today) >= first && dayNumber(today) < first + days;

/** The days above a schedule. Only those in view are drawn: there may be thousands. */
export function Ruler({ axis, scroller, today }: AxisProps) {
  const [from, to] = useSideways(scroller);
  const { upper, lower } = ticks(axis, from, to);
  return (
    <>
      <span className="visually-hidden">{t.schedule.column}</span>
      <span className={classes.ruler} style={{ width: axisWidth(axis) }} aria-hidden>
        {[...upper.map((tick) => ({ ...tick, upper: true })), ...lower.map((tick) => ({ ...tick, upper: false }))].map(
          ({ x, width, label, upper: isUpper }) => (
            <span
              key={`${isUpper} ${x}`}
              className={isUpper ? classes.upper : classes.lower}
              style={{ insetInlineStart: x, width }}
            >
              <span>{label}</span>
            </span>
          ),
        )}
        {isOn(axis, today) && (
          <span className={classes.now} style={{ insetInlineStart: xOf(axis, dayNumber(today) + 0.5) }}>
            {t.schedule.today}
          </span>
        )}
      </span>
    </>
  );
}

/**
 * The lines behind a schedule, and the one of today.
 *
 * @param start where the axis begins, in pixels from the edge of what scrolls
 */
export function Lines({ axis, scroller, today, start }: AxisProps & { start: number }) {
  const [from, to] = useSideways(scroller);
  const { upper, lower } = ticks(axis, from, to);
  return (
    <div className={classes.lines} style={{ insetInlineStart: start, width: axisWidth(axis) }} aria-hidden>
      {lower.map(({ x }) => (
        <span key={x} className={classes.line} style={{ insetInlineStart: x }} />
      ))}
      {upper.map(({ x }) => (
        <span key={`upper ${x}`} className={classes.line} data-upper style={{ insetInlineStart: x }} />
      ))}
      {isOn(axis, today) && (
        <span className={classes.today} style={{ insetInlineStart: xOf(axis, dayNumber(today) + 0.5) }} />
      )}
    </div>
  );
}
