import { asAdmin, asOwner, unique, uniqueMobile } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, PASSWORD, test } from './fixtures';
import { PIXEL } from './fixtures/pixel';
import { FormPO } from './pages/FormPO';
import { ListPO } from './pages/ListPO';

const LIST = '/admin/users';
const SERVICE = '**/nirmaan.platform.v1.UserService';

test.describe('a user', () => {
  let form: FormPO;
  let list: ListPO;

  test.beforeEach(async ({ page, signIn }) => {
    form = new FormPO(page);
    list = new ListPO(page);
    await signIn(accounts.owner);
  });

  // Spec: S2.users.create S2.users.view S2.users.edit S2.users.form-fields
  test('keeps every field', async ({ page }) => {
    test.slow();
    const name = unique();
    const values = {
      'E-mail': `${name}@firm.example`,
      'Mobile no.': uniqueMobile(),
      Designation: 'कनिष्ठ अभियंता (Junior engineer)',
      Comment: 'On leave until Diwali',
    };
    await list.open(LIST);
    await page.getByRole('link', { name: 'Create User' }).click();
    await expect(list.heading).toHaveText('Create User');
    await expect(page).toHaveURL(`${LIST}/create`);
    await form.fill({ ...values, Password: 'Nine-metre-girder' });
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Inactive' }).click();
    await form.create.click();
    await form.expectToast('User created successfully!');
    await list.filter('E-mail').fill(name);
    await expect(list.rows).toHaveCount(1);
    await list.rows.getByRole('link').click();
    await expect(list.heading).toHaveText(values['E-mail']);
    for (const value of Object.values(values)) await expect(page.getByText(value).first()).toBeVisible();
    await expect(page.getByText('Inactive').first()).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Bharat Infra');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Edit' }).click();
    for (const [label, value] of Object.entries(values)) await expect(form.field(label)).toHaveValue(value);
    await expect(form.field('Password')).toHaveValue('');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Active', exact: true }).click();
    await form.update.click();
    await form.expectToast('User updated successfully!');
    await expect(page.getByText('Active', { exact: true }).first()).toBeVisible();
  });

  // Spec: S5.user.password-create
  test('needs a password on create', async ({ page }) => {
    await page.goto(`${LIST}/create`);
    await form.fill({ 'E-mail': 'not an address', 'Mobile no.': '12345' });
    await form.create.click();
    await expect(form.summary).toBeFocused();
    await expect(form.summary.getByRole('listitem')).toHaveText([
      'Please enter a valid email.',
      'Please enter a valid 10-digit mobile number.',
      'Password is required.',
    ]);
    await form.summary.getByRole('link', { name: 'Password is required.' }).click();
    await expect(form.field('Password')).toBeFocused();
    await form.fill({ Password: 'short' });
    await form.create.click();
    await expect(form.summary).toContainText('Password must have at least 8 characters.');
    await expectAccessible(page);
  });

  test('has a password that can be seen on request, with a word about Caps Lock, and that no draft keeps', async ({
    page,
  }) => {
    await page.goto(`${LIST}/create`);
    const password = form.field('Password');
    await form.fill({ 'E-mail': 'draft@firm.example', Password: 'Nine-metre-girder' });
    await expect(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show or hide the password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await password.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true });
    await expect(page.getByText('Caps Lock is on.')).toBeVisible();
    const kept = () => page.evaluate(() => Object.values(sessionStorage).join());
    await expect.poll(kept).toContain('draft@firm.example');
    expect(await kept()).not.toContain('girder');
  });

  // Spec: S5.user.password-edit S3.user.password
  test('keeps their password unless a new one is typed', async ({ page, request }) => {
    const user = await (await asOwner(request)).user();
    await page.goto(`${LIST}/${user.id}/edit`);
    await form.fill({ Comment: 'Edited' });
    await form.update.click();
    await form.expectToast('User updated successfully!');
    const answers = async (password: string) =>
      (
        await request.post('/api/auth/login', {
          data: { emailOrMobile: user.email, password, tenantName: 'Bharat Infra' },
        })
      ).status();
    expect(await answers(PASSWORD)).toBe(200);
    await page.goto(`${LIST}/${user.id}/edit`);
    await form.fill({ Password: 'Nine-metre-girder' });
    await form.update.click();
    await form.expectToast('User updated successfully!');
    expect(await answers(PASSWORD)).toBe(401);
    expect(await answers('Nine-metre-girder')).toBe(200);
  });

  // Spec: S2.users.form-image S8.empty.image
  test('has an image: chosen, seen, kept, taken away', async ({ page, request }) => {
    const { id } = await (await asOwner(request)).user();
    await page.goto(`${LIST}/${id}`);
    await expect(page.getByText('No image')).toBeVisible();
    await page.goto(`${LIST}/${id}/edit`);
    const file = page.locator('input[type=file]');
    const preview = page.getByRole('main').locator('img');
    await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL });
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
    await expect(page.getByRole('button', { name: 'Choose an image' })).toBeFocused();
    await form.update.click();
    await expect(page.getByText('No image')).toBeVisible();
  });

  // Spec: S5.image.format S5.image.size S9.image.size
  test('has no image of the wrong kind or size', async ({ page }) => {
    await page.goto(`${LIST}/create`);
    const file = page.locator('input[type=file]');
    await file.setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await expect(page.getByText('Unsupported image format. Allowed: JPEG, PNG, WEBP, GIF.')).toBeVisible();
    await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(2_097_153) });
    await expect(page.getByText('Image size must be under 2MB.')).toBeVisible();
    await expect(page.getByRole('main').locator('img')).toHaveCount(0);
    await expectAccessible(page);
    await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL });
    await expect(page.getByText('Image size must be under 2MB.')).toBeHidden();
    await expect(page.getByRole('main').locator('img')).toBeVisible();
  });

  test('has an image that is dropped or pasted', async ({ page }) => {
    await page.goto(`${LIST}/create`);
    const choose = page.getByRole('button', { name: 'Choose an image' });
    const remove = page.getByRole('button', { name: 'Remove' });
    /** A transfer of files, as the mouse and the clipboard make one. */
    const transfer = (type: string) =>
      page.evaluateHandle(
        ([content, mediaType]) => {
          const made = new DataTransfer();
          made.items.add(new File([Uint8Array.from(content)], 'me', { type: mediaType }));
          return made;
        },
        [[...PIXEL], type] as const,
      );
    await choose.dispatchEvent('drop', { dataTransfer: await transfer('image/png') });
    await expect(page.getByRole('main').locator('img')).toBeVisible();
    await remove.click();
    await choose.dispatchEvent('drop', { dataTransfer: await transfer('text/plain') });
    await expect(page.getByRole('alert')).toHaveText('Unsupported image format. Allowed: JPEG, PNG, WEBP, GIF.');
    await choose.evaluate(
      (button, clipboardData) => button.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true })),
      await transfer('image/png'),
    );
    await expect(page.getByRole('main').locator('img')).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
  });

  test('shows the server’s reason at the field', async ({ page, request }) => {
    const { email } = await (await asOwner(request)).user();
    await page.goto(`${LIST}/create`);
    await form.fill({ 'E-mail': email, Password: 'Nine-metre-girder' });
    await form.create.click();
    await expect(form.summary).toBeFocused();
    await form.summary.getByRole('link').click();
    await expect(form.field('E-mail')).toBeFocused();
    await expect(form.field('E-mail')).toHaveAttribute('aria-invalid', 'true');
    await form.fill({ 'E-mail': `${unique()}@firm.example`, Password: 'password' });
    await form.create.click();
    await expect(form.field('Password')).toHaveAttribute('aria-invalid', 'true');
  });

  // Spec: S8.users.fetch-failed S8.users.save-failed
  test('says when it can’t be read or saved', async ({ page, request, allowConsole }) => {
    allowConsole(/500/);
    const { id } = await (await asOwner(request)).user();
    await page.goto(`${LIST}/${id}/edit`);
    await form.fill({ Comment: 'typed' });
    await page.route(`${SERVICE}/UpdateUser`, (route) => route.fulfill({ status: 500 }), { times: 1 });
    await form.update.click();
    await expect(form.summary).toContainText('Failed to save user');
    await expect(form.field('Comment')).toHaveValue('typed');
    await form.update.click();
    await form.expectToast('User updated successfully!');
    await page.route(`${SERVICE}/GetUser`, (route) => route.fulfill({ status: 500 }));
    await page.goto(`${LIST}/${id}`);
    await expect(list.heading).toHaveText('Failed to fetch user');
  });

  test('says when there is none', async ({ page }) => {
    await page.goto(`${LIST}/018f0000-0000-7000-8000-000000000000`);
    await expect(list.heading).toHaveText('Failed to fetch user');
    await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`has a form that is accessible and fits, ${colorScheme}`, async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(`${LIST}/create`);
      await form.create.click();
      await expect(form.summary).toBeFocused();
      await expectAccessible(page);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 700 });
        await expectNoSidewaysScroll(page);
      }
      await expectAccessible(page);
    });
  }
});

test.describe('the tenant of a new user', () => {
  // Spec: S2.users.form-tenant S5.tenant.search S5.user.tenant-search S9.search.three
  test('is found by its name, from the third character on', async ({ page, request, signIn }) => {
    test.slow();
    const { id, name } = await (await asAdmin(request)).tenant();
    const form = new FormPO(page);
    await signIn(accounts.admin);
    const keywords: string[] = [];
    page.on('request', (sent) => {
      if (sent.url().endsWith('SearchTenantsByName')) keywords.push(sent.postData() ?? '');
    });
    await page.goto(`${LIST}/create`);
    const tenant = page.getByRole('combobox', { name: 'Tenant name' });
    await expect(tenant).toHaveValue('Nirmaan');
    await expect(tenant).toBeEditable();
    await tenant.fill('Fi');
    await expect(page.getByText('Type three letters of the name')).toBeVisible();
    await tenant.fill(name.slice(0, -1));
    const option = page.getByRole('option', { name });
    await expect(option).toBeVisible();
    await expect(page.getByText('1 match')).toBeVisible();
    expect(keywords).toHaveLength(1);
    await expectAccessible(page);
    await tenant.press('ArrowDown');
    await tenant.press('Enter');
    await expect(tenant).toHaveValue(name);
    await expect(option).toBeHidden();
    const email = `${unique()}@firm.example`;
    await form.fill({ 'E-mail': email, Password: 'Nine-metre-girder' });
    await form.create.click();
    await form.expectToast('User created successfully!');
    const list = new ListPO(page);
    await list.open(`${LIST}?email=${email}`);
    await expect(list.rows).toContainText(name);
    await list.rows.getByRole('link').click();
    await page.getByRole('link', { name: 'Edit' }).click();
    await expect(tenant).toHaveValue(name);
    await expect(tenant).not.toBeEditable();
    const stored = await (await asAdmin(request)).get(page.url().replace(/.*\/admin(.*)\/edit$/, '$1'));
    expect(stored.tenantId).toBe(id);
  });

  // Spec: S8.users.tenant-search-failed
  test('may be searched in vain without harm', async ({ page, signIn, allowConsole }) => {
    allowConsole(/500/);
    const form = new FormPO(page);
    await signIn(accounts.admin);
    await page.route('**/SearchTenantsByName', (route) => route.fulfill({ status: 500 }), { times: 1 });
    await page.goto(`${LIST}/create`);
    const tenant = page.getByRole('combobox', { name: 'Tenant name' });
    await expect(tenant).toBeEditable();
    await tenant.fill('bharat');
    await expect(page.getByText('Something went wrong.')).toBeVisible();
    await tenant.fill('no such firm');
    await expect(page.getByText('Nothing found for “no such firm”')).toBeVisible();
    await tenant.blur();
    await expect(tenant).toHaveValue('Nirmaan');
    await form.fill({ 'E-mail': `${unique()}@nirmaan.example`, Password: 'Nine-metre-girder' });
    await form.create.click();
    await form.expectToast('User created successfully!');
  });

  test('is one’s own outside the platform', async ({ page, signIn }) => {
    await signIn(accounts.owner);
    await page.goto(`${LIST}/create`);
    const tenant = page.getByRole('combobox', { name: 'Tenant name' });
    await expect(tenant).toHaveValue('Bharat Infra');
    await expect(tenant).not.toBeEditable();
    await expect(page.getByText('Users belong to your own tenant')).toBeVisible();
  });
});

// Spec: S6.screens.signed-in
test('without the right the form shows, and says which one is missing', async ({ page, signIn }) => {
  await signIn(accounts.viewer);
  await page.goto(`${LIST}/create`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create User');
  await expect(page.getByText('You need the Create permission for User.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeDisabled();
});
