import type { RouteObject } from 'react-router';
import { auditRoutes } from '@/features/audit/routes';
import { contractRoutes } from '@/features/contracts/routes';
import { deletedRoutes } from '@/features/deleted/routes';
import { documentRoutes } from '@/features/documents/routes';
import { moduleRoutes } from '@/features/modules/routes';
import { myTaskRoutes } from '@/features/my-tasks/routes';
import { permissionRoutes } from '@/features/permissions/routes';
import { profileRoutes } from '@/features/profile/routes';
import { projectRoutes } from '@/features/projects/routes';
import { roleMappingRoutes } from '@/features/role-mapping/routes';
import { roleRoutes } from '@/features/roles/routes';
import { settingsRoutes } from '@/features/settings/routes';
import { taskRoutes } from '@/features/tasks/routes';
import { tenantRoutes } from '@/features/tenants/routes';
import { userRoutes } from '@/features/users/routes';
import { t } from '@/i18n/frame';
import { untilThere } from '@/kit/lazy';
import { UnderConstruction } from './UnderConstruction';

const { nav } = t;

/** Has the present page kept until the program of the one that was asked for is there, whichever that is. */
function awaited(routes: readonly RouteObject[]): RouteObject[] {
  return routes.map((route) => {
    const { lazy } = route;
    return typeof lazy === 'function' ? { ...route, lazy: () => untilThere(lazy) } : route;
  });
}

/** A page that the product will have. */
function underConstruction(title: string, ...paths: readonly string[]): RouteObject[] {
  return paths.map((path) => ({ path, element: <UnderConstruction page={title} /> }));
}

/** The pages behind the sign-in. Guests don't load the list: it names every part of the program. */
export const guardedRoutes: RouteObject[] = [
  ...[
    contractRoutes,
    projectRoutes,
    documentRoutes,
    taskRoutes,
    tenantRoutes,
    userRoutes,
    profileRoutes,
    moduleRoutes,
    roleRoutes,
    roleMappingRoutes,
    permissionRoutes,
    auditRoutes,
    settingsRoutes,
    myTaskRoutes,
    deletedRoutes,
  ].flatMap(awaited),
  ...underConstruction(nav.tasks, '/tasks'),
  ...underConstruction(nav.generalTask, '/general-tasks'),
  ...underConstruction(nav.notifications, '/notification'),
  ...underConstruction(nav.reminders, '/reminders'),
  ...underConstruction(nav.payroll, '/payroll'),
  // The menu links to the first; the second is how anybody would type it.
  ...underConstruction(nav.attendance, '/attendane', '/attendance'),
  ...underConstruction(nav.estimations, '/estimations'),
  ...underConstruction(nav.reports, '/reports'),
  ...underConstruction(nav.gst, '/gst'),
];
