import { create } from '@bufbuild/protobuf';
import { callUnaryMethod, createConnectQueryKey, useQuery, useTransport } from '@connectrpc/connect-query';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  ListRoleSelectionResponseSchema,
  type RoleSelection,
  UserRoleMappingService,
} from '@/gen/nirmaan/platform/v1/user_role_mapping_service_pb';
import { t } from '@/i18n/access';
import { userMessage } from '@/kit/errors';
import { IDEMPOTENCY_HEADER, newIdempotencyKey } from '@/kit/form/idempotency';
import { afterWrite, useWrite } from '@/kit/write';
import { changeRequest } from '@/shared/roles/role-changes';
import { isHeld } from '@/shared/roles/selection';
import { MAPPING_SERVICES } from './services';

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

  /** Shows who holds what by what the server has answered, ahead of reading it again. */
  const show = (isHeld: (roleId: string, before: boolean) => boolean) =>
    queries.setQueryData(key, (old) => {
      if (!old) return old;
      const shown = ({ roleId, userId: holder }: RoleSelection) => (isHeld(roleId, holder !== '') ? userId : '');
      const roles = old.roles.map((role) => ({ ...role, userId: shown(role) }));
      return create(ListRoleSelectionResponseSchema, { roles });
    });

  const mutationKey = ['toggle-role', userId];
  const toggle = useMutation({
    mutationKey,
    // One after the other: what was clicked last is what holds.
    scope: { id: mutationKey.join() },
    mutationFn: ({ roleId, held }: Toggle) =>
      callUnaryMethod(transport, api.changeUserRoles, { userId, ...changeRequest(new Map([[roleId, held]])) }),
    onMutate: () => setFailure(undefined),
    onSuccess: async ({ mappings }) => {
      // What is still being read may tell of the state before; the last of several reads anew.
      await queries.cancelQueries({ queryKey: key });
      const held = new Set(mappings.map((mapping) => mapping.roleId));
      show((roleId) => held.has(roleId));
    },
    onError: (error) => setFailure(problem(t.roleMapping.updateFailed, error)),
    // What is read again doesn't hold up the next.
    onSettled: () => {
      if (queries.isMutating({ mutationKey }) === 1) afterWrite(queries, MAPPING_SERVICES);
    },
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

  const write = useWrite(MAPPING_SERVICES);
  const grant = useMutation({
    mutationFn: async (roleId: string) => {
      const headers = { [IDEMPOTENCY_HEADER]: newIdempotencyKey() };
      await write(api.createUserRoleMapping, { userId, roleId }, { headers });
      show((id, before) => before || id === roleId);
    },
    onMutate: () => setFailure(undefined),
    onError: (error) => setFailure(problem(t.roleMapping.grantFailed, error)),
  });

  /** Takes the role away; the confirmation that asked for it says why it failed. */
  const remove = async (roleId: string) => {
    setFailure(undefined);
    await write(api.deleteUserRoleMapping, { userId, roleId });
    show((id, before) => before && id !== roleId);
  };

  return { query, roles, failure, toggle: toggle.mutate, grant, remove };
}

/** A role beside whether the user holds it, as shown. */
export interface UserRole {
  role: RoleSelection;
  held: boolean;
}
