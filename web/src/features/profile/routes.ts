import type { RouteObject } from 'react-router';

/** One's own account. */
export const profileRoutes: RouteObject[] = [
  { path: '/profile', lazy: async () => ({ Component: (await import('./ProfilePage')).ProfilePage }) },
];
