import type { RouteObject } from 'react-router';
import { resourceRoutes } from '@/shared/screens/resource-routes';

/** The organisations of the installation. */
export const tenantRoutes: RouteObject[] = resourceRoutes('/admin/tenants', () =>
  import('./tenants').then((module) => module.tenants),
);
