import type { RouteObject } from 'react-router';

const MAPPING = '/admin/user-roles-mapping';

const view = async () => ({ Component: (await import('./MappingPages')).MappingViewPage });

/** The roles of a user, from the list of users and from the screen of mappings. */
export const roleMappingRoutes: RouteObject[] = [
  { path: '/admin/users/:userId/roles', lazy: async () => ({ Component: (await import('./RolesPage')).RolesPage }) },
  { path: MAPPING, lazy: async () => ({ Component: (await import('./MappingListPage')).MappingListPage }) },
  { path: `${MAPPING}/create`, lazy: async () => ({ Component: (await import('./MappingPages')).MappingCreatePage }) },
  { path: `${MAPPING}/:id/edit`, lazy: async () => ({ Component: (await import('./MappingPages')).MappingEditPage }) },
  { path: `${MAPPING}/:id`, lazy: view },
  { path: `${MAPPING}/:id/view`, lazy: view },
];
