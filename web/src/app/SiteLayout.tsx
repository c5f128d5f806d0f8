import { lazy, Suspense, useEffect } from 'react';
import { ScrollRestoration, useLocation } from 'react-router';
import { PublicLayout } from '@/features/public/PublicLayout';
import { untilThere, withTimeout } from '@/kit/lazy';
import { useCurrentUser } from '@/session/session-store';
import { ShellFallback } from './ShellFallback';

/** Loads the signed-in frame. */
export const loadAdminRoot = () => withTimeout(import('./AdminRoot'));

const AdminRoot = lazy(() => untilThere(loadAdminRoot));

/** The frame around every page: the public one for guests, the application's for users. */
export function SiteLayout() {
  const user = useCurrentUser();
  useFramePrefetch();
  return (
    <>
      {user ? (
        <Suspense fallback={<ShellFallback />}>
          <AdminRoot />
        </Suspense>
      ) : (
        <PublicLayout />
      )}
      <ScrollRestoration />
    </>
  );
}

/** The pages that sign somebody in. */
const SIGN_IN: readonly string[] = ['/login', '/accept-invitation'];

const fetchFrame = () => void loadAdminRoot().catch(() => undefined);

/** Whoever is about to sign in will need the application's frame: it is fetched while they type, there or on the next page. */
function useFramePrefetch(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (SIGN_IN.includes(pathname)) document.addEventListener('input', fetchFrame, { once: true });
  }, [pathname]);
}
