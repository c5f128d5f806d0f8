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

/** The changes for the wire: what is given and what is taken, and nothing of the rest. */
export function changeRequest(changes: RoleChanges) {
  const ids = (given: boolean) => [...changes].flatMap(([role, held]) => (held === given ? [role] : []));
  return { giveRoleIds: ids(true), takeRoleIds: ids(false) };
}
