import { Anchor } from '@mantine/core';
import { IconAlertTriangle, IconCircleMinus, IconCirclePlus, IconPencil } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef, useState } from 'react';
import { t } from '@/i18n/imports';
import { StatusBadge, type StatusMeta } from '@/kit/data/StatusBadge';
import { FieldWarning } from '@/kit/form/FieldWarning';
import classes from './BulkUpload.module.css';
import { rowName, rowReason } from './failures-csv';
import type { RowOutcome, SheetRow } from './import-events';
import { DepositValues, RowValues } from './RowValues';

/** Up to so many rows are simply there, for find-in-page and for print. */
const WHOLE = 200;
/** Rows kept ready beyond the edges of the window. */
const AHEAD = 12;
/** Problems of a row that are shown until all are asked for. */
const FIRST_REASONS = 3;
/** What a row is taken for until it is measured, and one that tells what would be stored. */
const ROW_HEIGHT = 58;
const VALUES_HEIGHT = 124;

const label = t.bulkUpload.outcomes;
const LOOK: Readonly<Record<RowOutcome, StatusMeta>> = {
  CREATE: { label: label.CREATE, tone: 'neem', icon: IconCirclePlus },
  UPDATE: { label: label.UPDATE, tone: 'neel', icon: IconPencil },
  SKIP: { label: label.SKIP, tone: 'gray', icon: IconCircleMinus },
  FAIL: { label: label.FAIL, tone: 'sindoor', icon: IconAlertTriangle },
};

/** Rows of the sheet and what becomes of them. Of thousands only those in sight are in the page. */
export function RowTable({
  title,
  rows,
  outcomes,
}: {
  title: string;
  rows: readonly SheetRow[];
  /** Shows the outcomes, where they differ. */
  outcomes: boolean;
}) {
  const scroller = useRef<HTMLElement>(null);
  // Kept here: a row that is scrolled out of sight leaves the page.
  const [opened, setOpened] = useState<ReadonlySet<SheetRow>>(new Set());
  const toggle = (row: SheetRow) =>
    setOpened(new Set(opened.has(row) ? [...opened].filter((each) => each !== row) : [...opened, row]));
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.values || rows[index]?.deposit ? VALUES_HEIGHT : ROW_HEIGHT),
    overscan: rows.length <= WHOLE ? WHOLE : AHEAD,
  });
  // The browser's own way to the end stops where the rows ended before those on the way were measured.
  const toEitherEnd = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'End') virtual.scrollToIndex(rows.length - 1, { align: 'end' });
    else if (event.key === 'Home') virtual.scrollToIndex(0, { align: 'start' });
    else return;
    event.preventDefault();
    // What had it may be out of sight, and out of the page.
    scroller.current?.focus({ preventScroll: true });
  };
  const shown = virtual.getVirtualItems();
  const before = shown[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable to be scrolled
    <section ref={scroller} className={classes.scroll} tabIndex={0} aria-label={title} onKeyDown={toEitherEnd}>
      <table className={classes.table} aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{t.bulkUpload.reference}</th>
            <th scope="col">{outcomes ? t.bulkUpload.outcome : t.bulkUpload.reason}</th>
          </tr>
        </thead>
        {/* What is out of sight keeps its room, so that the scroll bar tells the truth. */}
        <tbody style={{ ['--before' as string]: `${before}px`, ['--after' as string]: `${after}px` }}>
          {shown.map(({ index, key }) => {
            const row = rows[index];
            if (!row) return null;
            const place = t.bulkUpload.row(row.row);
            return (
              <tr key={key} ref={virtual.measureElement} data-index={index} aria-rowindex={index + 2}>
                <th scope="row">
                  {rowName(row)} {row.row > 0 && rowName(row) !== place && <span>{place}</span>}
                </th>
                <td>
                  <div className={classes.outcome}>
                    {outcomes && <StatusBadge meta={LOOK[row.outcome]} />}
                    <div>
                      <RowReason row={row} open={opened.has(row)} onToggle={() => toggle(row)} />
                      {row.values && <RowValues values={row.values} />}
                      {row.deposit && <DepositValues deposit={row.deposit} />}
                    </div>
                  </div>
                  {row.warnings.length > 0 && <FieldWarning>{row.warnings.join(' ')}</FieldWarning>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** Why a row fails, a line for each problem, or which fields it changes; of many problems the others on demand. */
function RowReason({ row, open, onToggle }: { row: SheetRow; open: boolean; onToggle: () => void }) {
  const { reasons } = row;
  if (reasons.length === 0) return <span>{rowReason(row)}</span>;
  return (
    <div className={classes.reasons}>
      <ul>
        {reasons.slice(0, open ? undefined : FIRST_REASONS).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {reasons.length > FIRST_REASONS && (
        <Anchor
          component="button"
          type="button"
          fz="inherit"
          underline="always"
          aria-expanded={open}
          onClick={onToggle}
        >
          {open ? t.bulkUpload.fewerReasons : t.bulkUpload.allReasons(reasons.length)}
        </Anchor>
      )}
    </div>
  );
}
