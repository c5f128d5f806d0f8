import type { APIRequestContext } from '@playwright/test';
import type { Account } from './accounts';
import { Api, asAdmin, type Stored } from './api';
import { expect, test } from './fixtures';
import { ListPO } from './pages/ListPO';

test.describe('the figures of the dashboard', () => {
  const CONTRACTS = [
    { status: 'SUBMITTED', paperCost: 1500.25 },
    { status: 'WORK_IN_PROGRESS', paperCost: 0 },
    { status: 'CLOSED', paperCost: 4000 },
    { status: 'REJECTED', paperCost: 999.99 },
    { status: 'TERMINATED', paperCost: 250 },
    { status: 'DISPUTE', paperCost: 0 },
    // These have no deposits.
    { status: 'SUBMITTED', paperCost: 70 },
    { status: 'SUBMITTED', paperCost: 80 },
    { status: 'CLOSED', paperCost: 90 },
  ];
  const WITH_DEPOSITS = 6;
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
      if (place >= WITH_DEPOSITS) continue;
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

  /** The figure in full, which stands last in a card's name where its short form stands before it. */
  const inFull = (told: string) =>
    told
      .split(', ')
      .filter((part) => /^(₹[\d,.]+|[\d,.]+ days)$/.test(part))
      .at(-1) ?? told;

  // Spec: S2.dashboard.kpi-click S2.dashboard.kpis S2.dashboard.statuses S2.dashboard.categories S4.contract.categories
  test('are what the lists that they open come to', async ({ page, request, signIn }) => {
    test.slow();
    const { owner, api } = await firm(await asAdmin(request), request);
    await signIn(owner);
    await page.goto('/contracts');
    const cards = page.getByRole('region', { name: /^(Deposits|Paper cost|Deposits by type)$/ }).getByRole('link');
    await expect(cards).toHaveCount(10 + TYPES.length);
    const figures = await cards.evaluateAll((links) =>
      links.map((link) => ({ name: link.getAttribute('aria-label') ?? '', to: link.getAttribute('href') ?? '' })),
    );
    const list = new ListPO(page);
    for (const { name, to } of figures) {
      const [label = '', told = ''] = name.split(': ');
      const figure = inFull(told);
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

    for (const [links, count] of [
      [page.getByRole('list', { name: 'By category' }).getByRole('link'), 'strong'],
      // Those of a status that no contract has are dimmed, and open an empty list.
      [page.getByRole('region', { name: 'By status' }).locator('a:not([data-zero])'), 'b'],
    ] as const) {
      const counts = (await links.locator(count).allTextContents()).map(Number);
      expect(sum(counts), count).toBe(CONTRACTS.length);
      for (const [place, counted] of counts.entries()) {
        await links.nth(place).click();
        await expect(list.result).toContainText(`— ${counted} total`);
        await page.goBack();
        await expect(links).toHaveCount(counts.length);
      }
    }
  });
});
