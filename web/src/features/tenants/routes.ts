import type { RouteObject } from 'react-router';
import { resourceRoutes } from '@/shared/screens/resource-routes';

/** The organisations of the installation. */
export const tenantRoutes: RouteObject[] = resourceRoutes(
  '/admin/tenants',
  async () => (await import('./tenants')).tenants,
);
