import { currentUser } from '@/session/session-store';

/** Begins the keys under which entries are kept, each under its own: tabs that write at once take nothing away. */
const PREFIX = 'nirmaan-waiting:';

const listeners = new Set<() => void>();

/** Begins the keys of what the user has entered: somebody else may sign in to this browser while entries wait. */
export const ownPrefix = (): string => `${PREFIX}${currentUser()?.tenantId ?? ''}/${currentUser()?.id ?? ''}/`;

/** The keys under which entries are kept: all of them, or one user's. */
export function waitingKeys(start = PREFIX): string[] {
  const keys = Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place));
  return keys.filter((key) => key?.startsWith(start)) as string[];
}

/** Whether anything of the user's is kept; what of that can be sent is found out by sending. */
export const hasWaiting = (): boolean => waitingKeys(ownPrefix()).length > 0;

/** Whether this device keeps entries of anybody that the server doesn't have yet. */
export const hasUnsent = (): boolean => waitingKeys().length > 0;

/** Takes all entries away, whoever's: signing out empties this device, and whoever did it was asked. */
export function dropAll(): void {
  for (const key of waitingKeys()) localStorage.removeItem(key);
  waitingChanged();
}

/** Runs when the entries change, in this tab or another. */
export function subscribeWaiting(listener: () => void): () => void {
  const follow = ({ key }: StorageEvent) => (key === null || key.startsWith(ownPrefix())) && listener();
  window.addEventListener('storage', follow);
  listeners.add(listener);
  return () => {
    window.removeEventListener('storage', follow);
    listeners.delete(listener);
  };
}

/** Tells that the entries of this tab have changed. */
export function waitingChanged(): void {
  for (const listener of listeners) listener();
}
