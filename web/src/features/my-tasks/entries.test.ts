import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { Task_Status, TaskSchema } from '@/gen/nirmaan/projects/v1/task_pb';
import { backTo, entryInWords, quantityEntry, quantityFormat, tenMore, withEntries, withRecorded } from './entries';

describe('what is entered of a task', () => {
  it('is ten percent more, and begins the work', () => {
    expect(tenMore({ progress: 30, status: Task_Status.IN_PROGRESS })).toEqual({ progress: 40 });
    expect(tenMore({ progress: 0, status: Task_Status.ASSIGNED })).toEqual({ progress: 10, status: 'IN_PROGRESS' });
    expect(tenMore({ progress: 94.55, status: Task_Status.ON_HOLD })).toEqual({ progress: 100 });
  });

  it('shows at once, the later over the earlier', () => {
    const task = create(TaskSchema, { progress: 10, status: Task_Status.PLANNED, actualQuantity: 5 });
    expect(withEntries(task, [])).toMatchObject({ progress: 10, status: Task_Status.PLANNED, actualQuantity: 5 });
    const shown = withEntries(task, [
      { progress: 20, actualQuantity: 0 },
      { progress: 100, status: 'COMPLETED' },
    ]);
    expect(shown).toMatchObject({ progress: 100, status: Task_Status.COMPLETED, actualQuantity: 0 });
  });

  it('is a quantity, which shows the progress that it comes to where something is estimated', () => {
    const estimated = create(TaskSchema, { estimatedQuantity: 63, progress: 10 });
    expect(withEntries(estimated, [quantityEntry(estimated, 59)])).toMatchObject({
      progress: 93.65,
      actualQuantity: 59,
    });
    // Over the estimate as it is when it is shown.
    expect(withEntries({ ...estimated, estimatedQuantity: 118 }, [quantityEntry(estimated, 59)]).progress).toBe(50);
    expect(withEntries(estimated, [{ progress: 40, ...quantityEntry(estimated, 59) }]).progress).toBe(93.65);
    expect(withEntries(estimated, [{ ...quantityEntry(estimated, 59), progress: 40 }]).progress).toBe(40);
    const open = create(TaskSchema, { progress: 10 });
    expect(withEntries(open, [{ progress: 40, ...quantityEntry(open, 59) }])).toMatchObject({
      progress: 40,
      actualQuantity: 59,
    });
    const task = create(TaskSchema, { actualQuantity: 5 });
    expect(withEntries(task, [{ actualQuantity: null }]).actualQuantity).toBeUndefined();
  });

  it('is put back without a progress that follows from the quantity', () => {
    const task = create(TaskSchema, { estimatedQuantity: 63, actualQuantity: 59, progress: 93.65 });
    expect(backTo(task, { actualQuantity: 59 })).toEqual({ actualQuantity: 59, progress: undefined });
    expect(backTo({ ...task, progress: 40 }, { actualQuantity: 59 })).toEqual({ actualQuantity: 59, progress: 40 });
    expect(backTo({ ...task, progress: 40 }, { actualQuantity: null })).toEqual({ actualQuantity: null, progress: 40 });
    // A quantity that isn't put back says nothing.
    expect(backTo(task, { status: 'IN_PROGRESS' })).toEqual({ status: 'IN_PROGRESS', progress: 93.65 });
  });

  it('is in the list as the server has stored it', () => {
    const task = create(TaskSchema, { id: '1', title: 'Road', version: 1n, rollUp: { progress: 10, descendants: 0 } });
    const stored = { id: '1', version: 2n, status: Task_Status.IN_PROGRESS, progress: 20, actualQuantity: 3 };
    expect(withRecorded(task, stored)).toMatchObject({
      title: 'Road',
      version: 2n,
      progress: 20,
      rollUp: { progress: 20 },
    });
  });

  it('is told in words', () => {
    expect(entryInWords({ progress: 40, status: 'IN_PROGRESS' })).toBe('40 % done, In progress');
    expect(entryInWords({ actualQuantity: 123456.5 })).toBe('quantity 1,23,456.5');
    expect(entryInWords({ progress: 98, actualQuantity: null })).toBe('98 % done, no quantity');
  });

  it.each([
    ['1,23,456.5', 123456.5],
    ['.25', 0.25],
    ['7.', 7],
    [' ', null],
    ['1.23456', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['10000000001', undefined],
  ])('as the quantity %j is %s', (text, quantity) => {
    expect(quantityFormat.read(text)).toBe(quantity);
  });
});
