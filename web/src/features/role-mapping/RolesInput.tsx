import { useQuery } from '@connectrpc/connect-query';
import { Checkbox, Text } from '@mantine/core';
import { UserRoleMappingService } from '@/gen/nirmaan/platform/v1/user_role_mapping_service_pb';
import { t } from '@/i18n/access';
import type { Choice, CustomInputProps } from '@/kit/form/fields';
import { Pending } from '@/kit/Pending';
import { useRefusal } from '@/session/Can';
import { Tick } from '@/shared/rights/Tick';
import classes from './mapping.module.css';
import { MODULE } from './rights';
import { readRoleChanges, withRole, writeRoleChanges } from './role-changes';
import { isHeld } from './useUserRoles';

const words = t.roleMapping;

/** All roles, and which of them the user holds on the server. */
function useStored(userId: string) {
  return useQuery(
    UserRoleMappingService.method.listRoleSelection,
    { userId },
    { enabled: userId !== '', refetchOnMount: 'always' },
  );
}

/** What stands there before the roles do. */
const pending = ({ error, refetch }: ReturnType<typeof useStored>) => ({
  error,
  retry: refetch,
  failed: words.fetchFailed,
  height: 120,
});

/** A box for each role. Its value is the changes to what the user holds. */
export function RolesInput({ id, label, value, all, onEdit }: CustomInputProps) {
  const user = all.user as Choice | null;
  const query = useStored(user?.value ?? '');
  const noEdit = useRefusal(MODULE, 'edit');
  const changes = readRoleChanges(value);
  if (!user) return <Text c="dimmed">{words.choose}</Text>;
  if (!query.data) return <Pending {...pending(query)} headingLevel={2} />;
  const { roles } = query.data;
  if (roles.length === 0) return <Text c="dimmed">{words.noRoles}</Text>;
  return (
    <ul id={id} tabIndex={-1} className={classes.boxes} aria-label={label}>
      {roles.map((role) => (
        <li key={role.roleId}>
          <Checkbox
            label={role.roleName}
            description={noEdit ?? (role.isGrantable ? role.description : words.notGrantable)}
            checked={changes.get(role.roleId) ?? isHeld(role)}
            disabled={noEdit !== undefined || !role.isGrantable}
            onChange={(event) =>
              onEdit(writeRoleChanges(withRole(changes, role.roleId, isHeld(role), event.currentTarget.checked)))
            }
          />
        </li>
      ))}
    </ul>
  );
}

/** The same to read. */
export function RolesView({ userId }: { userId: string }) {
  const query = useStored(userId);
  if (!query.data) return <Pending {...pending(query)} />;
  const { roles } = query.data;
  if (roles.length === 0) return <>{words.noRoles}</>;
  return (
    <ul className={classes.boxes}>
      {roles.map((role) => (
        <li key={role.roleId}>
          <Tick on={isHeld(role)} /> <span className={classes.role}>{role.roleName}</span>
          {role.description && <span className={classes.note}>{role.description}</span>}
        </li>
      ))}
    </ul>
  );
}
