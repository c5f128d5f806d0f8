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

test.describe('pages', () => {
  // Spec: S8.router.error S9.load-on-demand
  test('whose program is gone reload once, then say so', async ({ page, allowConsole }) => {
    allowConsole(/ERR_FAILED|ERR_ABORTED|dynamically imported module|ChunkError/);
    await page.goto('/');
    let loads = 0;
    page.on('domcontentloaded', () => loads++);
    await page.route('**/assets/LoginPage-*.js', (route) => route.abort());
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    await expect.poll(() => loads).toBe(1);
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    await page.unroute('**/assets/LoginPage-*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  });

  // Spec: S8.router.error
  test('say so when the map of the pages behind the sign-in is gone', async ({ page, signIn, allowConsole }) => {
    allowConsole(/ERR_FAILED|ERR_ABORTED|dynamically imported module|ChunkError/);
    await signIn(accounts.owner);
    await page.route('**/assets/guarded-routes-*.js', (route) => route.abort());
    await page.goto('/payroll');
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    await page.unroute('**/assets/guarded-routes-*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { name: 'Page Under Construction' })).toBeVisible();
  });
});

test('a list is printed dark on white, without the frame, whatever theme was chosen', async ({
  page,
  request,
  shell,
  signIn,
}) => {
  const html = page.locator('html');
  // The theme is kept on the server too: not with an account that other tests use.
  const { account, api } = await newFirm(request);
  for (const bidId of ['R/1', 'R/2']) await api.contract({ bidId, status: 'CLOSED' });
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

  await page.emulateMedia({ media: 'print' });
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(list.heading).toHaveCSS('color', 'rgb(32, 30, 25)');
  await expect(list.rows).toHaveCount(2);
  await expect(list.rows.first().getByText('Closed')).toBeVisible();
  for (const part of [shell.header, shell.menu, shell.footer]) await expect(part).toBeHidden();
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
