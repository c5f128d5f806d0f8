import { Skeleton } from '@mantine/core';
import classes from './History.module.css';

/** Holds the place of a history that is still on its way. */
export function HistorySkeleton() {
  return (
    <div className={classes.events} aria-busy>
      {['first', 'second', 'third'].map((place) => (
        <div key={place} className={classes.event}>
          <Skeleton height={14} width="60%" />
          <Skeleton height={12} width="40%" />
          <Skeleton height={12} width="80%" mt="xs" />
        </div>
      ))}
    </div>
  );
}
