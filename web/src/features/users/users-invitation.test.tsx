import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { MailLinkService } from '@/gen/nirmaan/auth/v1/mail_link_service_pb';
import { TenantService } from '@/gen/nirmaan/platform/v1/tenant_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { person, signIn } from '@/testing/people';
import { aTenant, aUser } from '@/testing/platform';
import { open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const { createUser, filterUsers, getUser, inviteUser } = UserService.method;

const CREATE = '/admin/users/create';
const USER = '/admin/users/user-7';
const firstSignIn = page.getByRole('combobox', { name: 'First sign-in' });
const password = form.field('Password');
const again = page.getByRole('main').getByRole('button', { name: 'Invite again' });

beforeEach(() => {
  signIn();
  server.answer(MailLinkService.method.getMailOptions, { links: true });
  server.answer(TenantService.method.getTenant, aTenant({ id: 'tenant-1', name: 'Bharat Infra' }));
  server.answer(filterUsers, {});
  server.answer(createUser, aUser());
});

describe('a new user', () => {
  test('is invited by mail first, where mail is sent', async () => {
    await open(CREATE);
    await expect.element(firstSignIn).toHaveValue('Mail an invitation');
    await expect.element(password).toHaveAttribute('readonly');
    await expect.element(password).toHaveAccessibleDescription(/Chosen by whoever is invited/);
    await expectAccessible();
    await form.fill({ 'E-mail': 'asha@bharat.example' });
    await form.create.click();
    await form.expectToast('User created successfully!');
    expect((await server.calls(createUser)).map(({ request }) => request.user)).toMatchObject([
      { email: 'asha@bharat.example', password: '', sendInvitation: true },
    ]);
  });

  test('gets a password by choice', async () => {
    await open(CREATE);
    await form.fill({ 'E-mail': 'asha@bharat.example' });
    await firstSignIn.click();
    await page.getByRole('option', { name: 'Set a password' }).click();
    await form.fill({ Password: 'Nine-metre-girder' });
    await form.create.click();
    await form.expectToast('User created successfully!');
    expect((await server.calls(createUser)).map(({ request }) => request.user)).toMatchObject([
      { password: 'Nine-metre-girder', sendInvitation: false },
    ]);
  });

  test('gets a password where no mail is sent', async () => {
    server.answer(MailLinkService.method.getMailOptions, { links: false });
    await open(CREATE);
    await expect.element(password).toBeVisible();
    await expect.element(firstSignIn).not.toBeInTheDocument();
    await form.fill({ 'E-mail': 'asha@bharat.example' });
    await form.create.click();
    await expect.element(form.summary).toHaveTextContent('Password is required.');
  });
});

test('somebody who asks for a role is marked in the list, and their page says since when', async () => {
  const ravi = aUser({ roleRequestedAt: timestampFromDate(new Date('2026-11-29T04:42:00Z')) });
  const content = [ravi, aUser({ ...ravi, id: 'user-8', email: 'asha@bharat.example', isActive: false })];
  server.answer(filterUsers, { content, size: 20, totalPages: 1, totalElements: 2n });
  server.answer(getUser, ravi);
  await open('/admin/users');
  const row = (email: string) => page.getByRole('row').filter({ hasText: email });
  await expect.element(row('ravi@bharat.example')).toHaveTextContent('Asks for a role');
  await expect.element(row('asha@bharat.example')).toHaveTextContent('Inactive');
  await open(USER);
  await expect.element(page.getByText('Asked for a role on 29 Nov 2026, 10:12 am')).toBeVisible();
  await expectAccessible();
});

describe('somebody who was invited', () => {
  beforeEach(() => {
    server.answer(getUser, aUser({ isInvited: true }));
    server.answer(inviteUser, {});
  });

  test('is marked in the list', async () => {
    server.answer(filterUsers, {
      content: [aUser({ isInvited: true }), aUser({ id: 'user-8', email: 'asha@bharat.example' })],
      size: 20,
      totalPages: 1,
      totalElements: 2n,
    });
    await open('/admin/users');
    const row = (email: string) => page.getByRole('row').filter({ hasText: email });
    await expect.element(row('ravi@bharat.example')).toHaveTextContent('Invited');
    await expect.element(row('asha@bharat.example')).toHaveTextContent('Active');
  });

  test('is invited again, after a question', async () => {
    await open(USER);
    await expect.element(page.getByText('Invited, not yet accepted')).toBeVisible();
    await expectAccessible();
    await again.click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toHaveTextContent('The link that was mailed before ends.');
    const back = server.fail(inviteUser, Code.FailedPrecondition, 'This server sends no mail.');
    await dialog.getByRole('button', { name: 'Invite again' }).click();
    await expect.element(dialog).toHaveTextContent('This server sends no mail.');
    back();
    await dialog.getByRole('button', { name: 'Invite again' }).click();
    await form.expectToast('An invitation is on its way to ravi@bharat.example.');
    expect((await server.calls(inviteUser)).at(-1)?.request.id).toBe('user-7');
  });

  test('is invited again only by whoever may edit users', async () => {
    signIn(person({ User: ['view'] }));
    await open(USER);
    await expect.element(again).toHaveAttribute('aria-disabled', 'true');
  });

  test('isn’t invited again where no mail is sent, and whoever tries learns what to do', async () => {
    server.answer(MailLinkService.method.getMailOptions, { links: false });
    await open(USER);
    await expect.element(again).toHaveAttribute('aria-disabled', 'true');
    await again.hover();
    await expect
      .element(page.getByRole('tooltip'))
      .toHaveTextContent('This server can’t mail an invitation. Edit the user');
    await expectAccessible();
  });

  test('isn’t asked for when they have accepted', async () => {
    server.answer(getUser, aUser());
    await open(USER);
    await expect.element(page.getByRole('button', { name: 'End sessions' })).toBeVisible();
    await expect.element(again).not.toBeInTheDocument();
  });
});
