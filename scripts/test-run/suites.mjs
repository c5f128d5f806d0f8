// The kinds of steps: how each is started, how what failed is started once more alone, and how it tells what came of it.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DOCUMENTATION, readLibtest, readPlaywright, readVitest } from './results.mjs';

const WEB = 'web';
/** One worker of Vitest's, and one file after the other. */
const ALONE = ['--maxWorkers=1', '--no-file-parallelism'];
/** What `scripts/demo-server` and `scripts/postgres` end with when their server ended before their command did. */
export const SERVER_DIED = 70;

/**
 * @typedef {import('./results.mjs').Result} Result
 * @typedef {import('./results.mjs').Outcome} Outcome
 *
 * @typedef {object} Suite
 * @property {boolean} again Whether what failed runs once more: a deterministic check doesn't.
 * @property {(folder: string, once?: { failed?: Result[] }) => { command: string[], env?: Record<string, string> } |
 *   undefined} start The command for all tests; or, once more and on one worker, for all or for those that failed.
 *   None if that leads to nothing. The folder takes the runner's own report.
 * @property {(folder: string, log: string, status: number | string) => Outcome} read
 */

/**
 * A command that checks one thing, which is so or isn't.
 *
 * @param {string[]} command
 * @param {object} [options]
 * @param {boolean} [options.again] See `Suite`.
 * @returns {Suite}
 */
export function check(command, { again = false } = {}) {
  return {
    again,
    start: () => ({ command }),
    read: (_folder, log, status) => ({
      tests: [
        status === 0
          ? { group: '', name: '', state: 'passed' }
          : { group: '', name: '', state: 'failed', text: lastLines(log) },
      ],
    }),
  };
}

/**
 * Test binaries of Rust.
 *
 * @param {string[]} command Runs them all, and takes libtest's arguments.
 * @param {object} [options]
 * @param {string[]} [options.between] What leads from the command to libtest's arguments: `--` for Cargo.
 * @param {string} [options.binary] What the binary is called if the output doesn't say so.
 * @returns {Suite}
 */
export function libtest(command, { between = [], binary } = {}) {
  return {
    again: true,
    start: (_folder, once) => {
      if (!once) return { command };
      const alone = [...command, ...between, '--test-threads=1'];
      if (!once.failed) return { command: alone };
      // A documented example is deterministic, and rustdoc takes no name that has spaces.
      const tests = once.failed.filter(({ group }) => !group.endsWith(DOCUMENTATION));
      const names = [...new Set(tests.map(({ name }) => name))];
      return names.length > 0 ? { command: [...alone, '--exact', ...names] } : undefined;
    },
    read: (_folder, log) => readLibtest(log, binary),
  };
}

/**
 * Test binaries of Rust, each test in a process of its own, whose CPU time is measured.
 *
 * @param {'unit' | 'integration'} layer
 * @returns {Suite}
 */
export function eachRustTest(layer) {
  const report = (folder) => resolve(folder, 'rust.json');
  return {
    again: false,
    start: (folder) => ({ command: ['scripts/test-run/each-rust-test.mjs', layer, report(folder)] }),
    read: (folder) => readReport(report(folder), (json) => ({ tests: JSON.parse(json) })),
  };
}

/**
 * A project of Vitest's.
 *
 * @param {string} project
 * @param {object} [options]
 * @param {string} [options.seed] Shuffles the files and the tests in them, on one worker: two would share the files out as
 *   they get to them, and the seed would decide half of the order.
 * @param {string[]} [options.folders] Where the tests are; everywhere without one.
 * @returns {Suite}
 */
export function vitest(project, { seed, folders = [] } = {}) {
  const order = seed
    ? ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`, ...ALONE]
    : [];
  const report = (folder) => resolve(folder, 'vitest.json');
  return {
    again: true,
    start: (folder, once) => {
      const options = [
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report(folder)}`,
        '--allowOnly=false',
        ...order,
      ];
      const only = once?.failed?.length > 0 ? [] : folders;
      const narrow = once ? [...(seed ? [] : ALONE), ...named(once.failed ?? [])] : [];
      return {
        command: [
          'npm',
          '--prefix',
          WEB,
          'run',
          '--silent',
          'test',
          '--',
          '--project',
          project,
          ...options,
          ...narrow,
          ...only,
        ],
      };
    },
    read: (folder, log) => {
      const outcome = readReport(report(folder), (json) => readVitest(json, resolve(WEB)));
      // These are in no report: an error outside of all tests, and a browser that is gone.
      const [unhandled] = /^Vitest caught \d+ unhandled error.*(?:\n.*){0,8}/m.exec(log) ?? [];
      return unhandled ? { died: unhandled, ...outcome } : outcome;
    },
  };
}

/** Vitest's arguments for some tests alone: none for all. */
function named(failed) {
  if (failed.length === 0) return [];
  const files = [...new Set(failed.map(({ group }) => group))];
  // A file that couldn't be loaded is tried whole, and so are the others with it.
  if (failed.some(({ name }) => name === '')) return files;
  const names = failed.map(({ name }) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return [...files, `--testNamePattern=^ ?(?:${names.join('|')})$`];
}

/**
 * Playwright's tests, over a server with fresh demo data.
 *
 * @returns {Suite}
 */
export function playwright() {
  const report = (folder) => resolve(folder, 'playwright.json');
  return {
    again: true,
    start: (folder, once) => {
      const narrow = once ? ['--workers=1', ...(once.failed ? ['--last-failed'] : [])] : [];
      const options = ['--reporter=list,json', '--forbid-only', ...narrow];
      return {
        command: ['scripts/demo-server', 'npm', '--prefix', WEB, 'run', '--silent', 'e2e', '--', ...options],
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report(folder) },
      };
    },
    read: (folder) => readReport(report(folder), readPlaywright),
  };
}

/** What a runner's report tells; one that died has written none, or half of it. */
function readReport(file, read) {
  if (!existsSync(file)) return { tests: [], died: 'The runner ended without a report.' };
  try {
    return read(readFileSync(file, 'utf8'));
  } catch (error) {
    return { tests: [], died: `The runner's report can't be read: ${error.message}` };
  }
}

/** The end of what a command printed. */
export const lastLines = (log, most = 30) => log.trimEnd().split('\n').slice(-most).join('\n');
