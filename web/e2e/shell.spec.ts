import { newFirm } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
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

const TARGETS = [
  '/',
  '/about',
  '/admin/tenants',
  '/admin/users',
  '/admin/modules',
  '/admin/roles',
  '/contracts',
  '/projects',
  '/project-tasks',
  '/general-tasks',
  '/notification',
  '/reminders',
  '/inventories',
  '/payroll',
  '/vehicles',
  '/vehicle-insurance',
  '/attendane',
  '/payments',
  '/estimations',
  '/reports',
  '/gst',
];

const UNDER_CONSTRUCTION = {
  '/payroll': 'Payroll',
  '/attendance': 'Attendance',
  '/attendane': 'Attendance',
  '/tasks': 'Tasks',
  '/general-tasks': 'General Task',
  '/estimations': 'Estimations',
  '/reports': 'Reports',
  '/notification': 'Notifications',
  '/reminders': 'Reminders',
  '/gst': 'GST',
};

test.describe('the menu', () => {
  // Spec: S2.sidebar.items S2.sidebar.targets
  test('has every entry for whoever may view all', async ({ shell, signIn }) => {
    await signIn(accounts.admin);
    await expect(shell.menuItems).toHaveText(MENU);
    expect(await shell.menuItems.evaluateAll((all) => all.map((item) => item.getAttribute('href')))).toEqual(TARGETS);
  });

  // Spec: S6.menu.view
  test('shows what the roles grant', async ({ shell, signIn }) => {
    await signIn(accounts.staff);
    await expect(shell.menuItems).toHaveText(['Contracts', 'Projects', 'Tasks']);
  });

  test('marks the current area', async ({ page, shell, signIn }) => {
    await signIn(accounts.owner);
    await page.goto('/contracts/list');
    await expect(shell.menu.getByRole('link', { name: 'Contracts' })).toHaveAttribute('aria-current', 'page');
  });

  // Spec: S2.sidebar.collapsed S4.sidebar.expanded S4.sidebar.toggle
  test('collapses to icons with names, and remembers it', async ({ page, shell, signIn }) => {
    await signIn(accounts.owner);
    await page.goto('/payroll');
    await page.getByRole('button', { name: 'Collapse the menu' }).click();
    await expect(shell.menu).toHaveCSS('width', '59px');
    const vehicles = shell.menu.getByRole('link', { name: 'Vehicles', exact: true });
    await shell.menu.getByRole('link', { name: 'Payroll' }).focus();
    await page.keyboard.press('Tab');
    await expect(vehicles).toBeFocused();
    await expect(page.getByRole('tooltip', { name: 'Vehicles' })).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    const expand = page.getByRole('button', { name: 'Expand the menu' });
    await expect(expand).toHaveAttribute('aria-expanded', 'false');
    await expand.click();
    await expect(shell.menu).toHaveCSS('width', '223px');
    await expect(page.getByRole('button', { name: 'Collapse the menu' })).toHaveAttribute('aria-expanded', 'true');
  });
});

test.describe('the frame', () => {
  // Spec: S2.header.username S2.header.tooltip
  test('names the user and the organisation', async ({ page, shell, signIn }) => {
    await signIn(accounts.owner);
    await expect(shell.header).toContainText('Bharat Infra');
    await expect(shell.banner).toHaveText('Signed in as owner@bharat.example');
    await shell.header.getByRole('button', { name: 'owner@bharat.example' }).hover();
    await expect(page.getByRole('tooltip', { name: 'owner@bharat.example' })).toBeVisible();
  });

  // Spec: S2.header.home S2.header.logout
  test('has Home and Logout, and no Login', async ({ page, shell, signIn }) => {
    await signIn(accounts.owner);
    await page.goto('/payroll');
    await expect(shell.logout).toBeVisible();
    await expect(shell.header.getByRole('link', { name: 'Login' })).toHaveCount(0);
    await shell.header.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page).toHaveURL('/');
  });

  // Spec: S2.layout.public-pages S2.footer.links S2.footer.copyright
  test('shows the public pages with the menu to users', async ({ page, shell, signIn }) => {
    await signIn(accounts.owner);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Every tender');
    await expect(shell.menu).toBeVisible();
    await shell.footer.getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveURL('/about');
    await expect(shell.menu).toBeVisible();
    await expect(shell.footer).toContainText(`© ${new Date().getFullYear()}`);
  });

  test('can be skipped, and moves the focus to the heading after navigation', async ({ page, shell, signIn }) => {
    await signIn(accounts.owner);
    await page.goto('/payroll');
    await expect(shell.heading).toBeVisible();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await shell.menu.getByRole('link', { name: 'Reports' }).click();
    await expect(page).toHaveTitle('Reports · Nirmaan');
    await expect(shell.heading).toBeFocused();
  });

  test('keeps the chosen theme', async ({ page, request, shell, signIn }) => {
    // It is kept on the server too: not with an account that other tests use.
    await signIn((await newFirm(request)).account);
    await shell.theme('Dark').check({ force: true });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect(shell.theme('Dark')).toBeChecked();
  });

  test('says when the device is offline', async ({ context, page, shell, signIn, allowConsole }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED/);
    await signIn(accounts.owner);
    await page.goto('/payroll');
    await expect(shell.heading).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('You are offline.')).toBeHidden();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the menu is a drawer that is out of the way when closed', async ({ page, shell, signIn }) => {
    await signIn(accounts.owner);
    await page.goto('/payroll');
    await expect(shell.heading).toBeVisible();
    await expect(shell.menu).toBeHidden();
    const open = page.getByRole('button', { name: 'Open the menu' });
    await open.click();
    await expect(shell.menu.getByRole('link', { name: 'Contracts' })).toBeInViewport();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(shell.menu).toBeHidden();
    await expect(open).toBeFocused();
    await open.click();
    await shell.menu.getByRole('link', { name: 'Reports' }).click();
    await expect(page).toHaveURL('/reports');
    await expect(shell.menu).toBeHidden();
  });
});

test.describe('pages', () => {
  for (const [path, name] of Object.entries(UNDER_CONSTRUCTION)) {
    // Spec: S2.placeholders.pages S2.placeholders.attendane S2.placeholders.undefined
    test(`${path} is being built and says so, under its own name`, async ({ page, shell, signIn }) => {
      await signIn(accounts.owner);
      await page.goto(path);
      await expect(shell.heading).toHaveText('Page Under Construction');
      await expect(page).toHaveTitle(`${name} · Nirmaan`);
      await expect(page.getByRole('main').getByRole('button', { name: 'Back' })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toBeVisible();
    });
  }

  // Spec: S2.placeholders.back S2.placeholders.home
  test('that are being built lead back, and home', async ({ page, shell, signIn }) => {
    await signIn(accounts.owner);
    await page.goto('/payroll');
    await shell.menu.getByRole('link', { name: 'Estimations' }).click();
    await expect(page).toHaveURL('/estimations');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL('/payroll');
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveURL('/');
    // A visit that begins here has nothing to go back to.
    await page.goto('/gst');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL('/');
  });

  test('that do not exist say so', async ({ page, shell, signIn, allowConsole }) => {
    // The server answers an unknown page with its status.
    allowConsole(/404/);
    await signIn(accounts.owner);
    await page.goto('/no-such-page');
    await expect(shell.heading).toHaveText('Page not found');
  });

  // Spec: S2.unauthorized.go-back
  test('unauthorized explains and goes back', async ({ page }) => {
    await page.goto('/about');
    await page.goto('/unauthorized');
    await expect(page.getByText('do not have the necessary permissions')).toBeVisible();
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect(page).toHaveURL('/about');
  });

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

test.describe('on paper and in forced colours', () => {
  test.use({ colorScheme: 'dark' });

  test('a list is printed dark on white, without the frame', async ({ page, shell, signIn }) => {
    await signIn(accounts.owner);
    const list = new ListPO(page);
    await list.open('/contracts/list?status=CLOSED');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(list.heading).toHaveCSS('color', 'rgb(32, 30, 25)');
    await expect(list.rows).toHaveCount(10);
    await expect(list.rows.first().getByText('Closed')).toBeVisible();
    for (const part of [shell.header, shell.menu, shell.footer]) await expect(part).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });

  test('the current entry of the menu has a bar that forced colours keep', async ({ page, shell, signIn }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await signIn(accounts.owner);
    await page.goto('/payroll');
    const bar = (name: string) =>
      shell.menu
        .getByRole('link', { name })
        .evaluate((link) => getComputedStyle(link, '::before').borderInlineStartStyle);
    expect(await bar('Payroll')).toBe('solid');
    expect(await bar('Reports')).toBe('none');
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('public pages are accessible and fit', async ({ page }) => {
      for (const path of ['/', '/about', '/contact', '/login', '/unauthorized']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page);
        await page.setViewportSize({ width: 320, height: 640 });
        await expectNoSidewaysScroll(page);
        await page.setViewportSize({ width: 1366, height: 768 });
      }
    });

    test('the frame is accessible and fits', async ({ page, shell, signIn }) => {
      await signIn(accounts.owner);
      for (const path of ['/', '/about', '/payroll', '/notification']) {
        await page.goto(path);
        await expect(shell.heading).toBeVisible();
        await expectAccessible(page);
        await page.setViewportSize({ width: 320, height: 640 });
        await expectNoSidewaysScroll(page);
        await page.setViewportSize({ width: 1366, height: 768 });
      }
    });
  });
}
