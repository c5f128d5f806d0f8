import { fold } from '@/kit/form/fold';
import type { AmountField, DateOrder, SheetColumn, Unit } from './import-events';

/** The fields that columns hold by choice, by their headings; empty for a column that isn't to be read. */
export type ColumnMap = Readonly<Record<string, string>>;

/** What amounts are counted in, by their fields, where that was chosen. */
export type Units = Readonly<Partial<Record<AmountField, Unit>>>;

/** In which order days have day and month, by their fields, where that was chosen. */
export type DateOrders = Readonly<Record<string, DateOrder>>;

/** What was chosen of the columns of a file. */
export interface ColumnChoices {
  units: Units;
  dateOrders: DateOrders;
  /** Fields of which the order was chosen with that of another field, by these: it goes when that is chosen anew. */
  followers: Readonly<Record<string, string>>;
  /** Undefined until one is chosen here: what the organisation remembers counts. */
  columnMap: ColumnMap | undefined;
}

/** What counts of the columns of a checked file, told outright. */
export function inEffect(
  columns: readonly SheetColumn[],
  { units, dateOrders, followers, columnMap }: ColumnChoices,
): ColumnChoices {
  if (columnMap) return { units, dateOrders, followers, columnMap };
  const chosen = columns.filter(({ isChosen }) => isChosen).map(({ heading, field }) => [heading, field]);
  const inUnits = columns.filter(({ isUnitChosen }) => isUnitChosen).map(({ field, unit }) => [field, unit]);
  const inOrders = columns
    .filter(({ isDateOrderChosen }) => isDateOrderChosen)
    .map(({ field, dateOrder }) => [field, dateOrder]);
  return {
    units: { ...Object.fromEntries(inUnits), ...units },
    dateOrders: { ...Object.fromEntries(inOrders), ...dateOrders },
    followers,
    columnMap: chosen.length > 0 ? Object.fromEntries(chosen) : undefined,
  };
}

/**
 * The choices with another one, of the field that a column holds. No other column keeps this field, and amounts and days that
 * come from another column than before are read as that one says.
 */
export function withField(
  columns: readonly SheetColumn[],
  choices: ColumnChoices,
  heading: string,
  field: string,
): ColumnChoices {
  const { units, dateOrders, followers, columnMap = {} } = inEffect(columns, choices);
  const before = chosenField(columnMap, heading) ?? columns.find((column) => column.heading === heading)?.field;
  const kept = Object.entries(columnMap).filter(([, held]) => held === '' || held !== field);
  const stays = ([name]: readonly [string, unknown]) => name !== field && name !== before;
  return {
    units: Object.fromEntries(Object.entries(units).filter(stays)),
    dateOrders: Object.fromEntries(Object.entries(dateOrders).filter(stays)),
    followers: Object.fromEntries(Object.entries(followers).filter(stays)),
    columnMap: Object.fromEntries([...kept, [heading, field]]),
  };
}

/** Whether the days in figures of a column are read only once their order of day and month is chosen. */
export const awaitsDateOrder = ({ acceptsDateOrder, dateOrder }: SheetColumn): boolean =>
  acceptsDateOrder && !dateOrder;

/**
 * The choices with another one, of the order of day and month in the days of a field. Programs write all days of a file in one
 * order: where the month comes first, it does so in every other column that waits for a choice, until that is chosen anew.
 */
export function withDateOrder(
  columns: readonly SheetColumn[],
  choices: ColumnChoices,
  field: string,
  order: DateOrder,
): ColumnChoices {
  const { units, dateOrders, columnMap } = choices;
  // The answer to an earlier choice may still be on its way.
  const isOpen = ({ heading, field: name }: SheetColumn) =>
    dateOrders[name] === undefined && (chosenField(columnMap, heading) ?? name) === name;
  const waiting = columns.filter((column) => awaitsDateOrder(column) && isOpen(column)).map((column) => column.field);
  const led = Object.keys(choices.followers).filter((name) => choices.followers[name] === field);
  const like = [...led, ...waiting].filter((name) => name !== field);
  const stays = ([name]: readonly [string, unknown]) => name !== field && !like.includes(name);
  const following = order === 'MDY' ? like : [];
  return {
    units,
    dateOrders: Object.fromEntries([
      ...Object.entries(dateOrders).filter(stays),
      ...following.map((name) => [name, order]),
      [field, order],
    ]),
    followers: Object.fromEntries([
      ...Object.entries(choices.followers).filter(stays),
      ...following.map((name) => [name, field]),
    ]),
    columnMap,
  };
}

/** What was chosen of the column with a heading; undefined where nothing was. */
export const chosenField = (map: ColumnMap | undefined, heading: string): string | undefined =>
  map && Object.hasOwn(map, heading) ? map[heading] : undefined;

/** A heading as choices compare it. */
const folded = (heading: string) => fold(heading).replace(/ +/g, ' ');

/** The columns whose heading is there more than once: a choice couldn't tell which of them it means. */
export function repeatedColumns(columns: readonly SheetColumn[]): ReadonlySet<number> {
  const headings = columns.map(({ heading }) => folded(heading));
  const isRepeated = (heading = '') => headings.indexOf(heading) !== headings.lastIndexOf(heading);
  return new Set(columns.filter((_, place) => isRepeated(headings[place])).map(({ index }) => index));
}
