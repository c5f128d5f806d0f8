import type { RouteObject } from 'react-router';

/** How one likes the screens, and what the organisation asks of its people. */
export const settingsRoutes: RouteObject[] = [
  { path: '/settings', lazy: async () => ({ Component: (await import('./SettingsPage')).SettingsPage }) },
  {
    path: '/settings/organisation',
    lazy: async () => ({ Component: (await import('./OrganisationPage')).OrganisationPage }),
  },
];
