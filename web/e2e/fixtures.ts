import { type APIRequestContext, expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { IN_THE_DARK, IN_THE_LIGHT } from '../scripts/accessibility.ts';
import { type Account, PASSWORD } from './accounts';
import { test as base } from './cpu-time';
import { LoginPO } from './pages/LoginPO';
import { ShellPO } from './pages/ShellPO';

export { accounts, PASSWORD } from './accounts';
export { expect };

/** A session as the application keeps it in the browser. */
interface Session {
  readonly stored: Readonly<Record<string, string>>;
  readonly since: number;
}

interface WorkerFixtures {
  /** The sessions of this worker, by account. */
  readonly sessions: Map<string, Session>;
}

/** A session is used for less than its token lives, so that no test has to renew what others use too. */
const SESSION_MS = 10 * 60 * 1000;

interface Fixtures {
  /** Signs in before the first page of the test, into a session that the tests of the account share. */
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

  signIn: async ({ page, request, sessions }, use) => {
    await use(async (account) => {
      const known = sessions.get(account.email);
      const session = known && Date.now() - known.since < SESSION_MS ? known : await newSession(request, account);
      sessions.set(account.email, session);
      await page.addInitScript((stored) => {
        // It runs in frames too, and those of documents have no storage.
        if (window !== window.top || localStorage.getItem('user')) return;
        for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
      }, session.stored);
    });
  },
});

/** Signs in over JSON: what the browser would store is the answer. */
async function newSession(request: APIRequestContext, { email, tenantName }: Account): Promise<Session> {
  const data = { emailOrMobile: email, password: PASSWORD, tenantName };
  const answer = await request.post('/api/auth/login', { data });
  expect(answer.ok(), `sign-in of ${email}`).toBe(true);
  const { accessToken, refreshToken, user } = (await answer.json()) as Record<string, string>;
  return {
    stored: { accessToken, refreshToken, user: JSON.stringify(user) } as Record<string, string>,
    since: Date.now(),
  };
}

/** Cards of a list after a dozen: one's own tasks can be hundreds, all alike, and axe takes as long for each. */
const REPEATED = 'main li:nth-child(n + 13)';

async function violations(page: Page, part: string, options: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ part, repeated, options }) => {
      const context = { include: [part], exclude: [repeated] };
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    },
    { part, repeated: REPEATED, options },
  );
}

/**
 * Fails on anything that axe finds in the light.
 *
 * @param part looks only at what this selector finds
 * @param without leaves out these rules, for what isn't ours to mend
 */
export async function expectAccessibleInTheLight(
  page: Page,
  part = 'html',
  without: readonly string[] = [],
): Promise<void> {
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  expect(await violations(page, part, { ...IN_THE_LIGHT, rules })).toEqual([]);
}

/** The same, and then for the colours of the dark. */
export async function expectAccessible(page: Page, part = 'html', without: readonly string[] = []): Promise<void> {
  await expectAccessibleInTheLight(page, part, without);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  // Programs hear of it before the next frame is drawn.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await violations(page, part, IN_THE_DARK), 'in the dark').toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/** Fails when the page as a whole scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(async () => {
    // What is another on a narrow page, such as cards for a table, comes a moment after the resize.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
  expect(excess, 'pixels beyond the right edge').toBe(0);
}
