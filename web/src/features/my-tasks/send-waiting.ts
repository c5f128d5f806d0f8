import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { Task_Status } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { t } from '@/i18n/my-tasks';
import { userMessage, versionConflict } from '@/kit/errors';
import { authorOf, type Between, isByMe, isOwn } from '@/kit/form/author';
import { PACE } from '@/kit/pace';
import { onReset } from '@/kit/reset';
import { keysOf } from '@/kit/stale';
import { tellTabs } from '@/kit/tabs';
import { transport } from '@/session/transport';
import {
  type Entry,
  type Recorded,
  rebaseEntry,
  refuseEntry,
  settleEntry,
  triedEntry,
  type WaitingEntry,
  waitingEntries,
} from './waiting';
import { hasWaiting } from './waiting-keys';

const LOCK = 'nirmaan-waiting';

const tasks = createClient(TaskService, transport);

let running: Promise<void> | undefined;
let wanted = false;
let timer: ReturnType<typeof setTimeout> | undefined;

onReset(() => clearTimeout(timer));

/** Sends what waits, in the order in which it was entered; until nothing is left, or the server can't be reached. */
export function sendWaiting(): Promise<void> {
  clearTimeout(timer);
  wanted = true;
  running ??= alone(sendAll)
    .finally(() => {
      running = undefined;
    })
    // Whoever asked after the last look at the entries found it still running.
    .then(() => (wanted ? sendWaiting() : undefined));
  return running;
}

/** Two tabs must not send the same entry. Locks exist in secure contexts only. */
function alone(work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}

async function sendAll(): Promise<void> {
  for (;;) {
    wanted = false;
    const entry = nextEntry(waitingEntries());
    if (!entry) return;
    try {
      await send(entry);
    } catch (error) {
      if (!mayPass(error)) {
        refuseEntry(entry.id, { kind: 'refused', message: userMessage(error, t.myTasks.saveFailed) });
        continue;
      }
      // Whoever didn't want to sign in again is not asked every few seconds, nor for what was wanted meanwhile.
      if (ConnectError.from(error).code === Code.Unauthenticated) wanted = false;
      // The browser knows of cables and antennas only; the server may be out of reach all the same.
      else timer = setTimeout(() => hasWaiting() && void sendWaiting(), PACE.resend);
      return;
    }
  }
}

/** The oldest entry that can go. Those of a task with a problem wait for the user to settle that. */
export function nextEntry(entries: readonly WaitingEntry[]): WaitingEntry | undefined {
  const held = new Set(entries.flatMap(({ taskId, problem }) => (problem ? [taskId] : [])));
  return entries.find(({ taskId }) => !held.has(taskId));
}

async function send(entry: WaitingEntry): Promise<void> {
  const { id, taskId, version, progress, status, actualQuantity } = entry;
  // It is tried all the same: a server of this very machine or site can be reached without what the browser calls a network.
  if (navigator.onLine !== false) triedEntry(id);
  try {
    const { task } = await tasks.recordTaskProgress({
      id: taskId,
      version: BigInt(version),
      progress,
      status: status && Task_Status[status],
      actualQuantity: actualQuantity ?? undefined,
      clearActualQuantity: actualQuantity === null,
    });
    if (!task) throw new ConnectError('The answer carries no task.', Code.Internal);
    settle(id, { ...task, progress: task.rollUp?.progress ?? 0 });
  } catch (error) {
    if (ConnectError.from(error).code !== Code.Aborted) throw error;
    // The answer to an earlier attempt may have been lost on its way: then it is our own change that was first.
    const stored = await tasks.getTask({ id: taskId });
    if (isStored(entry, stored)) return settle(id, stored);
    // Or one before this one was, and nobody else has changed anything since: this one is sent again from there.
    if (isNext(version, stored) && entry.replaced?.some((one) => isStored(one, stored)))
      return rebaseEntry(id, stored.version);
    const conflict = versionConflict(error);
    refuseEntry(id, {
      kind: 'conflict',
      message: conflict ? conflictMessage({ ...conflict, only: isNext(version, stored) }) : t.myTasks.conflict,
    });
  }
}

function conflictMessage(between: Between): string {
  if (isOwn(between)) return t.myTasks.conflictOwn;
  if (isByMe(between)) return t.myTasks.conflictOwnLast;
  const author = authorOf(between);
  return author ? t.myTasks.conflictBy(author) : t.myTasks.conflict;
}

/** Takes an entry away that is stored. The list of this tab goes on from the answer; the other tabs have to ask. */
function settle(id: string, task: Recorded): void {
  settleEntry(id, task);
  tellTabs(keysOf([TaskService, ProjectService]));
}

const isNext = (version: string, stored: Recorded) => stored.version === BigInt(version) + 1n;

/** Whether the task is as the entry wants it. */
export function isStored({ progress, status, actualQuantity }: Entry, task: Recorded): boolean {
  return (
    (progress === undefined || progress === task.progress) &&
    (status === undefined || Task_Status[status] === task.status) &&
    (actualQuantity === undefined || actualQuantity === (task.actualQuantity ?? null))
  );
}

/** Whether the same call may succeed later, without anybody doing anything about it. */
function mayPass(error: unknown): boolean {
  const passing = [Code.Unavailable, Code.DeadlineExceeded, Code.Canceled, Code.ResourceExhausted];
  // Whoever didn't want to sign in again shall not lose what they entered.
  return [...passing, Code.Unauthenticated].includes(ConnectError.from(error).code);
}
