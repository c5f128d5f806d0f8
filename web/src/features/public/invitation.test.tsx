import { Code, ConnectError } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { AuthService } from '@/gen/nirmaan/auth/v1/auth_pb';
import { MailLink_Purpose, MailLinkService } from '@/gen/nirmaan/auth/v1/mail_link_service_pb';
import { clearSession } from '@/session/session-store';
import { expectAccessible } from '@/testing/accessible';
import { frame } from '@/testing/frame';
import { backHome, linkPage, usedLink } from '@/testing/mail-links';
import { person, session, signIn } from '@/testing/people';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';
import { settled } from '@/testing/settled';

const api = MailLinkService.method;
const { login, logout } = AuthService.method;
const { main, heading, newPassword, problem, again, toLogin, emailOrMobile, tenantName } = linkPage;

describe('an invitation', () => {
  const choose = main.getByRole('button', { name: 'Choose password' });
  const link = { purpose: MailLink_Purpose.INVITATION, email: 'asha@bharat.example', tenantName: 'Bharat Infra' };

  const asha = { ...person({ Contracts: ['view'] }), id: 'user-9', email: link.email, username: link.email };

  beforeEach(() => {
    server.answer(api.readMailLink, link);
    server.answer(api.acceptInvitation, {});
    server.answer(login, session(asha));
  });

  const accept = async () => {
    await open('/accept-invitation#token=a-token');
    await newPassword.fill('harbour lantern 7');
    await choose.click();
  };

  test('has a password chosen, and signs in with it', async () => {
    await open('/accept-invitation#token=a-token');
    await expect.element(heading).toHaveTextContent('Accept Invitation');
    await expect.element(main).toHaveTextContent('For asha@bharat.example at Bharat Infra.');
    await expect.poll(() => window.location.hash).toBe('');
    await expectAccessible();
    await newPassword.fill('harbour lantern 7');
    const answer = server.hold(login);
    await choose.click();
    // Nothing else is asked, and nothing is said that is over in a moment.
    await expect.element(main.getByRole('button', { name: 'Saving…' })).toBeDisabled();
    await expect.poll(() => server.calls(login)).toHaveLength(1);
    await expect.element(main).not.toHaveTextContent('Sign in with it');
    answer();
    await expect.element(frame.banner).toHaveTextContent('Signed in as asha@bharat.example');
    await expect.poll(address).toBe('/');
    expect((await server.calls(api.acceptInvitation)).map(({ request }) => request)).toMatchObject([
      { token: 'a-token', newPassword: 'harbour lantern 7' },
    ]);
    expect((await server.calls(login)).map(({ request }) => request)).toMatchObject([
      { emailOrMobile: link.email, password: 'harbour lantern 7', tenantName: link.tenantName, code: '' },
    ]);
  });

  test('leads to the sign-in with the names filled in where signing in fails', async () => {
    server.fail(login, Code.ResourceExhausted, 'Too many attempts.');
    await accept();
    await expect.element(main).toHaveTextContent('Welcome! Your password is chosen. Sign in with it.');
    await expect.element(heading).toHaveFocus();
    await expectAccessible();
    await toLogin.click();
    await expect.element(emailOrMobile).toHaveValue(link.email);
    await expect.element(tenantName).toHaveValue(link.tenantName);
  });

  test('that somebody else opens leaves them signed in until they say otherwise', async () => {
    signIn();
    server.answer(logout, {});
    await accept();
    await expect.element(main).toHaveTextContent('In this browser, you are signed in as owner@bharat.example.');
    await expect.element(frame.banner).toHaveTextContent('Signed in as owner@bharat.example');
    expect(await server.calls(login)).toEqual([]);
    await expectAccessible();
    await main.getByRole('link', { name: 'Log out and sign in as asha@bharat.example' }).click();
    await expect.element(emailOrMobile).toHaveValue(link.email);
    await expect.element(tenantName).toHaveValue(link.tenantName);
    await expect.poll(address).toBe('/login');
    expect(localStorage.getItem('accessToken')).toBeNull();
    await expect.poll(() => server.calls(logout)).toHaveLength(1);
    await main.getByRole('textbox', { name: 'Password' }).fill('harbour lantern 7');
    await main.getByRole('button', { name: 'Login' }).click();
    await expect.element(frame.banner).toHaveTextContent('Signed in as asha@bharat.example');
    await expect.poll(address).toBe('/');
    // Whoever comes back to a page before that is signed out by none of them.
    await backHome();
    await expect.element(frame.banner).toHaveTextContent('Signed in as asha@bharat.example');
    expect(await server.calls(logout)).toHaveLength(1);
  });

  test('stays open when somebody signs in or out in another tab', async () => {
    await open('/accept-invitation#token=a-token');
    await expect.element(newPassword).toBeVisible();
    signIn();
    await expect.element(frame.banner).toHaveTextContent('Signed in as owner@bharat.example');
    await newPassword.fill('harbour lantern 7');
    clearSession();
    await expect.element(frame.banner).toHaveTextContent('Guest');
    await expect.element(newPassword).toHaveValue('');
    await newPassword.fill('harbour lantern 7');
    await choose.click();
    await expect.element(frame.banner).toHaveTextContent('Signed in as asha@bharat.example');
    expect((await server.calls(api.acceptInvitation)).map(({ request }) => request.token)).toEqual(['a-token']);
  });

  test('stays when the page is told to skip to its content, before and after it was used', async () => {
    const skip = page.getByRole('link', { name: 'Skip to content' });
    server.fail(login, Code.ResourceExhausted, 'Too many attempts.');
    await open('/accept-invitation#token=a-token');
    await expect.element(newPassword).toBeVisible();
    skip.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => window.location.hash).toBe('#main');
    await settled();
    await newPassword.fill('harbour lantern 7');
    await choose.click();
    await expect.element(main).toHaveTextContent('Welcome! Your password is chosen. Sign in with it.');
    skip.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(main).toHaveFocus();
    await settled();
    await expect.element(main).toHaveTextContent('Welcome! Your password is chosen. Sign in with it.');
    await toLogin.click();
    await expect.element(emailOrMobile).toHaveValue(link.email);
  });

  test('that was accepted leads to the sign-in, and is not tried again', async () => {
    server.answer(api.readMailLink, () => {
      throw usedLink('This invitation was accepted already.');
    });
    await open('/accept-invitation#token=a-token');
    await expect.element(problem).toHaveTextContent('This invitation was accepted already.');
    await expect.element(again).not.toBeInTheDocument();
    await expect.element(main).not.toHaveTextContent('look for a newer one');
    await expectAccessible();
    await toLogin.click();
    await expect.element(emailOrMobile).toHaveValue(link.email);
    await expect.element(tenantName).toHaveValue(link.tenantName);
    // The same is said of it to whoever comes back.
    window.history.back();
    await expect.element(problem).toHaveTextContent('This invitation was accepted already.');
  });

  test('that somebody else accepts while the password is chosen leads to the sign-in', async () => {
    server.answer(api.acceptInvitation, () => {
      throw usedLink('This invitation was accepted already.');
    });
    await accept();
    await expect.element(problem).toHaveTextContent('This invitation was accepted already.');
    await expect.element(newPassword).not.toBeInTheDocument();
    await toLogin.click();
    await expect.element(emailOrMobile).toHaveValue(link.email);
  });

  test('that is pasted into the address of one that has ended counts', async () => {
    server.answer(api.readMailLink, ({ token }) => {
      if (token === 'old') throw new ConnectError('This link was used or has ended.', Code.FailedPrecondition);
      return link;
    });
    await open('/accept-invitation#token=old');
    await expect.element(problem).toHaveTextContent('This link was used or has ended.');
    window.location.hash = 'token=new';
    await newPassword.fill('harbour lantern 7');
    await choose.click();
    await expect.element(frame.banner).toHaveTextContent('Signed in as asha@bharat.example');
    expect((await server.calls(api.acceptInvitation)).map(({ request }) => request.token)).toEqual(['new']);
  });

  test('that has ended, also while the password is chosen, says whom to ask', async () => {
    const ended = 'This link was used or has ended.';
    server.fail(api.acceptInvitation, Code.FailedPrecondition, ended);
    await accept();
    await expect.element(problem).toHaveTextContent(ended);
    await expect.element(newPassword).not.toBeInTheDocument();
    await expect.element(main).toHaveTextContent('or ask an administrator of your organisation to invite you again');
    await expect.element(again).not.toBeInTheDocument();
    await expect.element(heading).toHaveFocus();
    await expectAccessible();
  });
});
