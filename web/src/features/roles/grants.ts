import type { MessageInitShape } from '@bufbuild/protobuf';
import type { RolePermissionSchema } from '@/gen/nirmaan/platform/v1/permission_pb';
import { ACTIONS, type Action, flagOf } from '@/session/permissions';

/** The flags of one module as the wire has them. */
type Flags = Readonly<Record<(typeof flagOf)[Action], boolean>>;

/** What a role grants in a module: a bit for each action, in the order of `ACTIONS`. */
export type Grant = number;

/** What a role grants, by module id. */
export type Grants = ReadonlyMap<string, Grant>;

/** Everything that can be granted in a module. */
export const EVERYTHING: Grant = (1 << ACTIONS.length) - 1;

/** The bit of an action. */
export const bitOf = (action: Action): Grant => 1 << ACTIONS.indexOf(action);

/** The grant that the flags say. */
export const grantOf = (flags: Flags): Grant =>
  ACTIONS.reduce((grant, action) => (flags[flagOf[action]] ? grant | bitOf(action) : grant), 0);

/** How many of the modules have all of these bits: the state of the box over them. */
export function coverage(grants: readonly Grant[], bits: Grant): 'all' | 'some' | 'none' {
  if (grants.length > 0 && grants.every((grant) => (grant & bits) === bits)) return 'all';
  return grants.some((grant) => (grant & bits) !== 0) ? 'some' : 'none';
}

/**
 * Changes as the form keeps them: one text, the same for the same changes, so that the form can compare it, keep
 * it as a draft and take it back like any other value.
 */
export function writeChanges(changes: Grants): string {
  return [...changes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([module, grant]) => `${module}=${grant}`)
    .join(' ');
}

/** Reads what `writeChanges` wrote; whatever else stands there is passed over. */
export function readChanges(text: string): Grants {
  return new Map(
    [...text.matchAll(/(\S+)=(\d{1,2})(?= |$)/g)].map(([, module = '', grant]) => [module, Number(grant) & EVERYTHING]),
  );
}

/** The changes after these bits were set or cleared in some modules; what is as stored is no change. */
export function withBits(stored: Grants, changes: Grants, modules: Iterable<string>, bits: Grant, on: boolean): Grants {
  const next = new Map(changes);
  for (const module of modules) {
    const before = stored.get(module) ?? 0;
    const now = next.get(module) ?? before;
    const after = on ? now | bits : now & ~bits;
    if (after === before) next.delete(module);
    else next.set(module, after);
  }
  return next;
}

/** The rows that a save sends: the modules that change. */
export function changedPermissions(text: string): MessageInitShape<typeof RolePermissionSchema>[] {
  return [...readChanges(text)].map(([moduleId, grant]) => ({
    moduleId,
    canCreate: (grant & bitOf('create')) !== 0,
    canView: (grant & bitOf('view')) !== 0,
    canEdit: (grant & bitOf('edit')) !== 0,
    canDelete: (grant & bitOf('delete')) !== 0,
    canReport: (grant & bitOf('report')) !== 0,
  }));
}
