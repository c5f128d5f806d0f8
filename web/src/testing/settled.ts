import type { createAppRouter } from '@/app/routes';

type Router = ReturnType<typeof createAppRouter>;

/** A timer of at most this long is part of what goes on: by such a one, React shows what has just been fetched. */
const SOON_MS = 500;
const LIMIT_MS = 20_000;
/** The browser has other things to do if it isn't idle within this time. */
const BUSY_MS = 1_000;

// Of the browser itself: a test may have timers of its own.
const { setTimeout: start, clearTimeout: stop, requestAnimationFrame, requestIdleCallback, performance } = window;
const { request } = LockManager.prototype;
const { arrayBuffer } = Blob.prototype;
const { readAsDataURL } = FileReader.prototype;

const timers = new Set<number>();
/** How often the page went on: a call, a timer that was due, a file that was read. */
let steps = 0;
let reading = 0;
let router: Router | undefined;

window.setTimeout = ((run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
  if (ms > SOON_MS) return start(run, ms, ...args);
  const timer = start(() => {
    timers.delete(timer);
    noteStep();
    run(...args);
  }, ms);
  timers.add(timer);
  return timer;
}) as typeof window.setTimeout;

window.clearTimeout = ((timer?: number) => {
  if (timer !== undefined) timers.delete(timer);
  stop(timer);
}) as typeof window.clearTimeout;

LockManager.prototype.request = function (this: LockManager, ...args: unknown[]) {
  noteStep();
  return Reflect.apply(request, this, args);
};

Blob.prototype.arrayBuffer = function () {
  reading += 1;
  return arrayBuffer.call(this).finally(readOne);
};

FileReader.prototype.readAsDataURL = function (file) {
  reading += 1;
  this.addEventListener('loadend', readOne, { once: true });
  readAsDataURL.call(this, file);
};

function readOne(): void {
  reading -= 1;
  noteStep();
}

/** Notes that the page went on, such as by a call. */
export function noteStep(): void {
  steps += 1;
}

/** Follows the router of the page that is open, or of none. */
export function followRouter(current: Router | undefined): void {
  router = current;
}

/**
 * Waits until the page has come to rest: all calls are answered, all is drawn, and nothing has happened for two frames. A
 * call that the test holds up, or for which a user must do something first, isn't waited for.
 *
 * @throws when the page comes to no rest within these milliseconds
 */
export async function settled(limit = LIMIT_MS): Promise<void> {
  const end = performance.now() + limit;
  let isResting = false;
  while (!isResting) {
    const before = steps;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    // Answered after all requests for a lock that came before: whoever may go on is going on.
    await navigator.locks.query();
    // The browser has nothing left to run: no answer on its way, no page half drawn.
    const { didTimeout } = await new Promise<IdleDeadline>((idle) => requestIdleCallback(idle, { timeout: BUSY_MS }));
    const goingOn = [
      didTimeout && 'the browser is busy',
      steps !== before && 'something happens',
      timers.size > 0 && 'timers are running',
      reading > 0 && 'files are read',
      isNavigating() && `it is on its way to ${router?.state.navigation.location?.pathname ?? 'its first page'}`,
    ].filter(Boolean);
    isResting = goingOn.length === 0;
    if (!isResting && performance.now() > end)
      throw new Error(`The page does not come to rest: ${goingOn.join(', ')}.`);
  }
}

const isNavigating = () =>
  router !== undefined && (!router.state.initialized || router.state.navigation.state !== 'idle');
