import type { RouteObject } from 'react-router';
import { resourceRoutes } from '@/kit/resource-routes';

/** The organisations of the installation. */
export const tenantRoutes: RouteObject[] = resourceRoutes(
  '/admin/tenants',
  async () => (await import('./tenants')).tenants,
);
