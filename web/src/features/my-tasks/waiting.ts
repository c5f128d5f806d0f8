import type { Task } from '@/gen/nirmaan/projects/v1/task_pb';
import { onSessionEnd } from '@/session/session-store';
import type { TaskStatusName } from '@/shared/tasks/status';
import { ownPrefix, waitingChanged, waitingKeys } from './waiting-keys';

/** What somebody entered of a task: only what is named changes. */
export interface Entry {
  /** Undefined where it follows from the quantity. */
  readonly progress?: number | undefined;
  readonly status?: TaskStatusName;
  /** Null takes it away. */
  readonly actualQuantity?: number | null;
}

/** An entry that a later one took the place of. What earlier versions of the program kept has no name. */
interface Replaced extends Entry {
  readonly id?: string;
  readonly tried?: boolean | undefined;
}

/** An entry that the server hasn't confirmed yet. It outlives the page, since a site may be out of reach for hours. */
export interface WaitingEntry extends Entry {
  readonly id: string;
  /** Its place in the row, from 1. */
  readonly place: number;
  readonly taskId: string;
  /** The task's title, to tell of it when the list can't be had. */
  readonly title: string;
  /** The version that it was entered over; `0` overwrites whatever there is. */
  readonly version: string;
  /** What it took the place of. Any of that may be stored all the same: the answer may have been lost on its way. */
  readonly replaced?: readonly Replaced[] | undefined;
  /** Whether it may have reached the server: it was sent, and not while the browser knew of no network. */
  readonly tried?: boolean | undefined;
  /** Why the server did not take it; what waits for the connection has none. */
  readonly problem?: { readonly kind: 'conflict' | 'refused'; readonly message: string };
}

/** What of a task entries change, as the server has it. */
export type Recorded = Pick<Task, 'id' | 'version' | 'status' | 'progress' | 'actualQuantity'>;

const NONE: readonly WaitingEntry[] = [];

/** The versions that entries were made over, by task, and those that they became when they were stored. */
const became = new Map<string, string>();
onSessionEnd(() => became.clear());

const sentListeners = new Set<(task: Recorded) => void>();

let cached: { readonly text: string; readonly entries: readonly WaitingEntry[] } = { text: '', entries: NONE };

/** All entries, the oldest first; the same array until something changes. */
export function waitingEntries(): readonly WaitingEntry[] {
  const kept = waitingKeys(ownPrefix()).map((name) => localStorage.getItem(name) ?? '');
  const text = kept.join('\n');
  if (text !== cached.text) cached = { text, entries: kept.flatMap(parse).toSorted(inOrder) };
  return cached.entries;
}

/** Whether some of what is kept can't be shown: it is somebody else's, or can't be read. */
export const hasHidden = (): boolean => waitingKeys().length > waitingEntries().length;

/**
 * Adds an entry. One task has one entry: what is entered again replaces what was. It gets a name of its own all the
 * same, since this tab or another one may be sending the one before, and will take away what it has sent.
 *
 * @returns its name
 */
export function addEntry(entry: Omit<WaitingEntry, 'id' | 'place' | 'replaced' | 'tried' | 'problem'>): string {
  const entries = waitingEntries();
  const before = entries.find(({ taskId }) => taskId === entry.taskId);
  // In its place in the row; and over the version that was seen first: the conflict, if there is one, is with that.
  const place = before?.place ?? Math.max(0, ...entries.map((one) => one.place)) + 1;
  const version = before?.version ?? sinceOwn(entry.taskId, entry.version);
  const replaced = before && [...(before.replaced ?? []), asReplaced(before)];
  const id = newId();
  keep({ ...before, ...entry, id, place, version, replaced, tried: undefined, problem: undefined });
  if (before) localStorage.removeItem(ownPrefix() + before.id);
  waitingChanged();
  return id;
}

/** Takes an entry away that is not stored; what it took the place of, and isn't stored either, waits again. */
export function takeBackEntry(id: string): void {
  const entry = waitingEntries().find((one) => one.id === id);
  const before = entry?.replaced?.at(-1);
  if (entry && before) {
    const { taskId, title, place, version, replaced } = entry;
    // Under its own name: it may be on its way to the server.
    keep({ id: newId(), ...before, taskId, title, place, version, replaced: replaced?.slice(0, -1) });
  }
  dropEntry(id);
}

/** Takes an entry away: it was given up. */
export function dropEntry(id: string): void {
  localStorage.removeItem(ownPrefix() + id);
  waitingChanged();
}

/** Notes that an entry may have reached the server. */
export const triedEntry = (id: string): void =>
  changeEach((entry) => (entry.id === id && !entry.tried ? { ...entry, tried: true } : entry));

/** Notes why the server did not take an entry. */
export const refuseEntry = (id: string, problem: WaitingEntry['problem']): void =>
  changeEach((entry) => (entry.id === id ? { ...entry, problem } : entry));

/** Sends a refused entry once more; over a conflict, whatever others have entered. */
export const retryEntry = (id: string): void =>
  changeEach((entry) =>
    entry.id === id
      ? { ...entry, problem: undefined, version: entry.problem?.kind === 'conflict' ? '0' : entry.version }
      : entry,
  );

/** Lets an entry go on from what is stored of those before it. */
export const rebaseEntry = (id: string, version: bigint): void =>
  changeEach((entry) => (entry.id === id ? { ...entry, version: String(version), replaced: undefined } : entry));

/** Takes an entry away that is stored, and lets a later one of its task go on from there. */
export function settleEntry(id: string, task: Recorded): void {
  const version = waitingEntries().find((entry) => entry.id === id)?.version;
  if (version && version !== String(task.version)) became.set(nameOf(task.id, version), String(task.version));
  localStorage.removeItem(ownPrefix() + id);
  changeEach((entry) =>
    entry.taskId === task.id ? { ...entry, version: String(task.version), replaced: undefined } : entry,
  );
  for (const sent of sentListeners) sent(task);
}

/** Runs when another tab has taken an entry away, most likely because the server has stored it. */
export function onTakenElsewhere(taken: () => void): () => void {
  const follow = ({ key, newValue }: StorageEvent) => newValue === null && key?.startsWith(ownPrefix()) && taken();
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

/** Runs when the server has stored an entry that was sent from here. */
export function onSent(sent: (task: Recorded) => void): () => void {
  sentListeners.add(sent);
  return () => sentListeners.delete(sent);
}

const nameOf = (taskId: string, version: string) => `${taskId}/${version}`;

/** What a version became by one's own entries since it was read: those are no conflict. */
function sinceOwn(taskId: string, version: string): string {
  const next = became.get(nameOf(taskId, version));
  return next === undefined ? version : sinceOwn(taskId, next);
}

function changeEach(change: (entry: WaitingEntry) => WaitingEntry): void {
  for (const entry of waitingEntries()) {
    const changed = change(entry);
    if (changed !== entry) keep(changed);
  }
  waitingChanged();
}

/** What of an entry is kept by the one that takes its place. */
const asReplaced = ({ id, tried, progress, status, actualQuantity }: WaitingEntry): Replaced => ({
  id,
  tried,
  progress,
  status,
  actualQuantity,
});

const keep = (entry: WaitingEntry) => localStorage.setItem(ownPrefix() + entry.id, JSON.stringify(entry));

/** A name that no other tab gives. */
const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** Two tabs may take the same place at once; any order does, as long as it is always the same. */
const inOrder = (a: WaitingEntry, b: WaitingEntry) => a.place - b.place || a.id.localeCompare(b.id);

/** Storage is the user's to edit: what can't be read counts as nothing. */
function parse(text: string): WaitingEntry[] {
  try {
    const entry: unknown = JSON.parse(text);
    return isEntry(entry) ? [entry] : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is WaitingEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { id, place, taskId, version, replaced = [] } = value as Partial<Record<keyof WaitingEntry, unknown>>;
  const names = typeof id === 'string' && typeof taskId === 'string' && typeof place === 'number';
  return names && typeof version === 'string' && /^\d+$/.test(version) && Array.isArray(replaced);
}
