import type { RouteObject } from 'react-router';
import { resourceRoutes } from '@/shared/screens/resource-routes';

const DEPOSITS = '/contracts/:contractId/security-deposit';

const deposits = () => import('./deposits/deposits').then((module) => module.deposits);
const bulkUpload = () =>
  import('./bulk-upload/BulkUploadPage').then((module) => ({ Component: module.BulkUploadPage }));

/** Everything under Contracts. */
export const contractRoutes: RouteObject[] = [
  {
    path: '/contracts',
    lazy: () => import('./DashboardPage').then((module) => ({ Component: module.DashboardPage })),
  },
  ...resourceRoutes('/contracts', () => import('./contracts').then((module) => module.contracts), {
    list: '/contracts/list',
  }),
  ...resourceRoutes(DEPOSITS, deposits),
  // Both addresses are documented.
  { path: `${DEPOSITS}/new`, lazy: async () => ({ Component: (await deposits()).Create }) },
  { path: `${DEPOSITS}/:id/view`, lazy: async () => ({ Component: (await deposits()).View }) },
  {
    path: `${DEPOSITS}/:id/documents`,
    lazy: () =>
      import('./deposits/DepositDocumentsPage').then((module) => ({ Component: module.DepositDocumentsPage })),
  },
  {
    path: '/contracts/contract-deposit',
    lazy: () => import('./ContractDepositPage').then((module) => ({ Component: module.ContractDepositPage })),
  },
  {
    path: '/contracts/contract-deposit/:id',
    lazy: () => import('./ContractWithDeposits').then((module) => ({ Component: module.ContractWithDeposits })),
  },
  { path: '/contracts/bulk-upload', lazy: bulkUpload },
  { path: '/contracts/deposits/bulk-upload', lazy: bulkUpload },
  { path: '/bulk-upload', lazy: bulkUpload },
  {
    path: '/contracts/imports',
    lazy: () => import('./bulk-upload/ImportsPage').then((module) => ({ Component: module.ImportsPage })),
  },
];
