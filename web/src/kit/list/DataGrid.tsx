import { Anchor, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '@/i18n/t';
import type { Column } from './columns';
import classes from './DataGrid.module.css';

/** What the grid shows and reports; the server pages, sorts and filters. */
export interface DataGridProps<Row> {
  /** Names the grid for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first page is on its way. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** What the row's menu is called. */
  rowLabel: (row: Row) => string;
  /** The row's menu. */
  actions?: (row: Row) => ReactNode;
  sort: string;
  desc: boolean;
  onSort: (id: string, desc: boolean) => void;
  /** A newer answer is on its way; the rows stay, dimmed after a moment. */
  busy: boolean;
  /** As many placeholders as rows are expected, so that nothing moves when they arrive. */
  skeletonRows: number;
  /** Cards instead of a table, for phones. */
  cards: boolean;
}

/** More placeholders than a screen holds would only slow the page down. */
const MAX_SKELETONS = 25;

/** A page of records: a table with sortable headers, or cards made of the same columns. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  return props.cards ? <Cards {...props} /> : <TableView {...props} />;
}

const placeholders = (count: number) => Array.from({ length: Math.min(count, MAX_SKELETONS) }, (_, index) => index);

function TableView<Row>({ columns, rows, actions, busy, caption, ...props }: DataGridProps<Row>) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-busy={busy} data-stale={(busy && rows !== undefined) || undefined}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} {...props} />
            ))}
            {actions && (
              <th scope="col" className={classes.menu}>
                <VisuallyHidden>{t.common.actions}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => (
                <tr key={props.rowId(row)}>
                  {columns.map((column) => (
                    <BodyCell key={column.id} column={column} row={row} />
                  ))}
                  {actions && <td className={classes.menu}>{actions(row)}</td>}
                </tr>
              ))
            : placeholders(props.skeletonRows).map((index) => (
                <tr key={index}>
                  {columns.map((column) => (
                    <td key={column.id} data-keep={column.keep} data-align={column.align}>
                      <Skeleton height={12} width={column.align ? '70%' : '80%'} ml={column.align && 'auto'} />
                    </td>
                  ))}
                  {actions && <td className={classes.menu} />}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

function HeaderCell<Row>({
  column,
  sort,
  desc,
  onSort,
}: Pick<DataGridProps<Row>, 'sort' | 'desc' | 'onSort'> & { column: Column<Row> }) {
  const active = sort === column.id;
  const Icon = active ? (desc ? IconArrowDown : IconArrowUp) : IconSelector;
  return (
    <th
      scope="col"
      style={{ ['--width' as string]: column.width }}
      data-sized={column.width !== undefined || undefined}
      data-keep={column.keep}
      data-align={column.align}
      aria-sort={active ? (desc ? 'descending' : 'ascending') : undefined}
    >
      {column.sortable ? (
        <button type="button" className={classes.sort} onClick={() => onSort(column.id, active && !desc)}>
          {column.header}
          <Icon size={14} aria-hidden data-active={active || undefined} />
        </button>
      ) : (
        <span className={classes.head}>{column.header}</span>
      )}
    </th>
  );
}

function BodyCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  return column.link ? (
    <th scope="row" data-keep={column.keep}>
      <RecordLink column={column} row={row} />
    </th>
  ) : (
    <td data-keep={column.keep} data-align={column.align}>
      {column.cell(row)}
    </td>
  );
}

function RecordLink<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  return (
    <Anchor component={Link} to={column.link?.(row) ?? '.'} fz="inherit" className={classes.record}>
      {column.cell(row)}
    </Anchor>
  );
}

/** The phone's view: link and menu on top, then name, status and figure, then the rest in two columns. */
function Cards<Row>({ columns, rows, actions, caption, busy, rowId, skeletonRows }: DataGridProps<Row>) {
  if (!rows) {
    return (
      <ul className={classes.cards} aria-label={caption} aria-busy>
        {placeholders(skeletonRows).map((index) => (
          <li key={index} className={classes.card}>
            <Skeleton height={14} width="40%" />
            <Skeleton height={14} width="90%" mt="sm" />
            <Skeleton height={14} width="70%" mt="xs" />
            <Skeleton height={22} width="100%" mt="md" />
          </li>
        ))}
      </ul>
    );
  }
  const key = columns.find((column) => column.link);
  const at = (place: Column<Row>['card']) => columns.filter((column) => column.card === place);
  const details = columns.filter((column) => !column.link && (column.card ?? 'detail') === 'detail');
  return (
    <ul className={classes.cards} aria-label={caption} aria-busy={busy} data-stale={busy || undefined}>
      {rows.map((row) => (
        <li key={rowId(row)} className={classes.card}>
          <div className={classes.cardTop}>
            {key && <RecordLink column={key} row={row} />}
            {actions?.(row)}
          </div>
          {at('title').map((column) => (
            <div key={column.id} className={classes.cardTitle}>
              {column.cell(row)}
            </div>
          ))}
          <div className={classes.cardFacts}>
            {at('badge').map((column) => (
              <div key={column.id}>{column.cell(row)}</div>
            ))}
            {at('figure').map((column) => (
              <div key={column.id} className={classes.cardFigure}>
                <VisuallyHidden>{column.header}: </VisuallyHidden>
                {column.cell(row)}
              </div>
            ))}
          </div>
          {details.length > 0 && (
            <dl className={classes.cardDetails}>
              {details.map((column) => (
                <div key={column.id}>
                  <dt>{column.header}</dt>
                  <dd>{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
}
