import type { Column } from './columns';

/** What of a table its place has room for. */
interface Room<Row> {
  readonly columns: readonly Column<Row>[];
  /** Only those are left that are always kept. */
  readonly isNarrow: boolean;
  /** By what their widths are multiplied. */
  readonly density: number;
  /** How wide the table is at least, in pixels. */
  readonly least: number;
}

/** Up to this width of its place a table is set smaller. */
const DENSE = 1200;

/** The least width of a column that has none. */
const REST = 160;

/**
 * The columns that there is room for: as many as fit, and otherwise those that are always kept, and the table has to scroll.
 *
 * @param aside what the row's menu and the like take, in pixels
 * @param width of the table's place, in pixels
 */
export function roomFor<Row>(columns: readonly Column<Row>[], aside: number, width: number): Room<Row> {
  const density = width > DENSE ? 1 : 0.92;
  const room = (shown: readonly Column<Row>[]) => {
    const widths = shown.reduce((sum, { width: own, least = REST }) => sum + (own ?? least), 0);
    return { columns: shown, isNarrow: false, density, least: widths * density + aside };
  };
  const all = room(columns);
  if (all.least <= width) return all;
  const most = room(columns.filter(({ keep }) => keep !== 'wide'));
  if (most.least <= width) return most;
  return { ...room(columns.filter(({ keep }) => keep === undefined)), isNarrow: true };
}
