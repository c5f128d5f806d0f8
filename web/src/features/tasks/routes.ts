import type { RouteObject } from 'react-router';

const task = async () => (await import('./task')).task;
const tree = async () => ({ Component: (await import('./TaskTreePage')).TaskTreePage });

/** The tree of a project's tasks and what belongs to it. */
export const taskRoutes: RouteObject[] = [
  { path: '/project-tasks', lazy: tree },
  { path: '/project-tasks/list', lazy: tree },
  { path: '/project-tasks/create', lazy: async () => ({ Component: (await task()).Create }) },
  { path: '/project-tasks/:id', lazy: async () => ({ Component: (await task()).View }) },
  { path: '/project-tasks/:id/edit', lazy: async () => ({ Component: (await task()).Edit }) },
  {
    path: '/project-tasks/:id/documents',
    lazy: async () => ({ Component: (await import('./TaskDocumentsPage')).TaskDocumentsPage }),
  },
  { path: '/inventories', lazy: async () => ({ Component: (await import('./TaskTreePage')).TaskSearchPage }) },
];
