import { create } from '@bufbuild/protobuf';
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import {
  RoleSelectionSchema,
  UserRoleMappingSchema,
  UserRoleMappingService,
} from '@/gen/nirmaan/platform/v1/user_role_mapping_service_pb';
import { server } from './server';

const api = UserRoleMappingService.method;

/** Roles by name; one that can't be granted is false. */
type Roles = Readonly<Record<string, boolean>>;

const idOf = (name: string) => `of-${name}`;

/**
 * Answers all calls on the roles of users, of which these are all there are, and keeps what is changed.
 *
 * @returns the ids of the roles that the user holds by now
 */
export function withRoles(roles: Roles, ...held: readonly string[]): Set<string> {
  const holding = new Set(held.map(idOf));
  const mapping = (userId: string, roleId: string) =>
    create(UserRoleMappingSchema, { id: `${userId}/${roleId}`, userId, roleId, roleName: roleId.replace('of-', '') });

  server.answer(api.listRoleSelection, ({ userId }) => ({
    roles: Object.entries(roles).map(([roleName, isGrantable]) => {
      const roleId = idOf(roleName);
      const user = holding.has(roleId) ? userId : '';
      return create(RoleSelectionSchema, { roleId, roleName, userId: user, isGrantable });
    }),
  }));
  server.answer(api.changeUserRoles, ({ userId, giveRoleIds, takeRoleIds }) => {
    for (const roleId of giveRoleIds) holding.add(roleId);
    for (const roleId of takeRoleIds) holding.delete(roleId);
    return { mappings: [...holding].map((roleId) => mapping(userId, roleId)) };
  });
  server.answer(api.createUserRoleMapping, ({ userId, roleId }) => {
    holding.add(roleId);
    return mapping(userId, roleId);
  });
  server.answer(api.deleteUserRoleMapping, ({ roleId }) => {
    holding.delete(roleId);
    return {};
  });
  return holding;
}

/** The table of roles that a user holds or may be given. */
export const roleTable = {
  row: (role: string): Locator => page.getByRole('row', { name: role }),
  box: (role: string): Locator => page.getByRole('checkbox', { name: `Map ${role}`, exact: true }),
  grant: (role: string): Locator => page.getByRole('button', { name: `Grant Access: ${role}`, exact: true }),
  remove: (role: string): Locator => page.getByRole('button', { name: `Remove: ${role}`, exact: true }),

  /** Waits until the table says of each role whether it is mapped. */
  expect: (mapped: Readonly<Record<string, 'Yes' | 'No'>>) =>
    expect
      .poll(() =>
        Object.fromEntries(
          [...document.querySelectorAll<HTMLTableRowElement>('tbody tr')].map(({ cells: [role, mapping] }) => [
            role?.firstElementChild?.textContent,
            mapping?.textContent,
          ]),
        ),
      )
      .toEqual(mapped),
};
