import { CheckIcon, Combobox, Input, InputBase, useCombobox } from '@mantine/core';
import { t } from '@/i18n/t';
import classes from './Filters.module.css';
import type { FilterOption } from './list-params';

/** Choices in the order given, under their groups. */
function grouped(options: readonly FilterOption[]): [group: string, options: FilterOption[]][] {
  const groups = new Map<string, FilterOption[]>();
  for (const option of options) {
    const name = option.group ?? '';
    groups.set(name, [...(groups.get(name) ?? []), option]);
  }
  return [...groups];
}

/**
 * Any number of choices behind one field of constant height: the field says how many, the chips below
 * the filter bar say which.
 */
export function CheckList({
  label,
  options,
  values,
  onChange,
}: {
  label: string;
  options: readonly FilterOption[];
  values: readonly string[];
  /**
   * Is given a function from the values before to the values after, and not the latter: of several clicks before the next
   * drawing, each changes what the one before has left.
   */
  onChange: (change: (now: readonly string[]) => readonly string[]) => void;
}) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const only = values.length === 1 ? options.find((option) => option.value === values[0]) : undefined;
  const summary = only?.label ?? (values.length > 0 ? t.list.selected(values.length) : t.list.any);
  const toggle = (value: string) =>
    onChange((now) => (now.includes(value) ? now.filter((other) => other !== value) : [...now, value]));

  const items = (list: readonly FilterOption[]) =>
    list.map((option) => {
      const checked = values.includes(option.value);
      return (
        <Combobox.Option key={option.value} value={option.value} active={checked} aria-selected={checked}>
          <span className={classes.option}>
            <CheckIcon size={12} className={classes.check} data-checked={checked || undefined} aria-hidden />
            {option.label}
          </span>
        </Combobox.Option>
      );
    });

  return (
    <Combobox store={combobox} onOptionSubmit={toggle} width={260} position="bottom-start" withinPortal>
      <Combobox.Target targetType="button" withExpandedAttribute>
        <InputBase
          component="button"
          type="button"
          // A combobox and not a mere button: only then does its popup count as operable from here.
          role="combobox"
          pointer
          size="sm"
          label={label}
          aria-label={`${label}: ${summary}`}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
          onClick={() => combobox.toggleDropdown()}
        >
          {values.length > 0 ? summary : <Input.Placeholder>{summary}</Input.Placeholder>}
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label} aria-multiselectable mah={340} className={classes.options}>
          {grouped(options).map(([group, list]) =>
            group ? (
              <Combobox.Group key={group} label={group}>
                {items(list)}
              </Combobox.Group>
            ) : (
              items(list)
            ),
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
