import type { RouteObject } from 'react-router';

const permissions = () => import('./UserPermissionsPage').then((module) => ({ Component: module.UserPermissionsPage }));

/** What a user may do: from the list of users, and one's own. */
export const permissionRoutes: RouteObject[] = [
  { path: '/admin/users/:userId/permissions', lazy: permissions },
  { path: '/admin/user-module-permissions', lazy: permissions },
];
