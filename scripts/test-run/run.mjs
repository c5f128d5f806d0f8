// A test run: steps one after the other and beside each other, what failed once more alone, one sum at the end.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endAll, runCommand } from './command.mjs';
import { lastLines, SERVER_DIED } from './suites.mjs';
import { Turns } from './turns.mjs';

/** @typedef {import('./suites.mjs').Suite} Suite */

/** More tests than these that passed only when they ran alone are no accident. */
export const MOST_FLAKY = 20;
/** A step that prints nothing for so long hangs, in milliseconds: on a slow machine a step is slow, and not silent. */
const SILENCE = 10 * 60_000;

/** Thrown when a step failed that none of the next can do without. */
export class Over extends Error {}

/**
 * One attempt of a step.
 *
 * @typedef {object} Attempt
 * @property {string} at The time of day at which it ended.
 * @property {import('./results.mjs').Result[]} tests
 * @property {string} [died] Why these aren't all.
 * @property {string} log
 *
 * What a test or a whole step came to, of which something failed.
 *
 * @typedef {object} Finding
 * @property {string} step
 * @property {string} group The test's binary or file, and its name there; both are empty if it is the step.
 * @property {string} name
 * @property {{ at: string, seconds?: number, text: string }} first The failure.
 * @property {{ at: string, seconds?: number, text?: string }} [second] What came of it alone; without a text it passed.
 */

export class Run {
  /** The steps that have ended: `{ name, word, seconds, passed, failed, tests, findings }`. */
  steps = [];
  /** What steps printed that ran beside the one that is shown, and is still to be shown. */
  #unshown = [];
  /** The names of those that run now. */
  #aside = new Set();
  #isShowing = false;
  #begun = performance.now();
  #attempts = 0;
  #isOver = false;
  #turns = new Turns();
  #out;
  #folder;
  #silence;

  /**
   * @param {object} options
   * @param {string} options.folder Takes the output of all attempts.
   * @param {(text: string) => void} [options.out]
   * @param {number} [options.silence] See `SILENCE`.
   */
  constructor({ folder, out = (text) => process.stdout.write(text), silence = SILENCE }) {
    this.#folder = folder;
    this.#out = out;
    this.#silence = silence;
  }

  /**
   * Runs a step, and what failed in it once more, alone.
   *
   * @param {string} name
   * @param {Suite} suite
   * @param {object} [options]
   * @param {boolean} [options.aside] Whether it runs beside others, so that it is shown when it has ended.
   * @param {boolean} [options.checks] Whether a pass counts: of what only prepares the next steps, only a failure does.
   * @param {number} [options.silence] See `SILENCE`.
   * @returns {Promise<boolean>} Whether the next ones can build upon it.
   */
  async step(name, suite, { aside = false, checks = true, silence = this.#silence } = {}) {
    if (this.#isOver) throw new Over();
    const begun = performance.now();
    const shown = [];
    const show = aside ? (text) => shown.push(text) : this.#out;
    if (aside) this.#aside.add(name);
    else this.#showOthers();
    this.#isShowing ||= !aside;
    show(`\n=== ${name}\n`);
    const outcome = await this.#outcome(name, suite, { show, silence });
    const seconds = (performance.now() - begun) / 1000;
    this.steps.push({ name, seconds, ...outcome, ...(checks ? {} : { passed: 0, tests: [] }) });
    if (aside) this.#unshown.push(shown.join(''));
    this.#aside.delete(name);
    this.#isShowing &&= aside;
    if (!this.#isShowing) this.#showOthers();
    return outcome.failed === 0;
  }

  /** Waits for steps that run beside the others, when nothing else is left, and says for which. */
  async waitFor(steps) {
    if (this.#aside.size > 0) this.#out(`\n=== Still running: ${[...this.#aside].join(', ')}\n`);
    await steps;
  }

  /** A step that the next ones build upon. It checks nothing, so that it counts only when it fails. */
  async prepare(name, suite, options) {
    return this.step(name, suite, { ...options, checks: false });
  }

  /** One that none of the next can do without. */
  async need(name, suite, options) {
    if (!(await this.prepare(name, suite, options))) throw new Over();
  }

  /** Ends what runs, and starts nothing any more. */
  async stop() {
    this.#isOver = true;
    await endAll();
    this.#showOthers();
  }

  /** What it came to; more flaky tests than are bearable count as one failure. */
  result() {
    const findings = this.steps.flatMap((step) => step.findings);
    const flaky = findings.filter((finding) => !isFailed(finding));
    const isTooMuch = flaky.length > MOST_FLAKY;
    const sum = (key) => this.steps.reduce((all, step) => all + step[key], 0);
    const passed = sum('passed');
    // A run in which nothing passed has proved nothing.
    const failed = sum('failed') + (isTooMuch ? 1 : 0) || (passed === 0 ? 1 : 0);
    const seconds = (performance.now() - this.#begun) / 1000;
    return { steps: this.steps, seconds, flaky, failures: findings.filter(isFailed), isTooMuch, passed, failed };
  }

  /** Runs a step as often as it takes, three times at most: once more as a whole if it died, and what failed then, alone. */
  async #outcome(step, suite, { show, silence }) {
    const attempt = (once) => this.#attempt(step, suite, { show, silence, once });
    const first = await attempt();
    const second = first.died && suite.again ? await attempt({}) : undefined;
    const death = first.died ? [findingOfStep(step, first, second)] : [];
    const all = second ?? first;
    const failed = all.tests.filter(({ state }) => state === 'failed');
    const isWorthIt = suite.again && !all.died && failed.length > 0 && failed.length <= MOST_FLAKY;
    const alone = isWorthIt ? await attempt({ failed }) : undefined;
    return judge(all, death, findingsOfTests(step, all, alone));
  }

  /** One attempt at all of a step; or once more and alone, at all of it or at what failed. */
  async #attempt(step, suite, { show, silence, once }) {
    this.#attempts += 1;
    const number = String(this.#attempts).padStart(2, '0');
    const folder = join(this.#folder, `${number}-${step.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`);
    const started = suite.start(folder, once);
    if (!started) return undefined;
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'output.txt');
    const run = () => {
      if (this.#isOver) throw new Over();
      if (once) show(`--- once more, alone: ${tell(once)}\n`);
      return runCommand(started.command, { log: file, show, silence, env: started.env });
    };
    const { status, tree } = await (once ? this.#turns.alone(run) : this.#turns.beside(run));
    if (this.#isOver) throw new Over();
    const log = readFileSync(file, 'utf8');
    const { tests, died: early } = suite.read(folder, log, status);
    const died = deathOf(status, tree, silence) ?? early ?? unexplained(status, tests);
    if (tree !== undefined) show(`${died}\n`);
    return { at: new Date().toTimeString().slice(0, 8), tests, log, ...(died ? { died } : {}) };
  }

  #showOthers() {
    for (const text of this.#unshown.splice(0)) this.#out(text);
  }
}

/** Whether a finding is a failure: it didn't run once more, or it failed then, too. */
export const isFailed = ({ second }) => second === undefined || second.text !== undefined;

function deathOf(status, tree, silence) {
  if (tree !== undefined) {
    return `It printed nothing for ${Math.round(silence / 1000)} s and was ended. These processes were running:\n${tree}`;
  }
  return status === SERVER_DIED ? 'Its server ended before it did.' : undefined;
}

function unexplained(status, tests) {
  if (status === 0) return tests.length === 0 ? 'It ran no test.' : undefined;
  const isExplained = tests.some(({ state }) => state === 'failed');
  return isExplained ? undefined : `It ended with ${status}, and names no test that failed.`;
}

function tell({ failed }) {
  if (!failed) return 'all of it, since it ended early';
  return failed.length === 1 ? 'the test that failed' : `the ${failed.length} tests that failed`;
}

/** What a step comes to, by the attempt at all of it that counts. */
function judge({ tests, log }, death, ofTests) {
  const findings = [...death, ...ofTests];
  const failed = findings.filter(isFailed).length;
  const passedAlone = ofTests.filter((finding) => !isFailed(finding)).length;
  const passed = tests.filter(({ state }) => state === 'passed').length + passedAlone;
  if (failed > 0) return { word: 'FAILED', passed, failed, tests, findings };
  if (findings.length > 0) return { word: 'flaky', passed, failed, tests, findings };
  if (lastLines(log, 1).startsWith('skipped: ')) return { word: 'skipped', passed: 0, failed, tests: [], findings };
  return { word: 'ok', passed, failed, tests, findings };
}

/** A step that died is a finding of its own. */
function findingOfStep(step, first, second) {
  const names = first.tests.filter(isNamed).filter(({ state }) => state === 'failed');
  const failed = names.length > 0 ? `\nUntil then ${names.length} failed, ${names[0].name} the first of them.` : '';
  const failure = ({ at, died, log }, more = '') => ({ at, text: `${died}${more}\n${lastLines(log, 12)}` });
  const again = second && (second.died ? failure(second) : { at: second.at });
  return { step, group: '', name: '', first: failure(first, failed), second: again };
}

/** The tests that failed in an attempt, each with what came of it alone; and what failed then for the first time. */
function findingsOfTests(step, all, alone) {
  const failures = ({ tests, died }) => tests.filter((test) => test.state === 'failed' && (isNamed(test) || !died));
  const told = ({ at }, { state, seconds, text = '' }) => ({ at, seconds, ...(state === 'failed' ? { text } : {}) });
  const finding = ({ group, name }, first, second) => ({ step, group, name, first, second });
  if (!alone) return failures(all).map((test) => finding(test, told(all, test)));

  const later = new Map();
  // Two tests may have one name: it has passed when both have.
  for (const test of alone.tests) if (later.get(keyOf(test))?.state !== 'failed') later.set(keyOf(test), test);
  const missing = { state: 'failed', text: alone.died ?? 'It did not run once more.' };
  const found = (test) => (alone.died ? missing : (later.get(keyOf(test)) ?? missing));
  const known = new Set(failures(all).map(keyOf));
  return [
    ...failures(all).map((test) => finding(test, told(all, test), told(alone, found(test)))),
    ...failures(alone)
      .filter((test) => !known.has(keyOf(test)))
      .map((test) => finding(test, told(alone, test))),
  ];
}

const keyOf = ({ group, name }) => `${group}\n${name}`;
/** Whether it is a test, and not the one thing that a check checks. */
const isNamed = ({ group, name }) => Boolean(group || name);
