import { lazy, Suspense } from 'react';
import { ScrollRestoration } from 'react-router';
import { PublicLayout } from '@/features/public/PublicLayout';
import { useCurrentUser } from '@/session/session-store';
import { withTimeout } from './lazy';
import { ShellFallback } from './ShellFallback';

/** Loads the signed-in frame. The sign-in page calls it ahead of time. */
export const loadAdminRoot = () => withTimeout(import('./AdminRoot'));

const AdminRoot = lazy(loadAdminRoot);

/** The frame around every page: the public one for guests, the application's for users. */
export function SiteLayout() {
  const user = useCurrentUser();
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
