import type { RouteObject } from 'react-router';
import { resourceRoutes } from '@/kit/resource-routes';

const bulkUpload = async () => ({ Component: (await import('./bulk-upload/BulkUploadPage')).BulkUploadPage });

/** Everything under Contracts that shows the contracts themselves. */
export const contractRoutes: RouteObject[] = [
  {
    path: '/contracts',
    lazy: async () => ({ Component: (await import('./DashboardPage')).DashboardPage }),
  },
  ...resourceRoutes('/contracts', async () => (await import('./contracts')).contracts, { list: '/contracts/list' }),
  { path: '/contracts/bulk-upload', lazy: bulkUpload },
  { path: '/bulk-upload', lazy: bulkUpload },
];
