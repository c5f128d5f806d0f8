import { afterEach, beforeEach, describe, expect, type Mock, test, vi } from 'vitest';
import { ChunkError, forgetObstacle, isChunkGone, openAwaited, untilThere, waitingNow, withTimeout } from './lazy';
import { keepUnsaved } from './unsaved';

const ENTRY = '/assets/index-Ab1_c-2.js';
const INDEX = `<script type="module" crossorigin src="${ENTRY}"></script>`;

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
  await expect(untilThere(() => Promise.reject(fault))).rejects.toBe(fault);
});

describe('the program of a page', () => {
  const gone = () => new ChunkError('not fetched');

  const loads: Mock[] = [];

  // Nothing is left to wait for.
  afterEach(async () => {
    for (const load of loads.splice(0)) load.mockResolvedValue('page');
    openAwaited(true);
    await vi.advanceTimersByTimeAsync(0);
    forgetObstacle();
  });

  /** What a page would show of the obstacle; the server answers at its root with this. */
  async function met(answer: () => Promise<Response>, load = vi.fn().mockRejectedValue(gone())) {
    vi.stubGlobal('document', { scripts: [{ src: `http://localhost${ENTRY}` }], querySelector: () => null });
    vi.stubGlobal('fetch', vi.fn(answer));
    loads.push(load);
    const opened = untilThere(load);
    await vi.advanceTimersByTimeAsync(0);
    return { load, opened, told: waitingNow() };
  }

  test.each([
    ['the server can’t be reached', () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable'],
    ['a proxy apologises', async () => new Response('Bad gateway', { status: 502 }), 'unreachable'],
    [
      'a proxy apologises with what looks like the page',
      async () => new Response(INDEX, { status: 503 }),
      'unreachable',
    ],
    ['a hotel asks to sign in', async () => new Response('<title>Welcome</title>'), 'unreachable'],
    ['the server has the same version', async () => new Response(INDEX), 'missing'],
    ['the server has another', async () => new Response(INDEX.replace('Ab1', 'Cd2')), 'replaced'],
  ] as const)('is waited for when %s', async (_, answer, expected) => {
    const { told, load } = await met(answer);
    expect(told).toEqual({ obstacle: expected, failures: 1 });
    expect(load).toHaveBeenCalledOnce();
    openAwaited();
    await vi.advanceTimersByTimeAsync(0);
    expect(waitingNow()).toEqual({ obstacle: expected, failures: 2 });
  });

  test('is handed on once it is there, and then nothing is in the way', async () => {
    const { load, opened } = await met(async () => new Response(INDEX));
    load.mockResolvedValue('page');
    openAwaited();
    await expect(opened).resolves.toBe('page');
    expect(waitingNow()).toBeUndefined();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('is tried again even if it was given up before', async () => {
    const { load, opened } = await met(async () => new Response(INDEX));
    forgetObstacle();
    expect(waitingNow()).toBeUndefined();
    load.mockResolvedValue('page');
    openAwaited();
    await expect(opened).resolves.toBe('page');
  });

  test('waits while the page before holds what was typed since', async () => {
    const unkeep = keepUnsaved();
    const { opened, told } = await met(async () => new Response(INDEX), vi.fn().mockResolvedValue('page'));
    expect(told).toEqual({ obstacle: 'unsaved', failures: 1 });
    expect(fetch).not.toHaveBeenCalled();
    openAwaited();
    await vi.advanceTimersByTimeAsync(0);
    expect(waitingNow()).toEqual({ obstacle: 'unsaved', failures: 2 });
    openAwaited(true);
    await expect(opened).resolves.toBe('page');
    unkeep();
  });
});
