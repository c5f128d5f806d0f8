import { VisuallyHidden } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { t } from '@/i18n/people';
import type { Action } from '@/session/permissions';
import classes from './RightsTable.module.css';

/** A module's line in a table of rights. */
export interface RightsRow {
  id: string;
  name: string;
  description?: string;
}

/** A column of marks: one action, or all five together. */
export type RightsColumn = Action | 'all';

/**
 * Modules against actions. On a phone each module takes two lines, its name above its marks, so that nothing
 * scrolls sideways.
 */
export function RightsTable<Row extends RightsRow>({
  id,
  caption,
  grid = false,
  described = false,
  columns,
  rows,
  head,
  children,
}: {
  /** Lets the error summary's link focus the table. */
  id?: string;
  /** Names the table for screen readers. */
  caption: string;
  /** The arrow keys move between its marks. */
  grid?: boolean;
  /** Descriptions have a column of their own. */
  described?: boolean;
  columns: readonly RightsColumn[];
  rows: readonly Row[];
  /** What stands over a column. */
  head: (column: RightsColumn) => ReactNode;
  /** Draws a row, by `RightsTableRow`. */
  children: (row: Row) => ReactNode;
}) {
  return (
    <table
      id={id}
      role={grid ? 'grid' : undefined}
      tabIndex={id ? -1 : undefined}
      className={classes.table}
      style={{ '--marks': columns.length } as CSSProperties}
    >
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t.rights.module}</th>
          {described && <th scope="col">{t.rights.description}</th>}
          {columns.map((column) => (
            <th key={column} scope="col" data-mark>
              {head(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows.map(children)}</tbody>
    </table>
  );
}

/** A module's name and marks. */
export function RightsTableRow({
  row,
  columns,
  mark,
  note,
  described = false,
  changed = false,
}: {
  row: RightsRow;
  columns: readonly RightsColumn[];
  /** What stands in the cell of a column. */
  mark: (column: RightsColumn) => ReactNode;
  /** A line below the description. */
  note?: ReactNode;
  /** The description has a column of its own. */
  described?: boolean;
  /** Differs from what is stored. */
  changed?: boolean;
}) {
  return (
    <tr data-changed={changed || undefined}>
      <th scope="row">
        {row.name}
        {!described && row.description && <span className={classes.description}>{row.description}</span>}
        {!described && note}
      </th>
      {described && (
        <td>
          {row.description}
          {note}
        </td>
      )}
      {columns.map((column) => (
        <td key={column} data-mark>
          {mark(column)}
        </td>
      ))}
    </tr>
  );
}
