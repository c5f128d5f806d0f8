import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { Task_Priority, Task_Status, TaskNodeSchema } from '@/gen/nirmaan/projects/v1/task_pb';
import { parseListParams } from '@/kit/list/list-params';
import { taskRow } from '@/shared/tasks/task-node';
import { parsePercent } from './percent';
import { matcher, narrowing, TREE_SPEC, viewOf } from './tree-params';

const read = (search: string) => parseListParams(new URLSearchParams(search), TREE_SPEC).filters;

describe('the address of the tree', () => {
  it('says how the tree is shown; nonsense is the default', () => {
    expect(viewOf(read('view=schedule&zoom=month'))).toEqual({ view: 'schedule', zoom: 'month' });
    expect(viewOf(read('view=cards&zoom=hour'))).toEqual({ view: 'tree', zoom: 'week' });
  });

  it('narrows by what the filters ask for', () => {
    const task = taskRow(
      create(TaskNodeSchema, {
        title: 'Steel reinforcement',
        taskType: 'Masonry',
        assignedTo: 'u1',
        status: Task_Status.PLANNED,
        priority: Task_Priority.HIGH,
      }),
    );
    const matches = (search: string) => matcher(narrowing(read(search)))?.(task);
    expect(matches('projectId=p1&view=schedule')).toBeUndefined();
    expect(matches('title=STEEL')).toBe(true);
    expect(matches('title=ste%CC%81el')).toBe(true);
    expect(matches('title=sand')).toBe(false);
    expect(matches('status=DRAFT&status=PLANNED&taskType=mason&priority=HIGH&assignedTo=u1')).toBe(true);
    expect(matches('status=DRAFT')).toBe(false);
    expect(matches('priority=LOW')).toBe(false);
    expect(matches('assignedTo=u2')).toBe(false);
  });
});

it('a percentage has at most two decimals and is 100 at most', () => {
  expect(['0', ' 45 ', '12.5 %', '100', '99.99'].map(parsePercent)).toEqual([0, 45, 12.5, 100, 99.99]);
  expect(['', '-1', '101', '1.234', 'x', '1e2'].map(parsePercent)).toEqual(Array(6).fill(undefined));
});
