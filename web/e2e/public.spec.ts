import { accounts, expect, test } from './fixtures';

const PAGES = {
  '/': ['Tenders, deposits and works in one ledger · Nirmaan', 'Every tender, deposit and metre of work, on one page.'],
  '/about': ['About · Nirmaan', 'Software that keeps the site diary honest.'],
  '/contact': ['Contact · Nirmaan', 'Tell us about your firm.'],
  '/login': ['Login · Nirmaan', 'Login'],
} as const;

const GUARDED = [
  '/contracts',
  '/admin/tenants',
  '/projects',
  '/project-tasks',
  '/inventories',
  '/settings',
  '/payroll',
  '/attendane',
  '/profile',
  '/no-such-page',
];

test.describe('the home page', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/');
  });

  // Spec: S2.home.welcome S2.home.about-link
  test('welcomes, and leads to the page about the maker', async ({ page }) => {
    const main = page.getByRole('main');
    await expect(main.getByText('Welcome to Nirmaan Digital')).toBeVisible();
    await main.getByRole('link', { name: 'See how it works' }).click();
    await expect(page).toHaveURL('/about');
    await page.goBack();
    await main.getByRole('link', { name: 'About Nirmaan' }).click();
    await expect(page).toHaveURL('/about');
  });

  // Spec: S2.home.platforms
  test('has three platforms, and says how far each is', async ({ page }) => {
    const cards = page.getByRole('region', { name: 'Three platforms' }).getByRole('listitem');
    await expect(cards).toHaveText([
      /Nirmaan Build.*Construction management.*In use$/,
      /Nirmaan Learn.*E-learning.*Preview$/,
      /Nirmaan Journal.*Blog platform.*Preview$/,
    ]);
  });

  // Spec: S2.home.social
  test('links to social networks', async ({ page }) => {
    const links = page.getByRole('list', { name: 'Elsewhere' }).getByRole('link');
    await expect(links).toHaveText(['LinkedIn', 'YouTube', 'X']);
  });

  test('adds up what a tender ties up', async ({ page }) => {
    const paise = (text: string) => Number(text.replace(/[₹,]/g, ''));
    const amounts = page.getByRole('table').getByRole('cell');
    await expect(amounts).toHaveCount(5);
    const found = (await amounts.allTextContents()).map(paise);
    expect(found.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(found.at(-1));
  });
});

// Spec: S2.about.sections
test('the page about the maker has its sections, and ways on', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByText('Nirmaan means construction.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Flagship platforms',
    'Founder',
    'Philosophy',
    'Explore',
  ]);
  await page.getByRole('link', { name: 'The path of a contract' }).click();
  await expect(page).toHaveURL('/#path');
  await expect(page.getByRole('heading', { name: 'From notice to final bill' })).toBeInViewport();
});

test.describe('the frame for guests', () => {
  // Spec: S2.header.home S2.header.guest S2.header.login
  test('has Home, the banner Guest and Login', async ({ page, shell }) => {
    await page.goto('/about');
    await expect(shell.banner).toHaveText('Guest');
    await expect(shell.logout).toHaveCount(0);
    await expect(shell.header.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
    await shell.header.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page).toHaveURL('/');
  });

  // Spec: S2.footer.links S2.footer.copyright
  test('ends with links and the copyright', async ({ page, shell }) => {
    await page.goto('/');
    const links = shell.footer.getByRole('link');
    await expect(links).toHaveText(['Home', 'About', 'Contact']);
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/',
      '/about',
      '/contact',
    ]);
    await expect(shell.footer).toContainText(`© ${new Date().getFullYear()}`);
  });

  test('says the new year to a page that was built in the old one', async ({ page, shell }) => {
    await page.clock.setFixedTime(new Date('2031-01-01T10:00:00+05:30'));
    await page.goto('/');
    await expect(shell.footer).toContainText('© 2031');
  });
});

// Spec: S2.guard
test('guests are sent home from every page behind the sign-in', async ({ page, shell }) => {
  for (const path of GUARDED) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(shell.heading).toContainText('Every tender');
  }
});

// Spec: S2.unauthorized.text
test('the page for a missing right says what to do', async ({ page }) => {
  await page.goto('/unauthorized');
  await expect(
    page.getByText('You do not have the necessary permissions to view this page. Please contact the administrator.'),
  ).toBeVisible();
});

test.describe('written at build time', () => {
  for (const [path, [title, heading]] of Object.entries(PAGES)) {
    test(`${path} is there without a script, and says what it is`, async ({ browser, baseURL }) => {
      const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
      const page = await context.newPage();
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
      await context.close();
    });

    test(`${path} is taken over by the program as it stands`, async ({ page, request }) => {
      const classes = () =>
        page.locator('#root *').evaluateAll((all) => all.map((one) => `${one.tagName}.${one.getAttribute('class')}`));
      const served = await (await request.get(path, { headers: { accept: 'text/html' } })).text();
      await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
      await page.goto(path);
      const written = await classes();
      await page.unroute('**/assets/*.js');
      await page.goto(path);
      // The switch shows the device's theme from the start, but takes a wish only once the program runs.
      await page.getByRole('banner').getByRole('radio', { name: 'Dark' }).check({ force: true });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
      expect(await classes()).toEqual(written);
      expect(served).toContain(`data-page="${path}"`);
    });
  }

  test('names and describes each page that the program shows after it', async ({ page, shell }) => {
    await page.goto('/');
    await shell.footer.getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveTitle('Contact · Nirmaan');
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /^Write to the people/);
  });

  test('is not shown to a user first', async ({ page, signIn, allowConsole }) => {
    allowConsole(/ERR_FAILED/);
    await signIn(accounts.owner);
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/about');
    await expect(page.locator('.pub-frame')).toBeAttached();
    await expect(page.locator('.pub-frame')).toBeHidden();
  });

  test('leaves the frame for guests in place after signing out', async ({ page, shell, signInAnew }) => {
    await signInAnew(accounts.owner);
    await page.goto('/');
    await shell.logout.click();
    await expect(shell.banner).toHaveText('Guest');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('tells search engines what to leave alone', async ({ request }) => {
    const robots = await (await request.get('/robots.txt')).text();
    expect(robots).toContain('Disallow: /api/');
    expect(robots).not.toContain('Disallow: /\n');
    const shell = await (await request.get('/contracts', { headers: { accept: 'text/html' } })).text();
    expect(shell).toContain('<meta name="robots" content="noindex" />');
  });
});

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' });

  test('pages are printed on white, without the frame', async ({ page, shell }) => {
    await page.goto('/about');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(shell.header).toBeHidden();
    await expect(page.getByText('Nirmaan means construction.')).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });
});

test('forced colours keep the bars and the current page', async ({ page, shell }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  await expect(page.locator('.schedule-bar--held')).toHaveCSS('background-color', 'rgb(223, 149, 115)');
  await expect(shell.header.getByRole('link', { name: 'Home', exact: true })).toHaveCSS(
    'text-decoration-line',
    'underline',
  );
});

test('nothing moves for whoever asked for stillness', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.schedule-bar').first()).toHaveCSS('animation-name', 'none');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(page.locator('.schedule-bar').first()).toHaveCSS('animation-name', 'schedule-draw');
});
