import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { check, libtest, playwright, vitest } from './suites.mjs';

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nirmaan-suites.'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const failed = (group, name) => ({ group, name, state: 'failed', text: 'no' });
/** The arguments that a second attempt has beyond the first. */
const added = (suite, once) => {
  const first = suite.start(folder).command;
  return suite.start(folder, once)?.command.slice(first.length);
};

test('a check runs as it is, and has failed by its status', () => {
  const { again, start, read } = check(['true']);
  assert.equal(again, false);
  assert.deepEqual(start(folder, {}).command, ['true']);
  assert.equal(read(folder, '', 0).tests[0].state, 'passed');
  const [test] = read(folder, 'one\nugly\n', 'SIGTERM').tests;
  assert.deepEqual([test.state, test.text], ['failed', 'one\nugly']);
});

test('Rust tests run once more by their names, on one thread; behind what separates them from Cargo’s arguments', () => {
  const suite = libtest(['cargo', 'test'], { between: ['--'] });
  assert.deepEqual(added(suite, {}), ['--', '--test-threads=1']);
  const two = [failed('it', 'a::b'), failed('store', 'a::b'), failed('it', 'c')];
  assert.deepEqual(added(suite, { failed: two }), ['--', '--test-threads=1', '--exact', 'a::b', 'c']);
  assert.deepEqual(added(libtest(['it']), { failed: two }), ['--test-threads=1', '--exact', 'a::b', 'c']);
});

test('a documented example does not run once more', () => {
  const suite = libtest(['cargo', 'test'], { between: ['--'] });
  const example = failed('nirmaan_import (documentation)', 'src/lib.rs - (line 12)');
  assert.equal(suite.start(folder, { failed: [example] }), undefined);
  assert.deepEqual(added(suite, { failed: [example, failed('it', 'a')] }), ['--', '--test-threads=1', '--exact', 'a']);
});

test('Vitest runs once more what failed, by files and whole names, on one worker', () => {
  const alone = ['--maxWorkers=1', '--no-file-parallelism'];
  const suite = vitest('screens');
  assert.deepEqual(added(suite, {}), alone);
  const [file, ...rest] = added(suite, { failed: [failed('a.test.tsx', 'a (list) costs $1.5? a | b')] }).slice(2);
  assert.equal(file, 'a.test.tsx');
  const pattern = new RegExp(rest[0].replace('--testNamePattern=', ''));
  assert.ok(pattern.test('a (list) costs $1.5? a | b'));
  assert.ok(!pattern.test('a (list) costs $1.5? a | b, and more'));
  // A file that could not be loaded has no names.
  const broken = [failed('a.test.tsx', ''), failed('b.test.tsx', 'x')];
  assert.deepEqual(added(suite, { failed: broken }), [...alone, 'a.test.tsx', 'b.test.tsx']);
});

test('Vitest runs what is in some folders; what failed there, by itself', () => {
  const suite = vitest('screens', { folders: ['src/kit/'] });
  assert.equal(suite.start(folder).command.at(-1), 'src/kit/');
  assert.equal(suite.start(folder, {}).command.at(-1), 'src/kit/');
  assert.ok(!suite.start(folder, { failed: [failed('src/kit/a.test.tsx', '')] }).command.includes('src/kit/'));
});

test('a seed decides the whole order of Vitest’s tests', () => {
  const suite = vitest('screens', { seed: '7' });
  const { command } = suite.start(folder);
  for (const argument of [
    '--sequence.shuffle.files',
    '--sequence.shuffle.tests',
    '--sequence.seed=7',
    '--maxWorkers=1',
  ])
    assert.ok(command.includes(argument), argument);
  assert.deepEqual(added(suite, { failed: [failed('a.test.tsx', '')] }), ['a.test.tsx']);
});

test('Playwright runs once more what failed last, on one worker', () => {
  const suite = playwright();
  assert.deepEqual(added(suite, {}), ['--workers=1']);
  assert.deepEqual(added(suite, { failed: [failed('login.spec.ts', 'signs in')] }), ['--workers=1', '--last-failed']);
});

test('no test may be the only one that runs, whether or not CI is set', () => {
  assert.ok(vitest('unit').start(folder).command.includes('--allowOnly=false'));
  assert.ok(playwright().start(folder).command.includes('--forbid-only'));
});

test('a runner that left no report, half of one, or an error outside of its tests has died', () => {
  const suite = vitest('screens');
  assert.match(suite.read(folder, '', 1).died, /without a report/);
  writeFileSync(join(folder, 'vitest.json'), '{"testResults": [');
  assert.match(suite.read(folder, '', 1).died, /can't be read/);
  writeFileSync(join(folder, 'vitest.json'), '{"testResults": []}');
  assert.equal(suite.read(folder, '', 0).died, undefined);
  const log = '\nVitest caught 1 unhandled error during the test run.\n\nError: Browser connection was closed\n';
  assert.match(suite.read(folder, log, 1).died, /^Vitest caught 1 unhandled error[^]*Browser connection was closed/);
  assert.match(playwright().read(folder, '', 1).died, /without a report/);
});
