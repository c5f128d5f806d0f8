import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

/** Why there is nothing to show: each reason has its own drawing, sentence and way on. */
export type EmptyKind = 'empty' | 'filtered' | 'error' | 'denied';

/** Bars of a schedule as [row, from, to]; the dashed last one is the work that is missing. */
const BARS: Record<EmptyKind, readonly [row: number, from: number, to: number][]> = {
  empty: [
    [0, 8, 52],
    [1, 36, 84],
    [2, 68, 128],
  ],
  filtered: [
    [0, 8, 34],
    [1, 58, 84],
    [2, 106, 128],
  ],
  error: [
    [0, 8, 70],
    [1, 36, 62],
    [2, 84, 110],
  ],
  denied: [
    [0, 8, 128],
    [1, 8, 128],
    [2, 8, 128],
  ],
};

function BarSchedule({ kind }: { kind: EmptyKind }) {
  return (
    <svg className={classes.drawing} data-kind={kind} viewBox="0 0 136 64" width="136" height="64" aria-hidden="true">
      {[0, 34, 68, 102, 136].map((x) => (
        <line key={x} x1={x} x2={x} y1="0" y2="64" className={classes.rule} />
      ))}
      {BARS[kind].map(([row, from, to], index) => (
        <rect
          key={row}
          x={from}
          y={8 + row * 18}
          width={to - from}
          height="10"
          className={index === 2 ? classes.open : classes.bar}
        />
      ))}
    </svg>
  );
}

/** Stands where rows, a record or a figure would: says what is missing and offers the one next step. */
export function EmptyState({
  kind,
  title,
  children,
  action,
  headingLevel = 2,
}: {
  kind: EmptyKind;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  headingLevel?: 1 | 2 | 3;
}) {
  return (
    <div className={classes.root} role={kind === 'error' ? 'alert' : undefined}>
      <BarSchedule kind={kind} />
      <Title order={headingLevel} fz="md">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" size="sm" component="div" maw="56ch">
          {children}
        </Text>
      )}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
