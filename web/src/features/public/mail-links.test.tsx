import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { AuthService } from '@/gen/nirmaan/auth/v1/auth_pb';
import { MailLink_Purpose, MailLinkService } from '@/gen/nirmaan/auth/v1/mail_link_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { person, signIn } from '@/testing/people';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const api = MailLinkService.method;
const { login } = AuthService.method;

const main = page.getByRole('main');
const heading = main.getByRole('heading', { level: 1 });
const emailOrMobile = main.getByRole('textbox', { name: 'E-mail or mobile' });
const tenantName = main.getByRole('textbox', { name: 'Tenant name' });
const newPassword = main.getByRole('textbox', { name: 'New password' });
const problem = main.getByRole('alert');
const toLogin = main.getByRole('link', { name: 'Go to Login' });

describe('whoever has forgotten their password', () => {
  const send = main.getByRole('button', { name: 'Mail me a link' });

  beforeEach(() => {
    server.answer(api.getMailOptions, { links: true });
    server.answer(api.requestPasswordReset, {});
  });

  test('takes along what was typed, there and back', async () => {
    await open('/login');
    await emailOrMobile.fill('owner@bharat.example');
    await tenantName.fill('bharat infra');
    await main.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect.poll(address).toBe('/forgot-password');
    await expect.element(heading).toHaveTextContent('Forgot Password');
    await expect.element(emailOrMobile).toHaveValue('owner@bharat.example');
    await expect.element(tenantName).toHaveValue('bharat infra');
    await expectAccessible();
    await send.click();
    await expect.element(main).toHaveTextContent('If there is such an account, a link is on its way');
    await expect.element(send).not.toBeInTheDocument();
    const sent = { emailOrMobile: 'owner@bharat.example', tenantName: 'bharat infra' };
    expect((await server.calls(api.requestPasswordReset)).map(({ request }) => request)).toMatchObject([sent]);
    await expectAccessible();
    await main.getByRole('link', { name: 'Back to Login' }).click();
    await expect.element(emailOrMobile).toHaveValue('owner@bharat.example');
    await expect.element(tenantName).toHaveValue('bharat infra');
    expect(await server.calls(login)).toEqual([]);
  });

  test('says who they are', async () => {
    await open('/forgot-password');
    await send.click();
    await expect.element(emailOrMobile).toHaveFocus();
    await expect.element(emailOrMobile).toHaveAccessibleDescription('E-mail or mobile is required.');
    await expect.element(tenantName).toHaveAccessibleDescription(/Tenant name is required\.$/);
    expect(await server.calls(api.requestPasswordReset)).toEqual([]);
  });

  test('is told to wait by the server, and keeps what they typed', async () => {
    server.fail(api.requestPasswordReset, Code.ResourceExhausted, 'Too many requests. Please try again in 2 minutes.');
    await open('/forgot-password');
    await emailOrMobile.fill('owner@bharat.example');
    await tenantName.fill('bharat infra');
    await send.click();
    await expect.element(problem).toHaveTextContent('Too many requests. Please try again in 2 minutes.');
    await expect.element(send).toBeEnabled();
    await expect.element(emailOrMobile).toHaveValue('owner@bharat.example');
  });

  test('is told where no mail is sent, instead of a form', async () => {
    server.answer(api.getMailOptions, { links: false });
    await open('/forgot-password');
    await expect.element(problem).toHaveTextContent(/^This server sends no mail\./);
    await expect.element(send).not.toBeInTheDocument();
    await expectAccessible();
  });
});

describe('an invitation', () => {
  const choose = main.getByRole('button', { name: 'Choose password' });
  const link = { purpose: MailLink_Purpose.INVITATION, email: 'asha@bharat.example', tenantName: 'Bharat Infra' };

  test('has a password chosen, and leads to the sign-in with the name filled', async () => {
    server.answer(api.readMailLink, link);
    server.answer(api.acceptInvitation, {});
    await open('/accept-invitation#token=a-token');
    await expect.element(heading).toHaveTextContent('Accept Invitation');
    await expect.element(main).toHaveTextContent('For asha@bharat.example at Bharat Infra.');
    await expect.poll(() => window.location.hash).toBe('');
    await newPassword.fill('harbour lantern 7');
    await choose.click();
    await expect.element(main).toHaveTextContent('Welcome! Your password is chosen.');
    await expectAccessible();
    expect((await server.calls(api.acceptInvitation)).map(({ request }) => request)).toMatchObject([
      { token: 'a-token', newPassword: 'harbour lantern 7' },
    ]);
    await toLogin.click();
    await expect.element(emailOrMobile).toHaveValue(link.email);
    await expect.element(tenantName).toHaveValue(link.tenantName);
  });
});

describe('a link to confirm an address', () => {
  const confirm = main.getByRole('button', { name: 'Confirm address' });
  const link = { purpose: MailLink_Purpose.EMAIL_CHANGE, email: 'asha@bharat.example', tenantName: 'Bharat Infra' };

  test('changes it once it is confirmed, and says why when it can’t', async () => {
    server.answer(api.readMailLink, link);
    server.answer(api.confirmEmailChange, {});
    const taken = 'E-mail is already used by another user of the organisation.';
    const back = server.fail(api.confirmEmailChange, Code.AlreadyExists, taken);
    await open('/confirm-email#token=a-token');
    await expect.element(main).toHaveTextContent('Sign in to Bharat Infra as asha@bharat.example from now on?');
    await expect.poll(() => window.location.hash).toBe('');
    await expectAccessible();
    // Whoever only looks at the mail, or has a program look at it, changes nothing.
    expect(await server.calls(api.confirmEmailChange)).toEqual([]);
    await confirm.click();
    await expect.element(problem).toHaveTextContent(taken);
    back();
    await confirm.click();
    await expect.element(main).toHaveTextContent('The address is yours.');
    await expect.element(confirm).not.toBeInTheDocument();
    expect((await server.calls(api.confirmEmailChange)).at(-1)?.request.token).toBe('a-token');
    await expectAccessible();
  });

  test('that has ended says so', async () => {
    server.fail(api.readMailLink, Code.FailedPrecondition, 'This link was used or has ended.');
    await open('/confirm-email#token=old');
    await expect.element(problem).toHaveTextContent('This link was used or has ended.');
    await expect.element(main.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect.element(confirm).not.toBeInTheDocument();
  });
});

describe('a link to set a new password', () => {
  const set = main.getByRole('button', { name: 'Set password' });
  const link = {
    purpose: MailLink_Purpose.PASSWORD_RESET,
    email: person().email,
    tenantName: person().tenantName,
  };

  beforeEach(() => {
    server.answer(api.readMailLink, link);
    server.answer(api.resetPassword, {});
  });

  test('sets it, leaves the address, and leads to the sign-in with the name filled', async () => {
    await open('/reset-password#token=a-token');
    await expect.element(main).toHaveTextContent(`For ${link.email} at ${link.tenantName}.`);
    await expect.poll(() => window.location.hash).toBe('');
    await expect.element(newPassword).toHaveAttribute('autocomplete', 'new-password');
    await expectAccessible();
    await newPassword.fill('harbour lantern 7');
    await set.click();
    await expect.element(main).toHaveTextContent('Your password is set, and you are signed out everywhere.');
    expect((await server.calls(api.readMailLink)).map(({ request }) => request.token)).toEqual(['a-token']);
    expect((await server.calls(api.resetPassword)).map(({ request }) => request)).toMatchObject([
      { token: 'a-token', newPassword: 'harbour lantern 7' },
    ]);
    await expectAccessible();
    await toLogin.click();
    await expect.element(emailOrMobile).toHaveValue(link.email);
    await expect.element(tenantName).toHaveValue(link.tenantName);
  });

  test('stays while the password isn’t taken', async () => {
    await open('/reset-password#token=a-token');
    await set.click();
    await expect.element(newPassword).toHaveFocus();
    await expect.element(newPassword).toHaveAccessibleDescription(/New password is required\.$/);
    server.fail(api.resetPassword, Code.InvalidArgument, 'This password is too common.');
    await newPassword.fill('password');
    await set.click();
    await expect.element(newPassword).toHaveAccessibleDescription(/This password is too common\.$/);
    await expect.element(newPassword).toHaveValue('password');
    await expect.element(set).toBeEnabled();
  });

  test('that has ended says so, and how to get another', async () => {
    const ended = 'This link was used or has ended. Please ask for a new one.';
    const work = server.fail(api.readMailLink, Code.FailedPrecondition, ended);
    server.answer(api.getMailOptions, { links: true });
    await open('/reset-password#token=old');
    await expect.element(problem).toHaveTextContent(ended);
    await expect.element(newPassword).not.toBeInTheDocument();
    await expectAccessible();
    work();
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(newPassword).toBeVisible();
    await open('/reset-password');
    await expect.element(problem).toHaveTextContent('There is no link in this address.');
    await main.getByRole('link', { name: 'Ask for a new link' }).click();
    await expect.poll(address).toBe('/forgot-password');
  });

  test('says that it is looked at', async () => {
    const release = server.hold(api.readMailLink);
    await open('/reset-password#token=a-token');
    await expect.element(main.getByText('Checking the link…')).toBeVisible();
    release();
    await expect.element(newPassword).toBeVisible();
  });

  test('ends the session of the same user in this browser, and of nobody else', async () => {
    for (const [email, remains] of [
      [link.email, false],
      ['other@bharat.example', true],
    ] as const) {
      signIn();
      server.answer(api.readMailLink, { ...link, email });
      await open('/reset-password#token=a-token');
      await newPassword.fill('harbour lantern 7');
      await set.click();
      await expect.element(main).toHaveTextContent('Your password is set');
      await toLogin.click();
      // Whoever is signed in still isn't asked to sign in.
      await expect.poll(address).toBe(remains ? '/' : '/login');
      expect(localStorage.getItem('accessToken') !== null).toBe(remains);
      if (!remains) await expect.element(emailOrMobile).toHaveValue(email);
    }
  });
});
