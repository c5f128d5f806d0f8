import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { TenantService } from '@/gen/nirmaan/platform/v1/tenant_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { list } from '@/testing/list';
import { ENDLESS, withPace } from '@/testing/pace';
import { person, signIn } from '@/testing/people';
import { aTenant, aUser } from '@/testing/platform';
import { invalid, taken } from '@/testing/refusals';
import { open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';

const LIST = '/admin/users';
const CREATE = `${LIST}/create`;
const EDIT = `${LIST}/user-7/edit`;
const { getUser, createUser, updateUser } = UserService.method;
const { getTenant, searchTenantsByName } = TenantService.method;

const GOOD = { 'E-mail': 'ravi@bharat.example', Password: 'Nine-metre-girder' };

const password = form.field('Password');
const tenant = page.getByRole('combobox', { name: 'Tenant name' });

beforeEach(() => {
  signIn();
  server.answer(getUser, aUser());
  server.answer(getTenant, aTenant({ id: 'tenant-1', name: 'Bharat Infra' }));
  server.answer(UserService.method.filterUsers, {});
});

describe('the form of a user', () => {
  // Spec: S5.user.password-create
  test('needs a password on create', async () => {
    await open(CREATE);
    await form.fill({ 'E-mail': 'not an address', 'Mobile no.': '12345' });
    await form.create.click();
    await expect.element(form.summary).toHaveFocus();
    const problems = form.summary.getByRole('listitem');
    expect(problems.elements().map(({ textContent }) => textContent)).toEqual([
      'Please enter a valid email.',
      'Please enter a valid 10-digit mobile number.',
      'Password is required.',
    ]);
    await form.summary.getByRole('link', { name: 'Password is required.' }).click();
    await expect.element(password).toHaveFocus();
    await form.fill({ Password: 'short' });
    await form.create.click();
    await expect.element(form.summary).toHaveTextContent('Password must have at least 8 characters.');
    await expectAccessible();
    expect(await server.calls(createUser)).toEqual([]);
  });

  test('of whom nobody knows whether they were created leads to them with the password that was typed again', async () => {
    server.fail(createUser, Code.Unavailable);
    await open(CREATE);
    await form.fill(GOOD);
    await form.create.click();
    await expect.element(form.summary).toHaveTextContent('Network error');
    expect(Object.values(sessionStorage).join()).not.toContain(GOOD.Password);
    await open(CREATE);
    await page.getByRole('button', { name: 'Restore' }).click();
    // The server can't tell one password from another: the first one may be in force.
    server.answer(createUser, aUser());
    await form.fill({ Password: 'Ten-metre-girder' });
    await form.create.click();
    await form.expectToast('An earlier attempt may already have created it. Not kept: Password. Please check here.');
    await expect.element(list.heading).toHaveTextContent('Edit');
    const keys = (await server.calls(createUser)).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  });

  // Spec: S5.user.password-edit
  test('sends a password on edit only when one is typed', async () => {
    server.answer(updateUser, aUser());
    await open(EDIT);
    await form.fill({ Comment: 'Edited' });
    await form.update.click();
    await form.expectToast('User updated successfully!');
    await open(EDIT);
    await expect.element(password).toHaveValue('');
    await form.fill({ Password: GOOD.Password });
    await form.update.click();
    expect(await server.calls(updateUser)).toHaveLength(2);
    expect((await server.calls(updateUser)).map(({ request }) => request.user?.password)).toEqual(['', GOOD.Password]);
  });

  test('has a password that can be seen on request, with a word about Caps Lock, and that no draft keeps', async () => {
    await open(CREATE);
    await form.fill(GOOD);
    await expect.element(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show or hide the password' }).click();
    await expect.element(password).toHaveAttribute('type', 'text');
    password.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'A', modifierCapsLock: true, bubbles: true }));
    await expect.element(page.getByText('Caps Lock is on.')).toBeVisible();
    const kept = () => Object.values(sessionStorage).join();
    await expect.poll(kept).toContain('ravi@bharat.example');
    expect(kept()).not.toContain('girder');
  });

  test('shows the server’s reasons at the fields', async () => {
    server.answer(createUser, () => {
      throw taken('user.email', 'E-mail is already used by another user of the organisation.');
    });
    await open(CREATE);
    await form.fill(GOOD);
    await form.create.click();
    await expect.element(form.summary).toHaveFocus();
    await form.summary.getByRole('link', { name: 'E-mail is already used' }).click();
    await expect.element(form.field('E-mail')).toHaveFocus();
    await expect.element(form.field('E-mail')).toHaveAttribute('aria-invalid', 'true');
    server.answer(createUser, () => {
      throw invalid({ 'user.password': 'This password is too common: choose three or four words.' });
    });
    await form.fill({ 'E-mail': 'other@bharat.example' });
    await form.create.click();
    await expect.element(password).toHaveAttribute('aria-invalid', 'true');
    await expect.element(form.summary).toHaveTextContent('This password is too common: choose');
    await expectAccessible();
  });

  // Spec: S8.users.save-failed
  test('says when it can’t be saved, and keeps what was typed', async () => {
    server.answer(updateUser, aUser());
    await open(EDIT);
    await form.expectKept(
      { Comment: 'typed' },
      {
        method: updateUser,
        save: form.update,
        failed: 'Failed to save user',
        done: 'User updated successfully!',
      },
    );
    expect((await server.calls(updateUser)).at(-1)?.request).toMatchObject({
      id: 'user-7',
      user: { email: 'ravi@bharat.example', comment: 'typed', version: 3n },
    });
  });

  // Spec: S8.users.fetch-failed
  test('says when the user can’t be read, or isn’t there', async () => {
    const mend = server.fail(getUser);
    await open(`${LIST}/user-7`);
    await expect.element(list.heading).toHaveTextContent('Failed to fetch user');
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(list.heading).toHaveTextContent('ravi@bharat.example');
    server.fail(getUser, Code.NotFound, 'User not found.');
    await open(`${LIST}/user-8`);
    await expect.element(list.heading).toHaveTextContent('Failed to fetch user');
    await expect.element(page.getByText('There is nothing at this address.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Go Back' })).toBeVisible();
    await expectAccessible();
  });

  // Spec: S6.screens.signed-in
  test('is not offered without the right, and says which one is missing', async () => {
    signIn(person({ Home: ['view'] }));
    await open(CREATE);
    await expect.element(list.heading).toHaveTextContent('Create User');
    await expect.element(page.getByText('You need the Create permission for User.')).toBeVisible();
    await expect.element(form.create).not.toBeInTheDocument();
    await expectAccessible();
  });
});

describe('the tenant of a new user', () => {
  const platform = () => server.answer(getTenant, aTenant({ id: 'tenant-1', name: 'Bharat Infra', isPlatform: true }));

  // Spec: S2.users.form-tenant S5.tenant.search S5.user.tenant-search S9.search.three
  test('is found by its name, from the third character on', async () => {
    platform();
    server.answer(searchTenantsByName, { tenants: [{ id: 'tenant-2', name: 'Deccan Builders' }] });
    server.answer(createUser, aUser());
    await open(CREATE);
    await expect.element(tenant).toHaveValue('Bharat Infra');
    await expect.element(tenant).not.toHaveAttribute('readonly');
    await tenant.fill('De');
    await expect.element(page.getByText('Type three letters of the name')).toBeVisible();
    await tenant.fill('Dec');
    const option = page.getByRole('option', { name: 'Deccan Builders' });
    await expect.element(option).toBeVisible();
    await expect.element(page.getByText('1 match')).toBeVisible();
    // A search for the two characters would have come before.
    expect((await server.calls(searchTenantsByName)).map(({ request }) => request.keyword)).toEqual(['Dec']);
    await expectAccessible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(tenant).toHaveValue('Deccan Builders');
    await form.fill(GOOD);
    await form.create.click();
    await form.expectToast('User created successfully!');
    expect((await server.calls(createUser))[0]?.request.user).toMatchObject({
      email: GOOD['E-mail'],
      tenantId: 'tenant-2',
    });
  });

  test('is looked for at a pause in typing', async () => {
    withPace({ typeAhead: ENDLESS });
    platform();
    server.answer(searchTenantsByName, { tenants: [{ id: 'tenant-2', name: 'Deccan Builders' }] });
    await open(CREATE);
    await tenant.fill('Decc');
    expect(await server.calls(searchTenantsByName)).toEqual([]);
    withPace({ typeAhead: 0 });
    await tenant.fill('Deccan');
    await expect.element(page.getByRole('option', { name: 'Deccan Builders' })).toBeVisible();
    expect((await server.calls(searchTenantsByName)).map(({ request }) => request.keyword)).toEqual(['Deccan']);
  });

  // Spec: S8.users.tenant-search-failed
  test('may be searched in vain without harm', async () => {
    platform();
    server.fail(searchTenantsByName);
    server.answer(createUser, aUser());
    await open(CREATE);
    await expect.element(tenant).not.toHaveAttribute('readonly');
    await tenant.fill('bharat');
    await expect.element(page.getByText('Something went wrong.')).toBeVisible();
    server.answer(searchTenantsByName, {});
    await tenant.fill('no such firm');
    await expect.element(page.getByText('Nothing found for “no such firm”')).toBeVisible();
    await expectAccessible();
    await form.fill(GOOD);
    await expect.element(tenant).toHaveValue('Bharat Infra');
    await form.create.click();
    await form.expectToast('User created successfully!');
    expect((await server.calls(createUser))[0]?.request.user?.tenantId).toBe('tenant-1');
  });

  test('is one’s own outside the platform', async () => {
    await open(CREATE);
    await expect.element(page.getByText('Users belong to your own tenant')).toBeVisible();
    await expect.element(tenant).toHaveValue('Bharat Infra');
    await expect.element(tenant).toHaveAttribute('readonly');
  });

  test('is kept for ever', async () => {
    await open(EDIT);
    await expect.element(page.getByText('A user stays with their tenant')).toBeVisible();
    await expect.element(tenant).toHaveAttribute('readonly');
    expect(await server.calls(getTenant)).toEqual([]);
  });
});
