import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLibtest, readPlaywright, readVitest } from './results.mjs';

const CARGO = `
   Compiling nirmaan v0.1.0
     Running unittests src/lib.rs (target/debug/deps/nirmaan_api-0123456789abcdef)

running 3 tests
test money::rounds ... ok
test money::refuses - should panic ... ok
test money::waits ... ignored, needs a printer

test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s

     Running tests/it/main.rs (/elsewhere/debug/deps/it-fedcba9876543210)

running 2 tests
test contracts::creates has been running for over 60 seconds
test contracts::creates ... FAILED
test contracts::lists ... ok

failures:

---- contracts::creates stdout ----
thread 'contracts::creates' panicked at crates/nirmaan/tests/it/contracts.rs:3:5:
running 7 tests
in vain: a contract

failures:
    contracts::creates

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 61.00s

   Doc-tests nirmaan_store

running 1 test
test crates/nirmaan-store/src/list.rs - list (line 12) - compile fail ... ok

test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.20s
`;

test('Cargo: each test stands in its binary, and a failure has its text', () => {
  const { tests, died } = readLibtest(CARGO);
  assert.equal(died, undefined);
  assert.deepEqual(
    tests.map(({ group, name, state }) => `${state} ${group} ${name}`),
    [
      'passed nirmaan_api money::rounds',
      'passed nirmaan_api money::refuses',
      'failed it contracts::creates',
      'passed it contracts::lists',
      'passed nirmaan_store (documentation) crates/nirmaan-store/src/list.rs - list (line 12)',
    ],
  );
  assert.match(tests[2].text, /^thread 'contracts::creates' panicked[^]*in vain: a contract$/);
});

test('Cargo: a binary that ends without a result is named', () => {
  const log = `
     Running unittests src/lib.rs (target/debug/deps/one-0123456789abcdef)

running 2 tests
test a ... ok
error: test failed, to rerun pass \`-p one --lib\`
  process didn't exit successfully (signal: 6, SIGABRT: process abort signal)
     Running unittests src/lib.rs (target/debug/deps/two-0123456789abcdef)

running 1 test
test b ... ok

test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s
`;
  assert.deepEqual(readLibtest(log), {
    tests: [{ group: 'two', name: 'b', state: 'passed' }],
    died: 'one ended without a result',
  });
  assert.equal(readLibtest('running 1 test\n', 'it').died, 'it ended without a result');
});

test('Cargo: on one thread a test may print where its result is expected', () => {
  const log = `
running 2 tests
test a ... listening on 127.0.0.1:4711
ok
test b ... FAILED

failures:

---- b stdout ----
no

failures:
    b

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 3 filtered out; finished in 0.01s
`;
  assert.deepEqual(readLibtest(log, 'it').tests, [
    { group: 'it', name: 'a', state: 'passed' },
    { group: 'it', name: 'b', state: 'failed', text: 'no' },
  ]);
});

const FAILURE = `\u001b[31mno row\u001b[39m
    at /web/src/a.test.tsx:7:3
    at file:///web/node_modules/@vitest/runner/dist/chunk.js:302:11
    at new Promise (<anonymous>)`;

test('Cargo: what a test prints is not taken for the report of failures', () => {
  const log = `
running 2 tests
test a ... FAILED
test b ... FAILED

failures:

---- a stdout ----
failures:
    of another program
test c ... ok
---- b stdout ----
no

failures:
    a
    b

test result: FAILED. 0 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s
`;
  const { tests, died } = readLibtest(log, 'it');
  assert.equal(died, undefined);
  assert.deepEqual(
    tests.map(({ name, state, text }) => [name, state, text]),
    [
      ['a', 'failed', ''],
      ['b', 'failed', 'no'],
    ],
  );
});

test('Cargo: the result counts what the lines don’t show', () => {
  const garbled =
    'running 2 tests\nlistening on test a ... ok\ntest b ... ok\n\ntest result: ok. 2 passed; 0 failed;\n';
  assert.equal(readLibtest(garbled).tests.length, 2);
  assert.match(
    readLibtest('running 1 test\ntest a ... FAILED\n\ntest result: FAILED. 0 passed; 1 failed;\n').died,
    /without a result/,
  );
});

test('Vitest: a file that can’t be loaded has failed, and skipped tests are left out', () => {
  const json = JSON.stringify({
    testResults: [
      {
        name: '/web/src/a.test.tsx',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'a list is sorted', status: 'passed', duration: 1200 },
          { fullName: 'a list is drawn', status: 'failed', duration: 5000, failureMessages: [FAILURE] },
          { fullName: 'a list is printed', status: 'skipped', failureMessages: [] },
        ],
      },
      {
        name: '/web/src/c.test.tsx',
        status: 'failed',
        message: 'its afterAll failed',
        assertionResults: [{ fullName: 'c', status: 'failed', duration: 1, failureMessages: ['no'] }],
      },
      { name: '/web/src/b.test.tsx', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  });
  assert.deepEqual(readVitest(json, '/web').tests, [
    { group: 'src/a.test.tsx', name: 'a list is sorted', state: 'passed', seconds: 1.2 },
    {
      group: 'src/a.test.tsx',
      name: 'a list is drawn',
      state: 'failed',
      seconds: 5,
      text: 'no row\n    at /web/src/a.test.tsx:7:3',
    },
    { group: 'src/c.test.tsx', name: 'c', state: 'failed', seconds: 0.001, text: 'no' },
    { group: 'src/c.test.tsx', name: '', state: 'failed', text: 'its afterAll failed' },
    { group: 'src/b.test.tsx', name: '', state: 'failed', text: 'no such module' },
  ]);
});

test('Playwright: tests of all blocks, and those that did not run', () => {
  const spec = (title, status, expectedStatus, results) => ({
    title,
    file: 'login.spec.ts',
    tests: [{ status, expectedStatus, results }],
  });
  const json = JSON.stringify({
    errors: [],
    suites: [
      {
        title: 'login.spec.ts',
        specs: [spec('signs in', 'expected', 'passed', [{ duration: 2000, errors: [] }])],
        suites: [
          {
            title: 'on a phone',
            specs: [
              spec('signs in', 'unexpected', 'passed', [{ duration: 500, errors: [{ message: 'no button' }] }]),
              spec('signs out', 'skipped', 'passed', []),
              spec('prints', 'skipped', 'skipped', []),
            ],
          },
        ],
      },
    ],
  });
  const { tests, died } = readPlaywright(json);
  assert.equal(died, undefined);
  assert.deepEqual(
    tests.map(({ name, state, text }) => [name, state, text]),
    [
      ['signs in', 'passed', undefined],
      ['on a phone › signs in', 'failed', 'no button'],
      ['on a phone › signs out', 'failed', 'It did not run.'],
    ],
  );
  assert.equal(readPlaywright(JSON.stringify({ errors: [{ message: 'no browser' }], suites: [] })).died, 'no browser');
});
