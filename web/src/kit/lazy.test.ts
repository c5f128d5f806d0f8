import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isChunkGone, withTimeout } from './lazy';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

// Spec: S9.load-timeout
test('a part of the program that does not arrive is given up after two minutes', async () => {
  const never = new Promise<never>(() => undefined);
  const failure = withTimeout(never).catch((error: unknown) => error);
  let settled = false;
  failure.finally(() => {
    settled = true;
  });
  await vi.advanceTimersByTimeAsync(119_999);
  expect(settled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isChunkGone(await failure)).toBe(true);
});

test('what arrives in time is handed on, and nothing keeps waiting', async () => {
  await expect(withTimeout(Promise.resolve('part'))).resolves.toBe('part');
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  'Failed to fetch dynamically imported module: /assets/x.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/x.css',
])('a part that is gone is told from a fault: %s', async (message) => {
  const failure = await withTimeout(Promise.reject(new TypeError(message))).catch((error: unknown) => error);
  expect(isChunkGone(failure)).toBe(true);
});

test('a fault stays what it is', async () => {
  const fault = new RangeError('wrong');
  await expect(withTimeout(Promise.reject(fault))).rejects.toBe(fault);
  expect(isChunkGone(fault)).toBe(false);
});
