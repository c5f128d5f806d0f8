import { Button, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { t } from '@/i18n/t';
import { DayInput } from '@/kit/form/DayInput';
import { formatDate } from '@/kit/format';
import { CheckList } from './CheckList';
import classes from './Filters.module.css';
import type { FilterDef, ListParams } from './list-params';
import { TextFilter } from './TextFilter';
import type { SetFilter } from './useListParams';

interface FilterBarProps {
  defs: readonly FilterDef[];
  values: ListParams['filters'];
  onChange: SetFilter;
}

/** The filters as labelled fields. They have no Apply button: what is shown is what is asked. */
export function FilterBar({ defs, values, onChange }: FilterBarProps) {
  return (
    <search id="filters" aria-label={t.list.filters} className={classes.bar}>
      {defs.map(
        (def) =>
          def.kind !== 'exact' && (
            <FilterField key={def.name} def={def} values={values[def.name] ?? []} all={values} onChange={onChange} />
          ),
      )}
    </search>
  );
}

function FilterField({
  def,
  values,
  all,
  onChange,
}: {
  def: Exclude<FilterDef, { kind: 'exact' }>;
  values: readonly string[];
  all: ListParams['filters'];
  onChange: SetFilter;
}) {
  const value = values[0] ?? '';
  const one = (next: string | null, options?: { replace: boolean }) => onChange(def.name, next ? [next] : [], options);
  switch (def.kind) {
    case 'text':
      return <TextFilter label={def.label} value={value} onCommit={(text, replace) => one(text, { replace })} />;
    case 'multi':
      return (
        <CheckList
          label={def.label}
          options={def.options}
          values={values}
          onChange={(change) => onChange(def.name, change)}
        />
      );
    case 'select':
      return (
        <NativeSelect
          label={def.label}
          size="sm"
          value={value}
          data={[{ value: '', label: t.list.all }, ...def.options]}
          onChange={(event) => one(event.currentTarget.value)}
        />
      );
    case 'date':
      return (
        <DayInput
          label={def.label}
          size="sm"
          value={value}
          onChange={one}
          // A span that ends before it begins would find nothing and say nothing about why.
          minDate={def.name === 'to' ? all.from?.[0] : undefined}
          maxDate={def.name === 'from' ? all.to?.[0] : undefined}
        />
      );
  }
}

function valueLabel(def: FilterDef, value: string): string {
  switch (def.kind) {
    case 'text':
      return value;
    case 'exact':
      return def.say(value);
    case 'date':
      return formatDate(value);
    default:
      return def.options.find((option) => option.value === value)?.label ?? value;
  }
}

/** How many filter values are set. */
export const activeCount = (values: ListParams['filters']): number =>
  Object.values(values).reduce((sum, list) => sum + list.length, 0);

/** What is filtered by, each part removable on its own, and all of it at once. */
export function FilterChips({ defs, values, onChange, onClear }: FilterBarProps & { onClear: () => void }) {
  const root = useRef<HTMLUListElement>(null);
  if (activeCount(values) === 0) return null;
  return (
    <ul ref={root} tabIndex={-1} className={classes.chips} aria-label={t.list.activeFilters}>
      {defs.flatMap((def) =>
        (values[def.name] ?? []).map((value) => (
          <li key={`${def.name}:${value}`}>
            <button
              type="button"
              className={classes.chip}
              aria-label={t.list.removeFilter(`${def.label}: ${valueLabel(def, value)}`)}
              onClick={() => {
                // The chip goes away with its focus, so focus moves to the list of those that are left.
                root.current?.focus();
                onChange(def.name, (now) => now.filter((other) => other !== value));
              }}
            >
              <span>
                {def.label}: <strong>{valueLabel(def, value)}</strong>
              </span>
              <IconX size={13} aria-hidden />
            </button>
          </li>
        )),
      )}
      <li>
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          {t.list.clearFilters}
        </Button>
      </li>
    </ul>
  );
}
