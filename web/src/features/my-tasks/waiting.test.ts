import { create } from '@bufbuild/protobuf';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Task_Status, TaskSchema } from '@/gen/nirmaan/projects/v1/task_pb';
import { stubStorage } from '@/testing/storage';
import { quantityEntry } from './entries';
import {
  addEntry,
  dropEntry,
  hasHidden,
  onSent,
  refuseEntry,
  retryEntry,
  settleEntry,
  takeBackEntry,
  triedEntry,
  waitingEntries,
} from './waiting';
import { dropAll, hasUnsent } from './waiting-keys';

const session = vi.hoisted(() => ({ end: () => {} }));

vi.mock('@/session/session-store', () => ({
  currentUser: () => ({ tenantId: 'firm', id: 'me' }),
  onSessionEnd: (forget: () => void) => {
    session.end = forget;
  },
}));

beforeEach(() => {
  stubStorage('localStorage');
  session.end();
});

const entry = (taskId: string, progress: number) => ({ taskId, title: `Task ${taskId}`, version: '3', progress });
const short = () => waitingEntries().map(({ taskId, progress, version }) => [taskId, progress, version]);
const idOf = (taskId: string) => waitingEntries().find((one) => one.taskId === taskId)?.id ?? '';

describe('entries that wait for the connection', () => {
  it('are kept in the order in which they were made, one of each task', () => {
    addEntry(entry('a', 10));
    addEntry(entry('b', 50));
    addEntry({ ...entry('a', 20), version: '4', actualQuantity: 7 });
    expect(short()).toEqual([
      ['a', 20, '3'],
      ['b', 50, '3'],
    ]);
    expect(waitingEntries()[0]?.actualQuantity).toBe(7);
  });

  it('give up a progress that waits for a quantity that says how far the task is', () => {
    addEntry({ ...entry('a', 20), status: 'IN_PROGRESS' });
    addEntry({ taskId: 'a', title: 'Task a', version: '3', ...quantityEntry({ estimatedQuantity: 10 }, 7) });
    expect(waitingEntries()).toMatchObject([{ taskId: 'a', status: 'IN_PROGRESS', actualQuantity: 7 }]);
    expect(waitingEntries()[0]).not.toHaveProperty('progress');
    addEntry({ taskId: 'a', title: 'Task a', version: '3', ...quantityEntry({ estimatedQuantity: undefined }, 8) });
    addEntry(entry('a', 80));
    addEntry({ taskId: 'a', title: 'Task a', version: '3', ...quantityEntry({ estimatedQuantity: undefined }, 9) });
    expect(waitingEntries()).toMatchObject([{ progress: 80, actualQuantity: 9 }]);
  });

  it('outlive the one before them that is stored, and go on from there', () => {
    addEntry(entry('a', 10));
    const sent = idOf('a');
    addEntry(entry('a', 20));
    const stored: unknown[] = [];
    const stop = onSent((task) => stored.push(task.id));
    settleEntry(sent, create(TaskSchema, { id: 'a', version: 9n, status: Task_Status.PLANNED }));
    stop();
    expect(short()).toEqual([['a', 20, '9']]);
    expect(stored).toEqual(['a']);
  });

  it('are made over what one’s own entries have become, also where the page doesn’t know of those yet', () => {
    for (const [percent, version] of [
      [10, 4n],
      [20, 5n],
    ] as const) {
      addEntry(entry('a', percent));
      settleEntry(idOf('a'), create(TaskSchema, { id: 'a', version }));
    }
    addEntry(entry('a', 30));
    addEntry(entry('b', 30));
    expect(short()).toEqual([
      ['a', 30, '5'],
      ['b', 30, '3'],
    ]);
    // Another person's page knows what it has read.
    dropAll();
    session.end();
    addEntry(entry('a', 30));
    expect(short()).toEqual([['a', 30, '3']]);
  });

  it('are taken back to what waited before them, and to nothing', () => {
    const first = addEntry({ ...entry('a', 20), status: 'IN_PROGRESS' });
    triedEntry(first);
    addEntry(entry('b', 50));
    const second = addEntry({
      taskId: 'a',
      title: 'Task a',
      version: '4',
      ...quantityEntry({ estimatedQuantity: 10 }, 7),
    });
    expect(waitingEntries()[0]).not.toHaveProperty('tried');
    takeBackEntry(second);
    expect(waitingEntries()).toMatchObject([
      { id: first, title: 'Task a', progress: 20, status: 'IN_PROGRESS', version: '3', place: 1, tried: true },
      { taskId: 'b' },
    ]);
    expect(waitingEntries()[0]).not.toHaveProperty('actualQuantity');
    takeBackEntry(first);
    expect(short()).toEqual([['b', 50, '3']]);
    takeBackEntry(first);
    expect(short()).toEqual([['b', 50, '3']]);
  });

  it('are taken back to nothing once what waited before them is stored', () => {
    const first = addEntry(entry('a', 10));
    const second = addEntry(entry('a', 20));
    settleEntry(first, create(TaskSchema, { id: 'a', version: 4n }));
    takeBackEntry(second);
    expect(waitingEntries()).toEqual([]);
  });

  it('are taken back also to what an earlier version of the program has kept', () => {
    const kept = { ...entry('a', 87.48), id: '1', place: 1, actualQuantity: 1050.25, replaced: [{ progress: 40 }] };
    localStorage.setItem('nirmaan-waiting:firm/me/1', JSON.stringify(kept));
    takeBackEntry('1');
    expect(short()).toEqual([['a', 40, '3']]);
    expect(idOf('a')).not.toBe('');
  });

  it('overwrite what others entered only when the user says so', () => {
    addEntry(entry('a', 10));
    refuseEntry(idOf('a'), { kind: 'conflict', message: 'Changed.' });
    expect(waitingEntries()[0]?.problem?.message).toBe('Changed.');
    retryEntry(idOf('a'));
    expect(short()).toEqual([['a', 10, '0']]);
    refuseEntry(idOf('a'), { kind: 'refused', message: 'No.' });
    dropEntry(idOf('a'));
    expect(localStorage.length).toBe(0);
  });

  it('are given up together with those of others, by whoever signs out', () => {
    addEntry(entry('a', 10));
    expect(hasHidden()).toBe(false);
    localStorage.setItem('nirmaan-waiting:firm/another/1', '{}');
    localStorage.setItem('something-else', 'that is kept');
    expect(hasHidden()).toBe(true);
    dropAll();
    expect(waitingEntries()).toEqual([]);
    expect(hasUnsent()).toBe(false);
    expect(localStorage.length).toBe(1);
  });

  it('survive nonsense in the storage', () => {
    const broken = { ...entry('a', 10), id: '1', place: 1, replaced: 'x' };
    for (const text of ['{', '"x"', '[1, null]', '{"id": "1"}', JSON.stringify(broken)]) {
      localStorage.setItem('nirmaan-waiting:firm/me/1', text);
      expect(waitingEntries()).toEqual([]);
    }
  });
});
