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

/** The one key that holds all of it: no tab can ever see one person's token beside another's name. */
const KEY = 'session';

/**
 * Where the specification puts the three. They are written after the session, for whoever looks for them there; who changes
 * them alone, such as a version of this application before the one key, changes the session.
 */
const COPIES: readonly string[] = ['accessToken', 'refreshToken', 'user'];

const listeners = new Set<() => void>();
const endListeners = new Set<() => void>();

// The parsed session belongs to the text it came from: React needs the same user for the same state.
let cached: { readonly text: string | null; readonly session: StoredSession | undefined } = {
  text: null,
  session: undefined,
};

/** The session's text when it was last looked at; undefined before that. */
let seen: string | null | undefined;
/** Whether the copies have been the same as that text: until then another tab may still be writing them. */
let agreed = true;

/** What is stored now; the same object until something else is. */
function stored(): StoredSession | undefined {
  const text = localStorage.getItem(KEY);
  const copies = copiedText();
  if (text !== seen) agreed = seen === undefined || text === null;
  seen = text;
  agreed ||= text === copies;
  const valid = agreed ? copies : text;
  if (valid !== cached.text) cached = { text: valid, session: parseSession(valid) };
  return cached.session;
}

/** What the session's text would be by the copies. */
function copiedText(): string | null {
  const [access = null, refresh = null, user = null] = COPIES.map((key) => localStorage.getItem(key));
  return user && `{"accessToken":${JSON.stringify(access)},"refreshToken":${JSON.stringify(refresh)},"user":${user}}`;
}

/** The access token in use, if somebody is signed in. */
export const accessToken = (): string | undefined => stored()?.accessToken;

/** The newest refresh token of the session. */
export const refreshToken = (): string | undefined => stored()?.refreshToken;

/** The signed-in user; the same object until the stored session changes. */
export const currentUser = (): StoredUser | undefined => stored()?.user;

/** The signed-in user, followed by the component. */
export function useCurrentUser(): StoredUser | undefined {
  // Pages written at build time are a guest's.
  return useSyncExternalStore(subscribeSession, currentUser, () => undefined);
}

/** Keeps a session that the server has just started or continued. */
export function storeSession({ accessToken, refreshToken, user }: StoredSession): void {
  localStorage.setItem(KEY, JSON.stringify({ accessToken, refreshToken, user }));
  for (const [key, copy] of Object.entries({ accessToken, refreshToken, user: JSON.stringify(user) }))
    localStorage.setItem(key, copy);
  notify();
}

/** Changes a part of the session that is stored; one that has ended meanwhile is not brought back. */
export function changeSession(change: (session: StoredSession) => Partial<StoredSession>): void {
  const session = stored();
  if (session) storeSession({ ...session, ...change(session) });
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
    if (key !== null && key !== KEY && !COPIES.includes(key)) return;
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

/** Who is signed in, and where: the same text for the same person in the same organisation. */
export function identity(): string | undefined {
  const user = currentUser();
  return user && `${user.tenantId}/${user.id}`;
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Storage is the user's to edit: whatever doesn't look like a session of a user means signed out. */
function parseSession(text: string | null): StoredSession | undefined {
  if (!text) return undefined;
  try {
    const { accessToken, refreshToken, user }: Partial<StoredSession> = JSON.parse(text);
    if (typeof user?.id !== 'string') return undefined;
    return {
      accessToken: accessToken ?? '',
      refreshToken: refreshToken ?? '',
      user: {
        id: user.id,
        tenantId: user.tenantId ?? '',
        tenantName: user.tenantName ?? '',
        username: user.username ?? user.email ?? '',
        email: user.email ?? '',
        profileImage: user.profileImage ?? '',
        permissions: Array.isArray(user.permissions) ? user.permissions : [],
        ...(Array.isArray(user.duties) && { duties: user.duties }),
      },
    };
  } catch {
    return undefined;
  }
}
