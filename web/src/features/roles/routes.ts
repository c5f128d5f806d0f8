import type { RouteObject } from 'react-router';
import { resourceRoutes } from '@/shared/screens/resource-routes';
import { rolePaths } from './paths';

/** The screens of roles. */
export const roleRoutes: RouteObject[] = resourceRoutes(
  '/admin/roles',
  () => import('./roles').then((module) => module.roles),
  rolePaths,
);
