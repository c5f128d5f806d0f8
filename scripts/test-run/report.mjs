// Tells what a test run came to: on the screen, and in files that the next runs leave alone.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFailed, MOST_FLAKY } from './run.mjs';

/** How many runs are kept, the newest among them. */
const KEPT = 20;
/** How many lines of a failure stand in the summary; the rest is in the report. */
const SHOWN = 15;

/**
 * Makes the folder of a run's report, named after the time in UTC and the commit, and removes the oldest ones.
 *
 * @param {string} target The folder for all that is built.
 * @param {string} [commit]
 * @param {Date} [now]
 * @returns {string}
 */
export function makeFolder(target, commit, now = new Date()) {
  const all = join(target, 'test-report');
  const time = now.toISOString().slice(0, 19).replaceAll(':', '');
  const folder = join(all, [time, commit?.slice(0, 12)].filter(Boolean).join('-'));
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(all).sort().slice(0, -KEPT)) rmSync(join(all, old), { recursive: true, force: true });
  return folder;
}

/**
 * The summary: a line a step with its share of the time, then what is flaky, what failed, and the sum. A share decides
 * nothing: it grows when another step gets quicker.
 *
 * @param {ReturnType<import('./run.mjs').Run['result']>} result
 * @param {string} folder Where the report is.
 * @returns {string}
 */
export function summary(result, folder) {
  const { steps, seconds, flaky, failures, isTooMuch, passed, failed } = result;
  const all = steps.reduce((sum, step) => sum + step.seconds, 0);
  const share = (step) => Math.round((100 * step.seconds) / (all || 1));
  const line = (word, time, rest) => `${word.padEnd(8)}${String(Math.round(time)).padStart(5)} s  ${rest}`.trimEnd();
  return [
    '',
    '=== Summary',
    ...steps.map((step) => line(step.word, step.seconds, `${String(share(step)).padStart(3)} %  ${step.name}`)),
    line('total', seconds, ''),
    ...section('Flaky (failed, then passed alone)', flaky),
    ...(isTooMuch ? ['', `More than ${MOST_FLAKY} tests were flaky: that is no coincidence, so the run fails.`] : []),
    ...section('Failed', failures),
    '',
    `The report is in ${folder}`,
    `${passed} passed, ${failed} failed`,
    '',
  ].join('\n');
}

function section(heading, findings) {
  return findings.length > 0 ? ['', `${heading}:`, ...findings.flatMap(lines)] : [];
}

/** What is said of a finding: its name, its times, and how it failed the first time. */
function lines(finding) {
  const { first, second } = finding;
  const took = ({ seconds }) => (seconds === undefined ? '' : ` after ${seconds.toFixed(1)} s`);
  const again = second && `, ${second.text === undefined ? 'passed' : 'failed'} at ${second.at}${took(second)}`;
  const text = first.text.split('\n');
  return [
    `  ${labelOf(finding)}`,
    `    failed at ${first.at}${took(first)}${again ?? ''}`,
    ...text.slice(0, SHOWN).map((one) => `      ${one}`.trimEnd()),
    ...(text.length > SHOWN ? ['      …'] : []),
  ];
}

const labelOf = ({ step, group, name }) => [step, group, name].filter(Boolean).join(': ');

/**
 * The same as JUnit XML. What passed alone is a `flakyFailure` of a test that passed, as the test runners of Maven write it.
 *
 * @param {ReturnType<import('./run.mjs').Run['result']>} result
 * @returns {string}
 */
export function junit({ steps, seconds, passed, failed }) {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name: 'nirmaan', tests: passed + failed, failures: failed, time: seconds.toFixed(3) })}>`,
    ...steps.flatMap((step) => [
      `  <testsuite ${attributes({ name: step.name, tests: step.passed + step.failed, failures: step.failed, time: step.seconds.toFixed(3) })}>`,
      ...casesOf(step).map((text) => `    ${text}`),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function casesOf(step) {
  const passed = step.tests.filter(({ state }) => state === 'passed');
  return [...passed, ...step.findings].map((test) => {
    const { group, name, seconds = test.first?.seconds } = test;
    const named = { classname: group || step.name, name: name || step.name };
    const timed = seconds === undefined ? named : { ...named, time: seconds.toFixed(3) };
    const open = `<testcase ${attributes(timed)}`;
    return test.first ? `${open}>${failuresOf(test)}</testcase>` : `${open}/>`;
  });
}

function failuresOf(finding) {
  const element = (tag, text) => `<${tag} ${attributes({ message: text.split('\n')[0] })}>${escaped(text)}</${tag}>`;
  const { first, second } = finding;
  if (!isFailed(finding)) return element('flakyFailure', first.text);
  return element('failure', first.text) + (second ? element('rerunFailure', second.text) : '');
}

const attributes = (values) =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value)).replaceAll('\n', '&#10;')}"`)
    .join(' ');

function escaped(text) {
  const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  // What XML has no way to write is left out.
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (sign) => entities[sign]);
}

/**
 * What git says of the checkout: the commit, and whether the files are just what it has. Nothing outside a checkout.
 *
 * @param {string} [folder]
 * @returns {{ commit?: string, isClean: boolean }}
 */
export function checkout(folder = '.') {
  const git = (...words) =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    return {
      commit: git('rev-parse', 'HEAD').trim(),
      isClean: git('status', '--porcelain', '--untracked-files=normal') === '',
    };
  } catch {
    return { isClean: false };
  }
}

/**
 * Keeps in `green` which commit passed all tests last: a note for whoever decides what to merge. It is written only if the
 * files were the commit's from the beginning to the end, and goes when the same commit fails.
 *
 * @param {string} target The folder for all that is built.
 * @param {boolean} hasPassed
 * @param {ReturnType<typeof checkout>} before
 * @param {ReturnType<typeof checkout>} after
 */
export function noteGreen(target, hasPassed, before, after) {
  const file = join(target, 'green');
  const isSame = before.isClean && after.isClean && before.commit === after.commit;
  if (hasPassed && isSame) writeFileSync(file, `${after.commit}\n`);
  if (!hasPassed && isSame && noted(file) === before.commit) rmSync(file);
}

function noted(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
