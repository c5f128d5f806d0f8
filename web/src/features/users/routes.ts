import type { RouteObject } from 'react-router';
import { resourceRoutes } from '@/shared/screens/resource-routes';

/** The people of the organisations. */
export const userRoutes: RouteObject[] = resourceRoutes('/admin/users', async () => (await import('./users')).users);
