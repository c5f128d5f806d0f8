// Reads what the runners say of their tests: Cargo's in what it prints, Vitest's and Playwright's in their JSON.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * A test, as its runner tells of it.
 *
 * @typedef {object} Result
 * @property {string} group The binary or the file that it is in.
 * @property {string} name Its name there; empty for a file that couldn't be loaded.
 * @property {'passed' | 'failed'} state
 * @property {number} [seconds] How long it took, when the runner says so.
 * @property {number} [cpu] What it took of the CPU, in seconds, where that was measured.
 * @property {string} [text] What it failed with.
 */

/**
 * What an attempt came to. Skipped tests are left out.
 *
 * @typedef {object} Outcome
 * @property {Result[]} tests
 * @property {string} [died] Why there is more to it than these tests tell: a runner, a browser or a server that ended early.
 */

/** What `test result: FAILED. 11 passed; 1 failed; …` counts. */
const COUNTED = /^test result: \w+\. (\d+) passed; (\d+) failed;/;
/** The binary in `Running unittests src/lib.rs (target/debug/deps/nirmaan_api-0123456789abcdef)`. */
const RUNNING = /^ +Running .*\((?:.*\/)?(.+?)(?:-[0-9a-f]{16})?\)$/;
const DOCUMENTED = /^ +Doc-tests (.+)$/;
/** Behind the name of a crate: the group of its documented examples. */
export const DOCUMENTATION = ' (documentation)';
/** A test's line. Behind its name may stand how it is run; on one thread, what it prints stands where `ok` is expected. */
const BEGUN = /^test (.+?)(?: - (?:should panic|compile fail|compile))? \.\.\. ?(.*)$/;
const FAILURE = /^---- (.+) stdout ----$/;

/**
 * Reads what test binaries of Rust print, as many as there are.
 *
 * @param {string} log
 * @param {string} binary What the first one is called if nobody says so.
 * @returns {Outcome}
 */
export function readLibtest(log, binary = 'tests') {
  const tests = [];
  const died = [];
  let group = binary;
  /** The tests of the binary that runs: undefined while none does. */
  let begun;
  let texts;
  let failed;
  /** Where in the report of failures we are: their texts come first, then their names. */
  let part;
  let text;
  for (const line of log.split('\n')) {
    const [, passed, notPassed] = COUNTED.exec(line) ?? [];
    const [, failure] = (part && FAILURE.exec(line)) ?? [];
    if (passed !== undefined && begun) {
      const own = begun.map((name) => resultOf(group, name, failed, texts));
      tests.push(...own, ...unnamed(group, Number(passed), own));
      if (failed.size !== Number(notPassed)) died.push(group);
      begun = part = text = undefined;
    } else if (failure !== undefined) {
      part = 'texts';
      text = [];
      texts.set(failure, text);
    } else if (line === 'failures:' && begun) {
      // A test may have printed this line, too: the names are what stands behind the last one.
      part = part === undefined ? 'texts' : 'names';
      failed.clear();
    } else if (part === 'texts') {
      text?.push(line);
    } else if (part === 'names') {
      if (line.startsWith('    ')) failed.add(line.trim());
    } else if (/^running \d+ tests?$/.test(line)) {
      if (begun) died.push(group);
      [begun, texts, failed] = [[], new Map(), new Set()];
    } else if (begun && BEGUN.test(line)) {
      const [, name, rest] = BEGUN.exec(line);
      if (!rest.startsWith('ignored')) begun.push(name);
    } else if (RUNNING.test(line) || DOCUMENTED.test(line)) {
      if (begun) died.push(group);
      begun = undefined;
      const [, documented] = DOCUMENTED.exec(line) ?? [];
      group = documented ? `${documented}${DOCUMENTATION}` : RUNNING.exec(line)[1];
    }
  }
  if (begun) died.push(group);
  return { tests, ...(died.length > 0 ? { died: `${died.join(', ')} ended without a result` } : {}) };
}

/** Passed tests whose lines can't be read, since a process that a test started wrote into them. */
function unnamed(group, passed, own) {
  const missing = passed - own.filter(({ state }) => state === 'passed').length;
  return Array.from({ length: Math.max(0, missing) }, () => ({ group, name: 'unreadable name', state: 'passed' }));
}

function resultOf(group, name, failed, texts) {
  if (!failed.has(name)) return { group, name, state: 'passed' };
  return { group, name, state: 'failed', text: (texts.get(name) ?? []).join('\n').trim() };
}

/**
 * Reads Vitest's JSON.
 *
 * @param {string} json
 * @param {string} root The folder that files are named from.
 * @returns {Outcome}
 */
export function readVitest(json, root) {
  const tests = JSON.parse(json).testResults.flatMap((file) => {
    const group = relative(root, file.name);
    const own = file.assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, duration, failureMessages, meta }) => ({
        group,
        name: fullName,
        state: status,
        seconds: seconds(duration),
        ...(meta?.cpuSeconds === undefined ? {} : { cpu: meta.cpuSeconds }),
        ...(status === 'failed' ? { text: withoutFrames(plain(failureMessages)) } : {}),
      }));
    // Its hooks and its imports fail beside its tests.
    const isBroken = file.status === 'failed' && (file.message || own.every(({ state }) => state === 'passed'));
    return isBroken ? [...own, { group, name: '', state: 'failed', text: plain([file.message]) }] : own;
  });
  return { tests };
}

/**
 * Reads Playwright's JSON. A test that did not run although it should have counts as failed.
 *
 * @param {string} json
 * @returns {Outcome}
 */
export function readPlaywright(json) {
  const { suites, errors } = JSON.parse(json);
  const tests = suites
    .flatMap((file) => specsIn(file, []))
    .flatMap(({ titles, spec }) =>
      spec.tests
        .filter(({ status, expectedStatus }) => status !== 'skipped' || expectedStatus !== 'skipped')
        .map(({ status, results, annotations = [] }) => {
          const measured = annotations.find(({ type }) => type === 'cpuSeconds');
          const isPassed = status === 'expected';
          const messages = results.flatMap((result) => result.errors.map(({ message }) => message ?? ''));
          return {
            group: spec.file,
            name: titles.join(' › '),
            state: isPassed ? 'passed' : 'failed',
            seconds: seconds(results.reduce((sum, { duration }) => sum + duration, 0)),
            ...(measured ? { cpu: Number(measured.description) } : {}),
            ...(isPassed ? {} : { text: plain(messages) || 'It did not run.' }),
          };
        }),
    );
  return { tests, ...(errors.length > 0 ? { died: plain(errors.map(({ message }) => message ?? '')) } : {}) };
}

/** The specs of a suite, each with the titles that lead to it; the outermost suite is the file itself. */
function specsIn(suite, above) {
  const own = (suite.specs ?? []).map((spec) => ({ titles: [...above, spec.title], spec }));
  return [...own, ...(suite.suites ?? []).flatMap((inner) => specsIn(inner, [...above, inner.title]))];
}

/** A failure without the part of its stack that is the runner's. */
const withoutFrames = (text) => text.replace(/\n +at .*(?:node_modules|<anonymous>).*/g, '');
const seconds = (milliseconds) => (milliseconds === undefined ? undefined : milliseconds / 1000);
const plain = (messages) => stripVTControlCharacters(messages.join('\n')).trim();
