import { asAdmin, unique } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { FormPO } from './pages/FormPO';
import { ListPO } from './pages/ListPO';

const LIST = '/admin/modules';
const SERVICE = '**/nirmaan.platform.v1.ModuleService';

test.describe('modules', () => {
  let list: ListPO;
  let form: FormPO;

  test.beforeEach(async ({ page, signIn }) => {
    list = new ListPO(page);
    form = new FormPO(page);
    await signIn(accounts.admin);
  });

  // Spec: S2.modules.list
  test('are listed all at once, narrowed and sorted in place', async ({ page }) => {
    await list.open(LIST);
    await expect(list.heading).toHaveText('Modules');
    await expect(list.result).toHaveText(/^Showing page 1 of 1 — \d+ total records$/);
    await expect(list.rows.filter({ hasText: 'Vehicle Insurance' })).toHaveCount(1);
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);

    await list.filter('Name').fill('VEHICLE');
    await expect(list.column(1)).toHaveText(['Vehicle Insurance', 'Vehicles']);
    await expect(page).toHaveURL(/\?name=VEHICLE$/);
    await list.sortButton('Name').click();
    await expect(list.header('Name')).toHaveAttribute('aria-sort', 'ascending');
    await list.sortButton('Name').click();
    await expect(list.column(1)).toHaveText(['Vehicles', 'Vehicle Insurance']);

    await list.filter('Description').fill('no such description');
    await expect(page.getByText('No modules match these filters')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(list.rows.filter({ hasText: 'Contracts' }).first()).toBeVisible();
  });

  for (const column of ['Description', 'Status', 'Updated']) {
    test(`sort by ${column}, both ways`, async () => {
      await list.open(LIST);
      await list.sortButton(column).click();
      await expect(list.header(column)).toHaveAttribute('aria-sort', 'ascending');
      await list.sortButton(column).click();
      await expect(list.header(column)).toHaveAttribute('aria-sort', 'descending');
    });
  }

  // Spec: S2.modules.create S2.modules.edit S2.modules.form-fields S4.module.status
  test('are created, switched off and found by their status', async ({ page }) => {
    const name = `Survey ${unique()}`;
    await page.goto(`${LIST}/create`);
    await form.fill({ Name: name, Description: 'Levels and pegs' });
    await expect(page.getByRole('checkbox', { name: 'Active' })).toBeChecked();
    await form.create.click();
    await form.expectToast('Module created successfully!');
    await expect(page).toHaveURL(/\/admin\/modules$/);

    await list.act(name, 'Edit');
    await expect(page).toHaveURL(/\/admin\/modules\/edit\/[0-9a-f-]{36}$/);
    await expect(form.field('Name')).toHaveValue(name);
    await expect(form.field('Description')).toHaveValue('Levels and pegs');
    await page.getByRole('checkbox', { name: 'Active' }).uncheck();
    await form.update.click();
    await form.expectToast('Module updated successfully!');

    await list.open(`${LIST}?name=${encodeURIComponent(name)}`);
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Active');
    await expect(page.getByText('No modules match these filters')).toBeVisible();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Inactive');
    await expect(list.rows).toHaveCount(1);

    await list.act(name, 'View');
    await expect(list.heading).toHaveText(name);
    await expect(page.getByRole('definition').filter({ hasText: 'Levels and pegs' })).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: 'No' })).toBeVisible();
  });

  // Spec: S5.module.name
  test('need a name, and one that is free', async ({ page }) => {
    await page.goto(`${LIST}/create`);
    await form.create.click();
    await expect(form.summary).toBeFocused();
    await form.summary.getByRole('link', { name: 'Module name is required.' }).click();
    await expect(form.field('Name')).toBeFocused();
    await form.fill({ Name: 'contracts' });
    await form.create.click();
    await form.summary.getByRole('link').click();
    await expect(form.field('Name')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
  });

  // Spec: S2.modules.delete-question
  test('are deleted after a question, which shows why it failed', async ({ page, request, allowConsole }) => {
    allowConsole(/ERR_FAILED/);
    const name = `Survey ${unique()}`;
    const module = await (await asAdmin(request)).post('/modules', { name, description: '' });
    expect(module.id).toBeTruthy();
    await page.route(`${SERVICE}/DeleteModule`, (route) => route.abort(), { times: 1 });
    await list.open(`${LIST}?name=${encodeURIComponent(name)}`);
    await list.act(name, 'Delete');
    const dialog = form.dialog(`Delete ${name}?`);
    await expect(dialog).toContainText('Are you sure to delete this module?');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Network error. Please try again.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await form.expectToast('Module deleted successfully!');
    await expect(page.getByText('No modules match these filters')).toBeVisible();
  });

  test('of the product keep their name and can’t be deleted, and say why', async ({ page }) => {
    await list.open(`${LIST}?name=Contracts`);
    await list.menu('Contracts').click();
    const entry = page.getByRole('menuitem', { name: 'Delete' });
    await expect(entry).toHaveAttribute('aria-disabled', 'true');
    await expect(entry).toContainText('This module is part of the product and can’t be deleted.');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(form.field('Name')).not.toBeEditable();
    await expect(form.field('Name')).toHaveAccessibleDescription(
      'This module is part of the product: its name can’t be changed.',
    );
    await expect(form.field('Description')).toBeEditable();
    await expectAccessible(page);
  });

  test('say what failed, and try again', async ({ page, allowConsole }) => {
    allowConsole(/500/);
    await page.route(`${SERVICE}/ListModules`, (route) => route.fulfill({ status: 500 }));
    await page.goto(LIST);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch modules');
    await page.unroute(`${SERVICE}/ListModules`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(list.rows.first()).toBeVisible();
  });

  test('tell of a failed save in the screen’s words', async ({ page, allowConsole }) => {
    allowConsole(/500/);
    await page.route(`${SERVICE}/CreateModule`, (route) => route.fulfill({ status: 500 }));
    await page.goto(`${LIST}/create`);
    await form.fill({ Name: `Survey ${unique()}` });
    await form.create.click();
    await expect(form.summary).toContainText('Failed to save module');
  });

  test('are accessible and never scroll sideways', async ({ page }) => {
    test.slow();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await list.open(LIST);
      await expectAccessible(page);
    }
    for (const width of [683, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await list.open(LIST);
      await expectNoSidewaysScroll(page);
      await page.goto(`${LIST}/create`);
      await expect(form.create).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  });
});

test('without the rights, the buttons of modules say which are missing', async ({ page, signIn }) => {
  const list = new ListPO(page);
  await signIn(accounts.owner);
  await list.open(LIST);
  await page.getByRole('button', { name: 'Create Module' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('You need the Create permission for Modules.');
  await list.menu('Contracts').click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toContainText('You need the Edit permission for Modules.');
  await page.getByRole('menuitem', { name: 'View' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unauthorized');
  await expectAccessible(page);
});
