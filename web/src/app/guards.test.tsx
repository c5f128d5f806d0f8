import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { frame } from '@/testing/frame';
import { signIn } from '@/testing/people';
import { address, open } from '@/testing/screen';
import { guardedRoutes } from './guarded-routes';
import { appRoutes } from './routes';

/** Every address behind the sign-in, with some id in it. */
const GUARDED = [...guardedRoutes.map(({ path = '' }) => path.replaceAll(/:\w+/g, 'x')), '/no-such-page'];

test('no page behind the sign-in is missing here', () => {
  expect(GUARDED.length).toBeGreaterThan(60);
});

// Spec: S2.guard
test.each(GUARDED)('guests are sent home from every page behind the sign-in: %s', async (path) => {
  await open(path);
  await expect.poll(address).toBe('/');
  await expect.element(frame.heading).toHaveTextContent('Every tender');
});

const paths = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ path, children }) => [...(path ? [path] : []), ...paths(children ?? [])]);

// Spec: S2.guard
test('guests see the pages that are theirs', async () => {
  const byMail = ['/forgot-password', '/reset-password', '/accept-invitation', '/confirm-email'];
  const theirs = ['/', '/about', '/contact', '/login', ...byMail, '/unauthorized'];
  // What is neither theirs nor listed as guarded is the guarded page of addresses that have none.
  expect(paths(appRoutes)).toEqual([...theirs, '*']);
  for (const path of theirs) {
    await open(path);
    await expect.element(frame.heading).toBeVisible();
    await expect.element(frame.banner).toHaveTextContent('Guest');
    expect(address()).toBe(path);
  }
});

// Spec: S2.guard
test('users stay where they are', async () => {
  signIn();
  await open('/payroll');
  await expect.element(frame.heading).toHaveTextContent('Page Under Construction');
  expect(address()).toBe('/payroll');
});
