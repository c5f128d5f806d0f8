// First: React keeps the timer functions that it finds when it is loaded.
import './settled';
import './no-tracks';
import '@/app/tokens.css';
import './whole-program';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { page, userEvent, utils } from 'vitest/browser';
import { resetModules } from '@/kit/reset';
import { clearSession } from '@/session/session-store';
import { resetConsole, unexpectedMessages } from './console';
import { abandonHeld } from './hold';
import { close } from './screen';
import { endCalls, lateCalls, resetServer, unansweredCalls } from './server';
import { settled } from './settled';
import { resetUploads, unansweredUploads } from './uploads';

// What a locator looked for says more than the whole page does.
utils.configurePrettyDOM({ maxDepth: 0 });

beforeEach(async ({ task }) => {
  resetConsole();
  clearSession();
  resetModules();
  resetServer(task.fullName);
  resetUploads();
  await page.viewport(1366, 768);
  // The mouse is where the test before clicked last: what comes to lie under it would not notice that it is pointed at.
  await userEvent.hover(document.documentElement, { position: { x: 0, y: 0 }, force: true });
});

const expectNoLateCalls = () => expect(lateCalls(), 'calls that came when their test was over').toEqual([]);

afterEach(async () => {
  try {
    // Only now is it decided what the page asked for.
    await settled();
  } finally {
    await close();
    if (abandonHeld()) await settled();
    endCalls();
  }
  expect(unansweredCalls(), 'calls that the test has no answer for').toEqual([]);
  expect(unansweredUploads(), 'uploads that the test has no answer for').toEqual([]);
  expectNoLateCalls();
  expect(unexpectedMessages(), 'messages on the console').toEqual([]);
});

afterAll(expectNoLateCalls);
