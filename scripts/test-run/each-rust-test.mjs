#!/usr/bin/env node
// Runs each Rust test in a process of its own, which tells what it and the processes that it waited for took of the CPU, and
// writes all as JSON: `Result`s. What is over the limit runs once more, and the least counts; then once more after another
// such test in the same process, since each alone pays for what the tests of a binary share (a `LazyLock`).
//   scripts/test-run/each-rust-test.mjs unit | integration REPORT
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { compiled } from './cargo.mjs';
import { limitOf, median, readTimes } from './cpu-time.mjs';
import { readLibtest } from './results.mjs';

const [layer, report] = process.argv.slice(2);
/** The test binaries of the layer, each with the folder of its package. */
function binaries() {
  return compiled()
    .messages.filter(({ reason, executable, profile }) => reason === 'compiler-artifact' && executable && profile.test)
    .filter(({ target }) => target.kind.includes('test') === (layer === 'integration'))
    .map(({ executable, manifest_path }) => ({ executable, folder: dirname(manifest_path) }));
}

/** Starts a test binary as Cargo would: in the package's folder. */
const settings = ({ folder }) => ({ cwd: folder, env: { ...process.env, CARGO_MANIFEST_DIR: folder } });

/** The tests of a binary, by their names. */
function testsOf(binary) {
  const options = { encoding: 'utf8', ...settings(binary) };
  const listed = execFileSync(binary.executable, ['--list', '--format', 'terse'], options);
  return [...listed.matchAll(/^(.+): test$/gm)].map(([, name]) => ({ binary, name }));
}

/** Runs some tests of a binary one after the other: a `Result` each but for what is skipped, and the CPU time of all. */
async function run({ executable, folder }, names) {
  const group = basename(executable).replace(/-[0-9a-f]{16}$/, '');
  const script = '"$@" 3>&-; status=$?; times >&3; exit $status';
  const command = ['-c', script, 'bash', executable, '--test-threads=1', '--exact', ...names];
  // Files, since a process that a test leaves behind would hold a pipe open.
  const place = mkdtempSync(join(tmpdir(), 'nirmaan-test.'));
  const [out, times] = ['out', 'times'].map((name) => join(place, name));
  const files = [out, times].map((file) => openSync(file, 'w'));
  const child = spawn('bash', command, { stdio: ['ignore', files[0], files[0], files[1]], ...settings({ folder }) });
  await once(child, 'exit');
  for (const file of files) closeSync(file);
  const log = readFileSync(out, 'utf8');
  const { tests, died } = readLibtest(log, group);
  const cpu = readTimes(readFileSync(times, 'utf8'));
  rmSync(place, { recursive: true });
  const dead = { group, name: names[0], state: 'failed', text: `${died}\n${log}` };
  return { tests: died ? [dead] : tests, cpu };
}

/** The CPU time of some tests in one process, where all of them pass. */
async function repeat(binary, names) {
  const { tests, cpu } = await run(binary, names);
  return tests.length === names.length && tests.every(({ state }) => state === 'passed') ? cpu : Infinity;
}

/** Goes through a list, as many at a time as there are cores. */
async function each(list, work) {
  const waiting = [...list];
  const workers = Array.from({ length: availableParallelism() }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await work(next);
  });
  await Promise.all(workers);
}

const show = ({ cpu, group, name, state }) =>
  console.log(`${cpu.toFixed(3).padStart(8)} s  ${group}: ${name} ... ${state}`);

const results = [];
await each(binaries().flatMap(testsOf), async ({ binary, name }) => {
  const { tests, cpu } = await run(binary, [name]);
  for (const test of tests) {
    results.push({ binary, result: { ...test, cpu } });
    show({ ...test, cpu });
  }
});

const limit = limitOf(median(results.map(({ result }) => result.cpu)));
const over = results.filter(({ result }) => result.cpu > limit);
await each(over, async ({ binary, result }) => {
  result.cpu = Math.min(result.cpu, await repeat(binary, [result.name]));
  show(result);
});
const alone = new Map(over.map(({ result }) => [result, result.cpu]));
await each(over, async ({ binary, result }) => {
  const others = over.filter((other) => other.binary === binary && other.result !== result);
  const [other] = others.map(({ result }) => result).sort((one, two) => alone.get(one) - alone.get(two));
  if (!other || result.cpu <= limit) return;
  const both = await repeat(binary, [other.name, result.name]);
  result.cpu = Math.min(result.cpu, Math.max(0, both - alone.get(other)));
  show(result);
});

writeFileSync(report, JSON.stringify(results.map(({ result }) => result)));
process.exitCode = results.every(({ result }) => result.state === 'passed') ? 0 : 1;
