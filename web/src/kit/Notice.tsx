import type { ReactNode } from 'react';
import { BarDrawing } from './BarDrawing';
import classes from './Notice.module.css';
import { useHeadingFocus } from './page-title';

interface NoticeProps {
  /** A line over the heading: which page this stands for. */
  readonly kicker?: string;
  readonly title: string;
  readonly text: string;
  /** What can be done about it. */
  readonly children?: ReactNode;
}

/** A page that has one thing to say. Without Mantine, since guests see it too. */
export function Notice({ kicker, title, text, children }: NoticeProps) {
  const heading = useHeadingFocus();
  return (
    <div className={classes.page}>
      <BarDrawing />
      {kicker !== undefined && <p className={classes.kicker}>{kicker}</p>}
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h1>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
