import { formatDecimal } from '@/kit/format';
import classes from './figures.module.css';

/** How much of something is done, as a bar with its figure. */
export function ProgressBar({ percent }: { percent: number }) {
  return (
    <span className={classes.progress}>
      <span className={classes.track} aria-hidden>
        {percent > 0 && <span className={classes.fill} style={{ width: `${Math.min(percent, 100)}%` }} />}
      </span>
      {formatDecimal(percent)} %
    </span>
  );
}
