import type { ReactNode } from 'react';
import classes from './Surface.module.css';

/** The sheet that a list lies on. */
export function Surface({ children }: { children: ReactNode }) {
  return <div className={classes.surface}>{children}</div>;
}
