import type { RouteObject } from 'react-router';
import { resourceRoutes } from '@/shared/screens/resource-routes';
import { modulePaths } from './paths';

/** The screens of modules. */
export const moduleRoutes: RouteObject[] = resourceRoutes(
  '/admin/modules',
  async () => (await import('./modules')).modules,
  modulePaths,
);
