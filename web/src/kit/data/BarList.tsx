import { Link } from 'react-router';
import classes from './figures.module.css';
import { moneyFigure } from './Money';

/** One bar: an amount and what it opens. */
export interface Bar {
  label: string;
  paise: bigint;
  to: string;
}

/** Whole per mille of the largest; by integers, as amounts are. */
const perMille = (paise: bigint, largest: bigint) => (largest > 0n ? Number((paise * 1000n) / largest) : 0);

/** Amounts as bars against the largest of them, each a link with its figure in words. */
export function BarList({ bars, label }: { bars: readonly Bar[]; label: string }) {
  // biome-ignore lint/complexity/useMathMinMax: Math.max takes no bigint
  const largest = bars.reduce((max, { paise }) => (paise > max ? paise : max), 0n);
  return (
    <ul className={classes.bars} aria-label={label}>
      {bars.map((bar) => {
        const { text, exact } = moneyFigure(bar.paise);
        const name = `${bar.label}: ${text}${text === exact ? '' : `, ${exact}`}`;
        return (
          <li key={bar.label}>
            <Link to={bar.to} className={classes.bar} title={exact} aria-label={name}>
              <span>{bar.label}</span> <b>{text}</b>
              <span className={classes.track} aria-hidden>
                <span className={classes.fill} style={{ width: `${perMille(bar.paise, largest) / 10}%` }} />
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
