import { asAdmin, unique, uniqueMobile } from './api';
import { accounts, expect, expectAccessible, PASSWORD, test } from './fixtures';
import { FormPO } from './pages/FormPO';
import { ListPO } from './pages/ListPO';

const LIST = '/admin/tenants';
const SERVICE = '**/nirmaan.platform.v1.TenantService';

test.describe('a tenant', () => {
  let form: FormPO;

  test.beforeEach(async ({ page, signIn }) => {
    form = new FormPO(page);
    await signIn(accounts.admin);
  });

  // Spec: S2.forms.mode S4.tenant.statuses S2.tenants.create S2.tenants.view S2.tenants.edit S2.tenants.form-fields S2.tenants.form-buttons S4.tenant.default
  test('keeps every field', async ({ page }) => {
    test.slow();
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
    const list = new ListPO(page);
    await list.open(LIST);
    await page.getByRole('link', { name: 'Create Tenant' }).click();
    await expect(page).toHaveURL(`${LIST}/create`);
    await expect(list.heading).toHaveText('Create Tenant');
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Active');
    await form.fill(values);
    await form.create.click();
    await form.expectToast('Tenant created successfully!');
    await list.filter('Name').fill(name);
    await expect(list.rows).toHaveCount(1);
    await list.rows.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(values.Name);
    for (const value of Object.values(values)) await expect(page.getByText(value).first()).toBeVisible();
    await expect(page.getByText(/^Created \d/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Edit' }).click();
    for (const [label, value] of Object.entries(values)) await expect(form.field(label)).toHaveValue(value);
    await page.getByRole('combobox', { name: 'Status' }).click();
    await expect(page.getByRole('option')).toHaveText(['Active', 'Suspended', 'Terminated', 'Deleted']);
    await page.getByRole('option', { name: 'Suspended' }).click();
    await form.fill({ Comment: 'Hasn’t paid' });
    await form.update.click();
    await form.expectToast('Tenant updated successfully!');
    await expect(page.getByText('Hasn’t paid')).toBeVisible();
    await expect(page.getByText('Suspended').first()).toBeVisible();
  });

  // Spec: S2.tenants.form-reset S2.tenants.form-buttons
  test('is reset on create only, and left by Back', async ({ page, request }) => {
    const { id } = await (await asAdmin(request)).tenant();
    await page.goto(LIST);
    await page.getByRole('link', { name: 'Create Tenant' }).click();
    await form.fill({ Name: 'x', Comment: 'y' });
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(form.field('Name')).toHaveValue('');
    await expect(form.field('Comment')).toHaveValue('');
    await expect(form.unsaved).toBeHidden();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL(LIST);
    await page.goto(`${LIST}/${id}/edit`);
    await expect(form.update).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reset' })).toBeHidden();
  });

  test('names what is wrong, and leads to it', async ({ page }) => {
    await page.goto(`${LIST}/create`);
    await form.fill({
      Subdomain: 'Bharat Infra',
      'Schema name': '1firm',
      'Contact e-mail': 'office',
      'Mobile no.': '12345',
      'WhatsApp no.': '5876543210',
    });
    await form.create.click();
    await expect(form.summary).toBeFocused();
    await expect(form.summary.getByRole('listitem')).toHaveText([
      'Name is required.',
      'Subdomain may have lower-case letters, digits and hyphens only.',
      'Schema name must start with a letter and have lower-case letters, digits and underscores only.',
      'Please enter a valid email.',
      'Please enter a valid 10-digit mobile number.',
      'Please enter a valid 10-digit mobile number.',
    ]);
    await form.summary.getByRole('link').first().click();
    await expect(form.field('Name')).toBeFocused();
    await expectAccessible(page);
  });

  test('shows the server’s reason at the field', async ({ page, request }) => {
    const name = unique();
    await (await asAdmin(request)).tenant({ name: `Firm ${name}`, subdomain: name });
    await page.goto(`${LIST}/create`);
    await form.fill({ Name: `Other ${name}`, Subdomain: name, 'Schema name': `${name}x` });
    await form.create.click();
    await expect(form.summary).toBeFocused();
    await form.summary.getByRole('link').click();
    await expect(form.field('Subdomain')).toBeFocused();
    await expect(form.field('Subdomain')).toHaveAttribute('aria-invalid', 'true');
    await expect(form.field('Name')).toHaveValue(`Other ${name}`);
  });

  // Spec: S8.tenants.fetch-failed S8.tenants.save-failed
  test('says when it can’t be read or saved', async ({ page, request, allowConsole }) => {
    allowConsole(/500/);
    const { id } = await (await asAdmin(request)).tenant();
    await page.goto(`${LIST}/${id}/edit`);
    await form.fill({ Comment: 'typed' });
    await page.route(`${SERVICE}/UpdateTenant`, (route) => route.fulfill({ status: 500 }), { times: 1 });
    await form.update.click();
    await expect(form.summary).toContainText('Failed to save tenant');
    await expect(form.field('Comment')).toHaveValue('typed');
    await form.update.click();
    await form.expectToast('Tenant updated successfully!');
    await page.route(`${SERVICE}/GetTenant`, (route) => route.fulfill({ status: 500 }));
    await page.goto(`${LIST}/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to fetch tenant');
    await expectAccessible(page);
  });

  test('asks before unsaved changes are left, by Logout too', async ({ page, shell }) => {
    await page.goto(`${LIST}/create`);
    await form.fill({ Name: 'Half a firm' });
    await shell.logout.click();
    await expect(form.dialog('Leave without saving?')).toBeVisible();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(shell.banner).toHaveText('Signed in as admin@nirmaan.example');
    await expect(form.field('Name')).toHaveValue('Half a firm');
    await shell.menu.getByRole('link', { name: 'Users' }).click();
    await expect(form.dialog('Leave without saving?')).toBeVisible();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL('/admin/users');
    expect(await page.evaluate(() => sessionStorage.getItem('nirmaan.draft:/admin/tenants/create'))).toBeNull();
  });

  test('is not overwritten when somebody else changed it first', async ({ page, request }) => {
    const api = await asAdmin(request);
    const { id, ...tenant } = await api.tenant();
    await page.goto(`${LIST}/${id}/edit`);
    await expect(form.update).toBeVisible();
    await api.put(`/tenants/${id}`, { ...tenant, comment: 'Theirs' });
    await form.fill({ Comment: 'Mine' });
    await form.update.click();
    const dialog = form.dialog('Changed by somebody else');
    await dialog.getByRole('button', { name: 'Reload theirs' }).click();
    await expect(form.field('Comment')).toHaveValue('Theirs');
  });
});

test('a suspended tenant’s users can’t sign in', async ({ page, request, login, shell, signInAnew }) => {
  const admin = await asAdmin(request);
  const { id, name } = await admin.tenant();
  const user = await admin.user({ tenantId: id });
  await signInAnew(accounts.admin);
  const form = new FormPO(page);
  await page.goto(`${LIST}/${id}/edit`);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Suspended' }).click();
  await form.update.click();
  await form.expectToast('Tenant updated successfully!');
  await shell.logout.click();
  await expect(shell.banner).toHaveText('Guest');
  await login.open();
  await login.submit({ email: user.email, tenantName: name }, PASSWORD);
  await expect(login.failure).toHaveText("This organisation's account is suspended.");
});

test('outside the platform the form says which right is missing', async ({ page, signIn }) => {
  await signIn(accounts.owner);
  await page.goto(`${LIST}/create`);
  await expect(page.getByText('You need the Create permission for Tenants.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeDisabled();
});
