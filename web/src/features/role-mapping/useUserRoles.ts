import { create } from '@bufbuild/protobuf';
import { callUnaryMethod, createConnectQueryKey, useQuery, useTransport } from '@connectrpc/connect-query';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { PermissionService } from '@/gen/nirmaan/platform/v1/permission_service_pb';
import {
  ListRoleSelectionResponseSchema,
  type RoleSelection,
  UserRoleMappingService,
} from '@/gen/nirmaan/platform/v1/user_role_mapping_service_pb';
import { t } from '@/i18n/access';
import { userMessage } from '@/kit/errors';
import { IDEMPOTENCY_HEADER, newIdempotencyKey } from '@/kit/form/idempotency';

const api = UserRoleMappingService.method;

/** A role that the user shall hold or not. */
interface Toggle {
  roleId: string;
  held: boolean;
}

/** What went wrong: the screen's sentence, and the server's where it has one. */
export interface MappingProblem {
  title: string;
  detail: string | undefined;
}

const problem = (title: string, error: unknown): MappingProblem => ({
  title,
  detail: userMessage(error, '') || undefined,
});

/** All roles, which of them the user holds, and the ways to change that. */
export function useUserRoles(userId: string) {
  const transport = useTransport();
  const queries = useQueryClient();
  const query = useQuery(api.listRoleSelection, { userId });
  const [failure, setFailure] = useState<MappingProblem>();

  const key = createConnectQueryKey({
    schema: api.listRoleSelection,
    input: { userId },
    transport,
    cardinality: 'finite',
  });
  const refresh = () =>
    Promise.all(
      [UserRoleMappingService, PermissionService].map((schema) =>
        queries.invalidateQueries({ queryKey: createConnectQueryKey({ schema, cardinality: undefined }) }),
      ),
    );

  const mutationKey = ['toggle-role', userId];
  const toggle = useMutation({
    mutationKey,
    // One after the other: each sends the whole set, as the one before it left it.
    scope: { id: mutationKey.join() },
    mutationFn: ({ roleId, held }: Toggle) => {
      const roles = queries.getQueryData(key)?.roles ?? [];
      const roleIds = roles.filter((role) => (role.roleId === roleId ? held : isHeld(role))).map((role) => role.roleId);
      return callUnaryMethod(transport, api.setUserRoles, { userId, roleIds });
    },
    onMutate: () => setFailure(undefined),
    onSuccess: ({ mappings }) => {
      const held = new Set(mappings.map((mapping) => mapping.roleId));
      queries.setQueryData(key, (old) =>
        old
          ? create(ListRoleSelectionResponseSchema, {
              roles: old.roles.map((role) => ({ ...role, userId: held.has(role.roleId) ? userId : '' })),
            })
          : old,
      );
    },
    onError: (error) => setFailure(problem(t.roleMapping.updateFailed, error)),
    onSettled: () => (queries.isMutating({ mutationKey }) === 1 ? refresh() : undefined),
  });

  // A box moves at once: what is on its way lies over what is stored, and goes away if it is refused.
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Toggle,
  });
  const roles = useMemo(
    () =>
      query.data?.roles.map((role) => {
        const wanted = pending.findLast((change) => change.roleId === role.roleId);
        return { role, held: wanted?.held ?? isHeld(role) };
      }),
    [query.data, pending],
  );

  const grant = useMutation({
    mutationFn: (roleId: string) =>
      callUnaryMethod(
        transport,
        api.createUserRoleMapping,
        { userId, roleId },
        { headers: { [IDEMPOTENCY_HEADER]: newIdempotencyKey() } },
      ),
    onMutate: () => setFailure(undefined),
    onSuccess: refresh,
    onError: (error) => setFailure(problem(t.roleMapping.grantFailed, error)),
  });

  /** Takes the role away; the confirmation that asked for it says why it failed. */
  const remove = async (roleId: string) => {
    setFailure(undefined);
    await callUnaryMethod(transport, api.deleteUserRoleMapping, { userId, roleId });
    await refresh();
  };

  return { query, roles, failure, toggle: toggle.mutate, grant, remove };
}

/** A role beside whether the user holds it, as shown. */
export interface UserRole {
  role: RoleSelection;
  held: boolean;
}

/** Whether the user held the role when the server answered. */
export const isHeld = (role: RoleSelection): boolean => role.userId !== '';
