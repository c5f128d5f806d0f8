import type { ReactNode } from 'react';
import { Lines } from './Lines';
import classes from './Noted.module.css';

/**
 * What a record is called, with what else it is known by: on a line below, and beside it where rows have one line.
 *
 * @param children text, or an id by itself
 */
export function Noted({ note, children }: { note?: string | undefined; children: ReactNode }) {
  return (
    <span className={classes.noted}>
      {typeof children === 'string' ? <Lines text={children} /> : <span className={classes.id}>{children}</span>}
      {note && (
        <span className={classes.note} title={note}>
          {note}
        </span>
      )}
    </span>
  );
}
