import { asAdmin, unique } from './api';
import { accounts, expect, test } from './fixtures';
import { FormPO } from './pages/FormPO';
import { ListPO } from './pages/ListPO';
import { PermissionGridPO } from './pages/PermissionGridPO';

const LIST = '/admin/roles';

// Spec: S2.roles.list S2.roles.create S2.roles.edit S2.roles.view S2.roles.form-fields S2.roles.grid S6.flags
// Spec: S3.role-permission
test('a role keeps its rights, and goes when nobody holds it', async ({ page, request, signIn }) => {
  test.slow();
  const [form, list, grid] = [new FormPO(page), new ListPO(page), new PermissionGridPO(page)];
  const name = `Estimator ${unique()}`;
  const mine = `${LIST}?name=${encodeURIComponent(name)}`;
  await signIn(accounts.admin);
  await page.goto(`${LIST}/create`);
  // The server alone knows what there is, and says it at the field.
  await form.fill({ Name: 'viewer', Description: 'Quotes and bids' });
  await grid.box('View', 'Contracts').check();
  await grid.box('Edit', 'Contracts').check();
  await grid.row('Estimations').check();
  await form.create.click();
  await expect(form.field('Name')).toHaveAttribute('aria-invalid', 'true');
  await form.fill({ Name: name });
  await form.create.click();
  await form.expectToast('Role created successfully!');

  await list.open(mine);
  await list.rows.getByRole('link', { name }).click();
  await expect(page).toHaveURL(/\/admin\/roles\/[0-9a-f-]{36}\/view$/);
  await expect(list.heading).toHaveText(name);
  await expect(page.getByText('Quotes and bids')).toBeVisible();
  await expect(grid.marks('Contracts')).toHaveText(['—No', 'Yes', 'Yes', '—No', '—No']);
  await expect(grid.marks('Estimations')).toHaveText(['Yes', 'Yes', 'Yes', 'Yes', 'Yes']);
  await expect(grid.marks('Payments')).toHaveText(['—No', '—No', '—No', '—No', '—No']);
  await expect(grid.table.getByRole('checkbox')).toHaveCount(0);

  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/admin\/roles\/[0-9a-f-]{36}\/edit$/);
  await expect(form.field('Name')).toHaveValue(name);
  await grid.box('Edit', 'Contracts').uncheck();
  await grid.box('Report', 'Payments').check();
  await form.update.click();
  await form.expectToast('Role updated successfully!');
  await expect(page).toHaveURL(/\/view$/);
  await expect(grid.marks('Contracts')).toHaveText(['—No', 'Yes', '—No', '—No', '—No']);
  await expect(grid.marks('Payments')).toHaveText(['—No', '—No', '—No', '—No', 'Yes']);

  const api = await asAdmin(request);
  const id = /roles\/([^/]+)\/view/.exec(page.url())?.[1] ?? '';
  const user = await api.user();
  await api.map(user, { id });
  await list.open(mine);
  await list.act(name, 'Delete');
  const dialog = form.dialog(`Delete ${name}?`);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('alert')).toContainText(user.email);
  await api.unmap(user, { id });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await form.expectToast('Role deleted successfully!');
  await expect(page.getByText('No roles match these filters')).toBeVisible();
});
