import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { currentUser, useCurrentUser } from '@/session/session-store';

/**
 * Lets signed-in users through and sends guests home, remembering where they wanted to go. Whoever signs out on the
 * page itself goes home without that memory: the next user of this browser shall not land on their page.
 */
export function RequireSession() {
  const user = useCurrentUser();
  const [cameSignedIn] = useState(() => currentUser() !== undefined);
  const { pathname, search, hash } = useLocation();
  if (user) return <Outlet />;
  const state = cameSignedIn ? null : { next: `${pathname}${search}${hash}` };
  return <Navigate to="/" replace state={state} />;
}
