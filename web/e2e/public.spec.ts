import { accounts, expect, test } from './fixtures';

const PAGES = {
  '/': ['Tenders, deposits and works in one ledger · Nirmaan', 'Every tender, deposit and metre of work, on one page.'],
  '/about': ['About · Nirmaan', 'Software that keeps the tender register honest.'],
  '/contact': ['Contact · Nirmaan', 'Tell us about your firm.'],
  '/login': ['Login · Nirmaan', 'Login'],
} as const;

test.describe('the public pages are written at build time', () => {
  test('so that they are there without a script, and say what they are', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    for (const [path, [title, heading]] of Object.entries(PAGES)) {
      await page.goto(path);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('contentinfo')).toContainText('©');
      const head = page.locator('head');
      const description = await head.locator('meta[name="description"]').getAttribute('content');
      expect(description?.length).toBeGreaterThan(70);
      expect(description?.length).toBeLessThan(165);
      await expect(head.locator('meta[property="og:title"]')).toHaveAttribute('content', title);
      await expect(head.locator('meta[property="og:description"]')).toHaveAttribute('content', description ?? '');
      await expect(head.locator('meta[name="robots"]')).toHaveCount(0);
    }
    await context.close();
  });

  test('but send nothing until then: a password would go into the address', async ({ page, login, shell }) => {
    await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.goto('/login');
    await login.emailOrMobile.fill('owner@bharat.example');
    await login.password.fill('a password');
    await login.password.press('Enter');
    await login.button.click({ force: true });
    await expect(page).toHaveURL('/login');
    await expect(login.password).toHaveValue('a password');
    await expect(login.button).toBeDisabled();
    await expect(shell.theme('Dark')).toBeDisabled();
  });

  test('and keep what was typed until then', async ({ page }) => {
    let run = () => {};
    const running = new Promise<void>((resolve) => {
      run = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await running;
      await route.continue();
    });
    await page.goto('/contact', { waitUntil: 'commit' });
    const form = page.getByRole('form', { name: 'Send a Message' });
    const [name, email] = [form.getByRole('textbox', { name: 'Name' }), form.getByRole('textbox', { name: 'Email' })];
    await name.fill('Asha Patil');
    run();
    await expect(form.getByRole('button', { name: 'Send Message' })).toBeEnabled();
    await email.fill('asha@patil.example');
    await expect(email).toHaveValue('asha@patil.example');
    await expect(name).toHaveValue('Asha Patil');
  });

  test('and taken over by the program as they stand', async ({ page, request, shell }) => {
    const classes = () =>
      page.locator('#root *').evaluateAll((all) => all.map((one) => `${one.tagName}.${one.getAttribute('class')}`));
    for (const path of Object.keys(PAGES)) {
      const served = await (await request.get(path, { headers: { accept: 'text/html' } })).text();
      expect(served).toContain(`data-page="${path}"`);
      await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
      await page.goto(path);
      const written = await classes();
      await page.unroute('**/assets/*.js');
      await page.goto(path);
      // The switch shows the device's theme from the start, but takes a wish only once the program runs.
      await shell.expectAlive();
      await shell.theme('Dark').check({ force: true });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
      expect(await classes()).toEqual(written);
      await page.evaluate(() => localStorage.clear());
    }
  });

  // Spec: S2.footer.copyright
  test('but say the new year to a page that was built in the old one', async ({ page, shell }) => {
    await page.clock.setFixedTime(new Date('2031-01-01T10:00:00+05:30'));
    await page.goto('/');
    await expect(shell.footer).toContainText('© 2031');
  });

  test('and not shown to a user first', async ({ page, signIn, allowConsole }) => {
    allowConsole(/ERR_FAILED/);
    await signIn(accounts.owner);
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/about');
    await expect(page.locator('.pub-frame')).toBeAttached();
    await expect(page.locator('.pub-frame')).toBeHidden();
  });

  test('and found by search engines, which leave the rest alone', async ({ request }) => {
    const robots = await (await request.get('/robots.txt')).text();
    expect(robots).toContain('Disallow: /api/');
    expect(robots).not.toContain('Disallow: /\n');
    const shell = await (await request.get('/contracts', { headers: { accept: 'text/html' } })).text();
    expect(shell).toContain('<meta name="robots" content="noindex" />');
  });
});

test('public pages suit paper, forced colours and whoever asked for stillness', async ({ page, shell }) => {
  const html = page.locator('html');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.emulateMedia({ media: 'print' });
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(shell.header).toBeHidden();
  await expect(page.getByText('Welcome to Nirmaan Digital')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');

  const bar = page.locator('.schedule-bar').first();
  await expect(bar).toHaveCSS('animation-name', 'none');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(bar).toHaveCSS('animation-name', 'schedule-draw');

  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await expect(page.locator('.schedule-bar--held')).toHaveCSS('background-color', 'rgb(223, 149, 115)');
  const current = shell.header.getByRole('link', { name: 'Home', exact: true });
  await expect(current).toHaveCSS('text-decoration-line', 'underline');
});
