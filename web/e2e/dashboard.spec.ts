import type { APIRequestContext } from '@playwright/test';
import type { Account } from './accounts';
import { Api, asAdmin, type Stored } from './api';
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

test.describe('the figures of the dashboard', () => {
  const CONTRACTS = [
    { status: 'SUBMITTED', paperCost: 1500.25 },
    { status: 'WORK_IN_PROGRESS', paperCost: 0 },
    { status: 'CLOSED', paperCost: 4000 },
    { status: 'REJECTED', paperCost: 999.99 },
    { status: 'TERMINATED', paperCost: 250 },
    { status: 'DISPUTE', paperCost: 0 },
  ];
  const DEPOSITS = [
    'DRAFT',
    'SUBMITTED',
    'REJECTED',
    'CANCELLED',
    'REFUNDED',
    'FORFEITED',
    'RELEASED',
    'PENDING_RELEASE',
    'PENDING_REFUND',
    'RETURNED',
    'PENDING',
  ];
  const TYPES = ['EMD', 'PERFORMANCE_SECURITY', 'Retention money'];

  interface Found {
    readonly totalElements: number;
    readonly totalPages: number;
    readonly content: (Stored & { readonly paperCost: number | null })[];
    readonly deposits: (Stored & { readonly amount: number })[];
  }

  const paise = (rupees: number | null) => Math.round((rupees ?? 0) * 100);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const inRupees = (text: string) => paise(Number(text.replace(/[₹,]/g, '')));
  const days = ({ depositSubmitedDate: from, depositeReturnedDate: to }: Stored) =>
    (Date.parse(String(to)) - Date.parse(String(from))) / (24 * 60 * 60 * 1000);

  /** An organisation of its own, with contracts and deposits in every state. */
  async function firm(admin: Api, request: APIRequestContext): Promise<{ owner: Account; api: Api }> {
    const tenant = await admin.tenant();
    const user = await admin.user({ tenantId: tenant.id });
    await admin.map(user, await admin.role({ Contracts: ['canView', 'canCreate', 'canEdit'] }));
    const owner = { email: user.email, tenantName: tenant.name };
    const api = await Api.as(request, owner);
    for (const [place, fields] of CONTRACTS.entries()) {
      const contract = await api.contract(fields);
      for (const [turn, status] of DEPOSITS.entries()) {
        const number = place * DEPOSITS.length + turn;
        await api.deposit(contract, {
          status,
          amount: (100_000 + number * 13_701) / 100,
          depositType: TYPES[number % TYPES.length],
          depositSubmitedDate: '2026-01-01',
          ...(number % 4 === 0 ? { depositeReturnedDate: `2026-02-${10 + (number % 15)}` } : {}),
        });
      }
    }
    return { owner, api };
  }

  /** Everything that a list shows at this address. */
  async function found(api: Api, address: string): Promise<Found> {
    const { pathname, searchParams: asked } = new URL(address, 'http://any');
    const pagination = { page: 0, size: 200 };
    const deposits = pathname === '/contracts/contract-deposit';
    const answer = deposits
      ? await api.post('/contracts-deposit/search', {
          statuses: asked.getAll('status'),
          depositStatuses: asked.getAll('depositStatus'),
          depositTypes: asked.getAll('depositTypes'),
          isReturned: asked.get('returned') === 'true',
          pagination,
        })
      : await api.post('/contracts/filter', {
          status: asked.getAll('status'),
          hasPaperCost: asked.get('paperCost') === 'true',
          pagination,
        });
    return answer as unknown as Found;
  }

  // Spec: S2.dashboard.kpi-click S2.dashboard.kpis S7.dashboard.kpi-deposits S7.dashboard.kpi-paper-cost S7.dashboard.kpi-by-type
  test('are what the lists that they open come to', async ({ page, request, signIn }) => {
    test.slow();
    const { owner, api } = await firm(await asAdmin(request), request);
    await signIn(owner);
    await page.goto('/contracts');
    const cards = page.getByRole('region', { name: /^(Deposits|Paper cost|Deposits by type)$/ }).getByRole('link');
    await expect(cards).toHaveCount(9 + TYPES.length);
    const figures = await cards.evaluateAll((links) =>
      links.map((link) => ({ name: link.getAttribute('aria-label') ?? '', to: link.getAttribute('href') ?? '' })),
    );
    const list = new ListPO(page);
    for (const { name, to } of figures) {
      const [label = '', figure = ''] = name.split(': ');
      await page.getByRole('link', { name, exact: true }).click();
      await expect(page, name).toHaveURL(to);
      const { content, deposits, totalElements } = await found(api, to);
      await expect(list.result, name).toContainText(`— ${totalElements} total`);
      const costs = content.map(({ paperCost }) => paise(paperCost));
      if (label === 'Average refund time') {
        const mean = sum(deposits.map(days)) / deposits.length;
        expect(figure).toBe(`${Math.round(mean * 100) / 100} days`);
      } else if (label === 'Paper cost, average') {
        expect(inRupees(figure), name).toBe(Math.round(sum(costs) / costs.length));
      } else if (label.startsWith('Paper cost')) {
        expect(inRupees(figure), name).toBe(sum(costs));
      } else {
        expect(inRupees(figure), name).toBe(sum(deposits.map(({ amount }) => paise(amount))));
      }
      await page.goBack();
      await expect(cards).toHaveCount(figures.length);
    }
  });
});
