import { Skeleton, Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './figures.module.css';

/** One figure that leads to what it counts. */
export interface Figure {
  label: string;
  /** What is shown, for example `₹48.75 Cr`. */
  text: string;
  /** The figure in full, for the tooltip and the accessible name. */
  exact: string;
  /** What is counted, in a few words. */
  hint?: string;
  icon: Icon;
  to: string;
}

/** Figures of more characters than this are set smaller, so that they keep clear of the icon. */
const LONG = 11;

/** A figure as a card: the number first, the whole card one link. */
export function KpiCard({ figure }: { figure: Figure }) {
  const { label, text, exact, hint, icon: FigureIcon, to } = figure;
  // All that is seen, in its order, so that whoever speaks to the machine can say it.
  const name = [`${label}: ${text}`, hint, text === exact ? undefined : exact].filter(Boolean).join(', ');
  return (
    <Tooltip label={hint ? `${exact} · ${hint}` : exact}>
      <Link to={to} className={classes.card} aria-label={name}>
        <span className={classes.label}>{label}</span>{' '}
        <span className={classes.number} data-long={text.length > LONG || undefined}>
          {text}
        </span>{' '}
        {hint && <span className={classes.hint}>{hint}</span>}
        <FigureIcon size={20} stroke={1.6} aria-hidden className={classes.icon} />
      </Link>
    </Tooltip>
  );
}

/** Holds a card's place while its figure is on its way. */
export function KpiSkeleton({ hint }: { hint?: boolean }) {
  return (
    <div className={classes.card} aria-hidden>
      <span className={classes.number}>
        <Skeleton component="span" height={24} my={9} width="60%" display="block" />
      </span>
      <span className={classes.label}>
        <Skeleton component="span" height={10} my={5} width="80%" display="block" />
      </span>
      {hint && (
        <span className={classes.hint}>
          <Skeleton component="span" height={8} my={5} width="50%" display="block" />
        </span>
      )}
    </div>
  );
}
