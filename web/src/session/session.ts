import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { useSyncExternalStore } from 'react';
import { AuthService, type LoginResponse, type RefreshResponse } from '@/gen/nirmaan/auth/v1/auth_pb';
import { bareTransport, keepaliveTransport } from './bare-transport';
import {
  accessToken,
  clearSession,
  currentSession,
  currentUser,
  identity,
  identityOf,
  refreshToken,
  type StoredSession,
  storeSession,
  subscribeSession,
} from './session-store';

const LOCK = 'nirmaan-refresh';
const auth = createClient(AuthService, bareTransport);

/** What the login form asks for. */
export interface Credentials {
  readonly emailOrMobile: string;
  readonly password: string;
  readonly tenantName: string;
  /** Of the second factor, if it was asked for. */
  readonly code?: string;
}

/** Starts a session and keeps it. */
export async function signIn(credentials: Credentials): Promise<void> {
  storeSession(sessionOf(await auth.login({ ...credentials })));
}

/**
 * Ends the session here at once and on the server as soon as it hears of it:
 * signing out must not wait for a network that may be down.
 */
export function signOut(): void {
  const token = refreshToken();
  clearSession();
  if (!token) return;
  // The token dies by itself if the server can't be reached now; the user is signed out either way.
  createClient(AuthService, keepaliveTransport)
    .logout({ refreshToken: token })
    .catch(() => undefined);
}

/** What a call was made with. */
export interface Caller {
  /** Whose it is (`identity`). */
  readonly who: string | undefined;
  readonly token: string | undefined;
}

/** Who would make a call now. */
export function caller(): Caller {
  const session = currentSession();
  return { who: session && identityOf(session.user), token: session?.accessToken };
}

/**
 * Gets past an UNAUTHENTICATED answer: by a token that was renewed meanwhile, by refreshing, or by having the user sign in
 * again. Never by the token of somebody else who has signed in since.
 *
 * @param sent what was refused
 * @param renewed whether a fresh token was refused already, so that another refresh can't help
 * @returns whether the call may be repeated
 * @throws the failure of the refresh call when it wasn't a refusal: the session may be alive, so it is kept
 */
export async function recover({ who, token }: Caller, renewed: boolean): Promise<boolean> {
  const isTheirs = () => identity() === who;
  if (!currentUser() || !isTheirs()) return false;
  if (accessToken() !== token) return true;
  if (!renewed && (await refresh(token))) return isTheirs();
  if (!isTheirs()) return false;
  // Refused, but another tab has meanwhile signed in again.
  return accessToken() !== token || ((await signInAgain()) && isTheirs());
}

/**
 * Changes a part of the session that is stored, unless it has ended meanwhile, or somebody else's has begun.
 *
 * @param who whose session it was (`identity`) when the change was asked for
 * @param change may find that there is nothing to change
 */
export async function changeSession(
  who: string | undefined,
  change: (session: StoredSession) => Partial<StoredSession> | undefined,
): Promise<void> {
  // Another tab may be renewing the tokens.
  await underLock(async () => {
    const session = currentSession();
    const changed = session && identityOf(session.user) === who ? change(session) : undefined;
    if (session && changed) storeSession({ ...session, ...changed });
  });
}

/** Asks the server who the user is now, and what they owe. What goes wrong is found by the next call. */
export async function readUserAnew(): Promise<void> {
  if (currentUser()) await refresh(accessToken()).catch(() => false);
}

let refreshing: Promise<boolean> | undefined;

/** One refresh for all calls of this tab, and by the lock for all tabs. */
function refresh(sent: string | undefined): Promise<boolean> {
  refreshing ??= underLock(() => refreshOnce(sent)).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/** Locks exist in secure contexts only; an installation on plain http in an office has the tab's own flag. */
function underLock<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}

async function refreshOnce(sent: string | undefined): Promise<boolean> {
  // Another tab held the lock before us and has renewed the token.
  if (accessToken() !== sent) return currentUser() !== undefined;
  const token = refreshToken();
  if (!token) return false;
  try {
    const session = sessionOf(await auth.refresh({ refreshToken: token }));
    // Signed out while the answer was on its way: don't bring the session back.
    if (refreshToken() !== token) return currentUser() !== undefined;
    storeSession(session);
    return true;
  } catch (error) {
    // Only the server's refusal means that the session is over; an outage must not sign anybody out.
    if (ConnectError.from(error).code === Code.Unauthenticated) return false;
    throw error;
  }
}

interface Gate {
  /** The token that was refused. */
  readonly refused: string | undefined;
  readonly passed: Promise<boolean>;
  readonly open: (signedIn: boolean) => void;
}

let gate: Gate | undefined;
const gateListeners = new Set<() => void>();

/** Parks the caller until the user has signed in again in the dialog, or declined. All callers share one dialog. */
function signInAgain(): Promise<boolean> {
  if (!gate) {
    let open: Gate['open'] = () => undefined;
    const passed = new Promise<boolean>((resolve) => {
      open = resolve;
    });
    gate = { refused: accessToken(), passed, open };
    notifyGate();
  }
  return gate.passed;
}

/** Signs the same user in again, which lets the parked calls go on; anybody else starts with a clean page. */
export async function continueSession(password: string, code = ''): Promise<void> {
  const user = currentUser();
  if (!user) return closeGate(false);
  const credentials = { emailOrMobile: user.email, password, tenantName: user.tenantName, code };
  const session = sessionOf(await auth.login(credentials));
  if (identityOf(user) !== identityOf(session.user)) {
    clearSession();
    storeSession(session);
    window.location.replace('/');
    return;
  }
  storeSession(session);
}

/** Fails the parked calls: the user doesn't want to sign in now. */
export function declineSession(): void {
  closeGate(false);
}

/** Whether calls wait for the user to sign in again. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribeGate, () => gate !== undefined);
}

// Another tab may sign in or out while the dialog is open here.
subscribeSession(() => {
  if (!gate) return;
  if (!currentUser()) closeGate(false);
  else if (accessToken() !== gate.refused) closeGate(true);
});

function closeGate(signedIn: boolean): void {
  gate?.open(signedIn);
  gate = undefined;
  notifyGate();
}

function subscribeGate(listener: () => void): () => void {
  gateListeners.add(listener);
  return () => gateListeners.delete(listener);
}

function notifyGate(): void {
  for (const listener of gateListeners) listener();
}

/** The session as stored: plain JSON without the message's own properties. */
function sessionOf(answer: LoginResponse | RefreshResponse): StoredSession {
  const { user } = answer;
  if (!user) throw new ConnectError('The answer carries no user.', Code.Internal);
  return {
    accessToken: answer.accessToken,
    refreshToken: answer.refreshToken,
    user: {
      id: user.id,
      tenantId: user.tenantId,
      tenantName: user.tenantName,
      username: user.username,
      email: user.email,
      profileImage: user.profileImage,
      permissions: user.permissions.map((permission) => ({
        moduleId: permission.moduleId,
        moduleName: permission.moduleName,
        moduleDescription: permission.moduleDescription,
        canCreate: permission.canCreate,
        canView: permission.canView,
        canEdit: permission.canEdit,
        canDelete: permission.canDelete,
        canReport: permission.canReport,
      })),
      ...(user.duties.length > 0 && { duties: user.duties }),
    },
  };
}
