import { create } from '@bufbuild/protobuf';
import { expect, it } from 'vitest';
import { Task_Status, TaskNodeSchema } from '@/gen/nirmaan/projects/v1/task_pb';
import { StreamTaskTreeResponseSchema, TaskChangeSchema } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { daysLate, taskRow } from './task-node';
import { applyChange, collectTaskTree, removeTask, type TaskTree } from './task-tree';

const node = (id: string, parentId = '', descendants = 0, progress = 0) =>
  create(TaskNodeSchema, { id, parentId, title: id, version: 1n, rollUp: { descendants, progress } });

async function* parts() {
  yield create(StreamTaskTreeResponseSchema, {
    total: 3,
    people: [{ id: 'u1', email: 'staff@bharat.example' }],
    nodes: [node('a', '', 2)],
  });
  yield create(StreamTaskTreeResponseSchema, { nodes: [node('b', 'a', 1), node('c', 'b')] });
}

const whole = () => collectTaskTree(parts(), () => undefined);

it('the first part is shown at once, and the end is told', async () => {
  const seen: [size: number, complete: boolean][] = [];
  const end = await collectTaskTree(parts(), ({ tree, complete }) => seen.push([tree.size, complete]));
  expect(seen[0]).toEqual([1, false]);
  expect(end).toMatchObject({ total: 3, complete: true });
  expect(end.tree.size).toBe(3);
  expect(end.people.get('u1')).toMatchObject({ email: 'staff@bharat.example' });
});

it('a project without tasks is complete and empty', async () => {
  const empty: TaskTree = await collectTaskTree((async function* () {})(), () => undefined);
  expect(empty.complete).toBe(true);
  expect(empty.tree.size).toBe(0);
});

it('a change brings the new figures of all tasks above', async () => {
  const tasks = await whole();
  applyChange(
    tasks,
    create(TaskChangeSchema, { task: node('c', 'b', 0, 50), above: [node('a', '', 2, 25), node('b', 'a', 1, 50)] }),
  );
  expect(['a', 'b', 'c'].map((id) => tasks.tree.get(id)?.progress)).toEqual([25, 50, 50]);
});

it('a deleted task goes with all below it, and is counted off above it', async () => {
  const tasks = await whole();
  removeTask(tasks, 'b');
  expect(tasks.tree.size).toBe(1);
  expect(tasks.tree.get('a')?.descendants).toBe(0);
});

it('lateness runs until today while work goes on, and ends with it', () => {
  const late = (fields: Parameters<typeof create<typeof TaskNodeSchema>>[1]) =>
    daysLate(taskRow(create(TaskNodeSchema, fields)), '2026-03-20');
  const end = { givenEndDate: { year: 2026, month: 3, day: 10 } };
  expect(late({ rollUp: end })).toBe(10);
  expect(late({ rollUp: { ...end, progress: 100 } })).toBe(0);
  expect(late({ rollUp: { ...end, progress: 100, actualEndDate: { year: 2026, month: 3, day: 12 } } })).toBe(2);
  expect(late({ status: Task_Status.CANCELLED, rollUp: end })).toBe(0);
  expect(late({ rollUp: { givenEndDate: { year: 2026, month: 4, day: 1 } } })).toBe(0);
  expect(late({})).toBe(0);
});
