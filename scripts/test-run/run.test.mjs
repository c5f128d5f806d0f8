import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Over, Run } from './run.mjs';
import { check, libtest } from './suites.mjs';

let folder;
let shown;
let run;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nirmaan-test-run.'));
  shown = '';
  run = newRun();
});

afterEach(async () => {
  await run.stop();
  rmSync(folder, { recursive: true });
});

const newRun = (options) =>
  new Run({
    folder,
    out: (text) => {
      shown += text;
    },
    ...options,
  });

/** A shell script as a command; `$tries` says how often it was run, this time included, and `$dir` is a folder. */
const shell = (script) => [
  'bash',
  '-c',
  `dir=$0; echo >>"$dir/tries"; tries=$(wc --lines <"$dir/tries"); ${script}`,
  folder,
];

/** Rust tests of which some fail in each try: \`FAILS[n - 1]\` names those of the nth; the second is told whom to run. */
function suite(names, ...fails) {
  const result = (failed) =>
    `good=0; for name in \${@:-${names.join(' ')}}; do case $name in --*) continue;; esac; bad=; ` +
    `for one in ${failed.join(' ')}; do [ $one != $name ] || bad=1; done; ` +
    `if [ "$bad" ]; then echo "test $name ... FAILED"; else good=$((good + 1)); echo "test $name ... ok"; fi; done; ` +
    `echo; echo failures:; for one in ${failed.join(' ')}; do echo "---- $one stdout ----"; echo "no $one in try $tries"; done; ` +
    `echo; echo failures:; for one in ${failed.join(' ')}; do echo "    $one"; done; echo; ` +
    `echo "test result: FAILED. $good passed; ${failed.length} failed;"; [ ${failed.length} = 0 ]`;
  const cases = fails.map((failed, at) => `${at + 1}) ${result(failed)};;`).join(' ');
  return libtest(shell(`echo "running 1 tests"; case $tries in ${cases} esac`), { binary: 'it' });
}

async function until(holds) {
  while (!holds()) await pause(20);
}

/** Whether a process runs; one that nobody has waited for yet doesn't. */
function isAlive(pid) {
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 && !stdout.startsWith('Z');
}

const tries = () => readFileSync(join(folder, 'tries'), 'utf8').length;

test('what passes runs once, and counts', async () => {
  assert.equal(await run.step('Tests', suite(['a', 'b'], [])), true);
  const { passed, failed, flaky } = run.result();
  assert.deepEqual([passed, failed, flaky.length, tries()], [2, 0, 0, 1]);
});

test('a test that fails, and passes alone, is flaky: named, and counted as passed', async () => {
  assert.equal(await run.step('Tests', suite(['a', 'b', 'c'], ['b'], [])), true);
  const { passed, failed, flaky, steps } = run.result();
  assert.deepEqual([passed, failed, steps[0].word, tries()], [3, 0, 'flaky', 2]);
  assert.equal(flaky[0].name, 'b');
  assert.equal(flaky[0].first.text, 'no b in try 1');
  assert.match(flaky[0].second.at, /^\d\d:\d\d:\d\d$/);
  assert.match(shown, /once more, alone: the test that failed/);
});

test('a test that fails twice has failed', async () => {
  assert.equal(await run.step('Tests', suite(['a', 'b', 'c'], ['b', 'c'], ['c'])), false);
  const { passed, failed, flaky, failures } = run.result();
  assert.deepEqual([passed, failed, flaky.map(({ name }) => name)], [2, 1, ['b']]);
  assert.deepEqual([failures[0].name, failures[0].second.text], ['c', 'no c in try 2']);
});

test('so many failures are not tried again', async () => {
  const names = Array.from({ length: 21 }, (_, at) => `t${at}`);
  assert.equal(await run.step('Tests', suite([...names, 'u'], names, [])), false);
  const { passed, failed } = run.result();
  assert.deepEqual([passed, failed, tries()], [1, 21, 1]);
});

test('so many flaky ones, step after step, fail the run', async () => {
  for (const step of ['one', 'two', 'three']) {
    rmSync(join(folder, 'tries'), { force: true });
    const names = Array.from({ length: 7 }, (_, at) => `t${at}`);
    assert.equal(await run.step(step, suite(names, names, [])), true);
  }
  const { passed, failed, isTooMuch } = run.result();
  assert.deepEqual([passed, failed, isTooMuch], [21, 1, true]);
});

test('a step whose runner dies runs once more as a whole, and is flaky itself', async () => {
  const died =
    'echo "running 2 tests"; echo "test a ... ok"; [ $tries = 2 ] || exit 134; echo "test b ... ok"; echo "test result: ok. 2 passed; 0 failed;"';
  assert.equal(await run.step('Tests', libtest(shell(died), { binary: 'it' })), true);
  const { passed, failed, flaky } = run.result();
  assert.deepEqual([passed, failed], [2, 0]);
  assert.deepEqual([flaky[0].step, flaky[0].name], ['Tests', '']);
  assert.match(flaky[0].first.text, /^it ended without a result\n/);
});

test('two tests of one name have passed alone when both have', async () => {
  const named = {
    again: true,
    start: () => ({ command: ['false'] }),
    // The first of the two fails both times.
    read: () => ({ tests: ['failed', 'passed'].map((state) => ({ group: 'it', name: 'a', state, text: 'no' })) }),
  };
  assert.equal(await run.step('Tests', named), false);
  assert.deepEqual([run.result().passed, run.result().failed], [1, 1]);
});

test('nothing has passed alone in an attempt that died', async () => {
  const second = 'echo "test a ... ok"; echo "test result: ok. 1 passed; 0 failed;"; exit 70';
  const first =
    'echo "test a ... FAILED"; printf "\nfailures:\n\nfailures:\n    a\n\n"; echo "test result: FAILED. 0 passed; 1 failed;"; exit 101';
  const dies = libtest(shell(`echo "running 1 test"; if [ $tries = 1 ]; then ${first}; else ${second}; fi`));
  assert.equal(await run.step('Tests', dies), false);
  assert.match(run.result().failures[0].second.text, /^Its server ended before it did/);
});

test('what fails alone for the first time has failed', async () => {
  const attempts = [
    [
      { group: 'a', name: 'x', state: 'failed', text: 'no' },
      { group: 'a', name: 'y', state: 'passed' },
    ],
    [
      { group: 'a', name: 'x', state: 'passed' },
      { group: 'a', name: '', state: 'failed', text: 'its hook failed' },
    ],
  ];
  const hooks = { again: true, start: () => ({ command: ['true'] }), read: () => ({ tests: attempts.shift() }) };
  assert.equal(await run.step('Tests', hooks), false);
  const { failures, flaky } = run.result();
  assert.deepEqual(
    [failures.map(({ first }) => first.text), flaky.map(({ name }) => name)],
    [['its hook failed'], ['x']],
  );
});

test('after a step has died, a test that fails gets its second try, too', async () => {
  const test = (state) => [{ group: 'a', name: 'x', state, ...(state === 'failed' ? { text: 'no' } : {}) }];
  const attempts = [
    { tests: test('failed'), died: 'The browser is gone.' },
    { tests: test('failed') },
    { tests: test('passed') },
  ];
  const unlucky = { again: true, start: () => ({ command: ['true'] }), read: () => attempts.shift() };
  assert.equal(await run.step('Tests', unlucky), true);
  const { flaky, passed, failed } = run.result();
  assert.deepEqual([flaky.map(({ name }) => name), passed, failed], [['', 'x'], 1, 0]);
  assert.match(flaky[0].first.text, /^The browser is gone\.\nUntil then 1 failed, x the first of them\./);
});

test('alone means alone: nothing else runs meanwhile', async () => {
  const log = join(folder, 'log');
  const says = (name, status) =>
    check(['bash', '-c', `echo "${name} begins" >>${log}; sleep 0.3; echo "${name} ends" >>${log}; exit ${status}`], {
      again: true,
    });
  const others = async () => {
    for (const name of ['b', 'c']) await run.step(name, says(name, 0), { aside: true });
  };
  await Promise.all([others(), run.step('a', says('a', 1))]);
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  const last = lines.lastIndexOf('a begins');
  assert.equal(lines[last + 1], 'a ends');
  const open = lines.slice(0, last).filter((line) => line.endsWith('begins')).length;
  assert.equal(lines.slice(0, last).filter((line) => line.endsWith('ends')).length, open);
});

test('a step whose server dies twice has failed', async () => {
  const died = 'echo "running 1 test"; echo "test a ... ok"; echo "test result: ok. 1 passed; 0 failed;"; exit 70';
  assert.equal(await run.step('Tests', libtest(shell(died))), false);
  const { failed, failures } = run.result();
  assert.equal(failed, 1);
  assert.match(failures[0].second.text, /^Its server ended before it did/);
});

test('a failure that no test explains is one', async () => {
  const odd = 'echo "running 1 test"; echo "test a ... ok"; echo "test result: ok. 1 passed; 0 failed;"; exit 3';
  assert.equal(await run.step('Tests', libtest(shell(odd))), false);
  assert.match(run.result().failures[0].first.text, /^It ended with 3, and names no test/);
});

test('a step without a single test has proved nothing', async () => {
  assert.equal(
    await run.step(
      'Tests',
      libtest(shell('echo "running 0 tests"; echo; echo "test result: ok. 0 passed; 0 failed;"')),
    ),
    false,
  );
  assert.match(run.result().failures[0].first.text, /^It ran no test/);
});

test('a check that can’t come out otherwise runs once; one over a server once more', async () => {
  assert.equal(await run.step('Format', check(shell('echo ugly; exit 1'))), false);
  assert.equal(tries(), 1);
  assert.equal(run.result().failures[0].first.text, 'ugly');
  rmSync(join(folder, 'tries'));
  assert.equal(await run.step('Client', check(shell('[ $tries = 2 ]'), { again: true })), true);
  assert.equal(run.result().steps[1].word, 'flaky');
  assert.deepEqual([run.result().passed, run.result().failed], [1, 1]);
});

test('a step that falls silent is ended with all that it started, and shown', async () => {
  const quick = newRun({ silence: 5_000 });
  // In a process group of its own, as a server that a script starts.
  const silent = shell('echo begun; (set -m; sleep 731 & echo $! >"$dir/pid"; wait); echo ended');
  assert.equal(await quick.step('Hangs', check(silent)), false);
  const { text } = quick.result().failures[0].first;
  assert.match(text, /It printed nothing for 5 s and was ended[^]*sleep 731[^]*begun/);
  assert.doesNotMatch(text, /\nended/);
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  await until(() => !isAlive(pid));
});

test('a step that is slow, and not silent, goes on', async () => {
  const quick = newRun({ silence: 5_000 });
  assert.equal(await quick.step('Slow', check(shell('for i in {1..30}; do sleep 0.2; echo $i; done'))), true);
});

test('a command that has ended is not waited for because of what it left behind, which is ended', async () => {
  const begun = performance.now();
  assert.equal(await run.step('Leaves', check(shell('sleep 60 & echo $! >"$dir/left"'))), true);
  assert.ok(performance.now() - begun < 50_000);
  const left = Number(readFileSync(join(folder, 'left'), 'utf8'));
  await until(() => !isAlive(left));
});

test('what only prepares counts when it fails, and ends the run if it is needed', async () => {
  assert.equal(await run.prepare('Build', check(['true'])), true);
  assert.equal(run.result().passed, 0);
  await assert.rejects(run.need('Build', check(['false'])), Over);
  assert.equal(run.result().failed, 1);
});

test('a step says that it was skipped, and counts as nothing', async () => {
  await run.step('Compatible', check(['echo', 'skipped: no commit yet']));
  const { steps, passed, failed } = run.result();
  // Nothing at all has passed: that is no success.
  assert.deepEqual([steps[0].word, passed, failed], ['skipped', 0, 1]);
});

test('a program that is not there fails its step', async () => {
  assert.equal(await run.step('Missing', check(['nirmaan-has-no-such-program'])), false);
});

test('steps beside each other are shown one after the other', async () => {
  const aside = run.step('Aside', check(shell('echo one; echo two')), { aside: true });
  await run.step('Front', check(['bash', '-c', 'for i in 1 2 3; do echo front $i; sleep 0.2; done']));
  await aside;
  await run.stop();
  assert.match(shown, /=== Front\nfront 1\nfront 2\nfront 3\n\n=== Aside\none\ntwo\n$/);
});

test('what is left at the end is named while it runs, and shown as soon as it has ended', async () => {
  const gone = check(['bash', '-c', 'while [ ! -e "$0/go" ]; do sleep 0.05; done; echo gone', folder]);
  const aside = run.step('Aside', gone, { aside: true });
  await run.step('Front', check(['true']));
  const waits = run.waitFor(aside);
  assert.match(shown, /=== Front\n\n=== Still running: Aside\n$/);
  writeFileSync(join(folder, 'go'), '');
  await waits;
  assert.match(shown, /=== Still running: Aside\n\n=== Aside\ngone\n$/);
  shown = '';
  await run.waitFor(aside);
  assert.equal(shown, '');
});

test('stopping ends what runs, lets it clean up, and starts nothing any more', async () => {
  const cleans = shell('trap \'rm "$dir/data"; exit 1\' TERM; echo x >"$dir/data"; sleep 60 & wait');
  const step = run.step('Serves', check(cleans, { again: true }));
  await until(() => existsSync(join(folder, 'data')));
  const over = assert.rejects(step, Over);
  await run.stop();
  await over;
  assert.equal(existsSync(join(folder, 'data')), false);
  assert.equal(tries(), 1);
  await assert.rejects(run.step('Next', check(['true'])), Over);
  assert.deepEqual(run.result().steps, []);
});

test('the output of each attempt is kept', async () => {
  await run.step('Tests on SQLite', suite(['a'], ['a'], []));
  assert.match(readFileSync(join(folder, '01-tests-on-sqlite', 'output.txt'), 'utf8'), /a \.\.\. FAILED/);
  assert.match(readFileSync(join(folder, '02-tests-on-sqlite', 'output.txt'), 'utf8'), /a \.\.\. ok/);
});
