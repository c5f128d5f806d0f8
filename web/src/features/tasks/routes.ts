import type { RouteObject } from 'react-router';

const task = () => import('./task').then((module) => module.task);
const tree = () => import('./TaskTreePage').then((module) => ({ Component: module.TaskTreePage }));

/** The tree of a project's tasks and what belongs to it. */
export const taskRoutes: RouteObject[] = [
  { path: '/project-tasks', lazy: tree },
  { path: '/project-tasks/list', lazy: tree },
  { path: '/project-tasks/create', lazy: async () => ({ Component: (await task()).Create }) },
  { path: '/project-tasks/:id', lazy: async () => ({ Component: (await task()).View }) },
  { path: '/project-tasks/:id/edit', lazy: async () => ({ Component: (await task()).Edit }) },
  {
    path: '/project-tasks/:id/documents',
    lazy: () => import('./TaskDocumentsPage').then((module) => ({ Component: module.TaskDocumentsPage })),
  },
  {
    path: '/inventories',
    lazy: () => import('./TaskTreePage').then((module) => ({ Component: module.TaskSearchPage })),
  },
];
