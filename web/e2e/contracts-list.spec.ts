import { Api, type Stored, unique } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { ListPO } from './pages/ListPO';

const LIST = '/contracts/list';
const HOUR = 60 * 60 * 1000;
const FILTER_CALL = '**/nirmaan.contracts.v1.ContractService/FilterContracts';

test.describe('the list of contracts', () => {
  let list: ListPO;

  test.beforeEach(async ({ page, signIn }) => {
    list = new ListPO(page);
    await signIn(accounts.owner);
  });

  test('is walked through with Tab in the order it is read', async ({ page }) => {
    await list.open(`${LIST}?size=2`);
    await expect(list.rows).toHaveCount(2);
    const places: string[] = [];
    for (let stop = 0; stop < 90 && places.at(-1) !== 'footer'; stop += 1) {
      await page.keyboard.press('Tab');
      const place = await page.evaluate(() => {
        const focused = document.activeElement;
        const parts: Record<string, string> = {
          skip: '.skip',
          header: '[role="banner"], body header',
          menu: 'nav[aria-label="Main"], nav[aria-label="Main"] ~ *',
          filters: 'search',
          tools: 'div:has(> p[role="status"])',
          grid: 'table',
          title: 'main nav[aria-label="Breadcrumb"], main div:has(> div > h1)',
          footer: 'footer',
        };
        const found = Object.entries(parts).find(([, selector]) => focused?.closest(selector));
        return found?.[0] ?? (focused?.closest('main') ? 'pager' : 'menu');
      });
      if (places.at(-1) !== place) places.push(place);
    }
    expect(places).toEqual(['skip', 'header', 'menu', 'title', 'filters', 'tools', 'grid', 'pager', 'footer']);
  });

  // Spec: S2.contracts.sort S9.sort-toggle
  test('sorts with Enter and Space on a real button, and keeps the focus', async ({ page }) => {
    await list.open(LIST);
    await expect(list.page.getByRole('columnheader')).toHaveCount(10);
    await list.sortButton('Bid ID').press('Enter');
    await expect(list.header('Bid ID')).toHaveAttribute('aria-sort', 'ascending');
    await expect(page).toHaveURL(/\?sort=bidId$/);
    await list.sortButton('Bid ID').press('Space');
    await expect(list.header('Bid ID')).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL(/\?sort=bidId&dir=desc$/);
    await expect(list.sortButton('Bid ID')).toBeFocused();
    await expect(page.locator('[aria-sort]')).toHaveCount(1);
  });

  // Spec: S2.contracts.sort
  test('sorts by every column that offers it', async ({ page }) => {
    test.slow();
    for (const name of ['Contract name', 'Type', 'Status', 'Paper cost', 'Bid value', 'Actual value', 'Start', 'End']) {
      await list.open(LIST);
      await list.sortButton(name).click();
      await expect(list.header(name)).toHaveAttribute('aria-sort', 'ascending');
      await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
      await expect(list.rows).toHaveCount(10);
    }
  });

  // Spec: S2.contracts.list
  test('is told by its address: reload and a shared link show the same', async ({ page }) => {
    const address = `${LIST}?contractName=a&status=SUBMITTED&status=REJECTED&sort=bidId&size=7&page=2`;
    await list.open(address);
    await expect(list.rows).toHaveCount(7);
    const before = await list.column(1).allTextContents();
    await expect(page).toHaveURL(address);
    await page.reload();
    await expect(list.filter('Contract name')).toHaveValue('a');
    await expect(list.choice('Status')).toHaveText('2 selected');
    await expect(list.header('Bid ID')).toHaveAttribute('aria-sort', 'ascending');
    await expect(list.column(1)).toHaveText(before);
  });

  test('Back undoes an edit of a filter as one step', async ({ page }) => {
    await list.open(LIST);
    const all = await list.total();
    await list.filter('Bid ID').pressSequentially('20', { delay: 40 });
    await list.filter('Bid ID').blur();
    await expect(page).toHaveURL(/bidId=20$/);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${LIST}$`));
    await expect(list.filter('Bid ID')).toHaveValue('');
    await expect.poll(() => list.total()).toBe(all);
  });

  test('Back from a record restores page and place', async ({ page }) => {
    await list.open(`${LIST}?size=25&page=2`);
    await expect(list.rows).toHaveCount(25);
    const link = list.rows.nth(20).getByRole('link');
    await link.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    expect(place).toBeGreaterThan(0);
    const name = await link.textContent();
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('All contracts');
    await expect(page.getByRole('definition').first()).toBeVisible();
    await page.goBack();
    await expect(list.rows.nth(20).getByRole('link')).toHaveText(name ?? '');
    await expect(page).toHaveURL(/size=25&page=2$/);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  });

  // Spec: S5.page-size S9.page-size
  test('survives nonsense in the address', async ({ page }) => {
    await list.open(`${LIST}?page=99999`);
    await expect(list.rows.first()).toBeVisible();
    await expect(page).toHaveURL(/\?page=\d+$/);
    await expect(page).not.toHaveURL(/99999/);
    await list.open(`${LIST}?status=FOO&from=2026-02-31&to=x&sort=password&dir=sideways&page=-3`);
    await expect(page).toHaveURL(new RegExp(`${LIST}$`));
    await expect(list.rows).toHaveCount(10);
    for (const size of ['abc', '0']) {
      await list.open(`${LIST}?size=${size}`);
      await expect(list.rows).toHaveCount(1);
    }
  });

  // Spec: S2.contracts.page-size S5.page-size
  test('takes any page size and falls back to 1', async ({ page }) => {
    await list.open(LIST);
    const size = page.getByRole('combobox', { name: 'Page size' });
    await size.fill('13');
    await size.press('Enter');
    await expect(list.rows).toHaveCount(13);
    await expect(page).toHaveURL(/size=13$/);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL(/size=13&page=2$/);
    await size.fill('many');
    await size.blur();
    await expect(list.rows).toHaveCount(1);
    await expect(page).toHaveURL(/size=1$/);
  });

  // Spec: S2.contracts.filter-status
  test('filters by statuses and dates, and removes each on its own', async ({ page }) => {
    await list.open(LIST);
    await list.choice('Status').click();
    await page.getByRole('option', { name: 'Draft' }).click();
    await page.getByRole('option', { name: 'Closed' }).click();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/status=DRAFT&status=CLOSED$/);
    await expect(list.chip('Status: Draft')).toBeVisible();
    await list.chip('Status: Draft').click();
    await expect(page).toHaveURL(/\?status=CLOSED$/);
    await expect(list.column(4).first()).toHaveText('Closed');
    await page.getByRole('textbox', { name: 'From date' }).fill('01/01/2031');
    await page.getByRole('textbox', { name: 'From date' }).blur();
    await expect(page).toHaveURL(/from=2031-01-01$/);
    await expect(page.getByText('No contracts match these filters')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(page).toHaveURL(new RegExp(`${LIST}$`));
    await expect(list.rows).toHaveCount(10);
  });

  // Spec: S2.contracts.deposit-action S2.contracts.documents-action
  test('leads from a row to a new deposit and the documents of its contract', async ({ page }) => {
    for (const [entry, path, title] of [
      ['Add Security Deposit', 'security-deposit/create', /deposits/i],
      ['Add Supporting Docs', 'supporting-docs', /documents/i],
    ] as const) {
      await list.open(LIST);
      const link = list.rows.nth(1).getByRole('link');
      const address = await link.getAttribute('href');
      await list.act((await link.textContent()) ?? '', entry);
      await expect(page).toHaveURL(`${address}/${path}`);
      await expect(page).toHaveTitle(title);
    }
  });

  test('keeps its rows, dimmed, while newer ones are on their way', async ({ page }) => {
    await list.open(LIST);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(FILTER_CALL, async (route) => {
      await held;
      await route.continue();
    });
    const first = await list.column(1).first().textContent();
    await list.sortButton('Bid ID').click();
    await expect(list.grid).toHaveAttribute('aria-busy', 'true');
    await expect(list.column(1).first()).toHaveText(first ?? '');
    await expect(list.grid.locator('tbody')).toHaveCSS('opacity', '0.55');
    release();
    await expect(list.grid).toHaveAttribute('aria-busy', 'false');
    await expect(list.grid.locator('tbody')).toHaveCSS('opacity', '1');
  });

  // Spec: S8.contracts.list-failed
  test('says what failed, and tries again', async ({ page, allowConsole }) => {
    allowConsole(/500/);
    await page.route(FILTER_CALL, (route) => route.fulfill({ status: 500 }));
    await page.goto(LIST);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch contracts');
    await expectAccessible(page);
    await page.unroute(FILTER_CALL);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(list.rows).toHaveCount(10);
  });

  test('does not jump when rows arrive', async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
          if (!entry.hadRecentInput) shifts.push(entry.value);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const viewport of [
      { width: 1366, height: 768 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      await list.open(LIST);
      await expect(page.getByRole('link', { name: 'Next' })).toBeAttached();
      const sum = await page.evaluate(() =>
        (window as never as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0),
      );
      expect(sum, `layout shift at ${viewport.width}`).toBeLessThanOrEqual(0.05);
    }
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    // Spec: S2.contracts.actions
    test(`is accessible, ${colorScheme}`, async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await list.open(`${LIST}?status=DRAFT`);
      await expect(list.rows.first()).toBeVisible();
      await expectAccessible(page);
      await list.choice('Status').click();
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await list.rows.first().getByRole('button').click();
      await expect(page.getByRole('menuitem', { name: 'View' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(page.getByText('Are you sure you want to delete this contract?')).toBeVisible();
      await expectAccessible(page);
      await list.open(`${LIST}?bidId=no-such-bid`);
      await expect(page.getByText('No contracts match these filters')).toBeVisible();
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await list.open(LIST);
      await page.getByRole('button', { name: 'Filters' }).click();
      await expectAccessible(page);
    });
  }

  test('never scrolls sideways as a whole', async ({ page }) => {
    for (const width of [1366, 1024, 683, 390, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await list.open(LIST);
      await expect(page.getByRole('link', { name: 'Next' })).toBeAttached();
      await expectNoSidewaysScroll(page);
    }
  });
});

test.describe('one contract among others', () => {
  // Words of its own in every field: a filter that looked into another field would not find it.
  const fields = ['bidId', 'contractName', 'referenceNo', 'licenseHolderName', 'contractType'] as const;
  let list: ListPO;
  let contract: Stored & Record<(typeof fields)[number], string>;

  test.beforeEach(async ({ page, request, signIn }) => {
    list = new ListPO(page);
    const api = await Api.as(request, accounts.deccan);
    const words = Object.fromEntries(fields.map((field) => [field, unique()]));
    contract = (await api.post('/contracts', words)) as typeof contract;
    await signIn(accounts.deccan);
  });

  // Spec: S2.contracts.filter-texts
  test('is found by each of its texts', async ({ page }) => {
    const labels = ['Bid ID', 'Contract name', 'Reference no.', 'Licence holder name', 'Contract type'];
    await list.open(LIST);
    for (const [place, field] of fields.entries()) {
      await expect(list.rows).toHaveCount(10);
      const label = labels[place] ?? '';
      await list.filter(label).fill(contract[field]);
      await list.filter(label).blur();
      await expect(page).toHaveURL(`${LIST}?${field}=${contract[field]}`);
      await expect(list.column(1), label).toHaveText([contract.bidId]);
      await list.chip(`${label}: ${contract[field]}`).click();
    }
    await expect(page).toHaveURL(LIST);
  });

  // Spec: S2.contracts.filter-dates
  test('is found by the days around its creation', async ({ page }) => {
    // The server's days are those of Asia/Kolkata.
    const created = Date.parse(`${contract.createdAt}`) + 5.5 * HOUR;
    const day = (offset: number) => new Date(created + offset * 24 * HOUR).toISOString().slice(0, 10);
    const set = async (label: 'From date' | 'To date', date: string) => {
      const field = page.getByRole('textbox', { name: label });
      await field.fill(date.split('-').reverse().join('/'));
      await field.blur();
    };
    const none = page.getByText('No contracts match these filters');
    const mine = `${LIST}?bidId=${contract.bidId}`;
    await list.open(mine);
    for (const [label, beyond] of [
      ['From date', day(1)],
      ['To date', day(-1)],
    ] as const) {
      await expect(list.column(1)).toHaveText([contract.bidId]);
      await set(label, beyond);
      await expect(none).toBeVisible();
      await set(label, day(0));
      await expect(list.column(1)).toHaveText([contract.bidId]);
      await set(label, '');
      // One end of the range limits the other until the page is drawn without it, which is after the address changed.
      await expect(list.chip(label)).toHaveCount(0);
      await expect(page).toHaveURL(mine);
    }
    await set('From date', day(-2));
    await set('To date', day(-1));
    await expect(page).toHaveURL(`${mine}&from=${day(-2)}&to=${day(-1)}`);
    await expect(none).toBeVisible();
    await set('To date', day(0));
    await expect(list.column(1)).toHaveText([contract.bidId]);
  });
});

test.describe('without rights', () => {
  test('the buttons say which right is missing', async ({ page, signIn }) => {
    const list = new ListPO(page);
    await signIn(accounts.viewer);
    await list.open(LIST);
    await page.getByRole('button', { name: 'Create Contract' }).hover();
    await expect(page.getByRole('tooltip')).toHaveText('You need the Create permission for Contracts.');
    await list.rows.first().getByRole('button').click();
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toContainText('You need the Delete permission');
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);
  });
});
