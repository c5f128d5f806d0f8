import { newFirmWith, WORK } from './api';
import { expect, test } from './fixtures';
import { TreePO } from './pages/TreePO';

// Spec: S2.tasks.list S7.tasks.tree
test('the tree of tasks is read, changed, moved about and printed', async ({ page, request, signIn }) => {
  test.slow();
  const { account, api } = await newFirmWith(request, WORK);
  const project = await api.project();
  const roads = await api.task(project, { title: 'Roads' });
  const below = (title: string, fields: Record<string, unknown> = {}) =>
    api.task(project, { title, parentId: roads.id, ...fields });
  const kerbs = await below('Kerbs', { estimatedQuantity: 10, estimatedRate: 100 });
  await below('Pavement', { estimatedQuantity: 30, estimatedRate: 100 });
  const drains = await api.task(project, { title: 'Drains' });
  const stored = () => api.get(`/tasks/${kerbs.id}`);
  const tree = new TreePO(page);
  await signIn(account);

  await tree.open(project);
  await expect(tree.titles()).toHaveText(['Roads', 'Kerbs', 'Pavement', 'Drains']);
  await tree.status('Kerbs').click();
  await page.getByRole('menuitemradio', { name: 'In progress' }).click();
  await tree.progress('Kerbs').click();
  await page.keyboard.type('50');
  await page.keyboard.press('Enter');
  await expect(tree.row('Roads'), 'a quarter of the value is half done').toContainText('12.5 %');
  await expect.poll(stored).toMatchObject({ status: 'IN_PROGRESS', progress: 50 });

  await tree.row('Kerbs').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(tree.said()).toHaveText('Kerbs moved: 2 of 2 below Roads.');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(tree.said()).toHaveText('Kerbs moved: 2 of 3 at the top level.');
  await expect.poll(stored).toMatchObject({ parentId: '', hierarchyPath: `${kerbs.id}/` });
  await tree.row('Kerbs').hover();
  await tree.row('Kerbs').locator('[draggable]').dragTo(tree.row('Drains'));
  await expect.poll(stored).toMatchObject({ parentId: drains.id });
  await page.reload();
  await expect(tree.titles()).toHaveText(['Roads', 'Pavement', 'Drains', 'Kerbs']);

  await tree.act('Drains', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(tree.titles()).toHaveText(['Roads', 'Pavement']);

  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(tree.titles()).toHaveText(['Roads', 'Pavement']);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(tree.grid.getByRole('button', { name: 'Actions for Roads' })).toBeHidden();
});

test('what a task comes to stays when another one comes below it', async ({ page, request, signIn }) => {
  const { account, api } = await newFirmWith(request, WORK);
  const project = await api.project();
  await api.task(project, { title: 'Culvert', estimatedQuantity: 12.5, estimatedRate: 175_120, actualQuantity: 3 });
  await api.task(project, { title: 'Headwall' });
  const sums = async () => {
    const { estimatedAmount, actualAmount } = (await api.get(`/projects/${project.id}`)).sums as Record<string, number>;
    return { estimatedAmount, actualAmount };
  };
  const before = await sums();
  const tree = new TreePO(page);
  await signIn(account);

  await tree.open(project);
  await tree.row('Headwall').focus();
  await page.keyboard.press('Alt+ArrowRight');
  const question = page.getByRole('dialog', { name: 'Culvert has figures of its own' });
  await expect(question).toContainText('It comes to ₹24,95,460.');
  await page.keyboard.press('Enter');
  await expect(tree.titles()).toHaveText(['Culvert', 'Culvert (balance)', 'Headwall']);
  await expect.poll(sums).toEqual(before);
  await page.reload();
  await expect(tree.titles()).toHaveText(['Culvert', 'Culvert (balance)', 'Headwall']);
});
