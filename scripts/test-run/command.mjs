// Runs the commands of a test run: each in a process group of its own, its output in a file, ended when it falls silent.
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** How often the output is looked at, in milliseconds. */
const LOOK = 200;
/** How long what is asked to end may take to put away its servers and files, in milliseconds. */
const GRACE = 30_000;

/** The commands that run now: their processes, each with the promise of its end. */
const running = new Map();

/**
 * Runs a command until it ends, or has printed nothing for too long.
 *
 * @param {string[]} command The program and its arguments.
 * @param {object} options
 * @param {string} options.log The file that takes what it prints; standard output and errors in the order they come.
 * @param {(text: string) => void} [options.show] Gets the same, as it comes.
 * @param {number} options.silence The longest time without output, in milliseconds.
 * @param {Record<string, string>} [options.env] Variables beside those of this process.
 * @returns {Promise<{ status: number | string, tree?: string }>} The exit status, or the name of the signal; and the
 *   processes that were there when it was ended for its silence.
 */
export async function runCommand([program, ...args], { log, show = () => {}, silence, env = {} }) {
  const file = openSync(log, 'a+');
  try {
    // A file, since whoever keeps a pipe open would hold up the run behind a command that has ended.
    const child = spawn(program, args, {
      stdio: ['ignore', file, file],
      detached: true,
      env: { ...process.env, ...env },
    });
    const ended = new Promise((resolve) => {
      child.once('error', (error) => {
        show(`${error.message}\n`);
        resolve(127);
      });
      child.once('exit', (status, signal) => resolve(status ?? signal));
    });
    running.set(child, ended);
    const output = reader(file, show);
    let status;
    void ended.then((value) => {
      status = value;
    });
    let heard = performance.now();
    let tree;
    while (status === undefined) {
      await Promise.race([ended, pause(LOOK)]);
      if (output.read()) heard = performance.now();
      if (status === undefined && performance.now() - heard > silence) {
        tree = processTree(child.pid);
        await end(child, ended);
      }
    }
    running.delete(child);
    // What it has left behind would run beside the next.
    signal(-child.pid, 'SIGKILL');
    output.finish();
    return { status, ...(tree === undefined ? {} : { tree }) };
  } finally {
    closeSync(file);
  }
}

/** Ends all commands, and waits until they have put away what they started. */
export async function endAll() {
  await Promise.all([...running].map(([child, ended]) => end(child, ended)));
}

async function end(child, ended) {
  // Those that have a process group of their own are not in the child's.
  const below = descendants(child.pid).map(({ pid }) => pid);
  signal(-child.pid, 'SIGTERM');
  await Promise.race([ended, pause(GRACE, undefined, { ref: false })]);
  signal(-child.pid, 'SIGKILL');
  for (const pid of below) signal(pid, 'SIGKILL');
  await ended;
}

function signal(pid, name) {
  // A program that could not be started has none.
  if (Number.isNaN(pid)) return;
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

/** Hands on what a file grows by, in whole lines. */
function reader(file, show) {
  const chunk = Buffer.alloc(64 * 1024);
  let place = 0;
  let rest = Buffer.alloc(0);
  const read = () => {
    const begun = place;
    for (let size = fstatSync(file).size; place < size; ) {
      const length = readSync(file, chunk, 0, chunk.length, place);
      if (length === 0) break;
      place += length;
      rest = Buffer.concat([rest, chunk.subarray(0, length)]);
      const end = rest.lastIndexOf('\n') + 1;
      if (end > 0) show(rest.subarray(0, end).toString());
      rest = rest.subarray(end);
    }
    return place > begun;
  };
  const finish = () => {
    read();
    if (rest.length > 0) show(`${rest}\n`);
  };
  return { read, finish };
}

/** The processes below one, the parents first, each with its depth and what it was started as. */
function descendants(root) {
  let lines;
  try {
    const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,etime=,args='], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    lines = listed.trim().split('\n');
  } catch {
    return [];
  }
  const all = lines.map((line) => {
    const [pid, parent, time, ...words] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), time, command: words.join(' ') };
  });
  const below = (parent, depth) =>
    all.filter((one) => one.parent === parent).flatMap((one) => [{ ...one, depth }, ...below(one.pid, depth + 1)]);
  return [...all.filter(({ pid }) => pid === root).map((one) => ({ ...one, depth: 0 })), ...below(root, 1)];
}

/** The same as text: a line a process, with how long it has run. */
function processTree(root) {
  const lines = descendants(root).map(
    ({ pid, time, command, depth }) => `${'  '.repeat(depth)}${pid} ${time} ${command.slice(0, 160)}`,
  );
  return lines.length > 0 ? lines.join('\n') : '(ps could not list the processes)';
}
