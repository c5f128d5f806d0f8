import type { ReactNode } from 'react';
import { t } from '@/i18n/access';
import { isPermissionDenied } from '@/kit/errors';
import { useCan } from '@/session/Can';
import { Module, moduleName } from '@/session/permissions';
import { Refused } from '@/shared/rights/Refused';
import { LoadFailure } from '@/shared/screens/LoadFailure';

/** The module that governs who may map roles to users. */
export const MODULE = Module.USER_ROLE_MAPPING;

/** Shows the page to whoever may view mappings, and to others that they may not. */
export function MappingGuard({ children }: { children: ReactNode }) {
  return useCan(MODULE, 'view') ? children : <Denied />;
}

/** In place of a page of mappings that the user may not see. */
const Denied = () => (
  <Refused
    title={t.roleMapping.title}
    right={t.permissions.cannotView}
    text={t.permissions.missing(t.permissions.actions.view, moduleName(MODULE))}
  />
);

/** The same when it is the server that refuses, since the right may have gone meanwhile; and all other failures. */
export function MappingFailure({ error, retry }: { error: unknown; retry: () => unknown }) {
  if (isPermissionDenied(error)) return <Denied />;
  return <LoadFailure error={error} retry={retry} failed={t.userRoles.fetchFailed} module={moduleName(MODULE)} />;
}
