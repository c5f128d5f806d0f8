import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { AuthService } from '@/gen/nirmaan/auth/v1/auth_pb';
import { MailLinkService } from '@/gen/nirmaan/auth/v1/mail_link_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { withPace } from '@/testing/pace';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';
import { settled } from '@/testing/settled';

const api = MailLinkService.method;
const { login } = AuthService.method;

const main = page.getByRole('main');
const heading = main.getByRole('heading', { level: 1 });
const emailOrMobile = main.getByRole('textbox', { name: 'E-mail or mobile' });
const tenantName = main.getByRole('textbox', { name: 'Tenant name' });
const helper = main.getByRole('link', { name: 'hello@nirmaan.example' });
const problem = main.getByRole('alert');

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

  test('is told who can help where no mail is sent, and never offered one', async () => {
    server.answer(api.getMailOptions, { links: false });
    const answer = server.hold(api.getMailOptions);
    await open('/forgot-password');
    await expect.element(main.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
    await expect.element(emailOrMobile).not.toBeInTheDocument();
    answer();
    await expect.element(main.getByText('This server can’t mail you a link. An administrator')).toBeVisible();
    await expect.element(send).not.toBeInTheDocument();
    await expect.element(problem).toHaveTextContent('');
    await expectAccessible();
    await expect.element(helper).toHaveAttribute('href', 'mailto:hello@nirmaan.example');
  });

  test('is offered one where the server doesn’t say in time whether it mails any', async () => {
    withPace({ offer: 0 });
    server.answer(api.getMailOptions, { links: false });
    const answer = server.hold(api.getMailOptions);
    await open('/forgot-password');
    await emailOrMobile.fill('owner@bharat.example');
    // What is typed isn't taken away by what is found out then: whoever sends it is told.
    answer();
    await settled();
    await expect.element(emailOrMobile).toHaveValue('owner@bharat.example');
    await expect.element(send).toBeVisible();
  });

  test('is told so also when that is found out no sooner than by sending', async () => {
    server.fail(api.getMailOptions, Code.Unavailable, 'Busy.');
    server.fail(api.requestPasswordReset, Code.FailedPrecondition, 'This server sends no mail.');
    await open('/forgot-password');
    await emailOrMobile.fill('owner@bharat.example');
    await tenantName.fill('bharat infra');
    await send.click();
    await expect.element(helper).toBeVisible();
    await expect.element(heading).toHaveFocus();
    await expect.element(send).not.toBeInTheDocument();
    await main.getByRole('link', { name: 'Back to Login' }).click();
    await expect.element(emailOrMobile).toHaveValue('owner@bharat.example');
  });
});
