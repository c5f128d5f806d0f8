import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { AuthService } from '@/gen/nirmaan/auth/v1/auth_pb';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { frame } from '@/testing/frame';
import { list, pageOf } from '@/testing/list';
import { person, session, signIn } from '@/testing/people';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';
import { project } from '@/testing/work';

const { login, logout, refresh } = AuthService.method;
const { filterProjects } = ProjectService.method;

/** Lets the access token expire, as it does after a quarter of an hour. */
const expire = () => localStorage.setItem('accessToken', 'expired');

function authorized({ requestHeader }: HandlerContext): void {
  if (requestHeader.get('authorization') !== 'Bearer fresh') throw new ConnectError('Expired.', Code.Unauthenticated);
}

beforeEach(() => {
  server.answer(filterProjects, (request, context) => {
    authorized(context);
    return pageOf([project()], request);
  });
  server.answer(logout, {});
});

describe('on load', () => {
  // Spec: S4.auth.load S2.header.guest
  test('whoever is stored in the browser is signed in, anybody else isn’t', async () => {
    await open('/');
    await expect.element(frame.banner).toHaveTextContent('Guest');
    signIn();
    await open('/');
    await expect.element(frame.banner).toHaveTextContent('Signed in as owner@bharat.example');
    for (const nonsense of ['not JSON', '{}', 'null', '[]']) {
      localStorage.setItem('user', nonsense);
      await open('/');
      await expect.element(frame.banner).toHaveTextContent('Guest');
    }
  });
});

describe('signing out', () => {
  // Spec: S4.auth.logout S4.auth.logout-home
  test('clears the browser, leads home and ends the session on the server', async () => {
    signIn();
    localStorage.setItem('something-else', 'that was kept');
    sessionStorage.setItem('a-draft', 'that was typed');
    await open('/payroll');
    await frame.logout.click();
    await expect.element(frame.banner).toHaveTextContent('Guest');
    await expect.poll(address).toBe('/');
    expect({ ...localStorage }).toEqual({});
    expect(sessionStorage.getItem('a-draft')).toBeNull();
    expect((await server.calls(logout)).map(({ request }) => request.refreshToken)).toEqual(['refresh']);
    // The frame for guests is in place, and its page with it.
    await expect.element(frame.heading).toBeVisible();
  });

  test('waits for no server', async () => {
    server.fail(logout, Code.Unavailable);
    signIn();
    await open('/payroll');
    await frame.logout.click();
    await expect.element(frame.banner).toHaveTextContent('Guest');
  });

  // Spec: S4.auth.login-home
  test('does not send the next user to the page it happened on', async () => {
    server.answer(login, session({ ...person(), id: 'user-2', username: 'owner@deccan.example' }));
    signIn();
    await open('/payroll');
    await frame.logout.click();
    await frame.header.getByRole('link', { name: 'Login' }).click();
    const field = (name: string) => page.getByRole('main').getByRole('textbox', { name });
    await field('E-mail or mobile').fill('owner@deccan.example');
    await field('Password').fill('a password');
    await field('Tenant name').fill('Deccan Builders');
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await expect.element(frame.banner).toHaveTextContent('Signed in as owner@deccan.example');
    await expect.poll(address).toBe('/');
  });
});

describe('an expired access token', () => {
  beforeEach(() => signIn());

  test('is renewed once, unseen', async () => {
    server.answer(refresh, session());
    expire();
    await list.open('/projects');
    await list.expectRows(['Ring road']);
    expect((await server.calls(refresh)).map(({ request }) => request.refreshToken)).toEqual(['refresh']);
    await expect.element(frame.reauth).not.toBeInTheDocument();
  });

  test('does not end the session when the refresh call fails otherwise', async () => {
    server.fail(refresh, Code.FailedPrecondition, 'Being mended.');
    expire();
    await open('/projects');
    await expect.element(list.failure).toHaveTextContent('Being mended.');
    await expect.element(frame.banner).toHaveTextContent('Signed in as owner@bharat.example');
    await expect.element(frame.reauth).not.toBeInTheDocument();
    expect(localStorage.getItem('user')).not.toBeNull();
    expect(address()).toBe('/projects');
  });

  test('leaves the rows in an outage of the refresh call, and says so', async () => {
    await list.open('/projects');
    server.fail(refresh, Code.Unavailable);
    expire();
    await list.sortButton('Project name').click();
    await expect.element(list.failure).toHaveTextContent('Failed to fetch projects');
    await expect.element(list.failure).toHaveTextContent('Network error. Please try again.');
    await list.expectRows(['Ring road']);
    await expect.element(frame.reauth).not.toBeInTheDocument();
    await expectAccessible();
    server.answer(refresh, session());
    await list.failure.getByRole('button', { name: 'Try again' }).click();
    await expect.element(list.failure).not.toBeInTheDocument();
    await expect.element(list.header('Project name')).toHaveAttribute('aria-sort', 'ascending');
    await expect.element(frame.banner).toHaveTextContent('Signed in as owner@bharat.example');
  });
});

describe('a session that ended', () => {
  const password = frame.reauth.getByRole('textbox', { name: 'Password' });
  const goOn = frame.reauth.getByRole('button', { name: 'Sign in and continue' });

  beforeEach(async () => {
    server.fail(refresh, Code.Unauthenticated, 'Spent.');
    signIn();
    expire();
    await open('/projects');
    await expect.element(frame.reauth).toBeVisible();
  });

  test('is revived in place', async () => {
    await expectAccessible();
    await expect.element(password).toHaveFocus();
    await goOn.click();
    await expect.element(frame.reauth.getByRole('alert')).toHaveTextContent('Password is required.');
    server.fail(login, Code.Unauthenticated);
    await password.fill('wrong');
    await goOn.click();
    await expect.element(frame.reauth.getByRole('alert')).toHaveTextContent('Invalid credentials. Please try again.');
    await expectAccessible();
    server.answer(login, session());
    await password.fill('right');
    await goOn.click();
    await expect.element(frame.reauth).not.toBeInTheDocument();
    await list.expectRows(['Ring road']);
    expect(address()).toBe('/projects');
    expect((await server.calls(login)).map(({ request }) => request)).toMatchObject([
      { emailOrMobile: 'owner@bharat.example', password: 'wrong', tenantName: 'Bharat Infra' },
      { emailOrMobile: 'owner@bharat.example', password: 'right', tenantName: 'Bharat Infra' },
    ]);
  });

  test('can be left for later', async () => {
    await frame.reauth.getByRole('button', { name: 'Not now' }).click();
    await expect.element(frame.reauth).not.toBeInTheDocument();
    await expect.element(frame.banner).toHaveTextContent('Signed in as owner@bharat.example');
    await expect.element(list.failure).toHaveTextContent('Failed to fetch projects');
    expect(address()).toBe('/projects');
  });

  test('can be ended for another account', async () => {
    await frame.reauth.getByRole('button', { name: 'Use another account' }).click();
    await expect.poll(address).toBe('/');
    await expect.element(frame.banner).toHaveTextContent('Guest');
  });
});
