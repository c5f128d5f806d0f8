import { useSyncExternalStore } from 'react';

/** What a user may do in one module, as the login answers it. */
export interface StoredPermission {
  readonly moduleId: string;
  readonly moduleName: string;
  readonly moduleDescription: string;
  readonly canCreate: boolean;
  readonly canView: boolean;
  readonly canEdit: boolean;
  readonly canDelete: boolean;
  readonly canReport: boolean;
}

/** The signed-in user as kept in the browser. */
export interface StoredUser {
  readonly id: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly username: string;
  readonly email: string;
  readonly profileImage: string;
  readonly permissions: readonly StoredPermission[];
  /** What the session owes before anything else, by the numbers of the protocol's `Duty`; absent when it owes nothing. */
  readonly duties?: readonly number[];
}

/** Tokens and user of a session. */
export interface StoredSession {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly user: StoredUser;
}

const KEYS = { accessToken: 'accessToken', refreshToken: 'refreshToken', user: 'user' } as const;

const listeners = new Set<() => void>();
const endListeners = new Set<() => void>();

// The parsed user belongs to the text it came from: React needs the same object for the same state.
let cached: { readonly text: string | null; readonly user: StoredUser | undefined } = { text: null, user: undefined };

/** The access token in use, if somebody is signed in. */
export function accessToken(): string | undefined {
  return localStorage.getItem(KEYS.accessToken) ?? undefined;
}

/** The newest refresh token of the session. */
export function refreshToken(): string | undefined {
  return localStorage.getItem(KEYS.refreshToken) ?? undefined;
}

/** The signed-in user; the same object until the stored text changes. */
export function currentUser(): StoredUser | undefined {
  const text = localStorage.getItem(KEYS.user);
  if (text !== cached.text) cached = { text, user: parseUser(text) };
  return cached.user;
}

/** The signed-in user, followed by the component. */
export function useCurrentUser(): StoredUser | undefined {
  // Pages written at build time are a guest's.
  return useSyncExternalStore(subscribeSession, currentUser, () => undefined);
}

/** Keeps a session that the server has just started or continued. */
export function storeSession(session: StoredSession): void {
  localStorage.setItem(KEYS.accessToken, session.accessToken);
  localStorage.setItem(KEYS.refreshToken, session.refreshToken);
  localStorage.setItem(KEYS.user, JSON.stringify(session.user));
  notify();
}

/** Keeps the tokens of the session that took the place of the user's current one. */
export function storeTokens({ accessToken, refreshToken }: Omit<StoredSession, 'user'>): void {
  const user = currentUser();
  // Signed out while the answer was on its way: don't bring the session back.
  if (user) storeSession({ accessToken, refreshToken, user });
}

/** Keeps a new profile image of the signed-in user. */
export function storeProfileImage(profileImage: string): void {
  const user = currentUser();
  if (!user || user.profileImage === profileImage) return;
  localStorage.setItem(KEYS.user, JSON.stringify({ ...user, profileImage }));
  notify();
}

/** Forgets the session and everything else this site keeps in the browser, unsaved drafts included. */
export function clearSession(): void {
  localStorage.clear();
  sessionStorage.clear();
  notify();
  for (const ended of endListeners) ended();
}

/** Runs whenever the stored session changes, in this tab or another one. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs when the session ends in this tab or in another one; caches of the user's data empty themselves here. */
export function onSessionEnd(ended: () => void): () => void {
  endListeners.add(ended);
  return () => endListeners.delete(ended);
}

/**
 * Makes this tab follow what other tabs do with the session. Called once, at the start.
 *
 * @returns a function that stops following
 */
export function followOtherTabs(): () => void {
  let known = identity();
  const unsubscribe = subscribeSession(() => {
    known = identity();
  });
  const follow = ({ key }: StorageEvent) => {
    if (key !== null && key !== KEYS.user && key !== KEYS.accessToken) return;
    const before = known;
    const now = identity();
    if (before !== undefined && now !== undefined && before !== now) {
      // Everything on this page belongs to somebody else: start over rather than mix two users' data.
      sessionStorage.clear();
      window.location.replace('/');
      return;
    }
    notify();
    if (before !== undefined && now === undefined) {
      sessionStorage.clear();
      for (const ended of endListeners) ended();
    }
  };
  window.addEventListener('storage', follow);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', follow);
  };
}

/** Whether two users are the same person in the same organisation. */
export function isSameUser(a: StoredUser, b: StoredUser): boolean {
  return a.id === b.id && a.tenantId === b.tenantId;
}

/** Who is signed in, and where: the same text for the same person in the same organisation. */
export function identity(): string | undefined {
  const user = currentUser();
  return user && `${user.tenantId}/${user.id}`;
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Storage is the user's to edit: whatever doesn't look like a user means signed out. */
function parseUser(text: string | null): StoredUser | undefined {
  if (!text) return undefined;
  try {
    const value: Partial<StoredUser> | null = JSON.parse(text);
    if (typeof value !== 'object' || value === null || typeof value.id !== 'string') return undefined;
    return {
      id: value.id,
      tenantId: value.tenantId ?? '',
      tenantName: value.tenantName ?? '',
      username: value.username ?? value.email ?? '',
      email: value.email ?? '',
      profileImage: value.profileImage ?? '',
      permissions: Array.isArray(value.permissions) ? value.permissions : [],
      ...(Array.isArray(value.duties) && { duties: value.duties }),
    };
  } catch {
    return undefined;
  }
}
