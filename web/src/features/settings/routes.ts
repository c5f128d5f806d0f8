import type { RouteObject } from 'react-router';

/** How one likes the screens. */
export const settingsRoutes: RouteObject[] = [
  { path: '/settings', lazy: async () => ({ Component: (await import('./SettingsPage')).SettingsPage }) },
];
