import type { RouteObject } from 'react-router';

/** The tasks that are given to the signed-in user. */
export const myTaskRoutes: RouteObject[] = [
  {
    path: '/project-tasks/mine',
    lazy: () => import('./MyTasksPage').then((module) => ({ Component: module.MyTasksPage })),
  },
];
