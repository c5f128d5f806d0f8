import { asAdmin, asOwner, unique, uniqueMobile } from './api';
import { accounts, expect, PASSWORD, test } from './fixtures';
import { PIXEL } from './fixtures/pixel';
import { FormPO } from './pages/FormPO';
import { ListPO } from './pages/ListPO';

const LIST = '/admin/users';
const NEXT = 'Nine-metre-girder';

test.describe('a user', () => {
  let form: FormPO;
  let list: ListPO;

  test.beforeEach(async ({ page, signIn }) => {
    form = new FormPO(page);
    list = new ListPO(page);
    await signIn(accounts.owner);
  });

  // Spec: S2.users.list S2.users.create S2.users.view S2.users.edit S2.users.form-fields S6.tenant-scope
  test('keeps every field, among those of their tenant, also when they are deleted and brought back', async ({
    page,
    request,
  }) => {
    test.slow();
    const name = unique();
    const { email: other } = await (await asOwner(request)).user();
    const admin = await asAdmin(request);
    const [first, second] = [await admin.role({ Contracts: ['canView'] }), await admin.role({ Projects: ['canView'] })];
    const box = (role: string) => page.getByRole('checkbox', { name: role, exact: true });
    const held = page.getByRole('definition').getByRole('listitem');
    const values = {
      'E-mail': `${name}@firm.example`,
      'Mobile no.': uniqueMobile(),
      Designation: 'कनिष्ठ अभियंता (Junior engineer)',
      Comment: 'On leave until Diwali',
    };
    const status = page.getByRole('combobox', { name: 'Status' });
    // Every firm has an owner of that name.
    await list.open(`${LIST}?email=owner@`);
    await expect(list.column(1)).toHaveText([accounts.owner.email]);
    await page.getByRole('link', { name: 'Create User' }).click();
    await expect(list.heading).toHaveText('Create User');
    await expect(page).toHaveURL(`${LIST}/create`);
    // The server alone knows what others have, and says it at the field.
    await form.fill({ ...values, 'E-mail': other, Password: NEXT });
    await status.click();
    await page.getByRole('option', { name: 'Inactive' }).click();
    await box(first.name).check();
    await form.create.click();
    await expect(form.summary).toBeFocused();
    await expect(form.field('E-mail')).toHaveAttribute('aria-invalid', 'true');
    await form.fill({ 'E-mail': values['E-mail'] });
    await form.create.click();
    await form.expectToast('User created successfully!');

    await list.filter('E-mail').fill(name.toUpperCase());
    await expect(list.column(1)).toHaveText([values['E-mail']]);
    await list.rows.getByRole('link').click();
    await expect(list.heading).toHaveText(values['E-mail']);
    for (const value of Object.values(values)) await expect(page.getByText(value).first()).toBeVisible();
    await expect(page.getByText('Inactive').first()).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Bharat Infra');
    await expect(held).toContainText([first.name]);

    await page.getByRole('link', { name: 'Edit' }).click();
    await expect(box(first.name)).toBeChecked();
    await box(first.name).uncheck();
    await box(second.name).check();
    for (const [label, value] of Object.entries(values)) await expect(form.field(label)).toHaveValue(value);
    await expect(form.field('Password')).toHaveValue('');
    await status.click();
    await page.getByRole('option', { name: 'Active', exact: true }).click();
    await form.update.click();
    await form.expectToast('User updated successfully!');
    await expect(page.getByText('Active', { exact: true }).first()).toBeVisible();
    await expect(held).toContainText([second.name]);

    await list.open(`${LIST}?email=${name}`);
    await list.act(values['E-mail'], 'Delete');
    await form.dialog(`Delete ${values['E-mail']}?`).getByRole('button', { name: 'Delete' }).click();
    await form.expectToast('User deleted successfully!');
    await expect(page.getByText('No users match these filters')).toBeVisible();
    // And they come back.
    await page.getByRole('link', { name: 'Deleted', exact: true }).click();
    await page.getByRole('button', { name: `Bring back ${values['E-mail']}` }).click();
    await page.getByRole('link', { name: 'Open it' }).click();
    await expect(list.heading).toHaveText(values['E-mail']);
    await expect(page.getByText(values['Mobile no.']).first()).toBeVisible();
  });

  // Spec: S5.user.password-edit S3.user.password
  test('keeps their password unless a new one is typed', async ({ page, request }) => {
    const user = await (await asOwner(request)).user();
    const answers = async (password: string) => {
      const data = { emailOrMobile: user.email, password, tenantName: 'Bharat Infra' };
      return (await request.post('/api/auth/login', { data })).status();
    };
    await page.goto(`${LIST}/${user.id}/edit`);
    await form.fill({ Comment: 'Edited' });
    await form.update.click();
    await form.expectToast('User updated successfully!');
    expect(await answers(PASSWORD)).toBe(200);
    await page.goto(`${LIST}/${user.id}/edit`);
    await form.fill({ Password: NEXT });
    await form.update.click();
    await form.expectToast('User updated successfully!');
    expect(await answers(PASSWORD)).toBe(401);
    expect(await answers(NEXT)).toBe(200);
  });

  // Spec: S2.users.form-image S8.empty.image
  test('has an image: chosen, seen, kept, taken away', async ({ page, request }) => {
    const { id } = await (await asOwner(request)).user();
    await page.goto(`${LIST}/${id}`);
    await expect(page.getByText('No image')).toBeVisible();
    await page.getByRole('link', { name: 'Edit' }).click();
    const preview = page.getByRole('main').locator('img');
    await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL });
    await expect(preview).toHaveAttribute('src', /^data:image\/png;base64,/);
    await form.update.click();
    await form.expectToast('User updated successfully!');
    await expect(preview).toHaveAttribute('src', /^\/files\//);
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Edit' }).click();
    await form.fill({ Comment: 'The image stays' });
    await form.update.click();
    await expect(page.getByText('The image stays')).toBeVisible();
    await expect(preview).toBeVisible();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await form.update.click();
    await expect(page.getByText('No image')).toBeVisible();
  });
});
