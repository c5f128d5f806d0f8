import type { ReactNode } from 'react';
import classes from './figures.module.css';

/** Figures of a record side by side, each a `Sum`. */
export function Sums({ children }: { children: ReactNode }) {
  return <dl className={classes.sums}>{children}</dl>;
}

/** One figure with what it is called, and what is counted. */
export function Sum({ term, hint, children }: { term: string; hint?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <strong>{children}</strong>
        {hint && <small>{hint}</small>}
      </dd>
    </div>
  );
}
