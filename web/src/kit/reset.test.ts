import { expect, test } from 'vitest';

const SOURCES = import.meta.glob<string>(['../{app,features,kit,session,shared}/**/*.{ts,tsx}', '!**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** What a module can learn by: a variable, or a set or a map that begins empty. Listeners unsubscribe by themselves. */
const LEARNT = /^(?:export )?(?:let \w|const (?!\w*listeners = )\w+ = new (?:Map|Set)(?:<.*>)?\(\))/gim;

const FORGETS = /^(?:onReset|onSessionEnd)\(/m;

/** The modules that need not forget, and why. */
const HARMLESS: Readonly<Record<string, string>> = {
  '../session/session.ts': 'refreshing ends with its call, gate with the session',
  '../session/session-store.ts': 'what was found is what the stored texts say, whoever stored them',
  '../shared/settings/settings-server.ts': 'pending and last end with their calls',
  './reset.ts': 'what is noted is for good',
};

test('what a module learns is forgotten with the page, or with the session', () => {
  const learning = Object.entries(SOURCES).filter(([, text]) => text.match(LEARNT));
  expect(learning.length).toBeGreaterThan(8);
  const remembering = learning.filter(([, text]) => !FORGETS.test(text)).map(([file]) => file);
  expect(remembering.toSorted()).toEqual(Object.keys(HARMLESS).toSorted());
});
