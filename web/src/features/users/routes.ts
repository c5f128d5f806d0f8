import type { RouteObject } from 'react-router';
import { resourceRoutes } from '@/shared/screens/resource-routes';

/** The people of the organisations. */
export const userRoutes: RouteObject[] = resourceRoutes('/admin/users', () =>
  import('./users').then((module) => module.users),
);
