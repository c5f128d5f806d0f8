import type { EffectivePermission } from '@/gen/nirmaan/platform/v1/permission_pb';
import { t } from '@/i18n/access';
import { ACTIONS, type Action, flagOf } from '@/session/permissions';

/** The names of the roles that grant the action, in the order in which the server names them. */
export const rolesGranting = ({ sources }: EffectivePermission, action: Action): string[] =>
  sources.filter((source) => source[flagOf[action]]).map((source) => source.roleName);

/** What each role grants in the module, as lines to read. */
export const sourceLines = ({ sources }: EffectivePermission): { role: string; text: string }[] =>
  sources.map((source) => {
    const granted = ACTIONS.filter((action) => source[flagOf[action]]).map((action) => t.permissions.actions[action]);
    return { role: source.roleId, text: t.userPermissions.source(source.roleName, granted.join(', ')) };
  });
