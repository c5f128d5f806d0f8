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

/** The one key that holds all of it, so that no tab reads one person's token beside another's name. */
const KEY = 'session';

/**
 * Where the specification puts the three. They are written after the session, for whoever looks for them there. Whoever
 * changes them alone changes the session: a version of this application before the one key does so in another tab.
 */
const COPIES: readonly string[] = ['accessToken', 'refreshToken', 'user'];
/** All of them; the session last, since it is written first: what is read before it is no newer. */
const KEYS = [...COPIES, KEY];

const listeners = new Set<() => void>();
const endListeners = new Set<() => void>();

/** What was found in the storage when it was last looked at. */
interface Found {
  /** What was under `KEYS`; nothing before the first look. */
  readonly texts: readonly (string | null)[];
  /** Whether the copies count: as long as another tab may still be writing them, the session does. */
  readonly copiesCount: boolean;
  /** The text that counts, and the session that it tells: React needs the same user for the same state. */
  readonly valid: string | null;
  readonly session: StoredSession | undefined;
}

/** Whether somebody else than this page was loaded for has signed in elsewhere: until it is loaded again, it is nobody's. */
let isOver = false;

let found: Found = { texts: [], copiesCount: true, valid: null, session: undefined };

/** What is stored now; the same object until something else is. */
export function currentSession(): StoredSession | undefined {
  if (isOver) return undefined;
  const texts = storedTexts();
  if (texts.every((text, place) => text === found.texts[place])) return found.session;
  const copies = texts.slice(0, -1);
  const text = texts.at(-1) ?? null;
  const before = found.texts;
  const isNew = before.length > 0 && text !== before.at(-1);
  // On its way to what the session says, a copy is as it was, or as it will be, or missing.
  const isOnItsWay = (copy: string | null, place: number) =>
    copy === null || copy === before[place] || text?.includes(copy);
  const copied = joined(copies);
  const copiesCount = text === copied || (found.copiesCount && !isNew) || !copies.every(isOnItsWay);
  const valid = copiesCount || text === null ? copied : text;
  found = { texts, copiesCount, valid, session: valid === found.valid ? found.session : parseSession(valid) };
  return found.session;
}

const storedTexts = () => KEYS.map((key) => localStorage.getItem(key));

/** What the session's text would be by the copies; without a user there is none. */
function joined([access = null, refresh = null, user = null]: readonly (string | null)[]): string | null {
  return user && `{"accessToken":${JSON.stringify(access)},"refreshToken":${JSON.stringify(refresh)},"user":${user}}`;
}

/** The access token in use, if somebody is signed in. */
export const accessToken = (): string | undefined => currentSession()?.accessToken;

/** The newest refresh token of the session. */
export const refreshToken = (): string | undefined => currentSession()?.refreshToken;

/** The signed-in user; the same object until the stored session changes. */
export const currentUser = (): StoredUser | undefined => currentSession()?.user;

/** The signed-in user, followed by the component. */
export function useCurrentUser(): StoredUser | undefined {
  // Pages written at build time are a guest's.
  return useSyncExternalStore(subscribeSession, currentUser, () => undefined);
}

/**
 * Keeps a session that the server has just started or continued.
 *
 * @throws DOMException when there is no room for it; what was stored before is stored then
 */
export function storeSession(session: StoredSession): void {
  const { accessToken, refreshToken, user } = session;
  const before = storedTexts();
  const previous = identity();
  try {
    localStorage.setItem(KEY, JSON.stringify({ accessToken, refreshToken, user }));
    // A tab that is opened meanwhile finds nobody, rather than these tokens beside the user of before.
    if (previous !== identityOf(user)) localStorage.removeItem('user');
    const copies = [accessToken, refreshToken, JSON.stringify(user)];
    for (const [place, key] of COPIES.entries()) localStorage.setItem(key, copies[place] ?? '');
  } catch (error) {
    // The session first again, for whoever reads meanwhile; what was there before fits where the new copies aren't.
    for (const key of COPIES) localStorage.removeItem(key);
    for (const [place, key] of [...KEYS.entries()].reverse()) {
      if (before[place]) localStorage.setItem(key, before[place]);
      else localStorage.removeItem(key);
    }
    throw error;
  }
  if (isOver) {
    window.location.replace('/');
    return;
  }
  // Seen whole: whoever changes a copy from here on changes it alone.
  currentSession();
  notify();
}

/** Forgets the session and everything else this site keeps in the browser, unsaved drafts included. */
export function clearSession(): void {
  localStorage.clear();
  notify();
  end();
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
  let known = currentSession();
  const unsubscribe = subscribeSession(() => {
    known = currentSession();
  });
  const follow = () => {
    const before = known;
    const now = currentSession();
    // The copies follow the session, each with an event of its own.
    if (now === before) return;
    if (before && now && identityOf(before.user) !== identityOf(now.user)) {
      // Everything on this page belongs to somebody else: start over rather than mix two users' data. Whoever has entered
      // something may stay, but as nobody.
      isOver = true;
      sessionStorage.clear();
      notify();
      window.location.replace('/');
      return;
    }
    notify();
    if (before && !now) end();
  };
  const hear = ({ key }: StorageEvent) => (key === null || KEYS.includes(key)) && follow();
  // A page that the browser has put aside, and brings back, has heard nothing meanwhile.
  window.addEventListener('pageshow', follow);
  window.addEventListener('storage', hear);
  return () => {
    unsubscribe();
    window.removeEventListener('pageshow', follow);
    window.removeEventListener('storage', hear);
  };
}

/** Who that is, and where: the same text for the same person in the same organisation. */
export const identityOf = ({ id, tenantId }: StoredUser): string => `${tenantId}/${id}`;

/** Who is signed in, and where. */
export function identity(): string | undefined {
  const user = currentUser();
  return user && identityOf(user);
}

/** Forgets what this tab alone keeps of the session. */
function end(): void {
  sessionStorage.clear();
  for (const ended of endListeners) ended();
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
