import { useQuery } from '@connectrpc/connect-query';
import { Button, Checkbox, Skeleton, Text } from '@mantine/core';
import { UserRoleMappingService } from '@/gen/nirmaan/platform/v1/user_role_mapping_service_pb';
import { t } from '@/i18n/access';
import { userMessage } from '@/kit/errors';
import type { Choice, CustomInputProps } from '@/kit/form/fields';
import { EmptyState } from '@/kit/list/EmptyState';
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

/** A box for each role. Its value is the changes to what the user holds. */
export function RolesInput({ id, label, value, all, onEdit }: CustomInputProps) {
  const user = all.user as Choice | null;
  const query = useStored(user?.value ?? '');
  const noEdit = useRefusal(MODULE, 'edit');
  const changes = readRoleChanges(value);
  if (!user) return <Text c="dimmed">{words.choose}</Text>;
  if (!query.data) return <Pending error={query.error} retry={query.refetch} headingLevel={2} />;
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
  if (!query.data) return <Pending error={query.error} retry={query.refetch} headingLevel={3} />;
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

function Pending({
  error,
  retry,
  headingLevel,
}: {
  error: Error | null;
  retry: () => unknown;
  /** A form's sections have legends and no headings. */
  headingLevel: 2 | 3;
}) {
  if (!error) return <Skeleton height={120} aria-busy />;
  return (
    <EmptyState
      kind="error"
      headingLevel={headingLevel}
      title={words.fetchFailed}
      action={<Button onClick={retry}>{t.common.tryAgain}</Button>}
    >
      {userMessage(error, t.errors.unknown)}
    </EmptyState>
  );
}
