import { Anchor, Select } from '@mantine/core';
import { useState } from 'react';
import { t } from '@/i18n/imports';
import classes from './BulkUpload.module.css';
import { fieldLabel } from './field-label';
import { type AmountField, isAmountField, type SheetColumn, UNITS, type Unit } from './import-events';

const words = t.bulkUpload.columns;

/** Offered at every column; the others are so where a file names them. */
const USUAL: readonly Unit[] = ['RUPEES', 'THOUSAND', 'LAKH', 'CRORE'];

/** A choice of the unit of a column. */
export type ChooseUnit = (field: AmountField, unit: Unit) => void;

/** How the columns of a file were read: the amounts, and what nothing is read of; all of them on demand. */
export function ColumnReadings({
  columns,
  chosen,
  checking = false,
  onUnit,
}: {
  columns: readonly SheetColumn[];
  /** The units that the file is being checked with. */
  chosen?: Readonly<Partial<Record<AmountField, Unit>>> | undefined;
  /** The file is being checked again. */
  checking?: boolean;
  /** Lets a unit be chosen; without it the units are only told. */
  onUnit?: ChooseUnit | undefined;
}) {
  const [all, setAll] = useState(false);
  const first = columns.filter(({ field }) => !field || isAmountField(field));
  const shown = all ? columns : first;
  if (columns.length === 0) return null;
  return (
    <section className={classes.failures} aria-label={words.title}>
      <div className={classes.failuresHead}>
        <h2>{words.title}</h2>
        <span role="status">{checking && words.checking}</span>
      </div>
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
                <th scope="row">{column.heading}</th>
                <td>
                  <Reading column={column} chosen={chosen} onUnit={onUnit} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {first.length < columns.length && (
        <Anchor
          component="button"
          type="button"
          fz="sm"
          underline="always"
          style={{ justifySelf: 'start' }}
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? words.fewer : words.all(columns.length)}
        </Anchor>
      )}
    </section>
  );
}

/** The field of a column, what is said of it, and its unit to choose. */
function Reading({
  column: { heading, field, unit, note, acceptsUnit },
  chosen,
  onUnit,
}: {
  column: SheetColumn;
  chosen: Readonly<Partial<Record<AmountField, Unit>>> | undefined;
  onUnit: ChooseUnit | undefined;
}) {
  const label = fieldLabel(field);
  // Most headings have the name of their field in them.
  const isRenamed = !heading.toLowerCase().includes(label.toLowerCase());
  const said = [isRenamed && words.as(label), note].filter(Boolean).join(' ') || words.asWritten;
  if (!onUnit || !acceptsUnit || !isAmountField(field)) return said;
  const current = chosen?.[field] ?? unit;
  const offered = UNITS.filter((name) => USUAL.includes(name) || name === current);
  return (
    <div className={classes.outcome}>
      <Select
        aria-label={words.unitOf(label)}
        w={152}
        placeholder={words.chooseUnit}
        data={offered.map((name) => ({ value: name, label: words.units[name] }))}
        value={current ?? null}
        allowDeselect={false}
        onChange={(name) => {
          const next = UNITS.find((each) => each === name);
          if (next && next !== current) onUnit(field, next);
        }}
      />
      <span>{said}</span>
    </div>
  );
}
