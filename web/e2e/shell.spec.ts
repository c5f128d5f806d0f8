import { newFirm } from './api';
import { accounts, expect, test } from './fixtures';
import { ListPO } from './pages/ListPO';

const MENU = [
  'Home',
  'About',
  'Tenants',
  'Users',
  'Modules',
  'Roles',
  'Contracts',
  'Projects',
  'Tasks',
  'General Task',
  'Notifications',
  'Reminders',
  'Inventories',
  'Payroll',
  'Vehicles',
  'Vehicle Insurance',
  'Attendance',
  'Payments',
  'Estimations',
  'Reports',
  'GST',
];

test.describe('the menu', () => {
  for (const [who, entries] of [
    ['admin', MENU],
    ['staff', ['Contracts', 'Projects', 'Tasks']],
  ] as const) {
    // Spec: S2.sidebar.items S6.menu.view
    test(`shows what the roles of ${who} grant`, async ({ shell, signInAnew }) => {
      await signInAnew(accounts[who]);
      await expect(shell.menuItems).toHaveText([...entries]);
    });
  }
});

test.describe('a page whose program can’t be had', () => {
  test.beforeEach(({ allowConsole }) => {
    allowConsole(
      /ERR_FAILED|ERR_ABORTED|ERR_INTERNET_DISCONNECTED|assets\/projects-.*\.js|dynamically imported module/,
    );
  });

  // Spec: S9.load-on-demand
  test('leaves the page before in place, and opens as soon as it is there', async ({ page }) => {
    await page.goto('/');
    let loads = 0;
    page.on('domcontentloaded', () => loads++);
    await page.route('**/assets/LoginPage-*.js', (route) => route.abort());
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(page.getByText('The page you asked for could not be loaded.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Every tender/);
    await expect(page).toHaveURL('/');
    await page.unroute('**/assets/LoginPage-*.js');
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    expect(loads).toBe(0);
  });

  test('is styled once it is there, if it was the style sheet that failed', async ({ page }) => {
    await page.goto('/');
    await page.route('**/assets/site-*.css', (route) => route.abort());
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(page.getByText('The page you asked for could not be loaded.')).toBeVisible();
    await page.unroute('**/assets/site-*.css');
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    await expect(page.locator('.login')).not.toHaveCSS('display', 'block');
  });

  test('is waited for without a network', async ({ page, context, signIn, shell }) => {
    await signIn(accounts.owner);
    await page.goto('/payroll');
    await expect(shell.heading).toHaveText('Page Under Construction');
    await context.setOffline(true);
    await shell.menu.getByRole('link', { name: 'Projects' }).click();
    await expect(page.getByText('The server can’t be reached.')).toBeVisible();
    await expect(page).toHaveURL('/payroll');
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect(page.getByText('The server can’t be reached.')).toBeHidden();
    // On a phone the menu lies over what is said.
    await page.setViewportSize({ width: 390, height: 844 });
    await shell.header.getByRole('button', { name: 'Open the menu' }).click();
    await shell.menu.getByRole('link', { name: 'Projects' }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL('/payroll');
    await context.setOffline(false);
    await expect(shell.heading).toHaveText('Projects');
    await expect(page).toHaveURL(/\/projects/);
  });

  test('is opened by a reload on a new version, which keeps what was typed', async ({ page, signIn, shell }) => {
    await signIn(accounts.owner);
    await page.goto('/contracts/create');
    await page.getByRole('textbox', { name: 'Bid ID' }).fill('NH/71');
    await expect
      .poll(() => page.evaluate(() => Object.keys(sessionStorage)))
      .toContain('nirmaan.draft:/contracts/create');
    await page.route('**/assets/projects-*.js', (route) => route.fulfill({ status: 404 }));
    await page.route('/', (route) => route.fulfill({ contentType: 'text/html', body: '"/assets/index-Newer.js"' }));
    await shell.menu.getByRole('link', { name: 'Projects' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByText('A new version of Nirmaan is available.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Bid ID' })).toHaveValue('NH/71');
    await page.getByRole('button', { name: 'Reload' }).click();
    // Not before: it is tried again all the time.
    await page.unrouteAll();
    await expect(shell.heading).toHaveText('Projects');
    await page.goto('/contracts/create');
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByRole('textbox', { name: 'Bid ID' })).toHaveValue('NH/71');
  });

  test('keeps nobody signed in', async ({ page, signInAnew, shell }) => {
    await signInAnew(accounts.owner);
    await page.goto('/payroll');
    await expect(shell.heading).toHaveText('Page Under Construction');
    await page.route('**/assets/HomePage-*.js', (route) => route.abort());
    await shell.logout.click();
    await expect(shell.banner).toHaveText('Guest');
    await expect(page.getByText('The page you asked for could not be loaded.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await page.unrouteAll();
    await expect(shell.heading).toHaveText(/^Every tender/);
  });

  test('is found later if it was given up when nothing was known of the pages behind the sign-in', async ({
    page,
    signInAnew,
    shell,
  }) => {
    const map = '**/assets/guarded-routes-*.js';
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(map, (route) => held.then(() => route.continue()));
    await signInAnew(accounts.owner);
    await shell.menu.getByRole('link', { name: 'Payroll' }).click();
    await shell.menu.getByRole('link', { name: 'About' }).click();
    // The map arrives when nobody asks for it any more.
    const arrived = page.waitForResponse(map);
    release();
    await arrived;
    await expect(page).toHaveURL('/about');
    await shell.menu.getByRole('link', { name: 'Payroll' }).click();
    await expect(shell.heading).toHaveText('Page Under Construction');
    await shell.menu.getByRole('link', { name: 'Projects' }).click();
    await expect(shell.heading).toHaveText('Projects');
  });

  test('is waited for where there is no page yet', async ({ page, signIn, shell }) => {
    await signIn(accounts.owner);
    await page.route('**/assets/guarded-routes-*.js', (route) => route.abort());
    await page.goto('/payroll');
    await expect(page.getByText('The page you asked for could not be loaded.')).toBeVisible();
    await page.unroute('**/assets/guarded-routes-*.js');
    await expect(shell.heading).toHaveText('Page Under Construction');
  });
});

// Spec: S8.router.error
test('a page that fails says so, and is there after a reload', async ({ page, allowConsole }) => {
  allowConsole(/broken/);
  await page.goto('/');
  const program = '**/assets/LoginPage-*.js';
  await page.route(program, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken")' }),
  );
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await page.unroute(program);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
});

/** Longer than its column. */
const LONG_ID = 'NIT/2026-27/PWD/BRIDGE-DIVISION/CHANDGARH/EE-14';

test('a list is printed dark on white, without the frame, whatever theme was chosen', async ({
  page,
  request,
  shell,
  signIn,
}) => {
  const html = page.locator('html');
  // The theme is kept on the server too: not with an account that other tests use.
  const { account, api } = await newFirm(request);
  const name = 'Construction of a high level bridge with its approach roads '.repeat(4).trim();
  for (const bidId of ['R/1', LONG_ID]) await api.contract({ bidId, contractName: name, status: 'CLOSED' });
  await signIn(account);
  await page.goto('/payroll');
  await shell.theme('Dark').check({ force: true });
  const list = new ListPO(page);
  // Painted before the program runs.
  await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.goto('/contracts/list?status=CLOSED');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.unroute('**/assets/*.js');
  await list.open('/contracts/list?status=CLOSED');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(shell.theme('Dark')).toBeChecked();
  await expect(list.rows.first().locator('[data-cut]')).toHaveCount(1);

  await page.emulateMedia({ media: 'print' });
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(list.heading).toHaveCSS('color', 'rgb(32, 30, 25)');
  await expect(list.rows).toHaveCount(2);
  await expect(list.rows.first().getByText('Closed')).toBeVisible();
  for (const part of [shell.header, shell.menu, shell.footer]) await expect(part).toBeHidden();
  // Nothing of a row is left out, since paper has no tooltips.
  const cell = list.rows.first().getByText(name);
  expect(await cell.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await expect(list.rows.first().getByText(LONG_ID)).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)');
  await expect(list.rows.first().locator('[aria-hidden][data-tail]')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');

  // The current entry of the menu has a bar that forced colours keep.
  await page.emulateMedia({ forcedColors: 'active' });
  const bar = (name: string) =>
    shell.menu
      .getByRole('link', { name, exact: true })
      .evaluate((link) => getComputedStyle(link, '::before').borderInlineStartStyle);
  await expect.poll(() => bar('Contracts')).toBe('solid');
});
