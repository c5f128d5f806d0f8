import { asOwner, unique } from './api';
import { accounts, expect, test } from './fixtures';
import { ListPO } from './pages/ListPO';

const SEARCH = '/contracts/contract-deposit';

/** Each text of the search with its label: those of a contract, those of its deposit. */
const TEXTS = {
  bidId: 'Bid ID',
  contractName: 'Contract name',
  referenceNo: 'Reference no.',
  licenseHolderName: 'Licence holder name',
  contractType: 'Contract type',
} as const;
const DEPOSIT_TEXTS = {
  depositType: 'Deposit type',
  instrumentNo: 'Instrument no.',
  accountHolderName: 'Account holder name',
  bankAccountNo: 'Bank account no.',
} as const;

/** A word of its own in every field: a filter that looked into another field would not find it. */
const words = <Name extends string>(labels: Readonly<Record<Name, string>>) =>
  Object.fromEntries(Object.keys(labels).map((name) => [name, unique()])) as Record<Name, string>;

// Spec: S2.contract-deposit.search S2.contract-deposit.totals S2.contract-deposit.filter-contract
// Spec: S2.contract-deposit.filter-deposit S2.contract-deposit.filter-status
test('contracts and their deposits are found by each of their texts and statuses', async ({
  page,
  request,
  signIn,
}) => {
  test.slow();
  const api = await asOwner(request);
  const [texts, depositTexts] = [words(TEXTS), words(DEPOSIT_TEXTS)];
  const contract = await api.contract({ ...texts, paperCost: 4000 });
  await api.deposit(contract, { ...depositTexts, amount: 81_780, status: 'REFUNDED' });
  await api.deposit(contract, { instrumentNo: 'BG 7', amount: 200_000.5 });
  await api.deposit(contract, { instrumentNo: 'X 8', amount: 5, status: 'CANCELLED' });
  await signIn(accounts.owner);
  const list = new ListPO(page);
  await list.open(`${SEARCH}?bidId=${texts.bidId}`);
  await expect(list.rows).toHaveCount(1);
  await expect(list.rows.getByRole('listitem')).toHaveText([
    /^EMD X 8 ₹5 Cancelled$/,
    /^EMD BG 7 ₹2,00,000.50 Submitted$/,
    /₹81,780 Refunded$/,
  ]);
  // What was cancelled doesn't count; the paper cost comes on top.
  await expect(list.column(5)).toHaveText('₹2,81,780.50');
  await expect(list.column(6)).toHaveText('₹2,85,780.50');

  await list.open(SEARCH);
  for (const [name, label] of Object.entries({ ...TEXTS, ...DEPOSIT_TEXTS })) {
    const text = { ...texts, ...depositTexts }[name] ?? '';
    await expect(list.rows).toHaveCount(10);
    await list.filter(label).fill(text);
    await list.filter(label).blur();
    await expect(list.rows, label).toHaveCount(1);
    await expect(list.rows.getByRole('link').first(), label).toContainText(texts.bidId, { useInnerText: true });
    await list.chip(`${label}: ${text}`).click();
  }

  await list.open(`${SEARCH}?bidId=${texts.bidId}&depositStatus=CANCELLED&depositStatus=SUBMITTED`);
  await expect(list.rows.getByRole('listitem')).toHaveText([/Cancelled$/, /Submitted$/]);
  await list.chip('Deposit status: Cancelled').click();
  await expect(list.rows.getByRole('listitem')).toHaveText([/Submitted$/]);
  await list.chip('Deposit status: Submitted').click();
  await expect(list.rows.getByRole('listitem')).toHaveCount(3);
  await list.open(`${SEARCH}?bidId=${texts.bidId}&depositStatus=FORFEITED`);
  await expect(page.getByText('No contracts match these filters')).toBeVisible();
});

// Spec: S6.deposits.masked
test('whoever may not edit finds account numbers in full only', async ({ page, request, signIn }) => {
  const api = await asOwner(request);
  const word = unique();
  const contract = await api.contract();
  await api.deposit(contract, { instrumentNo: `DD ${word}`, bankAccountNo: `99${word}` });
  await signIn(accounts.viewer);
  const list = new ListPO(page);
  await list.open(`${SEARCH}?instrumentNo=${word}`);
  await expect(list.rows).toHaveCount(1);
  const account = list.filter('Bank account no., in full');
  await account.fill(word);
  await expect(page.getByText('No contracts match these filters')).toBeVisible();
  await account.fill(`99${word}`);
  await expect(list.rows).toHaveCount(1);
});
