import { create } from '@bufbuild/protobuf';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Task_Status, TaskSchema } from '@/gen/nirmaan/projects/v1/task_pb';
import { addEntry, dropEntry, onSent, refuseEntry, retryEntry, settleEntry, waitingEntries } from './waiting';

vi.mock('@/session/session-store', () => ({
  currentUser: () => ({ tenantId: 'firm', id: 'me' }),
}));

const KEY = 'nirmaan-waiting:firm/me';
const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
});

const entry = (taskId: string, progress: number) => ({ taskId, title: `Task ${taskId}`, version: '3', progress });
const short = () => waitingEntries().map(({ id, taskId, progress, version }) => [id, taskId, progress, version]);

describe('entries that wait for the connection', () => {
  it('are kept in the order in which they were made, one of each task', () => {
    addEntry(entry('a', 10), undefined);
    addEntry(entry('b', 50), undefined);
    addEntry({ ...entry('a', 20), version: '4', actualQuantity: 7 }, undefined);
    expect(short()).toEqual([
      ['1', 'a', 20, '3'],
      ['2', 'b', 50, '3'],
    ]);
    expect(waitingEntries()[0]?.actualQuantity).toBe(7);
  });

  it('leave alone what is on its way, and go on from there', () => {
    addEntry(entry('a', 10), undefined);
    addEntry(entry('a', 20), '1');
    const stored: unknown[] = [];
    const stop = onSent((task) => stored.push(task.id));
    settleEntry('1', create(TaskSchema, { id: 'a', version: 9n, status: Task_Status.PLANNED }));
    stop();
    expect(short()).toEqual([['2', 'a', 20, '9']]);
    expect(stored).toEqual(['a']);
  });

  it('overwrite what others entered only when the user says so', () => {
    addEntry(entry('a', 10), undefined);
    refuseEntry('1', { kind: 'conflict', message: 'Changed.' });
    expect(waitingEntries()[0]?.problem?.message).toBe('Changed.');
    retryEntry('1');
    expect(short()).toEqual([['1', 'a', 10, '0']]);
    refuseEntry('1', { kind: 'refused', message: 'No.' });
    dropEntry('1');
    expect(storage.has(KEY)).toBe(false);
  });

  it('survive nonsense in the storage', () => {
    for (const text of ['{', '"x"', '[1, null, {"id": "1"}]']) {
      storage.set(KEY, text);
      expect(waitingEntries()).toEqual([]);
    }
  });
});
