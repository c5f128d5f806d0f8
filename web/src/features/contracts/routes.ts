import type { RouteObject } from 'react-router';
import { resourceRoutes } from '@/shared/screens/resource-routes';

const DEPOSITS = '/contracts/:contractId/security-deposit';

const deposits = async () => (await import('./deposits/deposits')).deposits;
const bulkUpload = async () => ({ Component: (await import('./bulk-upload/BulkUploadPage')).BulkUploadPage });

/** Everything under Contracts. */
export const contractRoutes: RouteObject[] = [
  {
    path: '/contracts',
    lazy: async () => ({ Component: (await import('./DashboardPage')).DashboardPage }),
  },
  ...resourceRoutes('/contracts', async () => (await import('./contracts')).contracts, { list: '/contracts/list' }),
  ...resourceRoutes(DEPOSITS, deposits),
  // Both addresses are documented.
  { path: `${DEPOSITS}/new`, lazy: async () => ({ Component: (await deposits()).Create }) },
  { path: `${DEPOSITS}/:id/view`, lazy: async () => ({ Component: (await deposits()).View }) },
  {
    path: `${DEPOSITS}/:id/documents`,
    lazy: async () => ({ Component: (await import('./deposits/DepositDocumentsPage')).DepositDocumentsPage }),
  },
  {
    path: '/contracts/contract-deposit',
    lazy: async () => ({ Component: (await import('./ContractDepositPage')).ContractDepositPage }),
  },
  {
    path: '/contracts/contract-deposit/:id',
    lazy: async () => ({ Component: (await import('./ContractWithDeposits')).ContractWithDeposits }),
  },
  { path: '/contracts/bulk-upload', lazy: bulkUpload },
  { path: '/bulk-upload', lazy: bulkUpload },
  {
    path: '/contracts/imports',
    lazy: async () => ({ Component: (await import('./bulk-upload/ImportsPage')).ImportsPage }),
  },
];
