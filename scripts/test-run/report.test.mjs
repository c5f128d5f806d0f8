import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { checkout, junit, makeFolder, noteGreen, summary } from './report.mjs';

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nirmaan-report.'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const flaky = {
  step: 'Screens',
  group: 'a.test.tsx',
  name: 'is <drawn>',
  first: { at: '07:31:05', seconds: 5.2, text: 'no row\u0000 & no "sum"' },
  second: { at: '07:35:12', seconds: 1.1 },
};
const failure = {
  step: 'Rust',
  group: 'it',
  name: 'creates',
  first: { at: '07:40:00', text: 'in vain' },
  second: undefined,
};

const steps = [
  {
    name: 'Screens',
    word: 'flaky',
    seconds: 30,
    passed: 2,
    failed: 0,
    tests: [{ group: 'a.test.tsx', name: 'is sorted', state: 'passed', seconds: 0.5 }],
    findings: [flaky],
  },
  { name: 'Rust', word: 'FAILED', seconds: 10, passed: 0, failed: 1, tests: [], findings: [failure] },
];
const result = { steps, seconds: 33, flaky: [flaky], failures: [failure], isTooMuch: false, passed: 2, failed: 1 };

test('the summary has shares of the time, what is flaky with both times and its text, and the sum last', () => {
  const text = summary(result, 'target/test-report/x');
  assert.match(text, /\nflaky {6}30 s {3}75 % {2}Screens\nFAILED {5}10 s {3}25 % {2}Rust\ntotal {6}33 s\n/);
  assert.match(
    text,
    /\nFlaky \(failed, then passed alone\):\n {2}Screens: a\.test\.tsx: is <drawn>\n {4}failed at 07:31:05 after 5\.2 s, passed at 07:35:12 after 1\.1 s\n {6}no row/,
  );
  assert.match(text, /\nFailed:\n {2}Rust: it: creates\n {4}failed at 07:40:00\n {6}in vain\n/);
  assert.ok(text.endsWith('\n2 passed, 1 failed\n'));
});

test('a summary of nothing but passes ends with the same line', () => {
  const all = { ...result, steps: [], flaky: [], failures: [], failed: 0 };
  assert.doesNotMatch(summary(all, 'x'), /Flaky|Failed/);
  assert.ok(summary(all, 'x').endsWith('\n2 passed, 0 failed\n'));
});

test('JUnit has a case for each test, and is well-formed', () => {
  const file = join(folder, 'junit.xml');
  writeFileSync(file, junit(result));
  const read = `
import sys, xml.etree.ElementTree as tree
for case in tree.parse(sys.argv[1]).iter('testcase'):
    print(case.get('classname'), case.get('name'), case.get('time'), [(part.tag, part.text) for part in case])`;
  const lines = execFileSync('python3', ['-c', read, file], { encoding: 'utf8' }).trim().split('\n');
  assert.deepEqual(lines, [
    'a.test.tsx is sorted 0.500 []',
    `a.test.tsx is <drawn> 5.200 [('flakyFailure', 'no row & no "sum"')]`,
    "it creates None [('failure', 'in vain')]",
  ]);
});

test('a run keeps its report beside the ones before, of which the oldest go', () => {
  for (let minute = 10; minute < 33; minute += 1)
    makeFolder(folder, 'abcdef0123456789', new Date(`2026-11-26T07:${minute}:00Z`));
  const kept = readdirSync(join(folder, 'test-report')).sort();
  assert.equal(kept.length, 20);
  assert.deepEqual([kept[0], kept.at(-1)], ['2026-11-26T071300-abcdef012345', '2026-11-26T073200-abcdef012345']);
});

test('the commit that passed is noted, if it is what was tested', () => {
  const git = (...words) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], { cwd: folder });
  git('init', '--quiet');
  writeFileSync(join(folder, '.git/info/exclude'), 'green\n');
  git('commit', '--quiet', '--allow-empty', '--message', 'Begin');
  const clean = checkout(folder);
  assert.deepEqual([clean.isClean, clean.commit.length], [true, 40]);
  const green = join(folder, 'green');

  noteGreen(folder, false, clean, clean);
  assert.equal(existsSync(green), false);
  noteGreen(folder, true, clean, clean);
  assert.equal(readFileSync(green, 'utf8'), `${clean.commit}\n`);

  // Another commit that fails says nothing of this one.
  noteGreen(folder, false, { commit: 'other', isClean: true }, { commit: 'other', isClean: true });
  assert.equal(existsSync(green), true);
  noteGreen(folder, false, clean, clean);
  assert.equal(existsSync(green), false);

  writeFileSync(join(folder, 'new'), '');
  noteGreen(folder, true, checkout(folder), checkout(folder));
  noteGreen(folder, true, clean, checkout(folder));
  assert.equal(existsSync(green), false);
});

test('outside a checkout there is no commit', () => {
  assert.deepEqual(checkout(folder), { isClean: false });
  noteGreen(folder, true, checkout(folder), checkout(folder));
  assert.equal(existsSync(join(folder, 'green')), false);
});
