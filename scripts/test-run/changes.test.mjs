import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { changes, readSources, touched } from './changes.mjs';

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nirmaan-changes.'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
Object.assign(env, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' });
const git = (...words) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], { cwd: folder, env });
const commit = (message) => {
  git('add', '.');
  git('commit', '--quiet', `--message=${message}`);
};
const write = (path, text) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

test('a change is what the branch has beyond main: commits, what is not committed, and what git does not know', () => {
  git('init', '--quiet', '--initial-branch=main');
  assert.equal(changes(folder), undefined);
  write('kept', 'a');
  write('gone', 'a');
  commit('First');
  git('checkout', '--quiet', '-b', 'branch');
  write('a file', 'a');
  commit('Second');
  git('checkout', '--quiet', 'main');
  write('of main', 'a');
  commit('Third');
  git('checkout', '--quiet', 'branch');
  write('kept', 'b');
  write('new/one', 'a');
  rmSync(join(folder, 'gone'));
  assert.deepEqual(changes(folder).files, ['a file', 'gone', 'kept', 'new/one']);
  git('branch', '--delete', '--force', '--quiet', 'main');
  assert.equal(changes(folder), undefined);
});

test('on main it is what is not committed, or else the last commit', () => {
  git('init', '--quiet', '--initial-branch=main');
  write('one', 'a');
  commit('First');
  assert.equal(changes(folder), undefined);
  write('two', 'a');
  commit('Second');
  assert.deepEqual(changes(folder).files, ['two']);
  write('one', 'b');
  assert.deepEqual(changes(folder).files, ['one']);
});

const none = new Map();

test('without anything to compare with, everything is touched', () => {
  assert.deepEqual(touched(undefined, none), { runner: true, server: true, web: true, screens: 'all' });
});

test('what is compiled into the server or its tests touches the server, and what runs these', () => {
  const server = (file) => touched([file], none).server;
  for (const file of ['crates/a/src/lib.rs', 'edge/build.rs', 'proto/a.proto', 'Cargo.lock', 'scripts/postgres'])
    assert.ok(server(file), file);
  for (const file of ['README.md', 'docs/adr/0001.md', 'scripts/test-run/run.mjs', 'web/src/main.tsx'])
    assert.ok(!server(file), file);
  assert.ok(touched(['scripts/test-run/run.mjs'], none).runner && touched(['scripts/test'], none).runner);
});

test('so do the documents that are compiled into its tests', () => {
  const found = execFileSync('grep', ['-rhoE', '--include=*.rs', 'include_(str|bytes)!\\("[^"]+"', 'crates'], {
    encoding: 'utf8',
  });
  const documents = [...found.matchAll(/\.\.\/(docs\/[^"]+)/g)].map(([, document]) => document);
  assert.ok(documents.length > 0);
  for (const document of documents) assert.ok(touched([document], none).server, document);
});

const sources = new Map(
  Object.entries({
    'web/src/app/guarded-routes.tsx': `const Page = lazy(() => import('@/features/works/Page'));`,
    'web/src/app/Frame.tsx': `import { day } from '@/kit/day/day';`,
    'web/src/app/frame.test.tsx': '',
    'web/src/i18n/en-IN.works.ts': 'export const worksIN = {\n  works: {\n    title: "Works",\n  },\n};',
    'web/src/features/works/Page.tsx': `import { Row } from './Row';\nimport { Days } from '@/shared/days/Days';\nt.works.title;`,
    'web/src/features/works/Row.tsx': `import classes from './Row.module.css';`,
    'web/src/features/works/Row.module.css': '',
    'web/src/features/works/page.test.tsx': `import { open } from '@/testing/screen';`,
    'web/src/features/people/Page.tsx': `import { day } from '@/kit/day/day';`,
    'web/src/features/people/page.test.tsx': '',
    'web/src/features/untested/Page.tsx': `import { day } from '@/kit/day/day';`,
    'web/src/shared/days/Days.tsx': `export { day } from '@/kit/day/day';`,
    'web/src/kit/day/day.ts': '',
    'web/src/kit/day/day.test.ts': '',
  }),
);

test('a source touches the screens of its folder, and of all folders that use it', () => {
  const screens = (...files) => touched(files, sources).screens;
  assert.deepEqual(screens('web/src/features/works/Row.module.css'), ['src/features/works/']);
  assert.deepEqual(screens('web/src/shared/days/Days.tsx'), ['src/features/works/']);
  assert.deepEqual(screens('web/src/kit/day/day.ts'), ['src/app/', 'src/features/people/', 'src/features/works/']);
  // It is gone, or nothing tries it.
  assert.deepEqual(screens('web/src/features/works/Gone.tsx'), ['src/features/works/']);
  assert.deepEqual(screens('web/src/features/untested/Page.tsx'), []);
  // All screens use these.
  for (const file of [
    'web/src/app/Frame.tsx',
    'web/src/kit/format.ts',
    'web/package.json',
    'web/src/testing/server.ts',
  ])
    assert.equal(screens('web/src/features/works/Row.tsx', file), 'all', file);
});

test('a text touches the screens that name its section', () => {
  const screens = (file) => touched([file], sources).screens;
  assert.deepEqual(screens('web/src/i18n/en-IN.works.ts'), ['src/features/works/']);
  assert.equal(screens('web/src/i18n/t.ts'), 'all');
});

test('what is in no screen touches the web app all the same', () => {
  const none = { runner: false, server: false, web: true, screens: [] };
  assert.deepEqual(touched(['web/e2e/audit.spec.ts'], sources), none);
});

test('the sources are found by the paths that git has', () => {
  write('web/src/kit/a.ts', 'text');
  write('web/src/kit/a.png', '');
  assert.deepEqual([...readSources(folder)], [['web/src/kit/a.ts', 'text']]);
  assert.ok(readSources().has('web/src/main.tsx'));
});
