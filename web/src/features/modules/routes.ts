import type { RouteObject } from 'react-router';
import { resourceRoutes } from '@/shared/screens/resource-routes';
import { modulePaths } from './paths';

/** The screens of modules. */
export const moduleRoutes: RouteObject[] = resourceRoutes(
  '/admin/modules',
  () => import('./modules').then((module) => module.modules),
  modulePaths,
);
