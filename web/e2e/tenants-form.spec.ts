import { asAdmin, unique, uniqueMobile } from './api';
import { accounts, expect, test } from './fixtures';
import { FormPO } from './pages/FormPO';
import { ListPO } from './pages/ListPO';

const LIST = '/admin/tenants';

// Spec: S2.forms.mode S4.tenant.statuses S2.tenants.list S2.tenants.create S2.tenants.view S2.tenants.edit
// Spec: S2.tenants.form-fields S2.tenants.form-buttons S4.tenant.default
test('a tenant keeps every field, and stays listed when it is deleted', async ({ page, request, signIn }) => {
  test.slow();
  const [form, list] = [new FormPO(page), new ListPO(page)];
  const other = await (await asAdmin(request)).tenant();
  const name = unique();
  const values = {
    Name: `Firm ${name}`,
    Subdomain: `${name}-in`,
    'Schema name': `${name}_in`,
    'Contact e-mail': `${name}@firm.example`,
    'Mobile no.': uniqueMobile(),
    'WhatsApp no.': uniqueMobile(),
    Comment: 'भुगतान वार्षिक; ask for Mr Deshpande',
  };
  const status = page.getByRole('combobox', { name: 'Status' });
  await signIn(accounts.admin);
  await list.open(LIST);
  await page.getByRole('link', { name: 'Create Tenant' }).click();
  await expect(page).toHaveURL(`${LIST}/create`);
  await expect(list.heading).toHaveText('Create Tenant');
  await expect(status).toHaveValue('Active');
  // The server alone knows what others have, and says it at the field.
  await form.fill({ ...values, Subdomain: other.subdomain as string });
  await form.create.click();
  await expect(form.summary).toBeFocused();
  await form.summary.getByRole('link').click();
  await expect(form.field('Subdomain')).toBeFocused();
  await expect(form.field('Subdomain')).toHaveAttribute('aria-invalid', 'true');
  await form.fill({ Subdomain: values.Subdomain });
  await form.create.click();
  await form.expectToast('Tenant created successfully!');

  await list.filter('Name').fill(name.toUpperCase());
  await expect(list.column(1)).toHaveText([values.Name]);
  await expect(list.rows).toContainText('Active');
  await list.rows.getByRole('link').click();
  await expect(list.heading).toHaveText(values.Name);
  for (const value of Object.values(values)) await expect(page.getByText(value).first()).toBeVisible();
  await expect(page.getByText(/^Created \d/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);

  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/admin\/tenants\/[0-9a-f-]{36}\/edit$/);
  for (const [label, value] of Object.entries(values)) await expect(form.field(label)).toHaveValue(value);
  await status.click();
  await expect(page.getByRole('option')).toHaveText(['Active', 'Suspended', 'Terminated', 'Deleted']);
  await page.getByRole('option', { name: 'Suspended' }).click();
  await form.fill({ Comment: 'Hasn’t paid' });
  await form.update.click();
  await form.expectToast('Tenant updated successfully!');
  await expect(page.getByText('Hasn’t paid')).toBeVisible();
  await expect(page.getByText('Suspended').first()).toBeVisible();

  await list.open(`${LIST}?name=${name}`);
  await list.act(values.Name, 'Delete');
  const question = form.dialog(`Delete ${values.Name}?`);
  await question.getByLabel(`Type ${values.Name} to delete it`).fill(values.Name);
  await question.getByRole('button', { name: 'Delete' }).click();
  await form.expectToast('Tenant deleted successfully!');
  await expect(list.rows).toContainText('Deleted');
});
