import { create } from '@bufbuild/protobuf';
import { Code, ConnectError, createRouterTransport } from '@connectrpc/connect';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Task_Status, TaskSchema } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { stubStorage } from '@/testing/storage';
import type { WaitingEntry } from './waiting';

/** What the fake server was asked to record, and what it waits for before it answers. */
const server = vi.hoisted(() => ({
  recorded: [] as { id: string; progress: number | undefined; version: bigint }[],
  answer: async () => {},
  version: 3n,
  progress: 0,
  /** Whether the network takes the answer away. */
  loses: false,
}));

vi.mock('@/session/transport', () => ({
  transport: createRouterTransport(({ service }) => {
    service(TaskService, {
      recordTaskProgress: async ({ id, progress, version }) => {
        server.recorded.push({ id, progress, version });
        await server.answer();
        if (version !== server.version) throw new ConnectError('changed', Code.Aborted);
        server.version += 1n;
        server.progress = progress ?? server.progress;
        if (server.loses) throw new ConnectError('lost', Code.Unavailable);
        return { task: { id, version: server.version, rollUp: { progress } } };
      },
      getTask: ({ id }) => ({ id, version: server.version, progress: server.progress }),
    });
  }),
}));

vi.mock('@/session/session-store', () => ({
  currentUser: () => ({ tenantId: 'firm', id: 'me' }),
  // Each test begins a session.
  onSessionEnd: (forget: () => void) => beforeEach(forget),
}));

/** The program as another tab runs it: all it has in common with the others is the storage. */
async function tab() {
  vi.resetModules();
  const [waiting, sending] = [await import('./waiting'), await import('./send-waiting')];
  return { ...waiting, ...sending };
}

const entry = (taskId: string, progress: number) => ({ taskId, title: `Task ${taskId}`, version: '3', progress });

/** Lets something wait until it is opened. */
function door() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

beforeEach(() => {
  stubStorage('localStorage');
  Object.assign(server, { recorded: [], answer: async () => {}, version: 3n, progress: 0, loses: false });
  vi.stubGlobal('navigator', {});
});

const waitingFor = (id: string, taskId: string, problem?: WaitingEntry['problem']): WaitingEntry => ({
  id,
  place: Number(id),
  taskId,
  title: '',
  version: '1',
  ...(problem && { problem }),
});
const refused = { kind: 'refused', message: 'No.' } as const;

describe('sending what waits', () => {
  it('goes in order, past the tasks whose entry was not taken', async () => {
    const { nextEntry } = await tab();
    const entries = [waitingFor('1', 'a', refused), waitingFor('2', 'a'), waitingFor('3', 'b'), waitingFor('4', 'c')];
    expect(nextEntry(entries)?.id).toBe('3');
    expect(nextEntry(entries.slice(0, 2))).toBeUndefined();
    expect(nextEntry([])).toBeUndefined();
  });

  it('knows its own change when the answer to it was lost', async () => {
    const { isStored } = await tab();
    const stored = create(TaskSchema, { progress: 40, status: Task_Status.IN_PROGRESS, actualQuantity: 2 });
    expect(isStored({ progress: 40 }, stored)).toBe(true);
    expect(isStored({ progress: 40, status: 'IN_PROGRESS', actualQuantity: 2 }, stored)).toBe(true);
    expect(isStored({ progress: 50 }, stored)).toBe(false);
    expect(isStored({ progress: 40, status: 'COMPLETED' }, stored)).toBe(false);
    expect(isStored({ actualQuantity: 3 }, stored)).toBe(false);
    // What the quantity comes to is for the server to say.
    expect(isStored({ actualQuantity: 2, progress: undefined }, stored)).toBe(true);
    expect(isStored({ actualQuantity: 2, progress: undefined, status: 'ON_HOLD' }, stored)).toBe(false);
  });

  it('takes what an earlier version of the program has kept', async () => {
    const { sendWaiting, waitingEntries } = await tab();
    const kept = { ...entry('a', 87.48), id: '1', place: 1, actualQuantity: 1050.25 };
    localStorage.setItem('nirmaan-waiting:firm/me/1', JSON.stringify(kept));
    await sendWaiting();
    expect(server.recorded).toEqual([{ id: 'a', progress: 87.48, version: 3n }]);
    expect(waitingEntries()).toEqual([]);
  });

  it('notes what may have reached the server, and what surely has not', async () => {
    const { addEntry, sendWaiting, waitingEntries } = await tab();
    const tried = () => waitingEntries().map((one) => one.tried);
    server.answer = async () => {
      throw new ConnectError('No network.', Code.Unavailable);
    };
    vi.stubGlobal('navigator', { onLine: false });
    addEntry(entry('a', 10));
    await sendWaiting();
    expect(tried()).toEqual([undefined]);
    vi.stubGlobal('navigator', { onLine: true });
    await sendWaiting();
    expect(tried()).toEqual([true]);
    addEntry(entry('a', 20));
    expect(tried()).toEqual([undefined]);
  });

  it('loses nothing that is entered meanwhile, in whichever tab', async () => {
    const [here, there] = [await tab(), await tab()];
    const { open, passed } = door();
    server.answer = () => passed;
    here.addEntry(entry('a', 10));
    const sent = here.sendWaiting();
    await vi.waitFor(() => expect(server.recorded).toHaveLength(1));
    there.addEntry(entry('a', 20));
    there.addEntry(entry('b', 50));
    open();
    await sent;
    expect(server.recorded).toEqual([
      { id: 'a', progress: 10, version: 3n },
      { id: 'a', progress: 20, version: 4n },
      { id: 'b', progress: 50, version: 3n },
    ]);
    expect(there.waitingEntries().map(({ taskId, problem }) => [taskId, problem?.kind])).toEqual([['b', 'conflict']]);
  });

  it('goes on from its own change when the answer to that was lost, however often', async () => {
    const { addEntry, sendWaiting, waitingEntries } = await tab();
    server.loses = true;
    for (const progress of [10, 20, 30]) {
      addEntry(entry('a', progress));
      await sendWaiting();
    }
    server.loses = false;
    addEntry(entry('a', 40));
    await sendWaiting();
    expect(waitingEntries()).toEqual([]);
    expect(server).toMatchObject({ progress: 40, version: 7n });
  });

  it('goes on from nothing that somebody else has changed since', async () => {
    const { addEntry, sendWaiting, waitingEntries } = await tab();
    server.loses = true;
    addEntry(entry('a', 10));
    await sendWaiting();
    server.loses = false;
    // The quantity, for instance: the progress is still ours.
    server.version += 1n;
    addEntry({ ...entry('a', 20), actualQuantity: 7 });
    await sendWaiting();
    expect(waitingEntries()[0]?.problem?.kind).toBe('conflict');
    expect(server).toMatchObject({ progress: 10, version: 5n });
  });

  it('tries once while nobody is signed in, whoever asks meanwhile', async () => {
    const { addEntry, sendWaiting } = await tab();
    const { open, passed } = door();
    server.answer = async () => {
      await passed;
      throw new ConnectError('Expired.', Code.Unauthenticated);
    };
    addEntry(entry('a', 10));
    const sent = sendWaiting();
    await vi.waitFor(() => expect(server.recorded).toHaveLength(1));
    void sendWaiting();
    open();
    await sent;
    expect(server.recorded).toHaveLength(1);
  });

  it('hears of an entry that is made while it comes to its end', async () => {
    const { addEntry, sendWaiting } = await tab();
    const { open, passed } = door();
    const ended = vi.fn();
    vi.stubGlobal('navigator', {
      locks: {
        // The lock is given back a moment after the work is done.
        request: async (_: string, work: () => Promise<void>) => {
          await work();
          ended();
          await passed;
        },
      },
    });
    addEntry(entry('a', 10));
    void sendWaiting();
    await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
    addEntry({ ...entry('a', 20), version: '4' });
    void sendWaiting();
    open();
    await vi.waitFor(() => expect(server.recorded).toHaveLength(2));
  });
});
