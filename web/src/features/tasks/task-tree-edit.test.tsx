import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { DeletedRecord_Kind, DeletedService } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { Task_OnOwnFigures, Task_Status, type TaskNode } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { ageBanner, readAgainAfter } from '@/testing/age';
import { form } from '@/testing/form';
import { EVERYTHING, person, signIn } from '@/testing/people';
import { conflict } from '@/testing/refusals';
import { address, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';
import { settled } from '@/testing/settled';
import { tree } from '@/testing/tree';
import { answerProjects, answerTree, chain, node, project } from '@/testing/work';

const { deleteTask, moveTask, recordTaskProgress, streamTaskTree } = TaskService.method;
const { describeDeletion, restoreDeleted } = DeletedService.method;

const alert = page.getByRole('alert');
const entry = (name: string) => page.getByRole('menuitem', { name: new RegExp(`^${name}`) });
const level = (title: string, expected: number) =>
  expect.element(tree.row(title)).toHaveAttribute('aria-level', String(expected));

/** Roads with these below it, in their order. */
const roads = (...below: readonly TaskNode[]) => [
  node('Roads', '', { rollUp: { descendants: below.length } }),
  ...below,
];

beforeEach(() => {
  signIn();
  answerProjects(project());
});

describe('in the tree of tasks', () => {
  test('status and progress are changed in place, and so are the figures above', async () => {
    answerTree(roads(node('Kerbs', 'Roads'), node('Drains', 'Roads')));
    const changed = { status: Task_Status.IN_PROGRESS, version: 2n };
    server.answer(recordTaskProgress, ({ progress, version }) => ({
      task: node('Kerbs', 'Roads', { ...changed, version: version + 1n, rollUp: { progress: progress ?? 0 } }),
      above: [node('Roads', '', { rollUp: { descendants: 2, progress: progress ? 12.5 : 0 } })],
    }));
    await tree.open();
    await tree.become('Kerbs', 'In progress');
    await expect.element(tree.status('Kerbs')).toHaveAccessibleName('Status of Kerbs: In progress');
    await expect.element(tree.status('Kerbs')).toHaveFocus();
    await tree.progress('Kerbs').click();
    await userEvent.keyboard('50{Enter}');
    await expect.element(tree.progress('Kerbs')).toHaveFocus();
    await expect.element(tree.row('Kerbs')).toHaveTextContent('50 %');
    await expect.element(tree.row('Roads')).toHaveTextContent('12.5 %');
    const [status, progress, ...more] = (await server.calls(recordTaskProgress)).map(({ request }) => request);
    expect(status).toMatchObject({ id: 'Kerbs', version: 1n, status: Task_Status.IN_PROGRESS });
    expect(status?.progress).toBeUndefined();
    expect(progress).toMatchObject({ id: 'Kerbs', version: 2n, status: Task_Status.STATUS_UNSPECIFIED, progress: 50 });
    expect(more).toEqual([]);
    // What is summed up has no button.
    await expect.element(tree.progress('Roads')).not.toBeInTheDocument();
  });

  test('a change is shown before the server has it', async () => {
    answerTree(roads(node('Kerbs', 'Roads')));
    const answered = { status: Task_Status.COMPLETED, version: 2n, rollUp: { progress: 100 } };
    server.answer(recordTaskProgress, { task: node('Kerbs', 'Roads', answered) });
    const release = server.hold(recordTaskProgress);
    await tree.open();
    await tree.become('Kerbs', 'Completed');
    await expect.element(tree.status('Kerbs')).toHaveAccessibleName('Status of Kerbs: Completed');
    await expect.element(tree.percent('Kerbs', '0 %')).toBeVisible();
    release();
    await expect.element(tree.percent('Kerbs', '100 %')).toBeVisible();
  });

  test('what the server refuses is taken back with a message', async () => {
    answerTree(roads(node('Kerbs', 'Roads')));
    server.fail(recordTaskProgress);
    await tree.open();
    await tree.become('Kerbs', 'Completed');
    await expect.element(alert).toHaveTextContent('The task could not be changed. It is as it was before.');
    await expect.element(tree.status('Kerbs')).toHaveAccessibleName('Status of Kerbs: Draft');
    await expectAccessible();
  });

  test('a tree that could not be read again stays as old as it is, whatever is changed in it', async () => {
    answerTree(roads(node('Kerbs', 'Roads')));
    await tree.open();
    server.fail(streamTaskTree, Code.Internal);
    await readAgainAfter(60 * 60_000);
    await expect.element(ageBanner).toHaveTextContent('It was read 1 hour ago on ');
    server.fail(recordTaskProgress);
    await tree.become('Kerbs', 'Completed');
    await expect.element(alert).toHaveTextContent('The task could not be changed. It is as it was before.');
    await expect.element(ageBanner).toHaveTextContent('It was read 1 hour ago on ');
    await expect.element(tree.status('Kerbs')).toHaveAccessibleName('Status of Kerbs: Draft');
  });

  test('what somebody else changed meanwhile is read anew, and not overwritten', async () => {
    answerTree(roads(node('Kerbs', 'Roads')));
    await tree.open();
    server.answer(recordTaskProgress, ({ version }) => {
      throw conflict(version + 1n);
    });
    answerTree(roads(node('Kerb stones', 'Roads', { id: 'Kerbs', version: 2n })));
    await tree.become('Kerbs', 'Completed');
    await expect.element(alert).toHaveTextContent('This record was changed meanwhile.');
    await expect.element(tree.row('Kerb stones')).toHaveTextContent('Draft');
    expect(await server.calls(recordTaskProgress)).toHaveLength(1);
  });

  test('tasks are moved by keys, and told where to', async () => {
    answerTree(roads(node('Kerbs', 'Roads'), node('Drains', 'Roads')));
    server.answer(moveTask, {});
    await tree.open();
    tree.row('Kerbs').element().focus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await tree.expectTitles('Roads', 'Drains', 'Kerbs');
    await expect.element(tree.said).toHaveTextContent('Kerbs moved: 2 of 2 below Roads.');
    await expect.element(tree.row('Kerbs')).toHaveFocus();
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await level('Kerbs', 3);
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    await level('Kerbs', 2);
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    await level('Kerbs', 1);
    await expect.element(tree.said).toHaveTextContent('Kerbs moved: 2 of 2 at the top level.');
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    await expect.element(tree.said).toHaveTextContent('Kerbs not moved. It is at the top level.');
    expect(
      (await server.calls(moveTask)).map(({ request: { id, parentId, beforeId } }) => [id, parentId, beforeId]),
    ).toEqual([
      ['Kerbs', 'Roads', ''],
      ['Kerbs', 'Drains', ''],
      ['Kerbs', 'Roads', ''],
      ['Kerbs', '', ''],
    ]);
  });

  test('tasks are moved by their menu and by dragging', async () => {
    answerTree([...roads(node('Kerbs', 'Roads')), node('Drains')]);
    server.answer(moveTask, {});
    await tree.open();
    await tree.act('Drains', 'Move up');
    await tree.expectTitles('Drains', 'Roads', 'Kerbs');
    await tree.row('Kerbs').hover();
    await settled();
    const handle = tree.row('Kerbs').element().querySelector('[draggable]');
    await userEvent.dragAndDrop(page.elementLocator(handle as Element), tree.row('Drains'));
    await tree.expectTitles('Drains', 'Kerbs', 'Roads');
    expect(
      (await server.calls(moveTask)).map(({ request: { id, parentId, beforeId } }) => [id, parentId, beforeId]),
    ).toEqual([
      ['Drains', '', 'Roads'],
      ['Kerbs', 'Drains', ''],
    ]);
  });

  describe('a task that comes below one with figures of its own', () => {
    const culvert = { estimatedQuantity: 12.5, rollUp: { estimatedAmount: { paise: 21_89_000_00n } } };
    const question = page.getByRole('dialog', { name: 'Culvert has figures of its own' });

    beforeEach(async () => {
      answerTree([node('Culvert', '', culvert), node('Headwall')]);
      server.answer(moveTask, ({ onOwnFigures }) => ({
        task: node('Headwall', 'Culvert'),
        above: [node('Culvert', '', { rollUp: { descendants: 2 } })],
        balance: onOwnFigures === Task_OnOwnFigures.KEEP ? node('Culvert (balance)', 'Culvert', culvert) : undefined,
      }));
      await tree.open();
      tree.row('Headwall').element().focus();
      await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
    });

    const sent = async () => (await server.calls(moveTask)).map(({ request }) => request.onOwnFigures);

    test('leaves these to a line of their own', async () => {
      await expect.element(question).toHaveTextContent('It comes to ₹21,89,000.');
      await expect.element(question.getByRole('button', { name: 'Keep them as a line' })).toHaveFocus();
      await expectAccessible();
      await userEvent.keyboard('{Enter}');
      await tree.expectTitles('Culvert', 'Culvert (balance)', 'Headwall');
      await expect.element(tree.row('Culvert (balance)')).toHaveTextContent('21.89');
      await expect.element(tree.said).toHaveTextContent('Headwall moved: 1 of 1 below Culvert.');
      expect(await sent()).toEqual([Task_OnOwnFigures.KEEP]);
    });

    test('takes their place where that is said', async () => {
      await question.getByRole('button', { name: 'Drop them' }).click();
      await tree.expectTitles('Culvert', 'Headwall');
      expect(await sent()).toEqual([Task_OnOwnFigures.DROP]);
    });

    test('stays where it is when neither is wanted', async () => {
      await userEvent.keyboard('{Escape}');
      await expect.element(question).not.toBeInTheDocument();
      await level('Headwall', 1);
      expect(await sent()).toEqual([]);
    });
  });

  test('a move that the server refuses is taken back', async () => {
    answerTree(roads(node('Kerbs', 'Roads')));
    server.fail(moveTask);
    await tree.open();
    await tree.act('Kerbs', 'Move out');
    await expect.element(alert).toHaveTextContent('The task could not be moved. It is back in its place.');
    await level('Kerbs', 2);
  });

  // Spec: S5.task.level
  test('nothing comes below level 4', async () => {
    answerTree([...chain('Roads', 'Package', 'Pavement', 'Sub base', 'Layer'), node('Drains')]);
    server.answer(moveTask, {});
    await tree.open();
    const menu = await tree.menu('Layer');
    await expect
      .element(menu.getByRole('menuitem', { name: /^Add Sub Task/ }))
      .toHaveAttribute('aria-disabled', 'true');
    await expect.element(entry('Add Sub Task')).toHaveTextContent('Maximum level reached (Level 4)');
    await userEvent.keyboard('{Escape}');
    await tree.menu('Sub base');
    await expect
      .element(entry('Add Sub Task'))
      .toHaveAttribute('href', '/project-tasks/create?projectId=project-1&parentId=Sub base');
    await userEvent.keyboard('{Escape}');
    await tree.act('Drains', 'Move up');
    await tree.expectTitles('Drains', 'Roads', 'Package', 'Pavement', 'Sub base', 'Layer');
    tree.row('Roads').element().focus();
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await expect.element(tree.said).toHaveTextContent('Roads not moved. Maximum level reached (Level 4)');
    expect(await server.calls(moveTask)).toHaveLength(1);
  });

  // Spec: S2.tasks.delete-question
  test('deleting says how many go with it', async () => {
    answerTree(chain('Roads', 'Package 1', 'Pavement'));
    server.answer(describeDeletion, ({ id }) => ({ tasks: id === 'Package 1' ? 1n : 0n }));
    server.answer(deleteTask, () => {
      answerTree([node('Roads')]);
      return {};
    });
    await tree.open();
    await tree.act('Package 1', 'Delete');
    const dialog = form.dialog('Delete Package 1?');
    await expect.element(dialog).toHaveTextContent('Are you sure you want to delete this task?');
    await expect.element(dialog).toHaveTextContent('Goes along: 1 task.');
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(tree.grid.getByRole('button', { name: 'Actions for Package 1' })).toHaveFocus();
    expect(await server.calls(deleteTask)).toEqual([]);
    await tree.act('Package 1', 'Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await tree.expectTitles('Roads');
    await expect.element(tree.row('Roads')).not.toHaveAttribute('aria-expanded');
    expect((await server.calls(deleteTask)).map(({ request }) => request.id)).toEqual(['Package 1']);
    server.answer(restoreDeleted, () => {
      answerTree(chain('Roads', 'Package 1', 'Pavement'));
      return {};
    });
    await userEvent.keyboard('{Control>}z{/Control}');
    await form.expectToast('Brought back.');
    await expect.element(tree.row('Roads')).toHaveAttribute('aria-expanded');
    const [restored] = await server.calls(restoreDeleted);
    expect(restored?.request).toMatchObject({ kind: DeletedRecord_Kind.TASK, id: 'Package 1' });
  });

  test('deleting the last task leaves none, and a refusal leaves it where it is', async () => {
    answerTree([node('Roads')]);
    server.fail(deleteTask, Code.FailedPrecondition, 'The task is being reviewed.');
    await tree.open();
    await tree.act('Roads', 'Delete');
    const dialog = form.dialog('Delete Roads?');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('The task is being reviewed.');
    await tree.expectTitles('Roads');
    server.answer(deleteTask, () => {
      answerTree([]);
      return {};
    });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByRole('heading', { name: 'No tasks found for this project.' })).toBeVisible();
  });

  test('nothing is moved while a search hides part of the tree', async () => {
    answerTree(roads(node('Kerbs', 'Roads')));
    await tree.open('&title=kerbs');
    await tree.menu('Kerbs');
    await expect.element(entry('Move out')).toHaveTextContent('Clear the filters to move tasks.');
    await userEvent.keyboard('{Escape}');
    expect(document.querySelector('[role="treegrid"] [draggable]')).toBeNull();
    tree.row('Kerbs').element().focus();
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    await expect.element(tree.said).toHaveTextContent('Kerbs not moved. Clear the filters to move tasks.');
    expect(await server.calls(moveTask)).toEqual([]);
  });
});

// Spec: S6.tasks.module
test('whoever may only view tasks is told which right is missing', async () => {
  signIn(person({ ...EVERYTHING, 'Project Tasks': ['view'] }));
  answerTree([node('Roads')]);
  await tree.open();
  await expect.element(tree.row('Roads')).toHaveTextContent('Draft');
  await expect.element(tree.status('Roads')).not.toBeInTheDocument();
  await expect.element(tree.progress('Roads')).not.toBeInTheDocument();
  expect(document.querySelector('[role="treegrid"] [draggable]')).toBeNull();
  await tree.menu('Roads');
  for (const [name, right] of [
    ['Edit', 'Edit'],
    ['Move up', 'Edit'],
    ['Move out', 'Edit'],
    ['Add Sub Task', 'Create'],
    ['Delete', 'Delete'],
  ] as const)
    await expect.element(entry(name)).toHaveTextContent(`You need the ${right} permission for Project Tasks.`);
  await entry('Delete').click({ force: true });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(address()).toBe('/project-tasks?projectId=project-1');
});
