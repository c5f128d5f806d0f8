import { useQuery } from '@connectrpc/connect-query';
import { type RoleSelection, UserRoleMappingService } from '@/gen/nirmaan/platform/v1/user_role_mapping_service_pb';
import { t } from '@/i18n/user-roles';

/** Whose roles: a user, or somebody new of an organisation. */
export interface RolesOf {
  /** Empty for somebody new. */
  readonly userId: string;
  /** Of somebody new. */
  readonly tenantId?: string;
}

/** All roles, and which of them the user holds on the server. */
export function useSelection({ userId, tenantId = '' }: RolesOf) {
  const { data, error, refetch } = useQuery(
    UserRoleMappingService.method.listRoleSelection,
    { userId, tenantId },
    { enabled: userId !== '' || tenantId !== '', refetchOnMount: 'always' },
  );
  /** What stands there before the roles do. */
  const pending = { error, retry: refetch, failed: t.userRoles.fetchFailed, height: 120 };
  return { roles: data?.roles, refetch, pending };
}

/** Whether the user held the role when the server answered. */
export const isHeld = (role: RoleSelection): boolean => role.userId !== '';
