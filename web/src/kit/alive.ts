import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether the page has been hydrated, and so reacts to the user. A prerendered page can be typed into before that, and the
 * browser would submit its forms by itself.
 */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
