import type { RouteObject } from 'react-router';

/** What was deleted and can be brought back. */
export const deletedRoutes: RouteObject[] = [
  { path: '/deleted', lazy: () => import('./DeletedPage').then((module) => ({ Component: module.DeletedPage })) },
];
