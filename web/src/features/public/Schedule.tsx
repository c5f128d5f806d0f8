import type { CSSProperties } from 'react';
import { t } from '@/i18n/base';

const { schedule } = t.site;

// Begin and end of each bar in percent of the span, and how it is drawn.
const bars = [
  { from: 2, to: 12, tone: 'done' },
  { from: 8, to: 58, tone: 'award' },
  { from: 20, to: 30, tone: 'done' },
  { from: 28, to: 64, tone: 'work' },
  { from: 46, to: 84, tone: 'work' },
  { from: 62, to: 90, tone: 'next' },
  { from: 88, to: 99, tone: 'next' },
] as const;

/** A bar schedule of one contract: what the product is about, drawn instead of told. An ornament for screen readers. */
export function Schedule() {
  return (
    <div className="pub-schedule" aria-hidden="true">
      <p className="pub-schedule-caption">{schedule.caption}</p>
      <div className="pub-months">
        {schedule.months.map((month) => (
          <span key={month}>{month}</span>
        ))}
      </div>
      <div className="pub-bars">
        {bars.map(({ from, to, tone }, row) => (
          <div key={schedule.rows[row]} className="pub-bar-row">
            <span className="pub-bar-name">{schedule.rows[row]}</span>
            <span className="pub-bar-track">
              <span
                className={`pub-bar pub-bar--${tone}`}
                style={{ '--from': `${from}%`, '--span': `${to - from}%`, '--row': row } as CSSProperties}
              />
            </span>
          </div>
        ))}
        <span className="pub-today">
          <span>{schedule.today}</span>
        </span>
      </div>
    </div>
  );
}
