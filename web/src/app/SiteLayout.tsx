import { lazy, Suspense, useEffect, useState } from 'react';
import { ScrollRestoration, useLocation } from 'react-router';
import { PublicLayout } from '@/features/public/PublicLayout';
import { withTimeout } from '@/kit/lazy';
import { useCurrentUser } from '@/session/session-store';
import { ShellFallback } from './ShellFallback';

/** Loads the signed-in frame. */
export const loadAdminRoot = () => withTimeout(import('./AdminRoot'));

const AdminRoot = lazy(loadAdminRoot);

/** The frame around every page: the public one for guests, the application's for users. */
export function SiteLayout() {
  const user = useCurrentUser();
  useFramePrefetch();
  useAddressOfDocument();
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

/** Whoever is about to sign in will need the application's frame: it is fetched while they type. */
function useFramePrefetch(): void {
  const signingIn = useLocation().pathname === '/login';
  useEffect(() => {
    if (!signingIn) return;
    const fetchFrame = () => void loadAdminRoot().catch(() => undefined);
    document.addEventListener('input', fetchFrame, { once: true });
    return () => document.removeEventListener('input', fetchFrame);
  }, [signingIn]);
}

/** What the loaded document says of its own address is wrong as soon as the router shows another page in it. */
function useAddressOfDocument(): void {
  const { pathname } = useLocation();
  const [loaded] = useState(pathname);
  useEffect(() => {
    if (pathname === loaded) return;
    for (const tag of document.head.querySelectorAll('link[rel="canonical"], meta[property="og:url"]')) tag.remove();
  }, [pathname, loaded]);
}
