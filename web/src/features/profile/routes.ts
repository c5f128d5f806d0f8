import type { RouteObject } from 'react-router';

/** One's own account. */
export const profileRoutes: RouteObject[] = [
  { path: '/profile', lazy: () => import('./ProfilePage').then((module) => ({ Component: module.ProfilePage })) },
];
