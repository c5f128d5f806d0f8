import { type Api, newFirmWith, type Stored, WORK } from './api';
import { expect, test } from './fixtures';
import { TreePO } from './pages/TreePO';

const SERVICE = '**/nirmaan.projects.v1.TaskService';

test.describe('in the tree of tasks', () => {
  let api: Api;
  let project: Stored;
  let roads: Stored;
  let tree: TreePO;

  test.beforeEach(async ({ page, request, signIn }) => {
    const firm = await newFirmWith(request, WORK);
    api = firm.api;
    project = await api.project();
    roads = await api.task(project, { title: 'Roads' });
    tree = new TreePO(page);
    await signIn(firm.account);
  });

  const below = (parent: Stored, title: string, fields: Record<string, unknown> = {}) =>
    api.task(project, { title, parentId: parent.id, ...fields });
  const stored = (task: Stored) => api.get(`/tasks/${task.id}`);

  test('status and progress are changed in place, and so are the figures above', async ({ page }) => {
    const kerbs = await below(roads, 'Kerbs', { estimatedQuantity: 10, estimatedRate: 100 });
    await below(roads, 'Drains', { estimatedQuantity: 30, estimatedRate: 100 });
    await tree.open(project);
    await tree.status('Kerbs').click();
    await page.getByRole('menuitemradio', { name: 'In progress' }).click();
    await expect(tree.status('Kerbs')).toHaveAccessibleName('Status of Kerbs: In progress');
    await expect(tree.status('Kerbs')).toBeFocused();
    await tree.progress('Kerbs').click();
    await page.keyboard.type('50');
    await page.keyboard.press('Enter');
    await expect(tree.progress('Kerbs')).toBeFocused();
    await expect(tree.row('Kerbs')).toContainText('50 %');
    await expect(tree.row('Roads'), 'a quarter of the value is half done').toContainText('12.5 %');
    await expect.poll(() => stored(kerbs)).toMatchObject({ status: 'IN_PROGRESS', progress: 50 });
    await expect(tree.progress('Roads'), 'what is summed up has no button').toHaveCount(0);
  });

  test('what the server refuses is taken back with a message', async ({ page, allowConsole }) => {
    allowConsole(/500/);
    await below(roads, 'Kerbs');
    await tree.open(project);
    await page.route(`${SERVICE}/RecordTaskProgress`, (route) => route.fulfill({ status: 500 }));
    await tree.status('Kerbs').click();
    await page.getByRole('menuitemradio', { name: 'Completed' }).click();
    await expect(page.getByRole('alert')).toHaveText('The task could not be changed. It is as it was before.');
    await expect(tree.status('Kerbs')).toHaveAccessibleName('Status of Kerbs: Draft');
  });

  test('what somebody else changed meanwhile is not overwritten', async ({ page }) => {
    const kerbs = await below(roads, 'Kerbs');
    await tree.open(project);
    await api.put(`/tasks/${kerbs.id}`, { ...(await stored(kerbs)), title: 'Kerb stones' });
    await tree.status('Kerbs').click();
    await page.getByRole('menuitemradio', { name: 'Completed' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(tree.row('Kerb stones'), 'it is read anew').toContainText('Draft');
    expect(await stored(kerbs)).toMatchObject({ status: 'DRAFT' });
  });

  test('tasks are moved by keys, and told where to', async ({ page }) => {
    const kerbs = await below(roads, 'Kerbs');
    await below(roads, 'Drains');
    await tree.open(project);
    await tree.row('Kerbs').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(tree.titles()).toHaveText(['Roads', 'Drains', 'Kerbs']);
    await expect(tree.said()).toHaveText('Kerbs moved: 2 of 2 below Roads.');
    await expect(tree.row('Kerbs')).toBeFocused();
    await page.keyboard.press('Alt+ArrowRight');
    await expect(tree.row('Kerbs')).toHaveAttribute('aria-level', '3');
    await page.keyboard.press('Alt+ArrowLeft');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(tree.row('Kerbs')).toHaveAttribute('aria-level', '1');
    await expect(tree.said()).toHaveText('Kerbs moved: 2 of 2 at the top level.');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(tree.said()).toHaveText('Kerbs not moved. It is at the top level.');
    await expect.poll(() => stored(kerbs)).toMatchObject({ parentId: '', hierarchyPath: `${kerbs.id}/` });
    await page.reload();
    await expect(tree.titles()).toHaveText(['Roads', 'Drains', 'Kerbs']);
  });

  test('tasks are moved by their menu and by dragging', async () => {
    const kerbs = await below(roads, 'Kerbs');
    const drains = await api.task(project, { title: 'Drains' });
    await tree.open(project);
    await tree.act('Drains', 'Move up');
    await expect(tree.titles()).toHaveText(['Drains', 'Roads', 'Kerbs']);
    await tree.row('Kerbs').hover();
    await tree.row('Kerbs').locator('[draggable]').dragTo(tree.row('Drains'));
    await expect(tree.titles()).toHaveText(['Drains', 'Kerbs', 'Roads']);
    await expect.poll(() => stored(kerbs)).toMatchObject({ parentId: drains.id });
  });

  test('a move that the server refuses is taken back', async ({ page, allowConsole }) => {
    allowConsole(/500/);
    await below(roads, 'Kerbs');
    await tree.open(project);
    await page.route(`${SERVICE}/MoveTask`, (route) => route.fulfill({ status: 500 }));
    await tree.act('Kerbs', 'Move out');
    await expect(page.getByRole('alert')).toHaveText('The task could not be moved. It is back in its place.');
    await expect(tree.row('Kerbs')).toHaveAttribute('aria-level', '2');
  });

  // Spec: S5.task.level
  test('nothing comes below level 4', async ({ page }) => {
    const titles = ['Package', 'Pavement', 'Sub base', 'Layer'];
    let parent = roads;
    for (const title of titles) parent = await below(parent, title);
    await api.task(project, { title: 'Drains' });
    await tree.open(project);
    const menu = await tree.menu('Layer');
    const entry = menu.getByRole('menuitem', { name: 'Add Sub Task' });
    await expect(entry).toHaveAttribute('aria-disabled', 'true');
    await expect(entry).toContainText('Maximum level reached (Level 4)');
    await page.keyboard.press('Escape');
    await tree.act('Sub base', 'Add Sub Task');
    await expect(page).toHaveURL(/\/project-tasks\/create\?projectId=.+&parentId=.+/);
    await page.goBack();
    await tree.act('Drains', 'Move up');
    await expect(tree.titles()).toHaveText(['Drains', 'Roads', ...titles]);
    await tree.row('Roads').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await expect(tree.said()).toHaveText('Roads not moved. Maximum level reached (Level 4)');
  });

  // Spec: S2.tasks.delete-question
  test('deleting says how many go with it', async ({ page }) => {
    const package1 = await below(roads, 'Package 1');
    await below(package1, 'Pavement');
    await tree.open(project);
    await tree.act('Package 1', 'Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete Package 1?' });
    await expect(dialog).toContainText('Are you sure you want to delete this task? 1 task below it is deleted too.');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(tree.grid.getByRole('button', { name: 'Actions for Package 1' })).toBeFocused();
    await tree.act('Package 1', 'Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(tree.titles()).toHaveText(['Roads']);
    await expect(tree.row('Roads')).not.toHaveAttribute('aria-expanded');
    await tree.act('Roads', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: 'No tasks found for this project.' })).toBeVisible();
  });

  test('nothing is moved while a search hides part of the tree', async ({ page }) => {
    await below(roads, 'Kerbs');
    await tree.open(project, '&title=kerbs');
    const menu = await tree.menu('Kerbs');
    await expect(menu.getByRole('menuitem', { name: 'Move out' })).toContainText('Clear the filters to move tasks.');
    await page.keyboard.press('Escape');
    await expect(tree.row('Kerbs').locator('[draggable]')).toHaveCount(0);
  });
});

// Spec: S6.tasks.module
test('whoever may only view tasks is told which right is missing', async ({ page, request, signIn }) => {
  const firm = await newFirmWith(request, {
    Projects: ['canView', 'canCreate'],
    'Project Tasks': ['canView', 'canCreate'],
  });
  const project = await firm.api.project();
  await firm.api.task(project, { title: 'Roads' });
  await signIn(firm.account);
  const tree = new TreePO(page);
  await tree.open(project);
  await expect(tree.row('Roads')).toContainText('Draft');
  await expect(tree.status('Roads')).toHaveCount(0);
  await expect(tree.progress('Roads')).toHaveCount(0);
  await expect(tree.row('Roads').locator('[draggable]')).toHaveCount(0);
  const menu = await tree.menu('Roads');
  for (const name of ['Edit', 'Move up', 'Move out']) {
    await expect(menu.getByRole('menuitem', { name: new RegExp(`^${name}`) })).toContainText(
      'You need the Edit permission for Project Tasks.',
    );
  }
  await expect(menu.getByRole('menuitem', { name: 'Delete' })).toContainText(
    'You need the Delete permission for Project Tasks.',
  );
});
