import { ActionIcon, Anchor, Skeleton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconSelector } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { t } from '@/i18n/t';
import { Lines } from '@/kit/data/Lines';
import { NONE } from '@/kit/format';
import { type Column, namesRow } from './columns';
import classes from './DataGrid.module.css';
import { roomFor } from './room';
import { useFrame } from './useFrame';

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
  /** How wide that is, in pixels, where it is no menu. */
  actionsWidth?: number | undefined;
  /** What the row unfolds. */
  detail?: (row: Row) => ReactNode;
  /** The column sorted by; a grid without sortable columns does without these three. */
  sort?: string;
  desc?: boolean;
  /** A header was clicked. */
  onSort?: (id: string) => void;
  /** A newer answer is on its way; the rows stay, dimmed after a moment. */
  busy: boolean;
  /** The rows aren't those that were asked for, which can't be had: they stay, dimmed. */
  former?: boolean;
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

/** The width of a row's menu and of the button that unfolds it, also set in DataGrid.module.css. */
const MENU = 48;

const placeholders = (count: number) => Array.from({ length: Math.min(count, MAX_SKELETONS) }, (_, index) => index);

function TableView<Row>(props: DataGridProps<Row>) {
  const { rows, actions, detail, busy, former, caption } = props;
  const { frame, width } = useFrame();
  const aside = (detail ? MENU : 0) + (actions ? (props.actionsWidth ?? MENU) : 0);
  const { columns, isNarrow, density, least } = roomFor(props.columns, aside, width);
  const style = { '--density': density, '--least': least } as CSSProperties;
  return (
    <div
      ref={frame}
      className={classes.frame}
      data-narrow={isNarrow || undefined}
      data-scrolls={least > width || undefined}
      style={style}
    >
      <table
        className={classes.table}
        aria-busy={busy}
        data-dense={density < 1 || undefined}
        data-stale={(busy && rows !== undefined) || undefined}
        data-former={former || undefined}
      >
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {detail && (
              <th scope="col" className={classes.menu}>
                <VisuallyHidden>{t.list.details}</VisuallyHidden>
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} {...props} />
            ))}
            {actions && (
              <th scope="col" className={classes.menu} style={{ width: props.actionsWidth }}>
                <VisuallyHidden>{t.common.actions}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => <BodyRow key={props.rowId(row)} {...props} row={row} columns={columns} />)
            : placeholders(props.skeletonRows).map((index) => (
                <tr key={index}>
                  {detail && <td className={classes.menu} />}
                  {columns.map((column) => (
                    <td key={column.id} data-align={column.align}>
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

function BodyRow<Row>({ row, columns, actions, detail, rowLabel }: DataGridProps<Row> & { row: Row }) {
  const { opened, id, expander } = useExpander(rowLabel(row));
  return (
    <>
      <tr>
        {detail && <td className={classes.menu}>{expander}</td>}
        {columns.map((column) => (
          <BodyCell key={column.id} column={column} row={row} />
        ))}
        {actions && <td className={classes.menu}>{actions(row)}</td>}
      </tr>
      {detail && opened && (
        <tr id={id} className={classes.detail}>
          <td colSpan={columns.length + (actions ? 2 : 1)}>{detail(row)}</td>
        </tr>
      )}
    </>
  );
}

/** The button that unfolds a row. */
function useExpander(label: string) {
  const id = useId();
  const [opened, { toggle }] = useDisclosure();
  const expander = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      onClick={toggle}
      aria-label={t.list.detailsOf(label)}
      aria-expanded={opened}
      aria-controls={opened ? id : undefined}
    >
      <IconChevronDown size={16} aria-hidden className={classes.chevron} />
    </ActionIcon>
  );
  return { opened, id, expander };
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
      data-name={namesRow(column) || undefined}
      data-sized={column.width !== undefined || undefined}
      data-align={column.align}
      aria-sort={active ? (desc ? 'descending' : 'ascending') : undefined}
    >
      {column.sortable ? (
        <button type="button" className={classes.sort} onClick={() => onSort?.(column.id)}>
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
  const content = inLines(column.cell(row));
  return namesRow(column) ? (
    <th scope="row">{column.link ? <RecordLink to={column.link(row)}>{content}</RecordLink> : content}</th>
  ) : (
    <td data-align={column.align}>{content}</td>
  );
}

/** Whatever a column says as text has as many lines as the rows; a dash needs no tooltip. */
const inLines = (content: ReactNode): ReactNode =>
  typeof content === 'string' && content !== NONE ? <Lines text={content} /> : content;

function RecordLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} fz="inherit" className={classes.record}>
      {/* In one piece: on cards the link is a flex box, whose parts would neither break nor be read as one word. */}
      <span>{children}</span>
    </Anchor>
  );
}

/** The phone's view: link and menu on top, then name, status and figure, then the rest in two columns. */
function Cards<Row>(props: DataGridProps<Row>) {
  const { rows, caption, busy, former, rowId, skeletonRows } = props;
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
  return (
    <ul
      className={classes.cards}
      aria-label={caption}
      aria-busy={busy}
      data-stale={busy || undefined}
      data-former={former || undefined}
    >
      {rows.map((row) => (
        <Card key={rowId(row)} row={row} {...props} />
      ))}
    </ul>
  );
}

function Card<Row>({ row, columns, actions, detail, rowLabel }: DataGridProps<Row> & { row: Row }) {
  const { opened, id, expander } = useExpander(rowLabel(row));
  const key = columns.find((column) => column.link);
  const at = (place: Column<Row>['card']) => columns.filter((column) => column.card === place);
  const details = columns.filter(({ link, card = 'detail' }) => !link && (card === 'detail' || card === 'wide'));
  const titles = at('title').map((column) => (
    <div key={column.id} className={classes.cardTitle}>
      {column.cell(row)}
    </div>
  ));
  return (
    <li className={classes.card}>
      <div className={classes.cardTop}>
        {key?.link ? <RecordLink to={key.link(row)}>{key.cell(row)}</RecordLink> : titles}
        {actions?.(row)}
        {detail && expander}
      </div>
      {key && titles}
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
            <div key={column.id} data-wide={column.card === 'wide' || undefined}>
              <dt>{column.header}</dt>
              <dd>{column.cell(row)}</dd>
            </div>
          ))}
        </dl>
      )}
      {detail && opened && (
        <div id={id} className={classes.detail}>
          {detail(row)}
        </div>
      )}
    </li>
  );
}
