import type { RouteObject } from 'react-router';

const MAPPING = '/admin/user-roles-mapping';

const view = () => import('./MappingPages').then((module) => ({ Component: module.MappingViewPage }));

/** The roles of a user, from the list of users and from the screen of mappings. */
export const roleMappingRoutes: RouteObject[] = [
  {
    path: '/admin/users/:userId/roles',
    lazy: () => import('./RolesPage').then((module) => ({ Component: module.RolesPage })),
  },
  { path: MAPPING, lazy: () => import('./MappingListPage').then((module) => ({ Component: module.MappingListPage })) },
  {
    path: `${MAPPING}/create`,
    lazy: () => import('./MappingPages').then((module) => ({ Component: module.MappingCreatePage })),
  },
  {
    path: `${MAPPING}/:id/edit`,
    lazy: () => import('./MappingPages').then((module) => ({ Component: module.MappingEditPage })),
  },
  { path: `${MAPPING}/:id`, lazy: view },
  { path: `${MAPPING}/:id/view`, lazy: view },
];
