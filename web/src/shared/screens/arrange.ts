import { namesRow } from '@/kit/list/columns';
import type { ColumnChoice } from '@/shared/settings/settings-store';

/** What tells a column that names its row, and therefore stays. */
interface Arrangeable {
  id: string;
  link?: unknown;
  rowHeader?: boolean;
}

/** The columns in the chosen order; those that the choice doesn't name follow as they come. */
export function inOrder<C extends Arrangeable>(columns: readonly C[], order: readonly string[]): readonly C[] {
  const place = new Map(order.map((id, index) => [id, index]));
  return columns.toSorted((a, b) => (place.get(a.id) ?? order.length) - (place.get(b.id) ?? order.length));
}

/** The columns that are shown, in the chosen order. */
export function arranged<C extends Arrangeable>(columns: readonly C[], choice: ColumnChoice | undefined): readonly C[] {
  if (!choice) return columns;
  return inOrder(columns, choice.order).filter((column) => namesRow(column) || !choice.hidden.includes(column.id));
}

/** The choice that shows these columns; undefined when it is what the list does by itself. */
export function choiceOf(
  columns: readonly Arrangeable[],
  order: readonly string[],
  hidden: ReadonlySet<string>,
): ColumnChoice | undefined {
  const usual = columns.every(({ id }, index) => id === order[index]);
  return usual && hidden.size === 0 ? undefined : { order, hidden: order.filter((id) => hidden.has(id)) };
}
