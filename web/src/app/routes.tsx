import type { ComponentType } from 'react';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { UnauthorizedPage } from '@/features/public/UnauthorizedPage';
import { withTimeout } from '@/kit/lazy';
import { currentUser } from '@/session/session-store';
import { ErrorPage, NotFoundPage, RootErrorPage } from './ErrorPage';
import { RequireSession } from './guards';
import type { ShellHandle } from './Shell';
import { ShellFallback } from './ShellFallback';
import { SiteLayout } from './SiteLayout';

const edgeToEdge: ShellHandle = { bleed: true };

/** A page whose program is fetched when it is first visited. */
function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, lazy: async () => ({ Component: await withTimeout(load()) }) };
}

const publicRoutes: RouteObject[] = [
  { ...page('/', async () => (await import('@/features/public/HomePage')).HomePage), handle: edgeToEdge },
  { ...page('/about', async () => (await import('@/features/public/AboutPage')).AboutPage), handle: edgeToEdge },
  { ...page('/contact', async () => (await import('@/features/public/ContactPage')).ContactPage), handle: edgeToEdge },
  page('/login', async () => (await import('@/features/public/LoginPage')).LoginPage),
  page('/forgot-password', async () => (await import('@/features/public/ForgotPasswordPage')).ForgotPasswordPage),
  page('/reset-password', async () => (await import('@/features/public/ResetPasswordPage')).ResetPasswordPage),
  page('/accept-invitation', async () => (await import('@/features/public/AcceptInvitationPage')).AcceptInvitationPage),
  page('/confirm-email', async () => (await import('@/features/public/ConfirmEmailPage')).ConfirmEmailPage),
  { path: '/unauthorized', element: <UnauthorizedPage /> },
];

const GUARDED = 'guarded';

/** The map of the site, as a guest knows it. */
export const appRoutes: RouteObject[] = [
  {
    element: <SiteLayout />,
    errorElement: <RootErrorPage />,
    HydrateFallback: ShellFallback,
    children: [
      {
        // A page that throws leaves the frame around it standing.
        errorElement: <ErrorPage />,
        children: [
          ...publicRoutes,
          { id: GUARDED, element: <RequireSession />, children: [{ path: '*', element: <NotFoundPage /> }] },
        ],
      },
    ],
  },
];

/** Loads the pages behind the sign-in. */
export const loadGuardedRoutes = () => withTimeout(import('./guarded-routes'));

/** The router; it learns of the guarded pages when a user asks for the first of them. */
export function createAppRouter() {
  return createBrowserRouter(appRoutes, {
    async patchRoutesOnNavigation({ patch }) {
      // The guard sends guests home from wherever they are.
      if (currentUser()) patch(GUARDED, (await loadGuardedRoutes()).guardedRoutes);
    },
  });
}

/** Loads the program of a public page ahead of the router, which can then draw the page at once. */
export async function loadPage(path: string): Promise<void> {
  for (const { route } of matchRoutes(appRoutes, path) ?? []) {
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
  }
}
