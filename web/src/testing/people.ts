import { ModuleSchema } from '@/gen/nirmaan/access/v1/module_pb';
import { ACTIONS, type Action, flagOf, moduleName } from '@/session/permissions';
import { type StoredPermission, type StoredUser, storeSession } from '@/session/session-store';

/** Actions by module. */
export type Rights = Readonly<Record<string, readonly Action[]>>;

/** Everything in every module. */
export const EVERYTHING: Rights = Object.fromEntries(
  ModuleSchema.values.map(({ number }) => [moduleName(number), ACTIONS]).filter(([name]) => name),
);

/** Somebody of Bharat Infra with these rights. */
export function person(rights: Rights = EVERYTHING): StoredUser {
  return {
    id: 'user-1',
    tenantId: 'tenant-1',
    tenantName: 'Bharat Infra',
    username: 'owner@bharat.example',
    email: 'owner@bharat.example',
    profileImage: '',
    permissions: Object.entries(rights).map(([moduleName, actions], place) => permission(moduleName, actions, place)),
  };
}

function permission(moduleName: string, actions: readonly Action[], place: number): StoredPermission {
  const none = { canCreate: false, canView: false, canEdit: false, canDelete: false, canReport: false };
  const granted = Object.fromEntries(actions.map((action) => [flagOf[action], true]));
  return { moduleId: `module-${place}`, moduleName, moduleDescription: '', ...none, ...granted };
}

/** What the server answers to whoever signs in, or goes on. */
export const session = (user: StoredUser = person()) => ({
  accessToken: 'fresh',
  refreshToken: 'refresh',
  user: { ...user, permissions: [...user.permissions], duties: [...(user.duties ?? [])] },
});

/** Signs somebody in, as if they had come back to a tab. */
export function signIn(user: StoredUser = person()): void {
  storeSession({ ...session(user), user });
}
