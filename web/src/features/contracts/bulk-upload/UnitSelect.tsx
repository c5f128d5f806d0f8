import { Select } from '@mantine/core';
import { t } from '@/i18n/imports';
import type { Units } from './column-map';
import { fieldLabel } from './field-label';
import { type AmountField, isAmountField, type SheetColumn, UNITS, type Unit } from './import-events';

const words = t.bulkUpload.columns;

/** Offered at every column; the others are so where a file names them. */
const USUAL: readonly Unit[] = ['RUPEES', 'THOUSAND', 'LAKH', 'CRORE'];

/** What the amounts of a column are counted in, to be chosen; nothing at other columns. */
export function UnitSelect({
  column: { field, unit, acceptsUnit },
  chosen,
  disabled,
  onChange,
}: {
  column: SheetColumn;
  /** The units that the file is being checked with. */
  chosen: Units | undefined;
  disabled: boolean;
  onChange: (field: AmountField, unit: Unit) => void;
}) {
  if (!acceptsUnit || !isAmountField(field)) return null;
  const current = chosen?.[field] ?? unit;
  const offered = UNITS.filter((name) => USUAL.includes(name) || name === current);
  return (
    <Select
      aria-label={words.unitOf(fieldLabel(field))}
      w={152}
      placeholder={words.chooseUnit}
      data={offered.map((name) => ({ value: name, label: words.units[name] }))}
      value={current ?? null}
      disabled={disabled}
      allowDeselect={false}
      onChange={(name) => {
        const next = UNITS.find((each) => each === name);
        if (next && next !== current) onChange(field, next);
      }}
    />
  );
}
