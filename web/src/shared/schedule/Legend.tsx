import { t } from '@/i18n/tree';
import classes from './Schedule.module.css';

const KINDS = ['planned', 'done', 'actual', 'late', 'milestone'] as const;

/** What the bars of a schedule mean. */
export function Legend() {
  return (
    <ul className={classes.legend}>
      {KINDS.map((kind) => (
        <li key={kind}>
          <span className={classes[kind]} aria-hidden />
          {t.schedule.legend[kind]}
        </li>
      ))}
    </ul>
  );
}
