import { Checkbox } from '@mantine/core';
import { memo, useCallback, useLayoutEffect, useRef } from 'react';
import { t } from '@/i18n/access';
import { ACTIONS } from '@/session/permissions';
import { type RightsColumn, type RightsRow, RightsTable, RightsTableRow } from '@/shared/rights/RightsTable';
import { Tick } from '@/shared/rights/Tick';
import { bitOf, coverage, EVERYTHING, type Grant, type Grants } from './grants';

const WITH_ALL: readonly RightsColumn[] = ['all', ...ACTIONS];

const bitsOf = (column: RightsColumn): Grant => (column === 'all' ? EVERYTHING : bitOf(column));
const nameOf = (column: RightsColumn) => (column === 'all' ? t.grid.all : t.permissions.actions[column]);

/** Sets or clears bits in some modules. */
export type SetBits = (modules: readonly string[], bits: Grant, on: boolean) => void;

/** The boxes of a role: one for each right, one for each row and each column, and one for all of it. */
export function PermissionGrid({
  id,
  label,
  modules,
  stored,
  grants,
  onSet,
}: {
  id: string;
  label: string;
  modules: readonly RightsRow[];
  /** What the role grants on the server. */
  stored: Grants;
  /** What it grants here and now. */
  grants: Grants;
  onSet: SetBits;
}) {
  // Rows are memoised, and what they call stays the same for it; only the ones that change are drawn again.
  const latest = useRef(onSet);
  useLayoutEffect(() => {
    latest.current = onSet;
  });
  const set = useCallback<SetBits>((...change) => latest.current(...change), []);
  const ids = modules.map((module) => module.id);
  const all = ids.map((module) => grants.get(module) ?? 0);

  return (
    <RightsTable
      id={id}
      caption={label}
      columns={WITH_ALL}
      rows={modules}
      head={(column) => (
        <Box
          label={nameOf(column)}
          name={column === 'all' ? t.grid.everything : t.grid.column(nameOf(column))}
          state={coverage(all, bitsOf(column))}
          onSet={(on) => set(ids, bitsOf(column), on)}
        />
      )}
    >
      {(module) => (
        <ModuleRow
          key={module.id}
          module={module}
          grant={grants.get(module.id) ?? 0}
          changed={(grants.get(module.id) ?? 0) !== (stored.get(module.id) ?? 0)}
          onSet={set}
        />
      )}
    </RightsTable>
  );
}

const ModuleRow = memo(function ModuleRow({
  module,
  grant,
  changed,
  onSet,
}: {
  module: RightsRow;
  grant: Grant;
  changed: boolean;
  onSet: SetBits;
}) {
  return (
    <RightsTableRow
      row={module}
      columns={WITH_ALL}
      changed={changed}
      mark={(column) => (
        <Box
          name={column === 'all' ? t.grid.allOf(module.name) : t.grid.cell(nameOf(column), module.name)}
          state={coverage([grant], bitsOf(column))}
          onSet={(on) => onSet([module.id], bitsOf(column), on)}
        />
      )}
    />
  );
});

/** A box in the middle of a cell that is all target. */
function Box({
  label,
  name,
  state,
  onSet,
}: {
  /** What is seen; the name says the whole. */
  label?: string;
  name: string;
  state: 'all' | 'some' | 'none';
  onSet: (on: boolean) => void;
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside draws the control
    <label>
      {label}
      <Checkbox
        aria-label={name}
        checked={state === 'all'}
        indeterminate={state === 'some'}
        onChange={(event) => onSet(event.currentTarget.checked)}
      />
    </label>
  );
}

/** The same to read: ticks. */
export function PermissionTicks({
  label,
  modules,
  stored,
}: {
  label: string;
  modules: readonly RightsRow[];
  stored: Grants;
}) {
  return (
    <RightsTable caption={label} columns={ACTIONS} rows={modules} head={nameOf}>
      {(module) => (
        <RightsTableRow
          key={module.id}
          row={module}
          columns={ACTIONS}
          mark={(column) => <Tick on={((stored.get(module.id) ?? 0) & bitsOf(column)) !== 0} />}
        />
      )}
    </RightsTable>
  );
}
