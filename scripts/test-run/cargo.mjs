// What Cargo tells of our crates.
import { spawnSync } from 'node:child_process';

/**
 * Compiles all tests by Clippy, as `scripts/test` has done before: Cargo repeats what was said, and compiles nothing.
 *
 * @returns {{ status: number, messages: object[] }} The exit status, and what Cargo says in JSON: what the compiler said of
 *   each crate, and which files came of it.
 */
export function compiled() {
  const command = ['test', '--quiet', '--locked', '--workspace', '--no-run', '--message-format=json'];
  const { status, stdout, error } = spawnSync('cargo', command, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, RUSTC_WORKSPACE_WRAPPER: 'clippy-driver' },
  });
  if (error) throw error;
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return { status, messages: lines.map((line) => JSON.parse(line)) };
}
