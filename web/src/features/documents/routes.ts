import type { RouteObject } from 'react-router';

const pages = () => import('./pages');

/** The screens of documents. */
export const documentRoutes: RouteObject[] = [
  // Without the id too: the page says what is missing.
  {
    path: '/contracts/:id?/supporting-docs',
    lazy: () => import('./SupportingDocsPage').then((module) => ({ Component: module.SupportingDocsPage })),
  },
  { path: '/vehicles', lazy: async () => ({ Component: (await pages()).VehiclesPage }) },
  { path: '/vehicle-insurance', lazy: async () => ({ Component: (await pages()).VehicleInsurancePage }) },
  { path: '/payments', lazy: async () => ({ Component: (await pages()).PaymentsPage }) },
];
