import { isHeld } from './useUserRoles';

/** Roles to give (true) and to take (false), by id. */
export type RoleChanges = ReadonlyMap<string, boolean>;

/** Changes as the form keeps them: one text, the same for the same changes. */
export function writeRoleChanges(changes: RoleChanges): string {
  return [...changes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([role, held]) => `${held ? '+' : '-'}${role}`)
    .join(' ');
}

/** Reads what `writeRoleChanges` wrote. */
export function readRoleChanges(text: string): RoleChanges {
  return new Map(
    text
      .split(' ')
      .filter((part) => /^[+-]./.test(part))
      .map((part) => [part.slice(1), part.startsWith('+')]),
  );
}

/** The changes after a box was set; a role as it is stored is no change. */
export function withRole(changes: RoleChanges, role: string, stored: boolean, held: boolean): RoleChanges {
  const next = new Map(changes);
  if (stored === held) next.delete(role);
  else next.set(role, held);
  return next;
}

/** The ids of the roles that the user shall hold. */
export function rolesAfter(roles: readonly Parameters<typeof isHeld>[0][], changes: RoleChanges): string[] {
  return roles.filter((role) => changes.get(role.roleId) ?? isHeld(role)).map((role) => role.roleId);
}
