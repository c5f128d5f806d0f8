import type { CSSProperties } from 'react';
import { home } from '@/i18n/site/home';

const { schedule } = home;

// For each row of the dictionary: begin and end of its bars in percent of the span, and how they are drawn.
const bars = [
  [{ from: 2, to: 9, tone: 'done' }],
  [
    { from: 5, to: 38, tone: 'held' },
    { from: 38, to: 58, tone: 'late' },
  ],
  [{ from: 22, to: 30, tone: 'done' }],
  [
    { from: 28, to: 58, tone: 'work' },
    { from: 58, to: 64, tone: 'next' },
  ],
  [
    { from: 46, to: 58, tone: 'work' },
    { from: 58, to: 84, tone: 'next' },
  ],
  [{ from: 62, to: 90, tone: 'next' }],
  [{ from: 88, to: 99, tone: 'next' }],
] as const;

/** A bar schedule of one contract: what the product is about, drawn instead of told. */
export function Schedule() {
  return (
    <figure className="schedule">
      {/* The bars are an ornament for screen readers; the caption says what they show. */}
      <div aria-hidden="true">
        <p className="schedule-head">
          <b>{schedule.caption}</b>
          <span>{schedule.value}</span>
        </p>
        <div className="schedule-months">
          {schedule.months.map((month) => (
            <span key={month}>{month}</span>
          ))}
        </div>
        <div className="schedule-rows">
          {schedule.rows.map((name, row) => (
            <div key={name} className="schedule-row">
              <span>{name}</span>
              <span className="schedule-track">
                {bars[row]?.map(({ from, to, tone }) => (
                  <span
                    key={tone}
                    className={`schedule-bar schedule-bar--${tone}`}
                    style={{ '--from': `${from}%`, '--span': `${to - from}%`, '--row': row } as CSSProperties}
                  />
                ))}
              </span>
            </div>
          ))}
          <span className="schedule-today">
            <span>{schedule.today}</span>
          </span>
        </div>
      </div>
      <figcaption>
        <span>
          <b>{schedule.alert}</b> {schedule.alertText}
        </span>
        <small>{schedule.example}</small>
      </figcaption>
    </figure>
  );
}
