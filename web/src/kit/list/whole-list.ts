import { timestampMs } from '@bufbuild/protobuf/wkt';
import { textKey } from '../text-key';
import type { ListParams } from './list-params';

type Instant = Parameters<typeof timestampMs>[0];

/** A row of a list that the server answers whole. */
interface Dated {
  createdAt?: Instant | undefined;
  updatedAt?: Instant | undefined;
}

/** How the rows of a whole list are narrowed and sorted: what its filters and columns read from a row. */
export interface WholeListRules<Row> {
  /** Filters by name: text filters mean "contains" in any case and Unicode form, choices are the value itself. */
  filters: Readonly<Record<string, { contains: (row: Row) => string } | { equals: (row: Row) => string }>>;
  /** Sortable columns by id; createdAt and updatedAt always sort. */
  sort: Readonly<Record<string, (row: Row) => string>>;
}

const collator = new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' });
const ms = (instant: Instant | undefined) => (instant ? timestampMs(instant) : 0);

/**
 * Does for all rows at once what the server does for lists that it pages. Rows that are equal stay in the
 * order in which they were answered.
 */
export function wholeList<Row extends Dated>(
  rows: readonly Row[],
  { filters, sort, desc }: ListParams,
  rules: WholeListRules<Row>,
): { rows: readonly Row[]; total: number } {
  const kept = rows.filter((row) =>
    Object.entries(rules.filters).every(([name, rule]) => {
      const wanted = filters[name] ?? [];
      if (wanted.length === 0) return true;
      if ('equals' in rule) return wanted.includes(rule.equals(row));
      const text = textKey(rule.contains(row));
      return wanted.every((word) => text.includes(textKey(word)));
    }),
  );
  const text = rules.sort[sort];
  const compare = (a: Row, b: Row) =>
    text
      ? collator.compare(text(a), text(b))
      : sort === 'updatedAt'
        ? ms(a.updatedAt) - ms(b.updatedAt)
        : ms(a.createdAt) - ms(b.createdAt);
  return { rows: kept.toSorted((a, b) => (desc ? compare(b, a) : compare(a, b))), total: kept.length };
}
