import { type Api, newFirmWith, type Stored, WORK } from './api';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { TreePO } from './pages/TreePO';

const TREE = '**/nirmaan.projects.v1.TaskService/StreamTaskTree';
const RECORD = '**/nirmaan.projects.v1.TaskService/RecordTaskProgress';
const LEVELS = ['Roads', 'Package 1', 'Pavement', 'Sub base', 'Layer 1'];

/** Tasks below each other, the first at the top. */
async function chain(api: Api, project: Stored, titles: readonly string[] = LEVELS): Promise<Stored[]> {
  const made: Stored[] = [];
  for (const title of titles) made.push(await api.task(project, { title, parentId: made.at(-1)?.id ?? '' }));
  return made;
}

test.describe('the tree of tasks', () => {
  let api: Api;
  let project: Stored;
  let tree: TreePO;

  test.beforeEach(async ({ page, request, signIn }) => {
    const firm = await newFirmWith(request, WORK);
    api = firm.api;
    project = await api.project({ projectName: 'Ring road' });
    tree = new TreePO(page);
    await signIn(firm.account);
  });

  // Spec: S2.tasks.list S7.tasks.tree S9.task.indent
  test('shows five levels at both addresses, indented and coloured', async ({ page }) => {
    await chain(api, project);
    for (const path of ['/project-tasks', '/project-tasks/list']) {
      await tree.open(project, '', path);
      await expect(tree.titles()).toHaveText(LEVELS);
    }
    const looks = await tree.rows.getByRole('rowheader').evaluateAll((cells) =>
      cells.map((cell) => ({
        level: cell.parentElement?.getAttribute('aria-level'),
        x: Math.round(cell.querySelector('a')?.getBoundingClientRect().x ?? 0),
        colour: getComputedStyle(cell, '::before').backgroundColor,
      })),
    );
    expect(looks.map(({ level }) => level)).toEqual(['1', '2', '3', '4', '5']);
    expect(looks.map(({ x }) => x - (looks[0]?.x ?? 0))).toEqual([0, 20, 40, 60, 80]);
    expect(new Set(looks.map(({ colour }) => colour)).size).toBe(5);
    await expect(page).toHaveTitle(/Project tasks/);
  });

  test('begins with the newest project, and says in the address which one', async ({ page }) => {
    const newest = await api.project({ projectName: 'Bridge' });
    await api.task(newest, { title: 'Piles' });
    await api.task(project, { title: 'Kerbs' });
    await page.goto('/project-tasks');
    await expect(page).toHaveURL(`/project-tasks?projectId=${newest.id}`);
    await expect(tree.titles()).toHaveText(['Piles']);
    const picker = page.getByRole('combobox', { name: 'Project' });
    await expect(picker).toHaveValue('Bridge');
    await picker.fill('ring');
    await page.getByRole('option', { name: 'Ring road' }).click();
    await expect(tree.titles()).toHaveText(['Kerbs']);
    await expect(page).toHaveURL(`/project-tasks?projectId=${project.id}`);
  });

  // Spec: S8.tasks.empty S8.tasks.list-failed
  test('says why there is nothing to show', async ({ page, allowConsole }) => {
    allowConsole(/500/);
    await page.goto(`/project-tasks?projectId=${project.id}`);
    await expect(page.getByRole('heading', { name: 'No tasks found for this project.' })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`/project-tasks?projectId=00000000-0000-7000-8000-000000000000`);
    await expect(page.getByText('There is no such project.')).toBeVisible();
    await api.task(project, { title: 'Kerbs' });
    await page.route(TREE, (route) => route.fulfill({ status: 500 }));
    await page.goto(`/project-tasks?projectId=${project.id}`);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch tasks');
    await page.unroute(TREE);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(tree.titles()).toHaveText(['Kerbs']);
  });

  test('is walked by keys, with one stop for Tab', async ({ page }) => {
    await chain(api, project);
    await api.task(project, { title: 'Drains' });
    await tree.open(project);
    await tree.row('Roads').focus();
    const walk: [key: string, title: string][] = [
      ['ArrowDown', 'Package 1'],
      ['End', 'Drains'],
      ['Home', 'Roads'],
      ['ArrowRight', 'Package 1'],
      ['ArrowLeft', 'Package 1'],
      ['ArrowLeft', 'Roads'],
      ['d', 'Drains'],
    ];
    for (const [key, title] of walk) {
      await page.keyboard.press(key);
      await expect(tree.row(title)).toBeFocused();
    }
    await expect(tree.titles()).toHaveText(['Roads', 'Package 1', 'Drains']);
    await expect(tree.row('Package 1')).toHaveAttribute('aria-expanded', 'false');
    await expect(tree.grid.locator('[tabindex="0"][data-row]')).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(tree.row('Drains').getByRole('link')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(tree.row('Drains')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/project-tasks\/[0-9a-f-]{36}$/);
  });

  test('opens down to a level, and is as it was on the way back', async ({ page }) => {
    await chain(api, project);
    await tree.open(project);
    await tree.level('To level 2');
    await expect(tree.titles()).toHaveText(LEVELS.slice(0, 3));
    await tree.level('Collapse all');
    await expect(tree.titles()).toHaveText(LEVELS.slice(0, 1));
    await tree.row('Roads').getByRole('button', { name: 'Open Roads' }).click();
    await expect(tree.titles()).toHaveText(LEVELS.slice(0, 2));
    await tree.row('Package 1').getByRole('link').click();
    await expect(page).toHaveURL(/\/project-tasks\/[0-9a-f-]{36}$/);
    await page.goBack();
    await expect(tree.titles()).toHaveText(LEVELS.slice(0, 2));
    await tree.level('Expand all');
    await expect(tree.titles()).toHaveText(LEVELS);
  });

  test('draws no more rows than there is room for', async ({ page }) => {
    test.slow();
    const parent = await api.task(project, { title: 'Chainages' });
    for (let n = 0; n < 120; n++) await api.task(project, { title: `km ${n}`, parentId: parent.id });
    await tree.open(project);
    await tree.level('Expand all');
    await expect(tree.grid).toHaveAttribute('aria-rowcount', '122');
    expect(await tree.rows.count()).toBeLessThanOrEqual(40);
    await tree.row('Chainages').focus();
    await page.keyboard.press('End');
    const last = tree.grid.locator('[data-row="120"]');
    await expect(last).toBeFocused();
    await expect(last).toHaveAttribute('aria-posinset', '120');
    await expect(last).toHaveAttribute('aria-setsize', '120');
    await expect(last).toBeInViewport();
    expect(await tree.rows.count()).toBeLessThanOrEqual(40);
  });

  // Spec: S2.inventories.search
  test('is searched with all above what matches', async ({ page }) => {
    await chain(api, project);
    await api.task(project, { title: 'Drains', taskType: 'Earthwork', priority: 'HIGH', status: 'PLANNED' });
    await tree.open(project, '', '/inventories');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inventories');
    await page.getByRole('searchbox', { name: 'Title' }).fill('pave');
    await expect(tree.titles()).toHaveText(LEVELS.slice(0, 3));
    await expect(tree.count).toHaveText('1 of 6 tasks match');
    await expect(page).toHaveURL(`/inventories?projectId=${project.id}&title=pave`);
    await page.goto(`/inventories?projectId=${project.id}&status=PLANNED&taskType=earth&priority=HIGH`);
    await expect(tree.titles()).toHaveText(['Drains']);
    await page.getByRole('searchbox', { name: 'Title' }).fill('nothing such');
    await expect(page.getByRole('heading', { name: 'No tasks match these filters' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(tree.count).toHaveText('6 tasks');
  });

  test('prints white, with every row that is open', async ({ page }) => {
    await chain(api, project);
    await page.emulateMedia({ colorScheme: 'dark' });
    await tree.open(project);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(tree.titles()).toHaveText(LEVELS);
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(tree.grid.getByRole('button', { name: 'Actions for Roads' })).toBeHidden();
  });

  test('is a column of cards on a phone, where a tap beside the buttons opens the task', async ({ page }) => {
    await chain(api, project, ['Roads', 'Package 1']);
    await page.setViewportSize({ width: 390, height: 844 });
    await tree.open(project);
    await expect(tree.row('Package 1')).toContainText('Draft');
    await expect(tree.row('Package 1')).toContainText('0 %');
    await expectAccessible(page);
    for (const width of [683, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoSidewaysScroll(page);
    }
    await tree.status('Package 1').click();
    await page.getByRole('menuitemradio', { name: 'Planned' }).click();
    await expect(tree.status('Package 1')).toHaveAccessibleName('Status of Package 1: Planned');
    await tree.row('Package 1').click({ position: { x: 300, y: 12 } });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Package 1');
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is accessible, with its menus open too, ${colorScheme}`, async ({ page, allowConsole }) => {
      test.slow();
      allowConsole(/500/);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await chain(api, project);
      await tree.open(project);
      await expectAccessible(page);
      await tree.status('Pavement').click();
      await expect(page.getByRole('menuitemradio', { name: 'Draft' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(tree.status('Pavement')).toBeFocused();
      await tree.menu('Layer 1');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await tree.progress('Layer 1').click();
      await page.keyboard.type('300');
      await expect(page.getByRole('textbox', { name: 'Percent done of Layer 1' })).toHaveAttribute(
        'aria-invalid',
        'true',
      );
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.route(RECORD, (route) => route.fulfill({ status: 500 }));
      await tree.status('Roads').click();
      await page.getByRole('menuitemradio', { name: 'Planned' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
    });
  }
});
