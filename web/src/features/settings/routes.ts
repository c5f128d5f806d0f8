import type { RouteObject } from 'react-router';

/** How one likes the screens, and what the organisation asks of its people. */
export const settingsRoutes: RouteObject[] = [
  { path: '/settings', lazy: () => import('./SettingsPage').then((module) => ({ Component: module.SettingsPage })) },
  {
    path: '/settings/organisation',
    lazy: () => import('./OrganisationPage').then((module) => ({ Component: module.OrganisationPage })),
  },
];
