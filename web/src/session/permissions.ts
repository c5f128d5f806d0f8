import { getOption } from '@bufbuild/protobuf';
import { Module, ModuleSchema, module_name } from '@/gen/nirmaan/access/v1/module_pb';
import type { StoredPermission, StoredUser } from './session-store';

export { Module };

/** The module's name, as the catalogue of the platform has it and as sentences say it. */
export function moduleName(module: Module): string {
  const value = ModuleSchema.value[module];
  return value ? getOption(value, module_name) : '';
}

/** What can be granted in a module. */
export type Action = 'create' | 'view' | 'edit' | 'delete' | 'report';

/** The flag of a permission that grants an action. */
export const flagOf = {
  create: 'canCreate',
  view: 'canView',
  edit: 'canEdit',
  delete: 'canDelete',
  report: 'canReport',
} as const satisfies Record<Action, keyof StoredPermission>;

/** The actions in the order in which they are shown. */
export const ACTIONS: readonly Action[] = ['create', 'view', 'edit', 'delete', 'report'];

/** Whether the user's roles grant anything at all. */
export const hasRights = ({ permissions }: StoredUser): boolean =>
  permissions.some((permission) => ACTIONS.some((action) => permission[flagOf[action]]));

/** Whether a text is the name of an action. */
export const isAction = (text: string | undefined): text is Action => ACTIONS.some((action) => action === text);

// One map per user object; the store hands out the same object until the session changes.
const grants = new WeakMap<StoredUser, ReadonlyMap<string, StoredPermission>>();

/** Whether the user's roles grant the action; module names are compared without case. */
export function isGranted(user: StoredUser | undefined, module: Module, action: Action): boolean {
  if (!user) return false;
  return grantsOf(user).get(moduleName(module).toLowerCase())?.[flagOf[action]] === true;
}

function grantsOf(user: StoredUser): ReadonlyMap<string, StoredPermission> {
  let byModule = grants.get(user);
  if (!byModule) {
    byModule = new Map(user.permissions.map((permission) => [permission.moduleName.toLowerCase(), permission]));
    grants.set(user, byModule);
  }
  return byModule;
}
