import { type Browser, test as base } from '@playwright/test';

/** The CPU time of each process of a browser until now, in seconds, by the process's number. */
async function processTimes(browser: Browser): Promise<Map<number, number>> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return new Map(processInfo.map(({ id, cpuTime }) => [id, cpuTime]));
}

/**
 * Playwright's own test function. For `scripts/test slow` it notes what each test takes of the CPU in the browser, in
 * seconds: Playwright's JSON has it. What the server takes isn't in it.
 */
export const test: typeof base = process.env.NIRMAAN_CPU_TIME
  ? base.extend<{ cpuTime: undefined }>({
      cpuTime: [
        // It depends on the context, so it is torn down before it: closing the context ends the processes of its pages.
        async ({ browser, context: _ }, use, { annotations }) => {
          const before = await processTimes(browser);
          await use(undefined);
          let seconds = 0;
          for (const [id, time] of await processTimes(browser)) seconds += time - (before.get(id) ?? 0);
          annotations.push({ type: 'cpuSeconds', description: seconds.toFixed(3) });
        },
        { auto: true },
      ],
    })
  : base;
