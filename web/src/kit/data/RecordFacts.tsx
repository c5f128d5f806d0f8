import type { Timestamp } from '@bufbuild/protobuf/wkt';
import type { ReactNode } from 'react';
import { t } from '@/i18n/t';
import { formatInstant } from '@/kit/format';
import classes from './RecordFacts.module.css';

/** The line under a record's title: what it is, since when, and when it was last changed. */
export function RecordFacts({
  createdAt,
  updatedAt,
  children,
}: {
  createdAt: Timestamp | undefined;
  updatedAt: Timestamp | undefined;
  children?: ReactNode;
}) {
  return (
    <span className={classes.facts}>
      {children}
      <span>{t.record.created(formatInstant(createdAt))}</span>
      <span>{t.record.updated(formatInstant(updatedAt))}</span>
    </span>
  );
}
