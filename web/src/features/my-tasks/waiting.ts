import type { Task } from '@/gen/nirmaan/projects/v1/task_pb';
import { currentUser } from '@/session/session-store';
import type { TaskStatusName } from '@/shared/tasks/status';

/** What somebody entered of a task: only what is named changes. */
export interface Entry {
  readonly progress?: number;
  readonly status?: TaskStatusName;
  readonly actualQuantity?: number;
}

/** An entry that the server hasn't confirmed yet. It outlives the page, since a site may be out of reach for hours. */
export interface WaitingEntry extends Entry {
  readonly id: string;
  readonly taskId: string;
  /** The task's title, to tell of it when the list can't be had. */
  readonly title: string;
  /** The version that it was entered over; `0` overwrites whatever there is. */
  readonly version: string;
  /** Why the server did not take it; what waits for the connection has none. */
  readonly problem?: { readonly kind: 'conflict' | 'refused'; readonly message: string };
}

/** What of a task entries change, as the server has it. */
export type Recorded = Pick<Task, 'id' | 'version' | 'status' | 'progress' | 'actualQuantity'>;

/** Begins the names under which a user's entries are kept. */
const PREFIX = 'nirmaan-waiting:';

const NONE: readonly WaitingEntry[] = [];

const listeners = new Set<() => void>();
const sentListeners = new Set<(task: Recorded) => void>();

// By user: somebody else may sign in to this browser while entries wait.
const key = () => `${PREFIX}${currentUser()?.tenantId ?? ''}/${currentUser()?.id ?? ''}`;

let cached: { readonly text: string | null; readonly entries: readonly WaitingEntry[] } = { text: null, entries: NONE };

/** All entries, the oldest first; the same array until something changes. */
export function waitingEntries(): readonly WaitingEntry[] {
  const text = localStorage.getItem(key());
  if (text !== cached.text) cached = { text, entries: parse(text) };
  return cached.entries;
}

/** Whether there is anything to send. */
export const hasWaiting = (): boolean => waitingEntries().length > 0;

/** Whether this device keeps entries of anybody that the server doesn't have yet. */
export const hasUnsent = (): boolean => Object.keys(localStorage).some((name) => name.startsWith(PREFIX));

/**
 * Adds an entry. One task has one entry at most, besides that which is being sent: what is entered again replaces what
 * was, in its place in the row.
 *
 * @param sending the id of the entry that is on its way to the server
 */
export function addEntry(entry: Omit<WaitingEntry, 'id' | 'problem'>, sending: string | undefined): void {
  const entries = waitingEntries();
  const before = entries.find((one) => one.taskId === entry.taskId && one.id !== sending);
  if (before) {
    // Over the version that was seen first: the conflict, if there is one, is with that.
    change(
      entries.map((one) => (one === before ? { ...one, ...entry, version: one.version, problem: undefined } : one)),
    );
  } else {
    const last = Math.max(0, ...entries.map(({ id }) => Number(id)));
    change([...entries, { ...entry, id: String(last + 1) }]);
  }
}

/** Takes an entry away: it was given up. */
export function dropEntry(id: string): void {
  change(waitingEntries().filter((entry) => entry.id !== id));
}

/** Takes all entries away: whoever signs out gave them up. */
export const dropAll = (): void => change(NONE);

/** Notes why the server did not take an entry. */
export function refuseEntry(id: string, problem: WaitingEntry['problem']): void {
  change(waitingEntries().map((entry) => (entry.id === id ? { ...entry, problem } : entry)));
}

/** Sends a refused entry once more; over a conflict, whatever others have entered. */
export function retryEntry(id: string): void {
  change(
    waitingEntries().map((entry) =>
      entry.id === id
        ? { ...entry, problem: undefined, version: entry.problem?.kind === 'conflict' ? '0' : entry.version }
        : entry,
    ),
  );
}

/** Takes an entry away that is stored, and lets later ones of its task go on from there. */
export function settleEntry(id: string, task: Recorded): void {
  change(
    waitingEntries()
      .filter((entry) => entry.id !== id)
      .map((entry) => (entry.taskId === task.id ? { ...entry, version: String(task.version) } : entry)),
  );
  for (const sent of sentListeners) sent(task);
}

/** Runs when the entries change, in this tab or another. */
export function subscribeWaiting(listener: () => void): () => void {
  const follow = ({ key: changed }: StorageEvent) => (changed === key() || changed === null) && listener();
  window.addEventListener('storage', follow);
  listeners.add(listener);
  return () => {
    window.removeEventListener('storage', follow);
    listeners.delete(listener);
  };
}

/** Runs when the server has stored an entry. */
export function onSent(sent: (task: Recorded) => void): () => void {
  sentListeners.add(sent);
  return () => sentListeners.delete(sent);
}

function change(entries: readonly WaitingEntry[]): void {
  if (entries.length > 0) localStorage.setItem(key(), JSON.stringify(entries));
  else localStorage.removeItem(key());
  for (const listener of listeners) listener();
}

/** Storage is the user's to edit: what can't be read counts as nothing. */
function parse(text: string | null): readonly WaitingEntry[] {
  if (!text) return NONE;
  try {
    const entries: unknown = JSON.parse(text);
    return Array.isArray(entries) ? entries.filter(isEntry) : NONE;
  } catch {
    return NONE;
  }
}

function isEntry(value: unknown): value is WaitingEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { id, taskId, version } = value as Partial<Record<keyof WaitingEntry, unknown>>;
  return typeof id === 'string' && typeof taskId === 'string' && typeof version === 'string' && /^\d+$/.test(version);
}
