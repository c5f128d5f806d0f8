import '@/app/tokens.css';
import { afterEach, beforeEach, expect } from 'vitest';
import { page, utils } from 'vitest/browser';
import { clearSession } from '@/session/session-store';
import { resetConsole, unexpectedMessages } from './console';
import { close } from './screen';
import { resetServer, unansweredCalls } from './server';

// What a locator looked for says more than the whole page does.
utils.configurePrettyDOM({ maxDepth: 0 });

beforeEach(async () => {
  resetConsole();
  clearSession();
  resetServer();
  await page.viewport(1366, 768);
});

afterEach(async () => {
  await close();
  expect(unansweredCalls(), 'calls that the test has no answer for').toEqual([]);
  expect(unexpectedMessages(), 'messages on the console').toEqual([]);
});
