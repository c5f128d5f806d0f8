import { fold } from '@/kit/form/fold';
import type { AmountField, SheetColumn, Unit } from './import-events';

/** The fields that columns hold by choice, by their headings; empty for a column that isn't to be read. */
export type ColumnMap = Readonly<Record<string, string>>;

/** What amounts are counted in, by their fields, where that was chosen. */
export type Units = Readonly<Partial<Record<AmountField, Unit>>>;

/** What was chosen of the columns of a file. */
export interface ColumnChoices {
  units: Units;
  /** Undefined until one is chosen here: what the organisation remembers counts. */
  columnMap: ColumnMap | undefined;
}

/** What counts of the columns of a checked file, told outright. */
export function inEffect(columns: readonly SheetColumn[], { units, columnMap }: ColumnChoices): ColumnChoices {
  if (columnMap) return { units, columnMap };
  const chosen = columns.filter(({ isChosen }) => isChosen).map(({ heading, field }) => [heading, field]);
  const inUnits = columns.filter(({ isUnitChosen }) => isUnitChosen).map(({ field, unit }) => [field, unit]);
  return {
    units: { ...Object.fromEntries(inUnits), ...units },
    columnMap: chosen.length > 0 ? Object.fromEntries(chosen) : undefined,
  };
}

/**
 * The choices with another one, of the field that a column holds. No other column keeps this field, and amounts that come from
 * another column than before are counted in what that one says.
 */
export function withField(
  columns: readonly SheetColumn[],
  choices: ColumnChoices,
  heading: string,
  field: string,
): ColumnChoices {
  const { units, columnMap = {} } = inEffect(columns, choices);
  const before = chosenField(columnMap, heading) ?? columns.find((column) => column.heading === heading)?.field;
  const kept = Object.entries(columnMap).filter(([, held]) => held === '' || held !== field);
  const stay = Object.entries(units).filter(([amount]) => amount !== field && amount !== before);
  return { units: Object.fromEntries(stay), columnMap: Object.fromEntries([...kept, [heading, field]]) };
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
