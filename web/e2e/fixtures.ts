import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { type Account, PASSWORD } from './accounts';
import { LoginPO } from './pages/LoginPO';
import { ShellPO } from './pages/ShellPO';

export { accounts, PASSWORD } from './accounts';
export { expect };

interface Stored {
  readonly [key: string]: string;
}

interface WorkerFixtures {
  /** What the browser stored when an account signed in; signing in once is enough for most tests. */
  readonly sessions: Map<string, Stored>;
}

interface Fixtures {
  /** Signs in before the first page of the test: once for all tests of the account. */
  readonly signIn: (account: Account) => Promise<void>;
  /** Signs in through the form, into a session that the test may end. */
  readonly signInAnew: (account: Account) => Promise<void>;
  /** Lets the test live with console messages that it provokes. */
  readonly allowConsole: (expected: RegExp) => void;
  readonly login: LoginPO;
  readonly shell: ShellPO;
}

/** The test function of every spec: a console error or an uncaught one fails the test. */
export const test = base.extend<Fixtures & { consoleWatch: RegExp[] }, WorkerFixtures>({
  sessions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from the pattern
    async ({}, use) => {
      await use(new Map());
    },
    { scope: 'worker' },
  ],

  consoleWatch: [
    async ({ context }, use) => {
      const allowed: RegExp[] = [];
      const problems: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => problems.push(String(error.error())));
      await use(allowed);
      const unexpected = problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem)));
      expect(unexpected, 'messages on the console').toEqual([]);
    },
    { auto: true },
  ],

  allowConsole: async ({ consoleWatch }, use) => {
    await use((expected) => consoleWatch.push(expected));
  },

  login: async ({ page }, use) => {
    await use(new LoginPO(page));
  },

  shell: async ({ page }, use) => {
    await use(new ShellPO(page));
  },

  signInAnew: async ({ login, shell }, use) => {
    await use(async (account) => {
      await login.open();
      await login.submit(account, PASSWORD);
      await expect(shell.banner).toHaveText(`Signed in as ${account.email}`);
    });
  },

  signIn: async ({ page, sessions, signInAnew }, use) => {
    await use(async (account) => {
      const known = sessions.get(account.email);
      if (!known) {
        await signInAnew(account);
        sessions.set(account.email, await page.evaluate(() => ({ ...localStorage })));
        return;
      }
      await page.addInitScript((stored) => {
        // It runs in frames too, and those of documents have no storage.
        if (window !== window.top || localStorage.getItem('user')) return;
        for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
      }, known);
      await page.goto('/');
    });
  },
});

/** Fails on anything that axe finds against WCAG 2.2 AA or its best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
}

/** Fails when the page as a whole scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(excess, 'pixels beyond the right edge').toBe(0);
}
