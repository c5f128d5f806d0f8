import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '@/i18n/imports';
import { formatCount } from '@/kit/format';
import classes from './BulkUpload.module.css';
import type { PassedRow } from './import-events';

const words = t.bulkUpload.passed;

/** More would hide what comes after them. */
const MOST = 50;

/** The rows that hold no record, on demand. */
export function PassedRows({ rows }: { rows: readonly PassedRow[] }) {
  const [open, setOpen] = useState(false);
  if (rows.length === 0) return null;
  const rest = countOf(rows.slice(MOST));
  return (
    <Text component="div" size="sm" className={classes.reasons} style={{ overflowWrap: 'anywhere' }}>
      <Anchor
        component="button"
        type="button"
        fz="inherit"
        underline="always"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {words.count(formatCount(countOf(rows)))}
      </Anchor>
      {open && (
        <ul>
          {rows.slice(0, MOST).map((row) => (
            <li key={row.row}>{rowText(row)}</li>
          ))}
          {rest > 0 && <li>{words.more(formatCount(rest))}</li>}
        </ul>
      )}
    </Text>
  );
}

/** How many rows these stand for. */
function countOf(rows: readonly PassedRow[]): number {
  return rows.reduce((count, row) => count + 1 + row.more, 0);
}

function rowText({ row, text, reason }: PassedRow): string {
  const said = [t.bulkUpload.row(row), text].filter(Boolean).join(' · ');
  return [said, reason].filter(Boolean).join(' — ');
}
