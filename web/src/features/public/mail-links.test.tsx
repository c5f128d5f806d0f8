import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { AuthService } from '@/gen/nirmaan/auth/v1/auth_pb';
import { MailLink_Purpose, MailLinkService } from '@/gen/nirmaan/auth/v1/mail_link_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { frame } from '@/testing/frame';
import { backHome, linkPage, usedLink } from '@/testing/mail-links';
import { person, session, signIn } from '@/testing/people';
import { address, open } from '@/testing/screen';
import { server } from '@/testing/server';
import { settled } from '@/testing/settled';

const api = MailLinkService.method;
const { login, logout, refresh } = AuthService.method;
const { main, heading, newPassword, problem, again, toLogin, emailOrMobile, tenantName } = linkPage;

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
    await expect.element(toLogin).toBeVisible();
    expect((await server.calls(api.confirmEmailChange)).at(-1)?.request.token).toBe('a-token');
    await expectAccessible();
  });

  test('has whoever is signed in called by it at once', async () => {
    signIn();
    server.answer(api.readMailLink, link);
    server.answer(api.confirmEmailChange, {});
    server.answer(refresh, session({ ...person(), email: link.email, username: link.email }));
    await open('/confirm-email#token=a-token');
    await confirm.click();
    await expect.element(main).toHaveTextContent('The address is yours.');
    await expect.element(main).not.toHaveTextContent('Log out');
    await expect.element(frame.banner).toHaveTextContent('Signed in as asha@bharat.example');
    await main.getByRole('link', { name: 'Home' }).click();
    await expect.poll(address).toBe('/');
  });

  test('says who is signed in where that is somebody else', async () => {
    const other = { ...person(), email: 'other@bharat.example', username: 'other@bharat.example' };
    signIn(other);
    server.answer(api.readMailLink, link);
    server.answer(api.confirmEmailChange, {});
    server.answer(refresh, session(other));
    await open('/confirm-email#token=a-token');
    await confirm.click();
    await expect.element(main).toHaveTextContent('In this browser, you are signed in as other@bharat.example.');
    await expect.element(main.getByRole('link', { name: 'Log out and sign in as asha@' })).toBeVisible();
  });

  test('is asked about by itself when it is pasted over another that is being confirmed', async () => {
    server.answer(api.readMailLink, ({ token }) => ({ ...link, email: `${token}@bharat.example` }));
    const release = server.hold(api.confirmEmailChange);
    server.fail(api.confirmEmailChange, Code.AlreadyExists, 'E-mail is already used.');
    await open('/confirm-email#token=first');
    await confirm.click();
    await expect.poll(() => server.calls(api.confirmEmailChange)).toHaveLength(1);
    window.location.hash = 'token=second';
    await expect.element(main).toHaveTextContent('as second@bharat.example from now on?');
    release();
    await settled();
    await expect.element(main).toHaveTextContent('as second@bharat.example from now on?');
    await expect.element(problem).toHaveTextContent('');
  });

  test('that has ended says so, and where to ask for another', async () => {
    server.fail(api.readMailLink, Code.FailedPrecondition, 'This link was used or has ended.');
    await open('/confirm-email#token=old');
    await expect.element(problem).toHaveTextContent('This link was used or has ended.');
    await expect.element(again).not.toBeInTheDocument();
    await expect.element(confirm).not.toBeInTheDocument();
    await expectAccessible();
    await main.getByRole('link', { name: 'Ask for a new link in your profile' }).click();
    await expect.poll(address).toBe('/login');
  });

  test('that was used leads to the sign-in', async () => {
    server.answer(api.readMailLink, () => {
      throw usedLink('This address was confirmed already.');
    });
    await open('/confirm-email#token=old');
    await expect.element(problem).toHaveTextContent('This address was confirmed already.');
    await expect
      .element(main.getByRole('link', { name: 'Ask for a new link in your profile' }))
      .not.toBeInTheDocument();
    await toLogin.click();
    await expect.element(emailOrMobile).toHaveValue('asha@bharat.example');
  });
});

describe('a link to set a new password', () => {
  const set = main.getByRole('button', { name: 'Set password' });
  const askAgain = main.getByRole('link', { name: 'Ask for a new link' });
  const link = {
    purpose: MailLink_Purpose.PASSWORD_RESET,
    email: person().email,
    tenantName: person().tenantName,
  };

  beforeEach(() => {
    server.answer(logout, {});
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
    await expect.element(main).toHaveTextContent('Your new password is set.');
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

  test('is asked about again where the server couldn’t say what it is for', async () => {
    const work = server.fail(api.readMailLink, Code.Unavailable, 'The server is busy.');
    await open('/reset-password#token=a-token');
    await expect.element(problem).toHaveTextContent('The server is busy.');
    await expect.element(askAgain).not.toBeInTheDocument();
    await expectAccessible();
    work();
    await again.click();
    await expect.element(newPassword).toBeVisible();
    await expect.element(heading).toHaveFocus();
  });

  test('ends no session that was begun since, when one comes back to its page', async () => {
    server.answer(login, session());
    await open('/reset-password#token=a-token');
    await newPassword.fill('harbour lantern 7');
    await set.click();
    await toLogin.click();
    await main.getByRole('textbox', { name: 'Password' }).fill('harbour lantern 7');
    await main.getByRole('button', { name: 'Login' }).click();
    await expect.element(frame.banner).toHaveTextContent('Signed in as');
    await expect.poll(address).toBe('/');
    await backHome();
    await expect.element(frame.banner).toHaveTextContent('Signed in as');
    expect(await server.calls(logout)).toEqual([]);
  });

  test('leaves whoever goes on before it is answered where they went', async () => {
    await open('/reset-password#token=a-token');
    await newPassword.fill('harbour lantern 7');
    const answer = server.hold(api.resetPassword);
    await set.click();
    await expect.poll(() => server.calls(api.resetPassword)).toHaveLength(1);
    await toLogin.click();
    await expect.poll(address).toBe('/login');
    await expect.element(emailOrMobile).toHaveValue(link.email);
    answer();
    await settled();
    expect(address()).toBe('/login');
    await expect.element(emailOrMobile).toBeVisible();
  });

  test('that has ended says so, and how to get another', async () => {
    const ended = 'This link was used or has ended. Please ask for a new one.';
    server.fail(api.readMailLink, Code.FailedPrecondition, ended);
    server.answer(api.getMailOptions, { links: true });
    await open('/reset-password#token=old');
    await expect.element(problem).toHaveTextContent(ended);
    await expect.element(newPassword).not.toBeInTheDocument();
    await expect.element(again).not.toBeInTheDocument();
    await expectAccessible();
    await open('/reset-password');
    await expect.element(problem).toHaveTextContent('There is no link in this address');
    await expect.element(again).not.toBeInTheDocument();
    await askAgain.click();
    await expect.poll(address).toBe('/forgot-password');
  });

  test('that was used leads to the sign-in, and to another with the names filled in', async () => {
    server.answer(api.readMailLink, () => {
      throw usedLink('This link was used already.');
    });
    server.answer(api.getMailOptions, { links: true });
    await open('/reset-password#token=old');
    await expect.element(toLogin).toHaveClass('nm-button');
    await askAgain.click();
    await expect.element(emailOrMobile).toHaveValue('asha@bharat.example');
    await expect.element(tenantName).toHaveValue('Bharat Infra');
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
      await expect.element(main).toHaveTextContent('Your new password is set.');
      if (remains) {
        await expect.element(main).toHaveTextContent(`In this browser, you are signed in as ${person().email}.`);
        expect(localStorage.getItem('accessToken')).not.toBeNull();
      } else {
        await toLogin.click();
        await expect.poll(address).toBe('/login');
        await expect.element(emailOrMobile).toHaveValue(email);
        expect(localStorage.getItem('accessToken')).toBeNull();
      }
    }
  });
});
