import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { contractRoutes } from '@/features/contracts/routes';
import { AboutPage } from '@/features/public/AboutPage';
import { HomePage } from '@/features/public/HomePage';
import { UnauthorizedPage } from '@/features/public/UnauthorizedPage';
import { t } from '@/i18n/base';
import { ErrorPage, NotFoundPage, RootErrorPage } from './ErrorPage';
import { RequireSession } from './guards';
import { withTimeout } from './lazy';
import type { ShellHandle } from './Shell';
import { ShellFallback } from './ShellFallback';
import { loadAdminRoot, SiteLayout } from './SiteLayout';
import { UnderConstruction } from './UnderConstruction';

const PREFETCH_DELAY_MS = 1_000;

const edgeToEdge: ShellHandle = { bleed: true };

/** A page whose program is fetched when it is first visited. */
function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, lazy: async () => ({ Component: await withTimeout(load()) }) };
}

/** Puts the time limit on every lazy route of a feature. */
function timed(routes: readonly RouteObject[]): RouteObject[] {
  return routes.map((route) => {
    const { lazy } = route;
    return typeof lazy === 'function' ? { ...route, lazy: () => withTimeout(lazy()) } : route;
  });
}

/** A page that the product will have. */
function underConstruction(title: string, ...paths: readonly string[]): RouteObject[] {
  return paths.map((path) => ({ path, element: <UnderConstruction page={title} /> }));
}

/** Whoever is about to sign in will need the application's frame: fetch it while they type. */
async function loadLoginPage(): Promise<ComponentType> {
  const { LoginPage } = await import('@/features/public/LoginPage');
  window.setTimeout(() => loadAdminRoot().catch(() => undefined), PREFETCH_DELAY_MS);
  return LoginPage;
}

const publicRoutes: RouteObject[] = [
  { path: '/', element: <HomePage />, handle: edgeToEdge },
  { path: '/about', element: <AboutPage />, handle: edgeToEdge },
  ...underConstruction(t.nav.contact, '/contact'),
  page('/login', loadLoginPage),
  { path: '/unauthorized', element: <UnauthorizedPage /> },
];

const { nav, pages } = t;

const guardedRoutes: RouteObject[] = [
  ...timed(contractRoutes),
  ...underConstruction(nav.tenants, '/admin/tenants', '/admin/tenants/create'),
  ...underConstruction(nav.tenants, '/admin/tenants/:id', '/admin/tenants/:id/edit'),
  ...underConstruction(nav.users, '/admin/users', '/admin/users/create', '/admin/users/:id', '/admin/users/:id/edit'),
  ...underConstruction(pages.userRoles, '/admin/users/:userId/roles'),
  ...underConstruction(pages.userPermissions, '/admin/users/:userId/permissions', '/admin/user-module-permissions'),
  ...underConstruction(nav.modules, '/admin/modules', '/admin/modules/create', '/admin/modules/edit/:id'),
  ...underConstruction(nav.roles, '/admin/roles', '/admin/roles/create'),
  ...underConstruction(nav.roles, '/admin/roles/:id/edit', '/admin/roles/:id/view'),
  ...underConstruction(pages.roleMapping, '/admin/user-roles-mapping', '/admin/user-roles-mapping/create'),
  ...underConstruction(pages.roleMapping, '/admin/user-roles-mapping/:id'),
  ...underConstruction(pages.roleMapping, '/admin/user-roles-mapping/:id/edit', '/admin/user-roles-mapping/:id/view'),
  ...underConstruction(pages.contractDeposit, '/contracts/contract-deposit', '/contracts/contract-deposit/:id'),
  ...underConstruction(pages.supportingDocs, '/contracts/:id/supporting-docs'),
  ...underConstruction(
    pages.securityDeposits,
    '/contracts/:contractId/security-deposit',
    '/contracts/:contractId/security-deposit/new',
    '/contracts/:contractId/security-deposit/create',
    '/contracts/:contractId/security-deposit/:depositId',
    '/contracts/:contractId/security-deposit/:depositId/edit',
    '/contracts/:contractId/security-deposit/:depositId/view',
  ),
  ...underConstruction(nav.projects, '/projects', '/projects/list', '/projects/create'),
  ...underConstruction(nav.projects, '/projects/:id', '/projects/:id/edit'),
  ...underConstruction(pages.projectTasks, '/project-tasks', '/project-tasks/list', '/project-tasks/create'),
  ...underConstruction(pages.projectTasks, '/project-tasks/:id', '/project-tasks/:id/edit'),
  ...underConstruction(nav.tasks, '/tasks'),
  ...underConstruction(nav.generalTask, '/general-tasks'),
  ...underConstruction(nav.notifications, '/notification'),
  ...underConstruction(nav.reminders, '/reminders'),
  ...underConstruction(nav.inventories, '/inventories'),
  ...underConstruction(nav.payroll, '/payroll'),
  ...underConstruction(nav.vehicles, '/vehicles'),
  ...underConstruction(nav.vehicleInsurance, '/vehicle-insurance'),
  // The menu links to the first; the second is how anybody would type it.
  ...underConstruction(nav.attendance, '/attendane', '/attendance'),
  ...underConstruction(nav.payments, '/payments'),
  ...underConstruction(nav.estimations, '/estimations'),
  ...underConstruction(nav.reports, '/reports'),
  ...underConstruction(nav.gst, '/gst'),
  { path: '*', element: <NotFoundPage /> },
];

/** The map of the site. */
export function createAppRouter() {
  return createBrowserRouter([
    {
      element: <SiteLayout />,
      errorElement: <RootErrorPage />,
      HydrateFallback: ShellFallback,
      children: [
        {
          // A page that throws leaves the frame around it standing.
          errorElement: <ErrorPage />,
          children: [...publicRoutes, { element: <RequireSession />, children: guardedRoutes }],
        },
      ],
    },
  ]);
}
