import { unique } from './api';
import { accounts, expect, test } from './fixtures';
import { FormPO } from './pages/FormPO';
import { ListPO } from './pages/ListPO';

const LIST = '/admin/modules';

// Spec: S2.modules.list S2.modules.create S2.modules.edit S2.modules.form-fields S4.module.status
test('modules are created, switched off, found by their status and deleted', async ({ page, signIn }) => {
  const [form, list] = [new FormPO(page), new ListPO(page)];
  const name = `Survey ${unique()}`;
  const status = page.getByRole('combobox', { name: 'Status' });
  await signIn(accounts.admin);
  await page.goto(`${LIST}/create`);
  // The server alone knows what there is, and says it at the field.
  await form.fill({ Name: 'contracts', Description: 'Levels and pegs' });
  await expect(page.getByRole('checkbox', { name: 'Active' })).toBeChecked();
  await form.create.click();
  await expect(form.field('Name')).toHaveAttribute('aria-invalid', 'true');
  await form.fill({ Name: name });
  await form.create.click();
  await form.expectToast('Module created successfully!');
  await expect(page).toHaveURL(LIST);
  // It stands among those of the product.
  await expect(list.rows.filter({ hasText: 'Vehicle Insurance' })).toHaveCount(1);

  await list.act(name, 'Edit');
  await expect(page).toHaveURL(/\/admin\/modules\/edit\/[0-9a-f-]{36}$/);
  await expect(form.field('Name')).toHaveValue(name);
  await expect(form.field('Description')).toHaveValue('Levels and pegs');
  await page.getByRole('checkbox', { name: 'Active' }).uncheck();
  await form.update.click();
  await form.expectToast('Module updated successfully!');

  await list.open(`${LIST}?name=${encodeURIComponent(name)}`);
  await status.selectOption('Active');
  await expect(page.getByText('No modules match these filters')).toBeVisible();
  await status.selectOption('Inactive');
  await expect(list.column(1)).toHaveText([name]);
  await list.act(name, 'View');
  await expect(list.heading).toHaveText(name);
  await expect(page.getByRole('definition')).toHaveText([name, 'Levels and pegs', 'No']);

  await list.open(`${LIST}?name=${encodeURIComponent(name)}`);
  await list.act(name, 'Delete');
  await form.dialog(`Delete ${name}?`).getByRole('button', { name: 'Delete' }).click();
  await form.expectToast('Module deleted successfully!');
  await expect(page.getByText('No modules match these filters')).toBeVisible();
});
