import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { ListPO } from './pages/ListPO';

const KPI_CALL = '**/nirmaan.contracts.v1.ContractDashboardService/GetKpis';

const SUMMARY_CALLS = '**/nirmaan.contracts.v1.ContractDashboardService/ListStatus*Summary';

const digits = (text: string | null) => Number((text ?? '').replace(/\D/g, ''));

test.describe('the contracts dashboard', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn(accounts.owner);
    await page.goto('/contracts');
    await expect(page.getByRole('list', { name: 'By category' })).toBeVisible();
  });

  // Spec: S2.dashboard.buttons
  test('offers the four ways on', async ({ page }) => {
    for (const [name, path] of [
      ['View All Contracts', '/contracts/list'],
      ['Contract Deposit', '/contracts/contract-deposit'],
      ['Create Contract', '/contracts/create'],
      ['Bulk Upload', '/contracts/bulk-upload'],
    ]) {
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', path ?? '');
    }
  });

  // Spec: S2.dashboard.categories S4.contract.categories
  test('counts what its categories open', async ({ page }) => {
    const list = new ListPO(page);
    const category = page.getByRole('list', { name: 'By category' }).getByRole('link');
    await expect(category).toHaveCount(5);
    let sum = 0;
    for (let place = 0; place < 5; place += 1) {
      const count = digits(await category.nth(place).locator('strong').textContent());
      await category.nth(place).click();
      await expect(list.result).toBeVisible();
      expect(await list.total()).toBe(count);
      sum += count;
      await page.goBack();
    }
    await page.getByRole('link', { name: 'View All Contracts' }).click();
    await expect(list.result).toBeVisible();
    expect(await list.total()).toBe(sum);
  });

  // Spec: S2.dashboard.statuses
  test('counts what each of the 19 statuses opens', async ({ page }) => {
    test.slow();
    const list = new ListPO(page);
    const status = page.getByRole('region', { name: 'By status' }).getByRole('link');
    await expect(status).toHaveCount(19);
    const counts = await status.locator('b').allTextContents();
    const addresses = await status.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const [place, address] of addresses.entries()) {
      await status.nth(place).click();
      await expect(page).toHaveURL(address);
      await expect(list.result).toBeVisible();
      expect(await list.total(), address).toBe(digits(counts[place] ?? ''));
      await page.goBack();
    }
  });

  // Spec: S2.dashboard.kpis S9.rupee
  test('shows every figure with its exact amount', async ({ page }) => {
    const figures = [
      'Security deposits held',
      'Refunded',
      'Pending refund',
      'Refund initiated',
      'Average refund time',
      'Paper cost, total',
      'Paper cost, awarded',
      'Paper cost, lost',
      'Paper cost, average',
    ];
    for (const name of figures) {
      await expect(
        page.getByRole('link', { name: new RegExp(`^${name}: (₹[\\d,.]+|[\\d.]+ days|none yet)$`) }),
      ).toBeVisible();
    }
    await page.getByRole('link', { name: /^Security deposits held/ }).focus();
    await expect(page.getByRole('tooltip')).toContainText('₹');
  });

  // Spec: S9.kpi-icons
  test('marks every figure with the icon of its metric', async ({ page }) => {
    const icons = {
      'Security deposits held': 'receipt-rupee',
      'Pending refund': 'hourglass-high',
      'Refund initiated': 'receipt-refund',
      Refunded: 'cash-banknote',
      'Average refund time': 'calendar-time',
      'Paper cost, total': 'file-invoice',
      'Paper cost, awarded': 'trophy',
      'Paper cost, lost': 'file-x',
      'Paper cost, average': 'math-avg',
    };
    const cards = page.getByRole('region', { name: /^(Deposits|Paper cost)$/ }).getByRole('link');
    await expect(cards).toHaveCount(Object.keys(icons).length);
    for (const [name, icon] of Object.entries(icons)) {
      const drawn = cards.and(page.getByRole('link', { name: new RegExp(`^${name}: `) })).locator('svg');
      await expect(drawn, name).toHaveClass(new RegExp(`\\btabler-icon-${icon}(?!\\S)`));
      await expect(drawn, name).toBeVisible();
    }
  });

  // Spec: S8.dashboard.summary-failed
  test('keeps the rest when the counts fail', async ({ page, allowConsole }) => {
    allowConsole(/500/);
    await page.route(SUMMARY_CALLS, (route) => route.fulfill({ status: 500 }));
    await page.reload();
    const panels = ['By category', 'By status'].map((name) => page.getByRole('region', { name }));
    for (const panel of panels) await expect(panel.getByRole('alert')).toContainText('Failed to load the counts');
    for (const name of ['Deposits', 'Paper cost', 'Deposits by type']) {
      await expect(page.getByRole('region', { name, exact: true }).getByRole('link').first()).toBeVisible();
    }
    for (const name of ['View All Contracts', 'Contract Deposit', 'Create Contract', 'Bulk Upload']) {
      await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
    }
    await expectAccessible(page);
    await page.unroute(SUMMARY_CALLS);
    for (const panel of panels) {
      await panel.getByRole('button', { name: 'Try again' }).click();
      await expect(panel.getByRole('alert')).toHaveCount(0);
      await expect(panel.getByRole('link').first()).toBeVisible();
    }
  });

  // Spec: S8.dashboard.kpis-failed
  test('says when the figures fail, and keeps the counts', async ({ page, allowConsole }) => {
    allowConsole(/500/);
    await page.route(KPI_CALL, (route) => route.fulfill({ status: 500 }));
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Failed to load KPI data');
    await expect(page.getByRole('region', { name: 'By status' }).getByRole('link')).toHaveCount(19);
    await expectAccessible(page);
    await page.unroute(KPI_CALL);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('link', { name: /^Security deposits held/ })).toBeVisible();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is accessible, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.getByRole('link', { name: /^Security deposits held/ })).toBeVisible();
      await expectAccessible(page);
      for (const width of [683, 390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await expectNoSidewaysScroll(page);
      }
      await expectAccessible(page);
    });
  }
});
