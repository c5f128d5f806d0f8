import type { Timestamp } from '@bufbuild/protobuf/wkt';
import type { ReactNode } from 'react';
import { DateText } from '@/kit/data/DateText';
import { IdText } from '@/kit/data/IdText';
import { InstantText } from '@/kit/data/InstantText';
import { MoneyText } from '@/kit/data/Money';
import { StatusBadge, type StatusMeta } from '@/kit/data/StatusBadge';
import { isoOfDate, NONE } from '@/kit/format';

/**
 * One column of a list, on wide screens a column of the grid and on phones a part of each card.
 * `sortable` means that the server sorts by the column's id.
 */
export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  /** Numbers and days align at their end, with digits of one width. */
  align?: 'end';
  /** Width in pixels; the columns without it share the rest. */
  width?: number;
  /** The least width of a column without one, where the usual least won't do, in pixels. */
  least?: number;
  /** Makes the column the row's header: its cell links to the record. */
  link?: (row: Row) => string;
  /** Makes the column the row's header where there is nothing to link to. */
  rowHeader?: boolean;
  /** The column is left out when there is no room for it: first those of the wide class, then those of the middle one. */
  keep?: 'wide' | 'middle';
  /** Its part on a phone's card; a detail by default, and a wide one has the card's whole width. */
  card?: 'title' | 'badge' | 'figure' | 'detail' | 'wide' | 'none';
}

/** Whether a column says what a row is, and therefore can't be hidden. */
export const namesRow = ({ link, rowHeader }: { readonly link?: unknown; readonly rowHeader?: boolean }): boolean =>
  link !== undefined || rowHeader === true;

type Rest<Row> = Omit<Column<Row>, 'id' | 'header' | 'cell'>;
type Day = Parameters<typeof isoOfDate>[0];

/** Makers of the usual columns for one kind of row. Each is sortable unless told otherwise. */
export function columnsOf<Row>() {
  return {
    /** Plain text; a dash when there is none. */
    text: (id: string, header: string, value: (row: Row) => string, rest: Rest<Row> = {}): Column<Row> => ({
      id,
      header,
      sortable: true,
      cell: (row) => value(row) || NONE,
      ...rest,
    }),
    /** An id, number or address, which stays in one line. */
    id: (id: string, header: string, value: (row: Row) => string, rest: Rest<Row> = {}): Column<Row> => ({
      id,
      header,
      sortable: true,
      width: 184,
      cell: (row) => (value(row) ? <IdText text={value(row)} /> : NONE),
      ...rest,
    }),
    /** Rupees. */
    money: (
      id: string,
      header: string,
      value: (row: Row) => { paise: bigint } | undefined,
      rest: Rest<Row> = {},
    ): Column<Row> => ({
      id,
      header,
      sortable: true,
      align: 'end',
      width: 134,
      cell: (row) => <MoneyText paise={value(row)?.paise} />,
      ...rest,
    }),
    /** Calendar days. */
    date: (id: string, header: string, value: (row: Row) => Day, rest: Rest<Row> = {}): Column<Row> => ({
      id,
      header,
      sortable: true,
      align: 'end',
      width: 94,
      cell: (row) => <DateText iso={isoOfDate(value(row))} />,
      ...rest,
    }),
    /** Moments, as the day with the time below it, where there is room for it. */
    instant: (
      id: string,
      header: string,
      value: (row: Row) => Timestamp | undefined,
      rest: Rest<Row> = {},
    ): Column<Row> => ({
      id,
      header,
      sortable: true,
      align: 'end',
      width: 94,
      cell: (row) => <InstantText at={value(row)} />,
      ...rest,
    }),
    /** Status badges. */
    status: (
      id: string,
      header: string,
      value: (row: Row) => StatusMeta | undefined,
      rest: Rest<Row> = {},
    ): Column<Row> => ({
      id,
      header,
      sortable: true,
      width: 166,
      card: 'badge',
      cell: (row) => <StatusBadge meta={value(row)} />,
      ...rest,
    }),
  };
}
