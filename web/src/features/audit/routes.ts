import type { RouteObject } from 'react-router';

/** The trail of everything that anybody did. */
export const auditRoutes: RouteObject[] = [
  { path: '/admin/audit', lazy: () => import('./AuditPage').then((module) => ({ Component: module.AuditPage })) },
];
