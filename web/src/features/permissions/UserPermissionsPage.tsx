import { useQuery } from '@connectrpc/connect-query';
import { Button, Skeleton, Text, Tooltip } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import { IconUserShield } from '@tabler/icons-react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { EffectivePermission } from '@/gen/nirmaan/platform/v1/permission_pb';
import { PermissionService } from '@/gen/nirmaan/platform/v1/permission_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { t } from '@/i18n/access';
import { GuardedLink } from '@/kit/data/GuardedLink';
import { EmptyState } from '@/kit/list/EmptyState';
import { Surface } from '@/kit/list/Surface';
import { named, stateOfUser } from '@/kit/named';
import { PageHeader } from '@/kit/PageHeader';
import { ACTIONS, type Action, flagOf, Module, moduleName } from '@/session/permissions';
import { useCurrentUser } from '@/session/session-store';
import { RightsTable, RightsTableRow } from '@/shared/rights/RightsTable';
import { Tick, TickIcon } from '@/shared/rights/Tick';
import { LoadFailure } from '@/shared/screens/LoadFailure';
import { rolesGranting, sourceLines } from './sources';

const words = t.userPermissions;
const usersCrumb = [{ label: t.nav.users, to: '/admin/users' }];

/** What a user may do, and which of their roles says so; one's own without a user in the address. */
export function UserPermissionsPage() {
  const { userId: inPath } = useParams();
  const [search] = useSearchParams();
  const self = useCurrentUser()?.id ?? '';
  const userId = inPath ?? search.get('userId') ?? self;
  const own = userId === self;
  const query = useQuery(PermissionService.method.listUserPermissions, { userId });
  const user = useQuery(UserService.method.getUser, { id: userId }, { enabled: !own });
  const breadcrumbs = own ? undefined : usersCrumb;

  if (query.isError && !query.data) {
    return (
      <LoadFailure
        error={query.error}
        retry={query.refetch}
        failed={words.fetchFailed}
        module={moduleName(Module.USER)}
        breadcrumbs={breadcrumbs}
      />
    );
  }
  const title = own
    ? words.own
    : user.data
      ? words.titleOf(named(user.data.email, stateOfUser(user.data)))
      : words.title;
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={breadcrumbs}
        description={words.hint}
        actions={
          own ? undefined : (
            <GuardedLink
              to={`/admin/users/${userId}/roles`}
              reason={undefined}
              icon={<IconUserShield size={16} aria-hidden />}
              variant="default"
            >
              {words.roles}
            </GuardedLink>
          )
        }
      />
      <Surface>
        {!query.data ? (
          <Skeleton height={420} aria-busy />
        ) : query.data.permissions.length === 0 ? (
          <EmptyState
            kind="empty"
            title={words.none}
            action={
              own && (
                <Button component={Link} to="/">
                  {t.permissions.askForRole}
                </Button>
              )
            }
          >
            {own ? words.noneOwn : words.noneHint}
          </EmptyState>
        ) : (
          <PermissionTable key={userId} caption={title} permissions={query.data.permissions} />
        )}
      </Surface>
    </>
  );
}

function PermissionTable({ caption, permissions }: { caption: string; permissions: readonly EffectivePermission[] }) {
  // One stop of the Tab key and the arrows from there: a hundred ticks would be a hundred stops.
  const { getItemProps } = useRovingIndex({
    total: permissions.length * ACTIONS.length,
    columns: ACTIONS.length,
    orientation: 'both',
    loop: false,
    isItemDisabled: (index) => {
      const action = ACTIONS[index % ACTIONS.length];
      return !action || !permissions[Math.floor(index / ACTIONS.length)]?.[flagOf[action]];
    },
  });
  const rows = permissions.map((permission, index) => ({
    id: permission.moduleId,
    name: permission.moduleName,
    description: permission.moduleDescription,
    permission,
    first: index * ACTIONS.length,
  }));
  return (
    <RightsTable
      grid
      described
      caption={caption}
      columns={ACTIONS}
      rows={rows}
      head={(column) => column !== 'all' && t.permissions.actions[column]}
    >
      {(row) => (
        <RightsTableRow
          key={row.id}
          row={row}
          columns={ACTIONS}
          described
          note={<Sources permission={row.permission} />}
          mark={(column) =>
            column !== 'all' && (
              <SourcedTick
                permission={row.permission}
                action={column}
                stop={getItemProps({ index: row.first + ACTIONS.indexOf(column) })}
              />
            )
          }
        />
      )}
    </RightsTable>
  );
}

/** A tick that says where the right comes from. */
function SourcedTick({
  permission,
  action,
  stop,
}: {
  permission: EffectivePermission;
  action: Action;
  /** Its place among the stops of the arrow keys. */
  stop: ReturnType<ReturnType<typeof useRovingIndex>['getItemProps']>;
}) {
  if (!permission[flagOf[action]]) return <Tick on={false} />;
  const roles = rolesGranting(permission, action).join(', ');
  return (
    <Tooltip label={words.from(roles)} events={{ hover: true, focus: true, touch: true }}>
      <span role="img" aria-label={words.yes(t.permissions.actions[action], permission.moduleName, roles)} {...stop}>
        <TickIcon />
      </span>
    </Tooltip>
  );
}

/** The same in words, where there is no pointer to hover with. */
function Sources({ permission }: { permission: EffectivePermission }) {
  return (
    <>
      {sourceLines(permission).map(({ role, text }) => (
        <Text key={role} hiddenFrom="sm" size="xs" c="dimmed">
          {text}
        </Text>
      ))}
    </>
  );
}
