import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { services } from '@/testing/services';

const SOURCES = import.meta.glob<string>(['../{app,features,kit,session,shared}/**/*.{ts,tsx}', '!**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The names of the methods that change something. */
const WRITES = services
  .flatMap(({ methods }) => methods)
  .filter(({ idempotency }) => idempotency !== MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS)
  .map(({ localName }) => localName);

const CHANGES = new RegExp(`\\b(?:${WRITES.join('|')})\\b|\\b(?:uploadFile|sendDocument)\\(`);

/** What calls the server by other means than `useWrite`, which tells the other tabs by itself. */
const CALLS = /\b(?:callUnaryMethod|createClient|uploadFile|sendDocument)\(/;
const TELLS = /\b(?:afterWrite|tellTabs)\(/;

/** What changes something by such a call and tells nobody, and why. */
const SILENT: Readonly<Record<string, string>> = {
  '../features/profile/EmailForm.tsx': 'until the mail is answered, the address is as it was',
  '../features/profile/SecondFactorDialog.tsx': 'what has only begun is the dialog’s own',
  '../features/public/mail-links.ts':
    'mostly of guests, and without the frame: other tabs show a new address with the next reading',
  '../features/tasks/useTaskEdits.ts': 'the tree tells (`useTaskTree`)',
  '../session/session.ts': 'tabs follow the session by the storage',
  '../session/upload.ts': 'whoever sends a file tells',
  '../shared/deleted/calls.ts': 'what is brought back is written by the `Write` that it is given',
  '../shared/documents/send-document.ts': 'whoever sends a document tells',
  '../shared/documents/useDocumentActions.tsx': 'only reads by such a call, and deletes by `useWrite`',
  '../shared/settings/settings-server.ts': 'tabs follow the settings by the storage',
};

test('whatever changes something tells the other tabs', () => {
  expect(WRITES.length).toBeGreaterThan(50);
  const writing = Object.entries(SOURCES).filter(([, text]) => CALLS.test(text) && CHANGES.test(text));
  const telling = writing.filter(([, text]) => TELLS.test(text)).map(([file]) => file);
  expect(telling.length).toBeGreaterThan(5);
  const silent = writing.map(([file]) => file).filter((file) => !telling.includes(file));
  expect(silent.toSorted()).toEqual(Object.keys(SILENT).toSorted());
});
