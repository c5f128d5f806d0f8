import type { RouteObject } from 'react-router';

/** What was deleted and can be brought back. */
export const deletedRoutes: RouteObject[] = [
  { path: '/deleted', lazy: async () => ({ Component: (await import('./DeletedPage')).DeletedPage }) },
];
