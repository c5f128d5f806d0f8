import { Select } from '@mantine/core';
import { t } from '@/i18n/imports';
import type { DateOrders } from './column-map';
import { fieldLabel } from './field-label';
import { DATE_ORDERS, type DateOrder, type SheetColumn } from './import-events';

const words = t.bulkUpload.columns;

const CHOICES = DATE_ORDERS.map((order) => ({ value: order, label: words.dateOrders[order] }));

/** In which order the days of a column have day and month, to be chosen; nothing where it makes no difference. */
export function DateOrderSelect({
  column: { field, dateOrder, acceptsDateOrder },
  chosen,
  disabled,
  onChange,
}: {
  column: SheetColumn;
  /** The orders that the file is being checked with. */
  chosen: DateOrders | undefined;
  disabled: boolean;
  onChange: (field: string, order: DateOrder) => void;
}) {
  if (!acceptsDateOrder) return null;
  return (
    <Select
      aria-label={words.dateOrderOf(fieldLabel(field))}
      w={152}
      placeholder={words.chooseDateOrder}
      data={CHOICES}
      value={chosen?.[field] ?? dateOrder ?? null}
      disabled={disabled}
      allowDeselect={false}
      onChange={(name) => {
        const next = DATE_ORDERS.find((each) => each === name);
        if (next) onChange(field, next);
      }}
    />
  );
}
