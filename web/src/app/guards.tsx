import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { onReset } from '@/kit/reset';
import { useCurrentUser } from '@/session/session-store';

// The key of the location that a user saw last.
let seen: string | undefined;

onReset(() => {
  seen = undefined;
});

/**
 * Lets signed-in users through and sends guests home, remembering where they wanted to go. Whoever signs out on the
 * page itself goes home without that memory: the next user of this browser shall not land on their page.
 */
export function RequireSession() {
  const user = useCurrentUser();
  const { pathname, search, hash, key } = useLocation();
  useEffect(() => {
    if (user) seen = key;
  }, [user, key]);
  if (user) return <Outlet />;
  const state = seen === key ? null : { next: `${pathname}${search}${hash}` };
  return <Navigate to="/" replace state={state} />;
}
