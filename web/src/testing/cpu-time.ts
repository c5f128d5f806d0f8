// Measures what each test takes of the CPU, for `scripts/test slow`, which alone loads this file.
import { aroundEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** What the test and its hooks took of the CPU, in seconds: Vitest's JSON has it. */
    cpuSeconds?: number;
  }
}

/** The CPU time of the process that runs the tests until now, in seconds. */
async function cpuSeconds(): Promise<number> {
  if (!('document' in globalThis)) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const { cdp } = await import('vitest/browser');
  const { metrics } = await cdp().send('Performance.getMetrics');
  const found = metrics.find(({ name }) => name === 'ProcessTime');
  if (!found) throw new Error('The browser tells no CPU time.');
  return found.value;
}

if ('document' in globalThis) {
  const { cdp } = await import('vitest/browser');
  await cdp().send('Performance.enable');
}

aroundEach(async (runTest, { task }) => {
  const before = await cpuSeconds();
  try {
    await runTest();
  } finally {
    task.meta.cpuSeconds = (await cpuSeconds()) - before;
  }
});
