import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { UnauthorizedPage } from '@/features/public/UnauthorizedPage';
import { untilThere, withTimeout } from '@/kit/lazy';
import { currentUser } from '@/session/session-store';
import { ErrorPage, NotFoundPage } from './ErrorPage';
import { RequireSession } from './guards';
import type { ShellHandle } from './Shell';
import { ShellFallback } from './ShellFallback';
import { SiteLayout } from './SiteLayout';

type Load = () => Promise<ComponentType>;

/** The programs of the public pages, each fetched when its page is first visited. */
const programs: Readonly<Record<string, Load>> = {
  '/': () => import('@/features/public/HomePage').then((module) => module.HomePage),
  '/about': () => import('@/features/public/AboutPage').then((module) => module.AboutPage),
  '/contact': () => import('@/features/public/ContactPage').then((module) => module.ContactPage),
  '/login': () => import('@/features/public/LoginPage').then((module) => module.LoginPage),
  '/forgot-password': () => import('@/features/public/ForgotPasswordPage').then((module) => module.ForgotPasswordPage),
  '/reset-password': () => import('@/features/public/ResetPasswordPage').then((module) => module.ResetPasswordPage),
  '/accept-invitation': () =>
    import('@/features/public/AcceptInvitationPage').then((module) => module.AcceptInvitationPage),
  '/confirm-email': () => import('@/features/public/ConfirmEmailPage').then((module) => module.ConfirmEmailPage),
};

/** The pages that draw to the edges. */
const BLEED: readonly string[] = ['/', '/about', '/contact'];

const publicRoutes = Object.entries(programs).map(
  ([path, load]): RouteObject => ({
    path,
    handle: { bleed: BLEED.includes(path) } satisfies ShellHandle,
    lazy: async () => ({ Component: await untilThere(load) }),
  }),
);

const GUARDED = 'guarded';

/** The map of the site, as a guest knows it. */
export const appRoutes: RouteObject[] = [
  {
    element: <SiteLayout />,
    // The layout itself has failed, and its landmark with it.
    errorElement: (
      <main>
        <ErrorPage />
      </main>
    ),
    HydrateFallback: ShellFallback,
    children: [
      {
        // A page that throws leaves the frame around it standing.
        errorElement: <ErrorPage />,
        children: [
          ...publicRoutes,
          { path: '/unauthorized', element: <UnauthorizedPage /> },
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
  let isKnown = false;
  return createBrowserRouter(appRoutes, {
    // Called again and again for addresses with parameters, even where only the query changes.
    async patchRoutesOnNavigation({ patch, signal }) {
      // The guard sends guests home from wherever they are.
      if (isKnown || !currentUser()) return;
      patch(GUARDED, (await untilThere(loadGuardedRoutes)).guardedRoutes);
      // Of one that was given up meanwhile, the router takes nothing.
      isKnown = !signal.aborted;
    },
  });
}

/** Loads the program of a public page ahead of the router, which can then draw the page at once. */
export async function loadPage(path: string): Promise<void> {
  const load = programs[path];
  const route = publicRoutes.find((one) => one.path === path);
  if (load && route) Object.assign(route, { Component: await withTimeout(load()), lazy: undefined });
}
