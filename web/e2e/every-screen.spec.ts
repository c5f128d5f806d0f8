import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Account } from './accounts';
import { asAdmin, asOwner } from './api';
import {
  accounts,
  test as base,
  expect,
  expectAccessible,
  expectAccessibleInTheLight,
  expectNoSidewaysScroll,
} from './fixtures';
import { readRoutes } from './routes';

const ROUTES = await readRoutes();

/** What a route's parameter stands for, by the step of the address before it. */
const RECORD_OF: Readonly<Record<string, string>> = {
  contracts: 'contract',
  'contract-deposit': 'contract',
  'security-deposit': 'deposit',
  projects: 'project',
  'project-tasks': 'task',
  tenants: 'tenant',
  users: 'user',
  'user-roles-mapping': 'user',
  modules: 'module',
  'modules/edit': 'module',
  roles: 'role',
};

/** Screens that a route shows by its query. */
const BY_QUERY = [
  '/project-tasks?projectId=:project',
  '/project-tasks?projectId=:project&view=schedule',
  '/projects?projectName=no-such-project',
  '/contracts/contract-deposit?bidId=E2E',
  '/admin/user-roles-mapping?userId=:user',
  '/no-such-page',
];

/** Areas that only the platform's administrator sees all of. */
const PLATFORM = /^\/admin\/(tenants|modules|roles)\b/;

const NOT_FOUND = 'Page not found';
const WIDTHS = [1366, 1024, 683, 320];

type Records = Readonly<Record<string, string>>;

/** One record of each kind, made once for all screens of a worker. */
async function makeRecords(request: APIRequestContext): Promise<Records> {
  const [admin, owner] = [await asAdmin(request), await asOwner(request)];
  const contract = await owner.contract({ status: 'AWARDED', tenderActualValue: 2_500_000, closingDate: '2026-05-19' });
  const deposit = await owner.deposit(contract);
  const project = await owner.post('/projects', { contractId: contract.id });
  const top = await owner.task(project, { title: 'Earthwork' });
  const task = await owner.task(project, {
    parentId: top.id,
    title: 'Embankment',
    estimatedQuantity: 120,
    units: 'cum',
    estimatedRate: 450.5,
    givenStartDate: '2026-10-01',
    givenEndDate: '2026-12-24',
  });
  const modules = (await admin.get('/modules')) as unknown as { readonly id: string }[];
  return {
    contract: contract.id,
    deposit: deposit.id,
    project: project.id,
    task: task.id,
    tenant: (await admin.tenant()).id,
    role: (await admin.role({ Contracts: ['canView'] })).id,
    module: modules[0]?.id ?? '',
    user: (await owner.user()).id,
  };
}

const test = base.extend<object, { records: Records }>({
  records: [
    async ({ playwright }, use, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL });
      await use(await makeRecords(request));
      await request.dispose();
    },
    { scope: 'worker' },
  ],
});

/** A route's address with the records in it; a parameter of a new kind has to be given a record above. */
function addressOf(route: string, records: Records): string {
  return route.replace(/:(\w+)\??/g, (parameter, name: string, at: number) => {
    const before = route.slice(0, at).split('/').filter(Boolean);
    const kind = RECORD_OF[before.slice(-2).join('/')] ?? RECORD_OF[before.at(-1) ?? ''] ?? name;
    const record = records[kind] ?? records[name];
    if (!record) throw new Error(`${route}: which record is ${parameter}?`);
    return record;
  });
}

/** Waits until nothing is being loaded any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Waits until all is there: a screen that only says that something could not be read is accessible, too. */
async function loaded(page: Page): Promise<void> {
  await settled(page);
  // That page is the sentence that a right is missing.
  if (new URL(page.url()).pathname === '/unauthorized') return;
  const ways = page.getByRole('main').getByRole('button', { name: /^(Try again|Go Back)$/ });
  await expect(ways, 'parts that could not be read').toHaveCount(0);
}

/** Looks at a row's menu and at the question before a deletion, where the screen has them. */
async function expectAccessibleMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /^Actions for / }).first();
  if (!(await menu.isVisible())) return;
  await menu.click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await expectAccessible(page, '[role="menu"]');
  const remove: Locator = page
    .getByRole('menuitem', { name: 'Delete' })
    .and(page.locator(':not([aria-disabled="true"])'));
  if (await remove.isVisible()) {
    await remove.click();
    // Where a stray Enter does nothing.
    await expect(page.getByRole('dialog').locator('[data-autofocus]')).toBeFocused();
    await expectAccessible(page, '[role="dialog"]');
  }
  await page.keyboard.press('Escape');
}

/** Looks at a screen as it is: at a desk in the light and in the dark, on a phone, in all widths. */
async function expectFitAndAccessible(page: Page): Promise<void> {
  await expectAccessible(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await settled(page);
  await expectNoSidewaysScroll(page);
  // Its layout is another; its colours are not.
  await expectAccessibleInTheLight(page);
  await page.setViewportSize({ width: 1366, height: 768 });
}

/** A code such as `PAYMENT_ADVICE`, which people read in words; ids of tenders have digits. */
const CODE = /(?<![\w-])[A-Z]{2,}(?:_[A-Z]+)+(?![\w-])/g;

/** Fails on codes that the screen says, or that stand in its fields. */
async function expectNoCodes(page: Page): Promise<void> {
  const main = page.getByRole('main');
  const fields = await main
    .locator('input, textarea')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  const said = [...(await main.allInnerTexts()), ...fields].join('\n');
  expect(said.match(CODE) ?? [], 'codes instead of words').toEqual([]);
}

function accountOf(route: string): Account {
  if (PLATFORM.test(route)) return accounts.admin;
  // The owner's own tasks are hundreds, and the same card over and over.
  return route === '/project-tasks/mine' ? accounts.staff : accounts.owner;
}

test.describe('for guests', () => {
  for (const path of ROUTES.open) {
    test(`${path} is accessible and fits`, async ({ page }) => {
      await page.goto(path);
      await loaded(page);
      await expectFitAndAccessible(page);
    });
  }
});

test.describe('behind the sign-in', () => {
  for (const route of [...ROUTES.open, ...ROUTES.guarded, ...BY_QUERY]) {
    test(`${route} is accessible and fits`, async ({ page, records, signIn, allowConsole }) => {
      const isNowhere = route === '/no-such-page';
      if (isNowhere) allowConsole(/404/);
      await signIn(accountOf(route));
      await page.goto(addressOf(route, records));
      await loaded(page);
      const heading = page.getByRole('heading', { level: 1 });
      if (isNowhere) await expect(heading).toHaveText(NOT_FOUND);
      else await expect(heading).not.toHaveText(NOT_FOUND);
      await expectNoCodes(page);
      await expectAccessibleMenu(page);
      await expectFitAndAccessible(page);
    });
  }
});

test.describe('a form that was refused', () => {
  for (const route of ROUTES.guarded.filter((path) => path.endsWith('/create'))) {
    test(`at ${route} is accessible and fits`, async ({ page, records, signIn }) => {
      await signIn(accountOf(route));
      await page.goto(addressOf(route, records));
      await loaded(page);
      await page.getByRole('button', { name: /^(Create|Save)$/ }).click();
      await expect(page.getByRole('main').getByRole('alert').first()).toBeFocused();
      await expectFitAndAccessible(page);
    });
  }
});
