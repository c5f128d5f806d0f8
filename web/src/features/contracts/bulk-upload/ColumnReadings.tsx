import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '@/i18n/imports';
import classes from './BulkUpload.module.css';
import { awaitsDateOrder, type ColumnChoices, chosenField, repeatedColumns } from './column-map';
import { DateOrderSelect } from './DateOrderSelect';
import { FieldSelect } from './FieldSelect';
import { fieldLabel } from './field-label';
import { type AmountField, type DateOrder, isAmountField, type SheetColumn, type Unit } from './import-events';
import type { Register } from './registers';
import { UnitSelect } from './UnitSelect';
import type { UploadOptions } from './useBulkUpload';

const words = t.bulkUpload.columns;

/** What may be chosen of a column. */
export interface Choices {
  /** Chooses the field that the column with a heading holds; an empty one lets nothing of it be read. */
  onField: (heading: string, field: string) => void;
  /** Chooses what the amounts of a field are counted in. */
  onUnit: (field: AmountField, unit: Unit) => void;
  /** Chooses in which order the days of a field have day and month. */
  onDateOrder: (field: string, order: DateOrder) => void;
}

/**
 * How the columns of a file were read: the amounts, what was chosen, days that aren't known to have the day first, and what
 * nothing is read of; all of them on demand.
 */
export function ColumnReadings({
  register,
  columns,
  columnChoices: { dateOrders, columnMap },
  incomplete = false,
  running,
  choices,
}: {
  register: Register;
  columns: readonly SheetColumn[];
  /** What this user chose. */
  columnChoices: ColumnChoices;
  /** A field is still missing that any of them may hold: all are shown. */
  incomplete?: boolean;
  /** How the file is being imported, or checked again; undefined when it isn't. */
  running?: UploadOptions | undefined;
  /** Lets fields and units be chosen; without it they are only told. */
  choices?: Choices | undefined;
}) {
  const [opened, setOpened] = useState(incomplete);
  const all = opened || incomplete;
  // The choice that was just made stays in sight, even if the server takes it for what the heading says anyway.
  const isTouched = ({ heading, field }: SheetColumn) =>
    chosenField(columnMap, heading) !== undefined || dateOrders[field] !== undefined;
  const first = columns.filter(
    (column) =>
      !column.field || isAmountField(column.field) || hasOwnOrder(column) || column.isChosen || isTouched(column),
  );
  const shown = all ? columns : first;
  const repeated = repeatedColumns(columns);
  const isRemembered = !columnMap && columns.some(({ isChosen }) => isChosen);
  if (columns.length === 0) return null;
  return (
    <section className={classes.failures} aria-label={words.title}>
      <div className={classes.failuresHead}>
        <h2>{words.title}</h2>
        <span role="status">{running?.dryRun && words.checking}</span>
      </div>
      {isRemembered && (
        <Text size="sm" c="dimmed">
          {words.remembered}
        </Text>
      )}
      {shown.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{words.column}</th>
              <th scope="col">{words.how}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((column) => (
              <tr key={column.index}>
                <th scope="row">
                  {column.heading}
                  {choices && column.sample && <span>{words.sample(column.sample)}</span>}
                </th>
                <td>
                  <Reading
                    register={register}
                    column={column}
                    isRepeated={repeated.has(column.index)}
                    running={running}
                    choices={choices}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {first.length < columns.length && !incomplete && (
        <Anchor
          component="button"
          type="button"
          fz="sm"
          underline="always"
          style={{ justifySelf: 'start' }}
          aria-expanded={all}
          onClick={() => setOpened(!all)}
        >
          {all ? words.fewer : words.all(columns.length)}
        </Anchor>
      )}
    </section>
  );
}

/** Whether the days of a column aren't read day first as a matter of course. */
const hasOwnOrder = (column: SheetColumn) =>
  awaitsDateOrder(column) || column.dateOrder === 'MDY' || column.isDateOrderChosen;

/** The field of a column, its unit or its order of day and month, to choose, and what is said of it. */
function Reading({
  register,
  column,
  isRepeated,
  running,
  choices,
}: {
  register: Register;
  column: SheetColumn;
  /** Other columns have the same heading. */
  isRepeated: boolean;
  running: UploadOptions | undefined;
  choices: Choices | undefined;
}) {
  const { heading, field, note } = column;
  const plain = field && words.asWritten;
  if (!choices) return told(column) || plain;
  // While the file is imported, what is imported stays to be seen.
  const disabled = running?.dryRun === false;
  const said = isRepeated ? [told(column), words.repeated].filter(Boolean).join(' ') : note || plain;
  return (
    <div className={classes.outcome}>
      {!isRepeated && (
        <FieldSelect
          register={register}
          heading={heading}
          field={chosenField(running?.columnMap, heading) ?? field}
          disabled={disabled}
          onChange={(next) => choices.onField(heading, next)}
        />
      )}
      <UnitSelect column={column} chosen={running?.units} disabled={disabled} onChange={choices.onUnit} />
      <DateOrderSelect
        column={column}
        chosen={running?.dateOrders}
        disabled={disabled}
        onChange={choices.onDateOrder}
      />
      <span>{said}</span>
    </div>
  );
}

/** What is said of a column whose field nobody can choose. */
function told({ heading, field, note }: SheetColumn): string {
  const label = fieldLabel(field);
  // Most headings have the name of their field in them.
  const isRenamed = !heading.toLowerCase().includes(label.toLowerCase());
  return [isRenamed && words.as(label), note].filter(Boolean).join(' ');
}
