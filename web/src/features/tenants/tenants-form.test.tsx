import { beforeEach, describe, expect, test } from 'vitest';
import { AuthService } from '@/gen/nirmaan/auth/v1/auth_pb';
import { Tenant_Status } from '@/gen/nirmaan/platform/v1/tenant_pb';
import { TenantService } from '@/gen/nirmaan/platform/v1/tenant_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { aTenant } from '@/testing/platform';
import { conflict, taken } from '@/testing/refusals';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const LIST = '/admin/tenants';
const EDIT = `${LIST}/tenant-7/edit`;
const { filterTenants, getTenant, createTenant, updateTenant } = TenantService.method;

const GOOD = { Name: 'Konkan Roads', Subdomain: 'konkan-roads', 'Schema name': 'konkan_roads' };

describe('the form of a tenant', () => {
  beforeEach(() => {
    signIn();
    server.answer(filterTenants, (request) => pageOf([aTenant()], request));
    server.answer(getTenant, () => aTenant());
  });

  // Spec: S4.tenant.default
  test('sends a new tenant as active, once, however often it is asked to', async () => {
    const release = server.hold(createTenant);
    await open(`${LIST}/create`);
    await form.fill({ ...GOOD, 'Contact e-mail': ' office@konkan.example ' });
    // In one go: no render comes between them that would disable the button.
    const button = form.create.element();
    for (let click = 0; click < 3; click += 1) button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(await server.calls(createTenant)).toHaveLength(1);
    release();
    await form.expectToast('Tenant created successfully!');
    const { request, headers } = (await server.calls(createTenant))[0] ?? {};
    expect(request?.tenant).toMatchObject({
      name: 'Konkan Roads',
      subdomain: 'konkan-roads',
      schemaName: 'konkan_roads',
      contactEmail: 'office@konkan.example',
      status: Tenant_Status.ACTIVE,
    });
    expect(headers?.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(await server.calls(createTenant)).toHaveLength(1);
  });

  // Spec: S2.tenants.form-reset S2.tenants.form-buttons
  test('is reset on create only, and left by Back', async () => {
    await list.open(LIST);
    await page.getByRole('link', { name: 'Create Tenant' }).click();
    await form.fill({ Name: 'x', Comment: 'y' });
    await expect.element(form.unsaved).toBeVisible();
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.element(form.field('Name')).toHaveValue('');
    await expect.element(form.field('Comment')).toHaveValue('');
    await expect.element(form.unsaved).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.poll(address).toBe(LIST);
    await open(EDIT);
    await expect.element(form.update).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Back' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Reset' })).not.toBeInTheDocument();
  });

  test('names what is wrong, and leads to it', async () => {
    await open(`${LIST}/create`);
    await form.fill({
      Subdomain: 'Bharat Infra',
      'Schema name': '1firm',
      'Contact e-mail': 'office',
      'Mobile no.': '12345',
      'WhatsApp no.': '5876543210',
    });
    await form.create.click();
    await expect.element(form.summary).toHaveFocus();
    const problems = form.summary.getByRole('listitem');
    expect(problems.elements().map((problem) => problem.textContent)).toEqual([
      'Name is required.',
      'Subdomain may have lower-case letters, digits and hyphens only.',
      'Schema name must start with a letter and have lower-case letters, digits and underscores only.',
      'Please enter a valid email.',
      'Please enter a valid 10-digit mobile number.',
      'Please enter a valid 10-digit mobile number.',
    ]);
    await problems.getByRole('link').first().click();
    await expect.element(form.field('Name')).toHaveFocus();
    await expectAccessible();
  });

  test('shows the server’s reason at the field', async () => {
    const reason = 'Subdomain is already used by another organisation.';
    server.answer(createTenant, () => {
      throw taken('tenant.subdomain', reason);
    });
    await open(`${LIST}/create`);
    await form.fill(GOOD);
    await form.create.click();
    await expect.element(form.summary).toHaveFocus();
    await form.summary.getByRole('link', { name: reason }).click();
    await expect.element(form.field('Subdomain')).toHaveFocus();
    await expect.element(form.field('Subdomain')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(form.field('Name')).toHaveValue(GOOD.Name);
    await expectAccessible();
  });

  // Spec: S8.tenants.save-failed
  test('says when it can’t be saved, and keeps what was typed', async () => {
    server.answer(updateTenant, aTenant());
    await open(EDIT);
    await form.expectKept(
      { Comment: 'typed' },
      {
        method: updateTenant,
        save: form.update,
        failed: 'Failed to save tenant',
        done: 'Tenant updated successfully!',
      },
    );
    expect(await server.calls(updateTenant)).toHaveLength(2);
    expect((await server.calls(updateTenant)).at(-1)?.request).toMatchObject({
      id: 'tenant-7',
      tenant: { name: 'Konkan Roads', comment: 'typed', version: 3n },
    });
  });

  // Spec: S8.tenants.fetch-failed
  test('says when the tenant can’t be read, and tries again', async () => {
    const mend = server.fail(getTenant);
    for (const path of [`${LIST}/tenant-7`, EDIT]) {
      await open(path);
      await expect.element(list.heading).toHaveTextContent('Failed to fetch tenant');
    }
    await expectAccessible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(form.field('Name')).toHaveValue('Konkan Roads');
  });

  test('asks before unsaved changes are left, by Logout too', async () => {
    server.answer(UserService.method.filterUsers, {});
    await open(`${LIST}/create`);
    await form.fill({ Name: 'Half a firm' });
    const question = form.dialog('Leave without saving?');
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await expect.element(question).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect.element(form.field('Name')).toHaveValue('Half a firm');
    expect(await server.calls(AuthService.method.logout)).toEqual([]);
    await expect.poll(() => Object.keys(sessionStorage)).toContain(`nirmaan.draft:${LIST}/create`);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
    await expect.element(question).toBeVisible();
    expect(address()).toBe(`${LIST}/create`);
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect.poll(address).toBe('/admin/users');
    await expect.poll(() => Object.keys(sessionStorage)).not.toContain(`nirmaan.draft:${LIST}/create`);
  });

  test('is not overwritten when somebody else changed it first', async () => {
    server.answer(updateTenant, ({ tenant }) => {
      server.answer(getTenant, aTenant({ comment: 'Theirs', version: 4n }));
      if (tenant?.version !== 4n) throw conflict(4n);
      return aTenant();
    });
    await open(EDIT);
    await form.fill({ Comment: 'Mine' });
    await form.update.click();
    const dialog = form.dialog('This record has changed');
    await expect.element(dialog).toHaveTextContent('Last changed by asha@bharat.example at 20 Nov 2026, 2:05 pm');
    await expectAccessible();
    await dialog.getByRole('radio', { name: 'Mine' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await form.expectToast('Tenant updated successfully!');
    expect((await server.calls(updateTenant)).map(({ request }) => request)).toMatchObject([
      { tenant: { version: 3n }, updateMask: { paths: ['comment'] } },
      { tenant: { comment: 'Mine', version: 4n }, updateMask: { paths: ['comment'] } },
    ]);
  });
});

test('without the right, the form of a tenant says which one is missing', async () => {
  signIn(person({ Tenants: ['view'] }));
  await open(`${LIST}/create`);
  await expect.element(page.getByText('You need the Create permission for Tenants.')).toBeVisible();
  await expect.element(form.create).not.toBeInTheDocument();
  await expectAccessible();
});
