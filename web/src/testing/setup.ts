import './no-tracks';
import '@/app/tokens.css';
import { afterEach, beforeEach, expect } from 'vitest';
import { page, userEvent, utils } from 'vitest/browser';
import { clearSession } from '@/session/session-store';
import { resetConsole, unexpectedMessages } from './console';
import { close } from './screen';
import { resetServer, unansweredCalls } from './server';
import { resetUploads, unansweredUploads } from './uploads';

// What a locator looked for says more than the whole page does.
utils.configurePrettyDOM({ maxDepth: 0 });

beforeEach(async () => {
  resetConsole();
  clearSession();
  resetServer();
  resetUploads();
  await page.viewport(1366, 768);
  // The mouse is where the test before clicked last: what comes to lie under it would not notice that it is pointed at.
  await userEvent.hover(document.documentElement, { position: { x: 0, y: 0 }, force: true });
});

afterEach(async () => {
  await close();
  expect(unansweredCalls(), 'calls that the test has no answer for').toEqual([]);
  expect(unansweredUploads(), 'uploads that the test has no answer for').toEqual([]);
  expect(unexpectedMessages(), 'messages on the console').toEqual([]);
});
