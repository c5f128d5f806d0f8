import { Select, type SelectProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldOption } from './fields';
import { scrollingList } from './scrolling-list';
import { useClear } from './useClear';

/** Options as Mantine wants them: under their groups where they have any. */
function groupedData(options: readonly FieldOption[]) {
  const names = [...new Set(options.map((option) => option.group ?? ''))];
  return names.flatMap<FieldOption | { group: string; items: FieldOption[] }>((group) => {
    // Mantine takes whatever has a `group` for a group, so the options themselves must not carry it.
    const items = options
      .filter((option) => (option.group ?? '') === group)
      .map(({ value, label }) => ({ value, label }));
    return group ? [{ group, items }] : items;
  });
}

/** Leaves out of a select's list what is only there to be named. */
const offered =
  (options: readonly FieldOption[]): SelectProps['filter'] =>
  ({ options: shown }) =>
    shown.filter(
      (item) => 'group' in item || !options.some(({ value, unoffered }) => unoffered && value === item.value),
    );

/** Chooses one of a few. */
export function ChoiceInput({
  options,
  value,
  onChange,
  clearable = false,
  ...input
}: {
  options: readonly FieldOption[];
  /** Empty for none. */
  value: string;
  onChange: (value: string) => void;
  /** The choice may be taken back. */
  clearable?: boolean | undefined;
  label: string;
  id?: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  readOnly?: boolean;
}) {
  const { clearButtonProps, clearByKey } = useClear(input.label);
  return (
    <Select
      {...input}
      {...scrollingList}
      data={groupedData(options)}
      value={value || null}
      filter={offered(options)}
      allowDeselect={false}
      clearable={clearable}
      clearButtonProps={clearButtonProps}
      onKeyDown={clearByKey}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
