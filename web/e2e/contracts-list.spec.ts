import { Api, type Stored, unique } from './api';
import { accounts, expect, test } from './fixtures';
import { ListPO } from './pages/ListPO';

const LIST = '/contracts/list';
const HOUR = 60 * 60 * 1000;

/**
 * What four contracts have in each column, from the least to the most, and who has it: the least of `BACD` is B's.
 * The order of the four is another one in every column and direction, and none in which they were made.
 */
const COLUMNS = [
  { field: 'bidId', header: 'Bid ID', order: 'ACBD', sent: ['1', '2', '3', '4'] },
  {
    field: 'contractName',
    header: 'Contract name',
    order: 'ABDC',
    sent: ['Aqueduct', 'Bridge', 'Culvert', 'Drain'],
  },
  { field: 'contractType', header: 'Type', order: 'BACD', sent: ['EPC', 'Item rate', 'Lump sum', 'Percentage rate'] },
  {
    field: 'status',
    header: 'Status',
    order: 'BADC',
    sent: ['APPROVED', 'CLOSED', 'ON_HOLD', 'REJECTED'],
    shown: ['Approved', 'Closed', 'On hold', 'Rejected'],
  },
  // Amounts and days whose texts would come in another order.
  {
    field: 'paperCost',
    header: 'Paper cost',
    order: 'ACDB',
    sent: [900, 1500, 12_000, 200_000.5],
    shown: ['₹900', '₹1,500', '₹12,000', '₹2,00,000.50'],
  },
  {
    field: 'tenderBidValue',
    header: 'Bid value',
    order: 'ADBC',
    sent: [800, 2500, 13_000, 300_000],
    shown: ['₹800', '₹2,500', '₹13,000', '₹3,00,000'],
  },
  {
    field: 'tenderActualValue',
    header: 'Actual value',
    order: 'ADCB',
    sent: [700, 3500, 14_000, 400_000],
    shown: ['₹700', '₹3,500', '₹14,000', '₹4,00,000'],
  },
  {
    field: 'actualStartDate',
    header: 'Start',
    order: 'BCAD',
    sent: ['2024-12-31', '2025-02-01', '2025-11-20', '2026-01-10'],
    shown: ['31 Dec 2024', '01 Feb 2025', '20 Nov 2025', '10 Jan 2026'],
  },
  {
    field: 'actualEndDate',
    header: 'End',
    order: 'CABD',
    sent: ['2026-12-30', '2027-02-02', '2027-11-21', '2028-01-11'],
    shown: ['30 Dec 2026', '02 Feb 2027', '21 Nov 2027', '11 Jan 2028'],
  },
] as const;

// Spec: S2.contracts.list S2.contracts.sort
test('the list of contracts sorts by every column, up and down', async ({ page, request, signIn }) => {
  test.slow();
  const word = unique();
  const api = await Api.as(request, accounts.deccan);
  for (const letter of 'ABCD') {
    const fields = COLUMNS.map(({ field, order, sent }) => [field, sent[order.indexOf(letter)]]);
    const { bidId, ...rest } = Object.fromEntries(fields) as Record<string, string | number>;
    await api.post('/contracts', { bidId: `${word}/${bidId}`, ...rest });
  }
  await signIn(accounts.deccan);
  const list = new ListPO(page);
  await list.open(`${LIST}?bidId=${word}`);
  for (const [place, column] of COLUMNS.entries()) {
    const shown = 'shown' in column ? column.shown : column.sent;
    const ascending = shown.map((text) => (place === 0 ? `${word}/${text}` : text));
    await list.sortButton(column.header).click();
    await expect(list.column(place + 1), column.header).toHaveText(ascending);
    await list.sortButton(column.header).click();
    await expect(list.column(place + 1), column.header).toHaveText(ascending.toReversed());
  }
});

test('the list of contracts does not jump when rows arrive', async ({ page, signIn }) => {
  const list = new ListPO(page);
  await signIn(accounts.owner);
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
    const sum = await page.evaluate(() => (window as never as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0));
    expect(sum, `layout shift at ${viewport.width}`).toBeLessThanOrEqual(0.05);
  }
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
