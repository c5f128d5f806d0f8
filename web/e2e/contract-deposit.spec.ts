import { fromBinary, toBinary } from '@bufbuild/protobuf';
import type { Page } from '@playwright/test';
import {
  type SearchContractDepositsResponse,
  SearchContractDepositsResponseSchema,
} from '../src/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { asOwner, type Stored, unique } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { ListPO } from './pages/ListPO';

const SEARCH = '/contracts/contract-deposit';
const CALL = '**/nirmaan.contracts.v1.SecurityDepositService/SearchContractDeposits';
const HEAD = 5;

/** Lets the search answer something else than it would: the message stands in the first frame of the body. */
async function answerWith(page: Page, change: (answer: SearchContractDepositsResponse) => void): Promise<void> {
  await page.route(CALL, async (route) => {
    const response = await route.fetch();
    const body = await response.body();
    const end = HEAD + body.readUInt32BE(1);
    const answer = fromBinary(SearchContractDepositsResponseSchema, body.subarray(HEAD, end));
    change(answer);
    const message = toBinary(SearchContractDepositsResponseSchema, answer);
    const head = Buffer.alloc(HEAD);
    head.writeUInt32BE(message.length, 1);
    await route.fulfill({ response, body: Buffer.concat([head, message, body.subarray(end)]) });
  });
}

/** The bid ids of the rows: on a narrow screen the names stand below them, and only there are shown. */
const expectFound = (list: ListPO, bidIds: readonly string[]) =>
  expect(list.column(1)).toHaveText(bidIds, { useInnerText: true });

test.describe('the search of contracts with their deposits', () => {
  let list: ListPO;
  // In every text of the test's own contracts, and in no other's.
  let word: string;
  let awarded: Stored;
  let lost: Stored;

  test.beforeEach(async ({ page, request, signIn }) => {
    list = new ListPO(page);
    word = unique();
    const api = await asOwner(request);
    const common = {
      contractName: `Ring road ${word}`,
      referenceNo: `ROC ${word}`,
      licenseHolderName: `Holder ${word}`,
    };
    awarded = await api.contract({
      ...common,
      bidId: `A-${word}`,
      status: 'AWARDED',
      paperCost: 4000,
      contractType: 'EPC',
    });
    lost = await api.contract({ ...common, bidId: `L-${word}`, status: 'REJECTED', paperCost: 1000 });
    await api.deposit(awarded, {
      instrumentNo: `DD ${word}`,
      amount: 81_780,
      bankAccountNo: `77${word}`,
      accountHolderName: `Account ${word}`,
      depositSubmitedDate: '2026-01-05',
      depositeReturnedDate: '2026-02-05',
      status: 'REFUNDED',
    });
    await api.deposit(awarded, { instrumentNo: `BG ${word}`, depositType: 'PERFORMANCE_SECURITY', amount: 200_000 });
    await api.deposit(awarded, { instrumentNo: `X ${word}`, amount: 5, status: 'CANCELLED' });
    await api.deposit(lost, { instrumentNo: `FDR ${word}`, amount: 30_000.5, status: 'PENDING_REFUND' });
    await signIn(accounts.owner);
  });

  // Spec: S2.contract-deposit.search S2.contract-deposit.totals S2.dashboard.deposit-button
  test('shows each contract with its deposits and what they come to', async ({ page }) => {
    await page.goto('/contracts');
    await page.getByRole('link', { name: 'Contract Deposit' }).click();
    await expect(page).toHaveURL(SEARCH);
    await list.filter('Bid ID').fill(word);
    await expect(list.rows).toHaveCount(2);
    const row = list.rows.filter({ hasText: `A-${word}` });
    await expect(row.getByRole('cell')).toHaveText([
      `Ring road ${word}`,
      /^Awarded/,
      /^EMD X e2e\w+ ₹5 Cancelled ?Performance security BG e2e\w+ ₹2,00,000 Submitted ?EMD DD e2e\w+ ₹81,780 Refunded$/,
      '₹2,81,780',
      '₹2,85,780',
      '',
    ]);
    await expect(list.rows.filter({ hasText: `L-${word}` })).toContainText('₹30,000.50');
    await row.getByRole('link', { name: `BG ${word}` }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Performance security BG ${word}`);
  });

  test('keeps the names where there is no room for their column', async ({ page }) => {
    await page.setViewportSize({ width: 900, height: 900 });
    await list.open(`${SEARCH}?bidId=A-${word}`);
    await expect(list.header('Contract name')).toBeHidden();
    await expect(list.rows.getByRole('rowheader')).toHaveText(new RegExp(`Ring road ${word}`), { useInnerText: true });
    await expect(list.rows.getByRole('link', { name: new RegExp(`^A-${word}`) })).toBeVisible();
  });

  // Spec: S2.contract-deposit.filter-contract S2.contract-deposit.filter-deposit
  test('finds by every text of the contract and of its deposits', async ({ page }) => {
    test.slow();
    for (const [label, found] of [
      ['Contract name', [`L-${word}`, `A-${word}`]],
      ['Reference no.', [`L-${word}`, `A-${word}`]],
      ['Licence holder name', [`L-${word}`, `A-${word}`]],
      ['Instrument no.', [`L-${word}`, `A-${word}`]],
      ['Account holder name', [`A-${word}`]],
      ['Bank account no.', [`A-${word}`]],
    ] as const) {
      await list.open(SEARCH);
      await list.filter(label).fill(word);
      await expectFound(list, found);
    }
    await list.filter('Deposit type').fill('PERF');
    await expect(page.getByText('No contracts match these filters')).toBeVisible();
    await list.open(`${SEARCH}?bidId=${word}&contractType=EPC&depositType=perf`);
    await expectFound(list, [`A-${word}`]);
    await expect(list.rows.getByRole('listitem')).toHaveText([/^Performance security/]);
    await list.open(`${SEARCH}?bidId=${word}&from=2031-01-01`);
    await expect(page.getByText('No contracts match these filters')).toBeVisible();
  });

  // Spec: S2.contract-deposit.filter-status S2.contract-deposit.filter-contract S4.deposit.filter
  test('finds by any of several statuses, of contracts and of deposits', async ({ page }) => {
    await list.open(`${SEARCH}?bidId=${word}`);
    await list.choice('Deposit status').click();
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(11);
    await page.getByRole('option', { name: 'Refunded', exact: true }).click();
    await expectFound(list, [`A-${word}`]);
    await page.getByRole('option', { name: 'Pending refund' }).click();
    await expect(list.rows).toHaveCount(2);
    await expect(list.rows.getByRole('listitem')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await list.choice('Contract status').click();
    await page.getByRole('option', { name: 'Rejected', exact: true }).click();
    await expectFound(list, [`L-${word}`]);
    await expect(page).toHaveURL(
      `${SEARCH}?bidId=${word}&status=REJECTED&depositStatus=PENDING_REFUND&depositStatus=REFUNDED`,
    );
  });

  test('is told by its address: types to the letter, and what was returned', async ({ page }) => {
    await list.open(`${SEARCH}?bidId=${word}&depositTypes=PERFORMANCE_SECURITY`);
    await expectFound(list, [`A-${word}`]);
    await expect(list.rows.getByRole('listitem')).toHaveCount(1);
    await list.chip('Deposit type is: Performance security').click();
    await expect(list.rows).toHaveCount(2);
    await list.open(`${SEARCH}?bidId=${word}&depositTypes=PERFORMANCE`);
    await expect(page.getByText('No contracts match these filters')).toBeVisible();
    await list.open(`${SEARCH}?bidId=${word}&returned=true`);
    await expect(list.rows.getByRole('listitem')).toHaveText([/₹81,780 Refunded$/]);
    await expect(list.chip('Deposit’s dates: Submitted and returned')).toBeVisible();
  });

  test('names three deposits of a contract, and counts the rest', async ({ page, request }) => {
    const api = await asOwner(request);
    for (const amount of [1, 2]) await api.deposit(awarded, { amount });
    await list.open(`${SEARCH}?bidId=A-${word}`);
    await expect(list.rows.getByRole('listitem')).toHaveCount(4);
    await list.rows.getByRole('link', { name: 'and 2 more' }).click();
    await expect(page).toHaveURL(`${SEARCH}/${awarded.id}`);
    await expect(list.rows).toHaveCount(5);
  });

  // Spec: S2.contract-deposit.create-project
  test('offers Create Project where a contract was awarded', async ({ page }) => {
    await list.open(`${SEARCH}?bidId=${word}`);
    await expect(list.rows).toHaveCount(2);
    const button = page.getByRole('link', { name: /^Create Project/ });
    await expect(button).toHaveCount(1);
    await expect(
      list.rows.filter({ hasText: `A-${word}` }).getByRole('link', { name: /^Create Project/ }),
    ).toBeVisible();
    await button.click();
    await expect(page).toHaveURL(`/projects/create?contractId=${awarded.id}`);
    await expect(page.getByRole('button', { name: 'Back' })).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(list.rows).toHaveCount(2);
  });

  // Spec: S4.contract.project-once
  test('does not offer a second project', async ({ page }) => {
    await answerWith(page, ({ content }) => {
      for (const contract of content) contract.isProjectCreated = true;
    });
    await list.open(`${SEARCH}?bidId=A-${word}`);
    const button = page.getByRole('button', { name: /^Create Project/ });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await button.focus();
    await expect(page.getByRole('tooltip')).toHaveText('This contract has a project already.');
  });

  // Spec: S2.contract-deposit.view
  test('opens a contract with its deposits', async ({ page }) => {
    await list.open(`${SEARCH}?bidId=A-${word}`);
    await list.rows.getByRole('link', { name: `A-${word}`, exact: true }).click();
    await expect(page).toHaveURL(`${SEARCH}/${awarded.id}`);
    await expect(list.heading).toHaveText(`Ring road ${word}`);
    const deposits = page.getByRole('region', { name: 'Security deposits' });
    const sums = { 'Total deposit': '₹2,81,780', 'Paper cost': '₹4,000', 'Total amount': '₹2,85,780' };
    for (const [term, value] of Object.entries(sums)) {
      await expect(
        deposits.locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${term}$`) }) }),
      ).toContainText(value);
    }
    await expect(list.column(1)).toHaveText([`X ${word}`, `BG ${word}`, `DD ${word}`]);
    await page.getByRole('link', { name: 'Add Security Deposit' }).click();
    await expect(page).toHaveURL(`/contracts/${awarded.id}/security-deposit/create`);
  });

  // Spec: S8.contract-deposit.failed
  test('says what failed, and tries again', async ({ page, allowConsole }) => {
    allowConsole(/500/);
    const calls = '**/nirmaan.contracts.v1.SecurityDepositService/*';
    for (const path of [SEARCH, `${SEARCH}/${lost.id}`]) {
      await page.route(calls, (route) => route.fulfill({ status: 500 }));
      await page.goto(path);
      await expect(page.getByText('Failed to fetch contract deposit data.').first()).toBeVisible();
      await expectAccessible(page);
      await page.unroute(calls);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('link', { name: /./ }).and(page.locator('tbody a')).first()).toBeVisible();
    }
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is accessible, ${colorScheme}`, async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const path of [`${SEARCH}?bidId=${word}&depositTypes=EMD`, `${SEARCH}/${awarded.id}`]) {
        await page.goto(path);
        await expect(page.getByRole('link', { name: `DD ${word}` }).first()).toBeVisible();
        await expectAccessible(page);
        for (const width of [683, 390, 320]) {
          await page.setViewportSize({ width, height: 844 });
          await expectNoSidewaysScroll(page);
        }
        await expectAccessible(page);
        await page.setViewportSize({ width: 1366, height: 768 });
      }
    });
  }
});

// Spec: S6.deposits.masked S6.deposits.contracts
test('whoever may not edit finds account numbers in full only, and may not make projects', async ({
  page,
  request,
  signIn,
}) => {
  const api = await asOwner(request);
  const word = unique();
  const contract = await api.contract({ status: 'AWARDED' });
  await api.deposit(contract, { instrumentNo: `DD ${word}`, bankAccountNo: `99${word}` });
  await signIn(accounts.viewer);
  const list = new ListPO(page);
  await list.open(`${SEARCH}?instrumentNo=${word}`);
  const button = page.getByRole('button', { name: /^Create Project/ });
  await button.focus();
  await expect(page.getByRole('tooltip')).toHaveText('You need the Create permission for Projects.');
  const account = list.filter('Bank account no., in full');
  await account.fill(word);
  await expect(page.getByText('No contracts match these filters')).toBeVisible();
  await account.fill(`99${word}`);
  await expect(list.rows).toHaveCount(1);
});
