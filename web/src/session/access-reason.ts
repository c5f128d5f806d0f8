import { useSyncExternalStore } from 'react';
import { identity, onSessionEnd, subscribeSession } from './session-store';

/** Of this tab alone, and until the user signs out: another tab is opened for another reason. */
const KEY = 'accessReason';

interface Kept {
  /** Whose it is: a closed tab that is opened again has its storage back, whoever is signed in by then. */
  readonly owner: string | undefined;
  /** Empty when it was taken back. */
  readonly reason: string;
}

const listeners = new Set<() => void>();

// Storage may be full or forbidden: the page remembers what it was told, and the storage survives a reload.
let remembered: Kept | undefined;

/** Why a user of the platform looks at what belongs to another organisation, if they have said so. */
export function accessReason(): string {
  const kept = remembered ?? stored();
  return kept && kept.owner === identity() ? kept.reason : '';
}

/** The same, followed by the component. */
export function useAccessReason(): string {
  return useSyncExternalStore(subscribe, accessReason);
}

/** Keeps the reason for the calls to come; an empty one is none. */
export function giveAccessReason(text: string): void {
  remembered = { owner: identity(), reason: asLine(text) };
  try {
    if (remembered.reason) sessionStorage.setItem(KEY, JSON.stringify(remembered));
    else sessionStorage.removeItem(KEY);
  } catch {
    // It counts until the page is loaded again.
  }
  notify();
}

/** The header that tells the server, percent-encoded: a header has no other letters than English ones. */
export function accessReasonHeader(): Record<string, string> {
  const reason = accessReason();
  return reason ? { 'x-nirmaan-reason': encodeURIComponent(reason) } : {};
}

// The storage is emptied by then.
onSessionEnd(() => {
  remembered = undefined;
  notify();
});

/** The server takes what isn't a line for no reason, and half of a letter can't be encoded. */
function asLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();
}

/** Storage is the user's to edit: what doesn't look like a reason counts as none. */
function stored(): Kept | undefined {
  try {
    const { owner, reason }: Partial<Kept> = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return typeof owner === 'string' && typeof reason === 'string' ? { owner, reason: asLine(reason) } : undefined;
  } catch {
    return undefined;
  }
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = subscribeSession(listener);
  listeners.add(listener);
  return () => {
    unsubscribe();
    listeners.delete(listener);
  };
}

function notify(): void {
  for (const listener of listeners) listener();
}
