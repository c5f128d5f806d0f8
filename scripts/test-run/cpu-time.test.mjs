import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { limitOf, median, readTimes, verdict, withinCpuTime } from './cpu-time.mjs';
import { readPlaywright, readVitest } from './results.mjs';

const passed = (name, cpu) => ({ group: 'it', name, state: 'passed', ...(cpu === undefined ? {} : { cpu }) });
/** Ten tests of a second each. */
const usual = Array.from({ length: 10 }, (_, number) => passed(`usual ${number}`, 1));

test('the median is the one in the middle, or between the two', () => {
  assert.equal(median([]), 0);
  assert.equal(median([3]), 3);
  assert.equal(median([10, 9, 1]), 9);
  assert.equal(median([10, 4, 1, 2]), 3);
});

test('the limit is ten times the median, and not less than noise', () => {
  assert.equal(limitOf(0.5), 5);
  assert.equal(limitOf(0.001), 2);
});

test('the times of bash are read in any language', () => {
  assert.equal(readTimes('0m0.002s 0m0.000s\n1m0.357s 0m0.018s\n'), 60.375);
  assert.equal(readTimes('0m0,002s 0m0,000s\n0m1,500s 0m0,250s\n'), 1.75);
  assert.throws(() => readTimes('times: not found'), /no times/);
});

test('bash tells the CPU time of what it ran, and not how long that waited', () => {
  const busy = "sleep 1; bash -c 'for ((i = 0; i < 100000; i++)); do :; done'; times";
  const { stdout } = spawnSync('bash', ['-c', busy], { encoding: 'utf8' });
  assert.ok(readTimes(stdout) > 0.01, stdout);
});

test('a test over the limit fails by its name, and the slowest five are shown', () => {
  const { tests, text } = verdict([...usual, passed('heavy', 10.5), passed('just so', 10)]);
  const failed = tests.filter(({ state }) => state === 'failed');
  assert.deepEqual(
    failed.map(({ name, text }) => [name, text]),
    [['heavy', 'It took 10.500 s of CPU; the limit is 10.000 s, the median of its layer 1.000 s.']],
  );
  assert.match(
    text,
    /^\n12 tests; CPU time: median 1\.000 s, limit 10\.000 s, the slowest:\n {3}10\.500 s {2}it: heavy\n {3}10\.000 s {2}it: just so\n(?: +1\.000 s {2}it: usual \d\n){3}$/,
  );
});

test('a heavy test may take more, and is noted when it takes much less or is gone', () => {
  const heavy = { 'it: heavy': 'large', 'it: spared': 'once large', 'it: light': 'once large', 'it: gone': 'large' };
  const { tests, text } = verdict([...usual, passed('heavy', 20), passed('spared', 6), passed('light', 4)], heavy);
  assert.ok(tests.every(({ state }) => state === 'passed'));
  assert.match(text, /20\.000 s {2}it: heavy \(heavy\)\n/);
  assert.match(text, /\nNo longer heavy, or not there: it: light\nNo longer heavy, or not there: it: gone\n$/);
});

test('a failure stays what it is, and a test that was not measured is one', () => {
  const { tests } = verdict([...usual, { ...passed('broken', 20), state: 'failed', text: 'no' }, passed('unknown')]);
  assert.deepEqual(
    tests.slice(10).map(({ text }) => text),
    ['no', 'Its CPU time was not measured.'],
  );
});

test('Vitest’s and Playwright’s reports have the CPU time', () => {
  const assertionResults = [{ fullName: 'a', status: 'passed', duration: 900, meta: { cpuSeconds: 0.25 } }];
  const vitest = JSON.stringify({ testResults: [{ name: '/web/a.test.ts', status: 'passed', assertionResults }] });
  assert.equal(readVitest(vitest, '/web').tests[0].cpu, 0.25);

  const annotations = [{ type: 'issue' }, { type: 'cpuSeconds', description: '1.500' }];
  const tests = [
    { status: 'expected', expectedStatus: 'passed', annotations, results: [{ duration: 900, errors: [] }] },
  ];
  const suites = [{ title: 'a.spec.ts', specs: [{ title: 'a', file: 'a.spec.ts', tests }] }];
  assert.equal(readPlaywright(JSON.stringify({ errors: [], suites })).tests[0].cpu, 1.5);
});

test('a suite is started on one worker, told to measure, and never run again', () => {
  const shown = [];
  const suite = {
    again: true,
    start: (folder, once) => ({ command: [folder, once ? 'alone' : 'beside'], env: { A: '1' } }),
    read: () => ({ tests: [...usual, passed('heavy', 11)], died: 'early' }),
  };
  const within = withinCpuTime(suite, (text) => shown.push(text));
  assert.equal(within.again, false);
  assert.deepEqual(within.start('folder'), { command: ['folder', 'alone'], env: { A: '1', NIRMAAN_CPU_TIME: '1' } });
  const { tests, died } = within.read('folder', '', 0);
  assert.deepEqual([tests[10].state, died, shown.length], ['failed', 'early', 1]);
});
