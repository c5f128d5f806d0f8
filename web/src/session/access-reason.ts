import { useSyncExternalStore } from 'react';
import { onSessionEnd } from './session-store';

/** Of this tab alone, and until the user signs out: another tab is opened for another reason. */
const KEY = 'accessReason';

const listeners = new Set<() => void>();

/** Why a user of the platform looks at what belongs to another organisation, if they have said so. */
export function accessReason(): string {
  return sessionStorage.getItem(KEY) ?? '';
}

/** The same, followed by the component. */
export function useAccessReason(): string {
  return useSyncExternalStore(subscribe, accessReason);
}

/** Keeps the reason for the calls to come; an empty one is none. */
export function giveAccessReason(reason: string): void {
  if (reason) sessionStorage.setItem(KEY, reason);
  else sessionStorage.removeItem(KEY);
  notify();
}

// The storage is emptied by then.
onSessionEnd(notify);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
