import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';

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

const UNDER_CONSTRUCTION = {
  '/payroll': 'Payroll',
  '/attendance': 'Attendance',
  '/attendane': 'Attendance',
  '/tasks': 'Tasks',
  '/general-tasks': 'General Task',
  '/estimations': 'Estimations',
  '/reports': 'Reports',
};

test.describe('the menu', () => {
  test('has every entry for whoever may view all', async ({ shell, signIn }) => {
    await signIn(accounts.admin);
    await expect(shell.menuItems).toHaveText(MENU);
  });

  test('shows what the roles grant', async ({ shell, signIn }) => {
    await signIn(accounts.staff);
    await expect(shell.menuItems).toHaveText(['Contracts', 'Projects', 'Tasks']);
  });

  test('marks the current area', async ({ page, shell, signIn }) => {
    await signIn(accounts.owner);
    await page.goto('/contracts/list');
    await expect(shell.menu.getByRole('link', { name: 'Contracts' })).toHaveAttribute('aria-current', 'page');
  });

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
    await expect(page.getByRole('button', { name: 'Expand the menu' })).toHaveAttribute('aria-expanded', 'false');
  });
});

test.describe('the frame', () => {
  test('names the user and the organisation', async ({ page, shell, signIn }) => {
    await signIn(accounts.owner);
    await expect(shell.header).toContainText('Bharat Infra');
    await expect(shell.banner).toHaveText('Signed in as owner@bharat.example');
    await shell.header.getByRole('img', { name: 'owner@bharat.example' }).hover();
    await expect(page.getByRole('tooltip', { name: 'owner@bharat.example' })).toBeVisible();
  });

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

  test('keeps the chosen theme', async ({ page, shell, signIn }) => {
    await signIn(accounts.owner);
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
  test('that are being built say so, under their own name', async ({ page, shell, signIn }) => {
    await signIn(accounts.owner);
    for (const [path, name] of Object.entries(UNDER_CONSTRUCTION)) {
      await page.goto(path);
      await expect(shell.heading).toHaveText('Page Under Construction');
      await expect(page).toHaveTitle(`${name} · Nirmaan`);
    }
    await page.goto('/payroll');
    await shell.menu.getByRole('link', { name: 'Estimations' }).click();
    await expect(page).toHaveURL('/estimations');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL('/payroll');
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveURL('/');
  });

  test('that do not exist say so', async ({ page, shell, signIn, allowConsole }) => {
    // The server answers an unknown page with its status.
    allowConsole(/404/);
    await signIn(accounts.owner);
    await page.goto('/no-such-page');
    await expect(shell.heading).toHaveText('Page not found');
  });

  test('unauthorized explains and goes back', async ({ page }) => {
    await page.goto('/about');
    await page.goto('/unauthorized');
    await expect(page.getByText('do not have the necessary permissions')).toBeVisible();
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect(page).toHaveURL('/about');
  });

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
