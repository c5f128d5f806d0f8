import { create } from '@bufbuild/protobuf';
import { describe, expect, it, vi } from 'vitest';
import { Task_Status, TaskSchema } from '@/gen/nirmaan/projects/v1/task_pb';
import { isStored, nextEntry } from './send-waiting';
import type { WaitingEntry } from './waiting';

vi.mock('@/session/transport', () => ({ transport: {} }));

const entry = (id: string, taskId: string, problem?: WaitingEntry['problem']): WaitingEntry => ({
  id,
  taskId,
  title: '',
  version: '1',
  ...(problem && { problem }),
});
const refused = { kind: 'refused', message: 'No.' } as const;

describe('sending what waits', () => {
  it('goes in order, past the tasks whose entry was not taken', () => {
    const entries = [entry('1', 'a', refused), entry('2', 'a'), entry('3', 'b'), entry('4', 'c')];
    expect(nextEntry(entries)?.id).toBe('3');
    expect(nextEntry(entries.slice(0, 2))).toBeUndefined();
    expect(nextEntry([])).toBeUndefined();
  });

  it('knows its own change when the answer to it was lost', () => {
    const stored = create(TaskSchema, { progress: 40, status: Task_Status.IN_PROGRESS, actualQuantity: 2 });
    expect(isStored({ progress: 40 }, stored)).toBe(true);
    expect(isStored({ progress: 40, status: 'IN_PROGRESS', actualQuantity: 2 }, stored)).toBe(true);
    expect(isStored({ progress: 50 }, stored)).toBe(false);
    expect(isStored({ progress: 40, status: 'COMPLETED' }, stored)).toBe(false);
    expect(isStored({ actualQuantity: 3 }, stored)).toBe(false);
  });
});
