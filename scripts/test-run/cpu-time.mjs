// Finds the tests that take much more of the CPU than others of their layer. It is never about how long a test lasts: that
// grows on a busy machine, and CPU time hardly does.

/** How often the median of its layer a test may take. */
const TIMES = 10;
/**
 * What any test may take, in seconds of CPU. Where the median is a few milliseconds, ten times that is noise, such as a
 * collection of garbage that happens to fall into one test; and a machine may take twice as long as another.
 */
const FLOOR = 2;
/** How many of the slowest are shown. */
const SHOWN = 5;

/** By layer and test: why it may take more. What takes less than half of the limit by now is noted, to be taken off. */
export const HEAVY = {
  'Rust: unit tests': {
    'nirmaan_demo: tests::fill::an_empty_database_is_filled_once': 'all of the demo is made and stored',
    'nirmaan_import: read::csv::tests::limits_hold': 'files of the largest size, and above it',
  },
  'Rust: tests, on SQLite': {
    'it: contracts::documented::a_contract_goes_from_any_status_to_any_other': 'every pair of them is tried',
    'it: contracts::figures::every_figure_is_what_its_rows_add_up_to_whatever_happens':
      'many random courses of events, after each of which all figures are counted anew',
    'it: contracts::imports::drafted::texts_of_any_length_are_changed_and_restored':
      'its file has to exceed what is put into words before a transaction, 32 MiB',
    'it: contracts::imports::updates::an_import_of_changes_that_is_given_up_changes_nothing':
      'an import is given up in the midst of storing, which takes a long one',
    'it: contracts::imports::updates::an_import_of_changes_that_is_killed_leaves_all_or_nothing':
      'a server is killed in the midst of storing, which takes a long import, and started again',
    'it: contracts::imports::updates::people_sign_in_beside_an_import_of_changes':
      'an import has to last while people sign in',
    'it: documents::crash::kill_9_during_uploads_leaves_no_row_without_its_object':
      'a server is killed and started again four times',
    'it: documents::memory::two_hundred_megabytes_raise_the_memory_by_64_at_most': '200 MB are stored',
    'it: export::contracts::all_that_match_are_exported_in_the_lists_order': 'three pages of rows in each order',
    'it: process::failing_to_sign_in_takes_no_memory_that_is_not_given_back': 'many passwords are hashed at full cost',
    'it: process::the_demo_fills_an_empty_database_once_and_refuses_any_other':
      'three servers are started, one of which stores all of the demo',
    'it: sqlite_plans::calls_read_the_rows_that_they_show_and_indexes_for_the_rest':
      'every call that reads, over tables that are large enough to have plans',
    'it: sweep::audit::every_call_that_changes_something_leaves_one_event_that_says_who_where_and_what':
      'every call that writes, over each wire',
  },
  Browser: {
    'journey.spec.ts: the whole way › from a new firm to its money back': 'one firm’s way through every screen',
  },
};

/**
 * @typedef {import('./results.mjs').Result} Result
 * @typedef {import('./suites.mjs').Suite} Suite
 */

/**
 * The middle of some numbers, or the mean of the two in the middle; 0 of none.
 *
 * @param {number[]} values
 * @returns {number}
 */
export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const half = sorted.length / 2;
  const middle = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / (middle.length || 1);
}

/**
 * What a test may take, in seconds of CPU: ten times the median of its layer, but two seconds at least.
 *
 * @param {number} middle The median, in the same unit.
 * @returns {number}
 */
export const limitOf = (middle) => Math.max(TIMES * middle, FLOOR);

/**
 * Reads what the `times` of bash prints: on the second line the user's and the system's time of all children.
 *
 * @param {string} text
 * @returns {number} Their sum, in seconds.
 */
export function readTimes(text) {
  const [, line = ''] = text.split('\n');
  const times = [...line.matchAll(/(\d+)m(\d+)[.,](\d+)s/g)];
  if (times.length !== 2) throw new Error(`no times: ${text}`);
  const seconds = ([, minutes, whole, part]) => 60 * Number(minutes) + Number(`${whole}.${part}`);
  return times.reduce((sum, time) => sum + seconds(time), 0);
}

/**
 * Holds the tests of a layer to its limit.
 *
 * @param {Result[]} tests
 * @param {Record<string, string>} [heavy] What may take more: see `HEAVY`.
 * @returns {{ tests: Result[], text: string }} The tests, those over the limit as failed; and median, limit and slowest.
 */
export function verdict(tests, heavy = {}) {
  const measured = tests.filter(({ cpu }) => cpu !== undefined);
  const middle = median(measured.map(({ cpu }) => cpu));
  const limit = limitOf(middle);
  const slowest = [...measured].sort((one, other) => other.cpu - one.cpu).slice(0, SHOWN);
  const isHeavy = (test) => Object.hasOwn(heavy, labelOf(test));
  const cpuOf = new Map(measured.map((test) => [labelOf(test), test.cpu]));
  const light = Object.keys(heavy).filter((label) => !(cpuOf.get(label) > limit / 2));
  return {
    tests: tests.map((test) => judge(test, { limit, middle, isHeavy: isHeavy(test) })),
    text: [
      '',
      `${measured.length} tests; CPU time: median ${told(middle)}, limit ${told(limit)}, the slowest:`,
      ...slowest.map((test) => `${told(test.cpu).padStart(11)}  ${labelOf(test)}${isHeavy(test) ? ' (heavy)' : ''}`),
      ...light.map((label) => `No longer heavy, or not there: ${label}`),
      '',
    ].join('\n'),
  };
}

function judge(test, { limit, middle, isHeavy }) {
  const fail = (text) => ({ ...test, state: 'failed', text });
  if (test.state === 'failed') return test;
  // What isn't measured isn't held to anything, and nobody would notice.
  if (test.cpu === undefined) return fail('Its CPU time was not measured.');
  const took = `It took ${told(test.cpu)} of CPU; the limit is ${told(limit)}, the median of its layer ${told(middle)}`;
  return test.cpu > limit && !isHeavy ? fail(`${took}.`) : test;
}

const told = (seconds) => `${seconds.toFixed(3)} s`;
const labelOf = ({ group, name }) => `${group}: ${name}`;

/**
 * The same tests, held to the limit. They have run and been measured: none runs once more.
 *
 * @param {Suite} suite One that measures, and runs one test after the other where two would be counted together.
 * @param {(text: string) => void} show Gets median, limit and slowest.
 * @param {Record<string, string>} [heavy] See `HEAVY`.
 * @returns {Suite}
 */
export function withinCpuTime(suite, show, heavy) {
  return {
    again: false,
    start: (folder) => {
      const { command, env } = suite.start(folder, {});
      return { command, env: { ...env, NIRMAAN_CPU_TIME: '1' } };
    },
    read: (...attempt) => {
      const outcome = suite.read(...attempt);
      const { tests, text } = verdict(outcome.tests, heavy);
      show(text);
      return { ...outcome, tests };
    },
  };
}
