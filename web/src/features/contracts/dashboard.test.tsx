import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { Contract_Status } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { ContractDashboardService } from '@/gen/nirmaan/contracts/v1/dashboard_service_pb';
import { SecurityDeposit_Status as Deposit } from '@/gen/nirmaan/contracts/v1/security_deposit_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { list, pageOf } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const { getKpis, listStatusSummary, listStatusCategorySummary } = ContractDashboardService.method;
const { filterContracts } = ContractService.method;
const { searchContractDeposits } = SecurityDepositService.method;
const S = Contract_Status;

const STATUSES = {
  Draft: 'DRAFT',
  Submitted: 'SUBMITTED',
  Awarded: 'AWARDED',
  Accepted: 'ACCEPTED',
  'Work order issued': 'WORK_ORDER_ISSUED',
  Mobilized: 'MOBILIZED',
  'Work in progress': 'WORK_IN_PROGRESS',
  Resumed: 'RESUMED',
  'On hold': 'ON_HOLD',
  Completed: 'COMPLETED',
  'Submitted for approval': 'SUBMITTED_FOR_APPROVAL',
  Approved: 'APPROVED',
  'Payment pending': 'PAYMENT_PENDING',
  'Payment received': 'PAYMENT_RECEIVED',
  Closed: 'CLOSED',
  Cancelled: 'CANCELLED',
  Rejected: 'REJECTED',
  Terminated: 'TERMINATED',
  Dispute: 'DISPUTE',
} as const;

const CATEGORIES = [
  { statusCategory: 'Pre-Project', totalCount: 1200n, statuses: [S.DRAFT, S.SUBMITTED, S.AWARDED] },
  { statusCategory: 'Active', totalCount: 31n, statuses: [S.ON_HOLD, S.MOBILIZED] },
  { statusCategory: 'Closed', totalCount: 20n, statuses: [S.CLOSED] },
  { statusCategory: 'Dispute', totalCount: 0n, statuses: [S.DISPUTE] },
  { statusCategory: 'Others', totalCount: 7n, statuses: [S.REJECTED, S.CANCELLED] },
];

const KPIS = {
  stillOut: { paise: 800_000_00n },
  totalSecurityDeposit: { paise: 1_234_567_50n },
  pendingRefund: { paise: 900_00n },
  refundInitiated: { paise: 45_000_25n },
  totalRefunded: { paise: 250_000_000_00n },
  averageRefundDays: 42.125,
  paperCostTotal: { paise: 61_000_00n },
  paperCostAwarded: { paise: 12_500_00n },
  paperCostLost: { paise: 8_000_00n },
  depositByType: [
    { type: 'EMD', total: { paise: 1_000_000_00n } },
    { type: 'PERFORMANCE_SECURITY', total: { paise: 234_567_50n } },
  ],
};

/** Each figure of the dashboard with its exact amount, and the picture that stands for it. */
const FIGURES = {
  'Still out': ['₹8,00,000', 'building-bank'],
  'Paid in all': ['₹12,34,567.50', 'receipt-rupee'],
  'Pending refund': ['₹900', 'hourglass-high'],
  'Refund initiated': ['₹45,000.25', 'receipt-refund'],
  Refunded: ['₹25,00,00,000', 'cash-banknote'],
  'Average refund time': ['42.13 days', 'calendar-time'],
  'Paper cost, total': ['₹61,000', 'file-invoice'],
  'Paper cost, awarded': ['₹12,500', 'trophy'],
  'Paper cost, lost': ['₹8,000', 'file-x'],
  'Paper cost, average': ['none yet', 'math-avg'],
} as const;

/** Deposits that count, those that are about to come back; contracts that are over, bids that were won. */
const COUNTED = [
  Deposit.DRAFT,
  Deposit.SUBMITTED,
  Deposit.PENDING,
  Deposit.PENDING_RELEASE,
  Deposit.PENDING_REFUND,
  Deposit.RELEASED,
  Deposit.REFUNDED,
  Deposit.RETURNED,
  Deposit.FORFEITED,
];
const STILL_OUT = COUNTED.slice(0, 5);
const INITIATED = [Deposit.PENDING_RELEASE, Deposit.PENDING_REFUND];
const OVER = [S.COMPLETED, S.PAYMENT_RECEIVED, S.CLOSED, S.CANCELLED, S.REJECTED, S.TERMINATED];
const WON = Object.values(STATUSES)
  .filter((name) => !['DRAFT', 'SUBMITTED', 'REJECTED', 'CANCELLED'].includes(name))
  .map((name) => S[name]);

const region = (name: string | RegExp) => page.getByRole('region', { name, exact: true });
const figures = page.getByRole('region', { name: /^(Deposits|Paper cost)$/ }).getByRole('link');
const inStatus = region('By status').getByRole('link');
const inCategory = page.getByRole('list', { name: 'By category' }).getByRole('link');
const counts = page.getByRole('region', { name: /^By (category|status)$/ });

/** Opens a list from the dashboard and waits for it. */
async function follow(link: ReturnType<typeof page.getByRole>): Promise<void> {
  await link.click();
  await expect.element(list.result).toBeVisible();
}

describe('the contracts dashboard', () => {
  beforeEach(() => {
    signIn();
    server.answer(getKpis, KPIS);
    server.answer(listStatusCategorySummary, { rows: CATEGORIES });
    // Every status has a count of its own: 1 for the first, 2 for the next, and none for the last.
    server.answer(listStatusSummary, {
      rows: Object.values(STATUSES).map((name, place) => ({
        status: S[name],
        count: name === 'DISPUTE' ? 0n : BigInt(place + 1),
      })),
    });
    server.answer(filterContracts, (request) => pageOf([{ id: 'contract-1', bidId: 'BID/1' }], request));
    server.answer(searchContractDeposits, (request) => pageOf([{ id: 'contract-1', bidId: 'BID/1' }], request));
  });

  // Spec: S2.dashboard.buttons S2.dashboard.deposit-button
  test('offers the four ways on', async () => {
    await open('/contracts');
    for (const [name, path] of [
      ['View All Contracts', '/contracts/list'],
      ['Create Contract', '/contracts/create'],
      ['Bulk Upload', '/contracts/bulk-upload'],
      ['Contract Deposit', '/contracts/contract-deposit'],
    ] as const) {
      await expect.element(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
    }
    await follow(page.getByRole('link', { name: 'Contract Deposit', exact: true }));
    expect(address()).toBe('/contracts/contract-deposit');
    expect(await server.calls(searchContractDeposits)).not.toEqual([]);
  });

  // Spec: S2.dashboard.statuses
  test('has a card for each of the 19 statuses, which leads to the list of its contracts', async () => {
    await open('/contracts');
    await expect.element(inStatus).toHaveLength(19);
    const cards = inStatus.elements().map((card) => [card.textContent, card.getAttribute('href')]);
    expect(cards).toEqual(
      Object.entries(STATUSES).map(([label, name], place) => [
        `${label}${name === 'DISPUTE' ? 0 : place + 1}`,
        `/contracts/list?status=${name}`,
      ]),
    );
    await follow(inStatus.nth(6));
    expect(address()).toBe('/contracts/list?status=WORK_IN_PROGRESS');
    expect((await server.calls(filterContracts)).at(-1)?.request.status).toEqual([S.WORK_IN_PROGRESS]);
  });

  // Spec: S2.dashboard.categories
  test('has a card for each category, which leads to the list of its contracts', async () => {
    await open('/contracts');
    await expect.element(inCategory).toHaveLength(5);
    expect(inCategory.elements().map(({ textContent }) => textContent)).toEqual([
      '1,200 Pre-Project 95%',
      '31 Active 2%',
      '20 Closed 2%',
      '0 Dispute 0%',
      '7 Others 1%',
    ]);
    for (const [place, { statuses }] of CATEGORIES.entries()) {
      await follow(inCategory.nth(place));
      expect((await server.calls(filterContracts)).at(-1)?.request.status.toSorted()).toEqual(statuses.toSorted());
      window.history.back();
      await expect.element(inCategory).toHaveLength(5);
    }
  });

  // Spec: S2.dashboard.kpis S9.rupee S9.kpi-icons
  test('shows every figure with its exact amount and the icon of its metric', async () => {
    await open('/contracts');
    await expect.element(figures).toHaveLength(Object.keys(FIGURES).length);
    for (const [name, [exact, icon]] of Object.entries(FIGURES)) {
      // The short form and the hint may stand before it.
      const card = page.getByRole('link', { name: new RegExp(`^${name}: (.*, )?${exact}(, |$)`) });
      await expect.element(card).toBeVisible();
      const drawn = card.element().querySelector('svg');
      expect(drawn?.classList.contains(`tabler-icon-${icon}`), name).toBe(true);
    }
    await page.getByRole('link', { name: /^Paid in all/ }).hover();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('₹12,34,567.50');
  });

  // Spec: S2.dashboard.kpi-click
  test.each([
    ['Still out', { depositStatuses: STILL_OUT, statuses: [], isReturned: false }],
    ['Paid in all', { depositStatuses: COUNTED, statuses: [], isReturned: false }],
    ['Pending refund', { depositStatuses: [Deposit.SUBMITTED, Deposit.PENDING, ...INITIATED], statuses: OVER }],
    ['Refund initiated', { depositStatuses: INITIATED, statuses: [] }],
    ['Refunded', { depositStatuses: [Deposit.RELEASED, Deposit.REFUNDED, Deposit.RETURNED], statuses: [] }],
    ['Average refund time', { depositStatuses: COUNTED, statuses: [], isReturned: true }],
    ['Performance security', { depositStatuses: COUNTED, depositTypes: ['PERFORMANCE_SECURITY'] }],
  ])('leads from “%s” to the deposits that it counts', async (name, wanted) => {
    await open('/contracts');
    await follow(page.getByRole('link', { name: new RegExp(`^${name}: `) }));
    expect(address()).toMatch(/^\/contracts\/contract-deposit\?/);
    expect((await server.calls(searchContractDeposits)).at(-1)?.request).toMatchObject(wanted);
  });

  // Spec: S2.dashboard.kpi-click
  test.each([
    ['Paper cost, total', { status: [], hasPaperCost: false }],
    ['Paper cost, awarded', { status: WON, hasPaperCost: false }],
    ['Paper cost, lost', { status: [S.REJECTED], hasPaperCost: false }],
    ['Paper cost, average', { status: [], hasPaperCost: true }],
  ])('leads from “%s” to the contracts that it counts', async (name, wanted) => {
    await open('/contracts');
    await follow(page.getByRole('link', { name: new RegExp(`^${name}: `) }));
    expect(address()).toMatch(/^\/contracts\/list/);
    expect((await server.calls(filterContracts)).at(-1)?.request).toMatchObject(wanted);
  });

  // Spec: S8.dashboard.summary-failed
  test('keeps the rest when the counts fail, and asks for each of them again', async () => {
    const mend = [server.fail(listStatusSummary), server.fail(listStatusCategorySummary)];
    await open('/contracts');
    await expect.element(counts.getByRole('alert')).toHaveLength(2);
    await expect.element(region('By status')).toHaveTextContent('Failed to load the counts');
    await expect.element(region('By category')).toHaveTextContent('Failed to load the counts');
    await expect.element(figures).toHaveLength(Object.keys(FIGURES).length);
    await expect.element(region('Deposits by type').getByRole('link')).toHaveLength(2);
    for (const name of ['View All Contracts', 'Contract Deposit', 'Create Contract', 'Bulk Upload']) {
      await expect.element(page.getByRole('link', { name, exact: true })).toBeVisible();
    }
    await expectAccessible();
    for (const undo of mend) undo();
    for (const name of ['By category', 'By status']) {
      await region(name).getByRole('button', { name: 'Try again' }).click();
      await expect.element(region(name).getByRole('link').first()).toBeVisible();
    }
    await expect.element(counts.getByRole('alert')).not.toBeInTheDocument();
  });

  // Spec: S8.dashboard.kpis-failed
  test('says when the figures fail, and keeps the counts', async () => {
    const mend = server.fail(getKpis);
    await open('/contracts');
    await expect.element(list.failure).toHaveTextContent('Failed to load KPI data');
    await expect.element(inStatus).toHaveLength(19);
    await expect.element(inCategory).toHaveLength(5);
    await expectAccessible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(figures).toHaveLength(Object.keys(FIGURES).length);
  });

  test('of nobody’s contracts yet leads to the first ones', async () => {
    server.answer(getKpis, {});
    server.answer(listStatusSummary, {});
    server.answer(listStatusCategorySummary, {});
    await open('/contracts');
    await expect.element(page.getByText('No contracts yet')).toBeVisible();
    await expect.element(figures).not.toBeInTheDocument();
    await expect.element(page.getByRole('main').getByRole('link', { name: 'Bulk Upload' })).toHaveLength(2);
    await expectAccessible();
  });

  test('is refused in place to whoever may not view contracts, and says what else is missing', async () => {
    signIn(person({ Contracts: ['view'] }));
    await open('/contracts');
    await expect.element(figures).toHaveLength(Object.keys(FIGURES).length);
    await page.getByRole('button', { name: 'Bulk Upload' }).hover();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('You need the Create permission for Contracts.');
    for (const method of [getKpis, listStatusSummary, listStatusCategorySummary]) {
      server.fail(method, Code.PermissionDenied);
    }
    await open('/contracts');
    await expect.element(page.getByRole('heading', { name: 'Unauthorized' })).toBeVisible();
    await expect.element(page.getByText('You need the View permission for Contracts.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Go Back' })).toBeVisible();
    await expectAccessible();
  });
});
