import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { AuthService } from '@/gen/nirmaan/auth/v1/auth_pb';
import { expectAccessible } from '@/testing/accessible';
import { frame } from '@/testing/frame';
import { person, session, signIn } from '@/testing/people';
import { refused } from '@/testing/refusals';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const { login } = AuthService.method;

const main = page.getByRole('main');
const emailOrMobile = main.getByRole('textbox', { name: 'E-mail or mobile' });
const password = main.getByRole('textbox', { name: 'Password' });
const tenantName = main.getByRole('textbox', { name: 'Tenant name' });
const button = main.getByRole('button', { name: 'Login' });
const failure = main.getByRole('alert');

async function submit(): Promise<void> {
  await emailOrMobile.fill(' owner@bharat.example ');
  await password.fill(' a password ');
  await tenantName.fill('bharat infra');
  await button.click();
}

beforeEach(() => server.answer(login, session()));

describe('signing in', () => {
  // Spec: S2.login.form S4.auth.login S4.auth.login-home S3.stored-user S9.storage-keys
  test('sends what was typed, stores the tokens and the user, and leads home', async () => {
    await open('/login');
    await submit();
    await expect.element(frame.banner).toHaveTextContent('Signed in as owner@bharat.example');
    await expect.poll(address).toBe('/');
    expect((await server.calls(login)).map(({ request }) => request)).toMatchObject([
      // A password may begin and end with spaces.
      { emailOrMobile: 'owner@bharat.example', password: ' a password ', tenantName: 'bharat infra' },
    ]);
    expect(localStorage.getItem('accessToken')).toBe('fresh');
    expect(localStorage.getItem('refreshToken')).toBe('refresh');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(person());
  });

  test('leads back to the page that a guest wanted', async () => {
    await open('/payroll?from=link');
    await expect.poll(address).toBe('/');
    await expect.element(frame.banner).toHaveTextContent('Guest');
    await frame.header.getByRole('link', { name: 'Login' }).click();
    await submit();
    await expect.poll(address).toBe('/payroll?from=link');
    await expect.element(frame.heading).toHaveTextContent('Page Under Construction');
  });

  // Spec: S5.login.required
  test('needs all three fields', async () => {
    await open('/login');
    await button.click();
    await expect.element(emailOrMobile).toHaveFocus();
    await expect.element(emailOrMobile).toHaveAccessibleDescription('E-mail or mobile is required.');
    await expect.element(password).toHaveAccessibleDescription('Password is required.');
    await expect.element(tenantName).toHaveAccessibleDescription(/Tenant name is required\.$/);
    await expectAccessible();
    for (const field of [emailOrMobile, password, tenantName]) {
      await emailOrMobile.fill('owner@bharat.example');
      await password.fill('a password');
      await tenantName.fill('bharat infra');
      await field.fill('');
      await button.click();
      await expect.element(field).toHaveFocus();
    }
    expect(await server.calls(login)).toEqual([]);
  });

  // Spec: S8.login.server
  test('tells the server’s reason', async () => {
    await open('/login');
    for (const [code, reason] of [
      [Code.PermissionDenied, "This organisation's account is suspended."],
      [Code.ResourceExhausted, 'Too many attempts. Try again in a minute.'],
      [Code.Unauthenticated, 'Wrong organisation, user or password.'],
    ] as const) {
      server.fail(login, code, reason);
      await submit();
      await expect.element(failure).toHaveTextContent(reason);
      await expect.element(button).toBeEnabled();
    }
    await expectAccessible();
    expect(localStorage.length).toBe(0);
  });

  // Spec: S8.login.fallback
  test('has a sentence of its own when the server gives none', async () => {
    await open('/login');
    for (const code of [Code.Internal, Code.Unauthenticated]) {
      server.fail(login, code);
      await submit();
      await expect.element(failure).toHaveTextContent('Invalid credentials. Please try again.');
    }
  });

  test('goes once, however often the button is pressed', async () => {
    const release = server.hold(login);
    await open('/login');
    await submit();
    await expect.element(main.getByRole('button', { name: 'Signing in…' })).toBeDisabled();
    release();
    await expect.element(frame.banner).toHaveTextContent('Signed in as owner@bharat.example');
    expect(await server.calls(login)).toHaveLength(1);
  });

  test('warns of Caps Lock and shows the password on request', async () => {
    await open('/login');
    await expect.element(password).toHaveAttribute('type', 'password');
    const locked = new KeyboardEvent('keydown', { key: 'A', modifierCapsLock: true, bubbles: true });
    password.element().dispatchEvent(locked);
    await expect.element(page.getByText('Caps Lock is on.')).toBeVisible();
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect.element(password).toHaveAttribute('type', 'text');
  });

  test('is over for whoever is signed in', async () => {
    signIn();
    await open('/login');
    await expect.poll(address).toBe('/');
  });
});

describe('signing in with a second factor', () => {
  const code = main.getByRole('textbox', { name: 'Code', exact: true });
  const recovery = main.getByRole('textbox', { name: 'Recovery code' });

  beforeEach(() => {
    server.answer(login, ({ code }) => {
      if (!code) throw refused(Code.Unauthenticated, 'This account has a second factor.', 'SECOND_FACTOR_REQUIRED');
      if (code === '287082' || code.startsWith('ABCD')) return session();
      throw refused(Code.Unauthenticated, 'Invalid credentials. Please try again.', 'BAD_CREDENTIALS');
    });
  });

  test('asks for the code in a second step', async () => {
    await open('/login');
    await submit();
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect.element(code).toHaveAttribute('inputmode', 'numeric');
    await expectAccessible();
    await button.click();
    await expect.element(code).toHaveAccessibleDescription(/Code is required\.$/);
    await code.fill('123456');
    await button.click();
    await expect.element(failure).toHaveTextContent('The code is wrong or was used already.');
    await code.fill(' 287082 ');
    await button.click();
    await expect.element(frame.banner).toHaveTextContent('Signed in as owner@bharat.example');
    expect((await server.calls(login)).map(({ request }) => [request.password, request.code])).toEqual([
      [' a password ', ''],
      [' a password ', '123456'],
      [' a password ', '287082'],
    ]);
  });

  test('takes a recovery code instead', async () => {
    await open('/login');
    await submit();
    await main.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await expect.element(recovery).toHaveFocus();
    await recovery.fill('ABCD-EFGH-IJKL-MNOP');
    await button.click();
    await expect.element(frame.banner).toHaveTextContent('Signed in as owner@bharat.example');
  });

  test('starts over for another account', async () => {
    await open('/login');
    await submit();
    await main.getByRole('button', { name: 'Start over' }).click();
    await expect.element(emailOrMobile).toBeVisible();
    await expect.element(code).not.toBeInTheDocument();
  });

  test('says when too many were wrong', async () => {
    await open('/login');
    await submit();
    await expect.element(code).toBeVisible();
    server.fail(login, Code.ResourceExhausted, 'Too many failed attempts. Please try again in 1 minute.');
    await code.fill('123456');
    await button.click();
    await expect.element(failure).toHaveTextContent('Too many failed attempts.');
  });
});
