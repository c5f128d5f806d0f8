import { beforeEach, describe, expect, test } from 'vitest';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { Task_Priority, Task_Status } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { list } from '@/testing/list';
import { EVERYTHING, person, signIn } from '@/testing/people';
import { address, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';
import { expectTooltip } from '@/testing/tooltip';
import { tree } from '@/testing/tree';
import { answerNoDocuments, answerProjects, answerTree, chain, node, project, task } from '@/testing/work';

const { getTask, recordTaskProgress, streamTaskTree } = TaskService.method;

const LEVELS = ['Roads', 'Package 1', 'Pavement', 'Sub base', 'Layer 1'];

const heading = (name: string) => page.getByRole('heading', { name });

beforeEach(() => {
  signIn();
  answerProjects(project(), project({ id: 'project-0', projectName: 'Bridge' }));
  answerTree(chain(...LEVELS));
  answerNoDocuments();
});

describe('the tree of tasks', () => {
  // Spec: S2.tasks.list S9.task.indent
  test('shows five levels at both addresses, indented and coloured', async () => {
    for (const path of ['/project-tasks', '/project-tasks/list']) {
      await tree.open('', path);
      await tree.expectTitles(...LEVELS);
      expect(document.title).toMatch(/^Project tasks/);
    }
    const looks = [...document.querySelectorAll('[role="treegrid"] [role="rowheader"]')].map((cell) => ({
      level: cell.parentElement?.getAttribute('aria-level'),
      x: Math.round(cell.querySelector('a')?.getBoundingClientRect().x ?? 0),
      colour: getComputedStyle(cell, '::before').backgroundColor,
    }));
    expect(looks.map(({ level }) => level)).toEqual(['1', '2', '3', '4', '5']);
    expect(looks.map(({ x }) => x - (looks[0]?.x ?? 0))).toEqual([0, 20, 40, 60, 80]);
    expect(new Set(looks.map(({ colour }) => colour)).size).toBe(5);
    await expectAccessible();
  });

  // Spec: S7.tasks.tree
  test('is made of the tasks above, in the order in which they come', async () => {
    // Level by level, as the server tells them.
    answerTree([
      node('Roads', '', { rollUp: { descendants: 3 } }),
      node('Drains', '', { rollUp: { descendants: 1 } }),
      node('Kerbs', 'Roads'),
      node('Pipes', 'Drains'),
      node('Pavement', 'Roads', { rollUp: { descendants: 1 } }),
      node('Sub base', 'Pavement'),
    ]);
    await tree.open();
    await tree.expectTitles('Roads', 'Kerbs', 'Pavement', 'Sub base', 'Drains', 'Pipes');
    const levels = [...document.querySelectorAll('[role="treegrid"] [aria-level]')];
    expect(levels.map((row) => row.getAttribute('aria-level'))).toEqual(['1', '2', '2', '3', '1', '2']);
    await expect.element(tree.row('Pavement')).toHaveAttribute('aria-posinset', '2');
    await expect.element(tree.row('Pavement')).toHaveAttribute('aria-setsize', '2');
  });

  test('begins with the newest project, and says in the address which one', async () => {
    await open('/project-tasks');
    await expect.poll(address).toBe('/project-tasks?projectId=project-1');
    const asked = (await server.calls(ProjectService.method.filterProjects)).map(({ request }) => request);
    const newest = asked.find(({ pagination }) => pagination?.size === 1);
    expect(newest?.sort).toMatchObject({ field: 'createdAt', direction: 'desc' });
    const picker = page.getByRole('combobox', { name: 'Project' });
    await expect.element(picker).toHaveValue('Ring road');
    answerTree([node('Piles')]);
    await picker.fill('bri');
    await page.getByRole('option', { name: 'Bridge' }).click();
    await tree.expectTitles('Piles');
    expect(address()).toBe('/project-tasks?projectId=project-0');
  });

  test('leads to the first project where there is none', async () => {
    answerProjects();
    await open('/project-tasks');
    await expect.element(heading('No projects yet')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Create Project' }))
      .toHaveAttribute('href', '/projects/create');
  });

  // Spec: S8.tasks.empty S8.tasks.list-failed
  test('says why there is nothing to show', async () => {
    answerTree([]);
    await open('/project-tasks?projectId=project-1');
    await expect.element(heading('No tasks found for this project.')).toBeVisible();
    await expectAccessible();
    answerTree([node('Kerbs')]);
    const mend = server.fail(streamTaskTree);
    await open('/project-tasks?projectId=project-1');
    await expect.element(list.failure).toHaveTextContent('Failed to fetch tasks');
    await expectAccessible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await tree.expectTitles('Kerbs');
  });

  test('says that a project is not there', async () => {
    server.fail(streamTaskTree, 5);
    await open('/project-tasks?projectId=project-7');
    await expect.element(page.getByText('There is no such project.')).toBeVisible();
  });

  test('is walked by keys, with one stop for Tab', async () => {
    server.answer(getTask, ({ id }) => task({ id, title: id }));
    answerTree([...chain(...LEVELS), node('Drains')]);
    await tree.open();
    tree.row('Roads').element().focus();
    for (const [key, title] of [
      ['ArrowDown', 'Package 1'],
      ['End', 'Drains'],
      ['Home', 'Roads'],
      ['ArrowRight', 'Package 1'],
      ['ArrowLeft', 'Package 1'],
      ['ArrowLeft', 'Roads'],
      ['d', 'Drains'],
    ] as const) {
      await userEvent.keyboard(`{${key}}`);
      await expect.element(tree.row(title)).toHaveFocus();
    }
    await tree.expectTitles('Roads', 'Package 1', 'Drains');
    await expect.element(tree.row('Package 1')).toHaveAttribute('aria-expanded', 'false');
    expect(document.querySelectorAll('[role="treegrid"] [role="row"][tabindex="0"]')).toHaveLength(1);
    await userEvent.tab();
    await expect.element(tree.row('Drains').getByRole('link')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(tree.row('Drains')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toBe('/project-tasks/Drains');
  });

  test('opens down to a level, and is as it was on the way back', async () => {
    server.answer(getTask, ({ id }) => task({ id, title: id }));
    await tree.open();
    await tree.level('To level 2');
    await tree.expectTitles(...LEVELS.slice(0, 3));
    await tree.level('Collapse all');
    await tree.expectTitles('Roads');
    await tree.row('Roads').getByRole('button', { name: 'Open Roads' }).click();
    await tree.expectTitles('Roads', 'Package 1');
    await tree.row('Package 1').getByRole('link').click();
    await expect.element(list.heading).toHaveTextContent('Package 1');
    window.history.back();
    await tree.expectTitles('Roads', 'Package 1');
    await tree.level('Expand all');
    await tree.expectTitles(...LEVELS);
  });

  test('draws no more rows than there is room for', async () => {
    const chainages = Array.from({ length: 120 }, (_, km) => node(`km ${km}`, 'Chainages'));
    answerTree([node('Chainages', '', { rollUp: { descendants: 120 } }), ...chainages]);
    const drawn = () => document.querySelectorAll('[role="treegrid"] [data-row]').length;
    await tree.open();
    await tree.level('Expand all');
    await expect.element(tree.grid).toHaveAttribute('aria-rowcount', '122');
    expect(drawn()).toBeLessThanOrEqual(40);
    tree.row('Chainages').element().focus();
    await userEvent.keyboard('{End}');
    await expect.element(tree.row('km 119')).toHaveFocus();
    await expect.element(tree.row('km 119')).toHaveAttribute('aria-posinset', '120');
    await expect.element(tree.row('km 119')).toHaveAttribute('aria-setsize', '120');
    await expect.element(tree.row('km 119')).toBeInViewport();
    expect(drawn()).toBeLessThanOrEqual(40);
  });

  test('is a column of cards on a phone, where a tap beside the buttons opens the task', async () => {
    server.answer(getTask, ({ id }) => task({ id, title: id }));
    server.answer(recordTaskProgress, {
      task: node('Package 1', 'Roads', { status: Task_Status.PLANNED, version: 2n }),
    });
    await page.viewport(390, 844);
    answerTree(chain('Roads', 'Package 1'));
    await tree.open();
    await expect.element(tree.row('Package 1')).toHaveTextContent('Draft');
    await expect.element(tree.percent('Package 1', '0 %')).toBeVisible();
    await expectAccessible();
    await tree.become('Package 1', 'Planned');
    await expect.element(tree.status('Package 1')).toHaveAccessibleName('Status of Package 1: Planned');
    await tree.row('Package 1').click({ position: { x: 300, y: 12 } });
    await expect.element(list.heading).toHaveTextContent('Package 1');
  });

  test('is accessible with its menus open', async () => {
    await tree.open();
    await tree.status('Pavement').click();
    await expect.element(page.getByRole('menuitemradio', { name: 'Draft' })).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(tree.status('Pavement')).toHaveFocus();
    await tree.menu('Layer 1');
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await tree.progress('Layer 1').click();
    await userEvent.keyboard('300');
    await expect
      .element(page.getByRole('textbox', { name: 'Percent done of Layer 1' }))
      .toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(tree.progress('Layer 1')).toHaveFocus();
    expect(await server.calls(recordTaskProgress)).toEqual([]);
  });
});

describe('the search in the tree of tasks', () => {
  const EXTRA = node('Drains', '', {
    taskType: 'Earthwork',
    priority: Task_Priority.HIGH,
    status: Task_Status.PLANNED,
    assignedTo: 'user-7',
  });

  beforeEach(() => answerTree([...chain(...LEVELS), EXTRA], [{ id: 'user-7', email: 'asha@bharat.example' }]));

  // Spec: S2.inventories.search
  test('shows what matches with all above it', async () => {
    await tree.open('', '/inventories');
    await expect.element(list.heading).toHaveTextContent('Inventories');
    await page.getByRole('searchbox', { name: 'Title' }).fill('pave');
    await tree.expectTitles(...LEVELS.slice(0, 3));
    await expect.element(tree.count).toHaveTextContent('1 of 6 tasks match');
    await expect.poll(address).toBe('/inventories?projectId=project-1&title=pave');
  });

  // Spec: S2.inventories.search
  test('finds by each of its fields, which the address keeps', async () => {
    for (const [query, found] of [
      ['status=PLANNED', ['Drains']],
      ['taskType=earth', ['Drains']],
      ['priority=HIGH', ['Drains']],
      ['assignedTo=user-7', ['Drains']],
      ['status=PLANNED&status=DRAFT', [...LEVELS, 'Drains']],
      ['status=PLANNED&title=layer', []],
    ] as const) {
      await open(`/inventories?projectId=project-1&${query}`);
      if (found.length === 0) await expect.element(heading('No tasks match these filters')).toBeVisible();
      else await tree.expectTitles(...found);
    }
    await expectAccessible();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await expect.element(tree.count).toHaveTextContent('6 tasks');
    await expect.poll(address).toBe('/inventories?projectId=project-1');
  });
});

// Spec: S6.tasks.module
test('without the right to create tasks, the button says so', async () => {
  signIn(person({ ...EVERYTHING, 'Project Tasks': ['view', 'edit', 'delete'] }));
  answerTree([]);
  await open('/project-tasks?projectId=project-1');
  const add = page.getByRole('button', { name: 'Add Task' }).first();
  await expect.element(add).toHaveAttribute('aria-disabled', 'true');
  await expectTooltip(add, 'You need the Create permission for Project Tasks.');
});
