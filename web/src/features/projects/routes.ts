import type { RouteObject } from 'react-router';
import { resourceRoutes } from '@/shared/screens/resource-routes';

const projects = () => import('./projects').then((module) => module.projects);

/** The screens of projects. */
export const projectRoutes: RouteObject[] = [
  ...resourceRoutes('/projects', projects),
  // Both addresses are documented.
  { path: '/projects/list', lazy: async () => ({ Component: (await projects()).List }) },
  {
    path: '/projects/:id/documents',
    lazy: () => import('./ProjectDocumentsPage').then((module) => ({ Component: module.ProjectDocumentsPage })),
  },
];
