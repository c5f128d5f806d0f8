import { Alert, Checkbox, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { RoleSelection } from '@/gen/nirmaan/platform/v1/user_role_mapping_service_pb';
import { t } from '@/i18n/access';
import { GuardedButton } from '@/kit/data/GuardedButton';
import type { Column } from '@/kit/list/columns';
import { DataGrid } from '@/kit/list/DataGrid';
import { EmptyState } from '@/kit/list/EmptyState';
import { Surface } from '@/kit/list/Surface';
import { ConfirmDialog } from '@/kit/overlay/confirm';
import { toastSuccess } from '@/kit/overlay/toast';
import { useRefusal } from '@/session/Can';
import roleClasses from '@/shared/roles/roles.module.css';
import classes from './mapping.module.css';
import { MappingFailure, MODULE } from './rights';
import { type UserRole, useUserRoles } from './useUserRoles';

const words = t.roleMapping;

/** Every role, whether the user holds it, and the ways to give and take it. */
export function RoleTable({ userId, caption }: { userId: string; caption: string }) {
  const { query, roles, failure, toggle, grant, remove } = useUserRoles(userId);
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const noCreate = useRefusal(MODULE, 'create');
  const noEdit = useRefusal(MODULE, 'edit');
  const noDelete = useRefusal(MODULE, 'delete');
  const [asked, setAsked] = useState<RoleSelection>();
  // The dialog still shows the role's name while it fades out.
  const [shown, setShown] = useState<RoleSelection>();
  const granting = grant.isPending ? grant.variables : undefined;
  const { mutateAsync: give } = grant;

  const columns = useMemo<Column<UserRole>[]>(() => {
    const refusal = (role: RoleSelection) => (role.isGrantable ? undefined : t.userRoles.notGrantable);
    const ask = (role: RoleSelection) => {
      setAsked(role);
      setShown(role);
    };
    const giveAccess = async (role: RoleSelection) => {
      await give(role.roleId).then(
        () => toastSuccess(words.granted(role.roleName)),
        // Told above the table.
        () => undefined,
      );
    };
    return [
      {
        id: 'role',
        header: words.columns.role,
        rowHeader: true,
        card: 'title',
        cell: ({ role }) => (
          <>
            <span className={roleClasses.role}>{role.roleName}</span>
            {role.description && <span className={roleClasses.note}>{role.description}</span>}
            {!role.isGrantable && <span className={roleClasses.note}>{t.userRoles.notGrantable}</span>}
          </>
        ),
      },
      {
        id: 'mapped',
        header: words.columns.mapped,
        width: 100,
        cell: ({ held }) => (held ? t.common.yes : t.common.no),
      },
      {
        id: 'select',
        header: words.columns.select,
        width: 90,
        cell: ({ role, held }) => (
          <RoleBox
            role={role}
            held={held}
            reason={noEdit ?? refusal(role)}
            onToggle={() => toggle({ roleId: role.roleId, held: !held })}
          />
        ),
      },
      {
        id: 'access',
        header: words.columns.actions,
        width: 170,
        card: 'badge',
        cell: ({ role, held }) =>
          held ? (
            <GuardedButton
              variant="default"
              size="sm"
              aria-label={words.removeRole(role.roleName)}
              reason={noDelete ?? refusal(role)}
              onClick={() => ask(role)}
            >
              {words.remove}
            </GuardedButton>
          ) : (
            <GuardedButton
              variant="light"
              size="sm"
              aria-label={words.grantRole(role.roleName)}
              loading={granting === role.roleId}
              reason={noCreate ?? refusal(role)}
              onClick={() => giveAccess(role)}
            >
              {words.grant}
            </GuardedButton>
          ),
      },
    ];
  }, [noCreate, noEdit, noDelete, granting, toggle, give]);

  if (query.isError) return <MappingFailure error={query.error} retry={query.refetch} />;
  return (
    <>
      {failure && (
        <Alert
          color="sindoor"
          role="alert"
          mb="sm"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={failure.title}
        >
          {failure.detail}
        </Alert>
      )}
      <Surface>
        {roles?.length === 0 ? (
          <EmptyState kind="empty" title={t.userRoles.noRoles} />
        ) : (
          <DataGrid
            caption={caption}
            columns={columns}
            rows={roles}
            rowId={({ role }) => role.roleId}
            rowLabel={({ role }) => role.roleName}
            busy={query.isPending}
            skeletonRows={6}
            cards={phone}
          />
        )}
      </Surface>
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={shown ? words.removeTitle(shown.roleName) : ''}
        question={words.removeQuestion}
        confirmLabel={words.remove}
        danger
        onConfirm={async () => {
          if (!asked) return;
          await remove(asked.roleId);
          toastSuccess(words.removed(asked.roleName));
        }}
        failed={words.deleteFailed}
      />
    </>
  );
}

/** The box of a role; one that can't be toggled stays within reach and says why. */
function RoleBox({
  role,
  held,
  reason,
  onToggle,
}: {
  role: RoleSelection;
  held: boolean;
  reason: string | undefined;
  onToggle: () => void;
}) {
  const box = (
    <Checkbox
      aria-label={words.toggle(role.roleName)}
      checked={held}
      classNames={{ input: classes.box }}
      // Not the attribute: a disabled box takes no focus, and its reason would never be heard.
      aria-disabled={reason !== undefined || undefined}
      onChange={reason === undefined ? onToggle : () => undefined}
    />
  );
  return reason === undefined ? (
    box
  ) : (
    <Tooltip label={reason} refProp="rootRef">
      {box}
    </Tooltip>
  );
}
