/**
 * Where to go after signing in: the page that the guard remembered, if it is one of ours. An address that begins with
 * two slashes (or what browsers read as such) would lead to another site.
 */
export function safeNext(state: unknown): string {
  const next = typeof state === 'object' && state !== null && 'next' in state ? state.next : undefined;
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next) || next === '/login') return '/';
  return next;
}
