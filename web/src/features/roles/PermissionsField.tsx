import { useQuery } from '@connectrpc/connect-query';
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { ModuleService } from '@/gen/nirmaan/platform/v1/module_service_pb';
import { PermissionService } from '@/gen/nirmaan/platform/v1/permission_service_pb';
import { t } from '@/i18n/access';
import type { CustomInputProps } from '@/kit/form/fields';
import { Pending } from '@/kit/Pending';
import type { RightsRow } from '@/shared/rights/RightsTable';
import { type Grants, grantOf, readChanges, withBits, writeChanges } from './grants';
import { PermissionGrid, PermissionTicks, type SetBits } from './PermissionGrid';

/** The modules by name, and what the role of this address grants in each; a new role grants nothing. */
function useStored() {
  const { id = '' } = useParams();
  const fresh = { refetchOnMount: 'always' } as const;
  const modules = useQuery(ModuleService.method.listModules, {}, { enabled: id === '' });
  const permissions = useQuery(
    PermissionService.method.listRolePermissions,
    { roleId: id },
    { enabled: id !== '', ...fresh },
  );
  const query = id === '' ? modules : permissions;

  const rows = useMemo<RightsRow[] | undefined>(
    () =>
      id === ''
        ? modules.data?.modules.map(({ id: module, name, description }) => ({ id: module, name, description }))
        : permissions.data?.permissions.map(({ moduleId, moduleName }) => ({ id: moduleId, name: moduleName })),
    [id, modules.data, permissions.data],
  );
  const stored = useMemo<Grants>(
    () => new Map(permissions.data?.permissions.map((row) => [row.moduleId, grantOf(row)])),
    [permissions.data],
  );
  const pending = { error: query.error, retry: query.refetch, failed: t.grid.loadFailed, height: 480 };
  return { rows, stored, pending };
}

/** The grid of a role's rights. Its value is the changes to what is stored. */
export function PermissionsInput({ id, label, value, error: refused, locked, onEdit }: CustomInputProps) {
  const { rows, stored, pending } = useStored();
  const changes = useMemo(() => readChanges(value), [value]);
  const grants = useMemo<Grants>(() => new Map([...stored, ...changes]), [stored, changes]);
  const set: SetBits = (modules, bits, on) => onEdit(writeChanges(withBits(stored, changes, modules, bits, on)));

  if (!rows) return <Pending {...pending} headingLevel={2} />;
  if (locked) {
    return (
      <>
        <Text size="sm" c="dimmed" mb="xs">
          {locked}
        </Text>
        <PermissionTicks label={label} modules={rows} stored={stored} />
      </>
    );
  }
  return (
    <>
      <PermissionGrid id={id} label={label} modules={rows} stored={stored} grants={grants} onSet={set} />
      {refused && (
        <Text size="sm" c="var(--nm-error)" mt="xs">
          {refused}
        </Text>
      )}
      <Text size="sm" c="dimmed" mt="xs" role="status" mih={20}>
        {changes.size > 0 && t.grid.changed(changes.size)}
      </Text>
    </>
  );
}

/** What the role grants, to read. */
export function PermissionsView() {
  const { rows, stored, pending } = useStored();
  if (!rows) return <Pending {...pending} />;
  return <PermissionTicks label={t.roles.fields.permissions} modules={rows} stored={stored} />;
}
