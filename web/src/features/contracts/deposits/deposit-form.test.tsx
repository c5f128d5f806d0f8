import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { SecurityDeposit_Status as Status } from '@/gen/nirmaan/contracts/v1/security_deposit_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { ContractTimelineService } from '@/gen/nirmaan/contracts/v1/timeline_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { answerDocuments } from '@/testing/documents';
import { DEPOSIT_FIELDS } from '@/testing/filled';
import { form } from '@/testing/form';
import { list } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { address, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';

const LIST = '/contracts/contract-1/security-deposit';
const { getContract } = ContractService.method;
const { getContractTimeline } = ContractTimelineService.method;
const { listSecurityDeposits, getSecurityDeposit, createSecurityDeposit, updateSecurityDeposit, findSameInstrument } =
  SecurityDepositService.method;

const STORED = {
  id: 'deposit-1',
  contractId: 'contract-1',
  depositType: 'EMD',
  instrumentNo: 'DD 77',
  amount: { paise: 25_000_00n },
  status: Status.FORFEITED,
  bankAccountNo: 'XXXX5678',
  version: 4n,
};

/** The deposit that is typed, as it is sent. */
const SENT = {
  depositType: 'PERFORMANCE_SECURITY',
  instrumentNo: 'BG/2158/IGPER/3116',
  amount: { paise: 325_000_50n },
  status: Status.SUBMITTED,
  depositCreatedDate: { year: 2026, month: 2, day: 1 },
  depositSubmittedDate: { year: 2026, month: 2, day: 3 },
  depositReturnedDate: { year: 2026, month: 8, day: 20 },
  depositTransferredOwnAccountDate: { year: 2026, month: 8, day: 24 },
  bankName: 'State Bank of India',
  bankAccountNo: '00990014001234',
  accountHolderName: 'Bharat Infra Pvt. Ltd.',
  bankAddress: 'Station Road, Nadiad 387001',
  comment: 'Valid until sixty days after completion',
};

const type = page.getByRole('combobox', { name: 'Deposit type' });
const status = page.getByRole('combobox', { name: 'Status' });
const hint = page.getByRole('main').getByRole('status').filter({ hasText: 'same instrument number' });
const offered = page.getByRole('listbox').getByRole('option');

/** What was to be created last. */
const created = async () => (await server.calls(createSecurityDeposit)).at(-1)?.request;

/** Fills the field of the type and puts its suggestions away. */
async function fillType(text: string): Promise<void> {
  await type.fill(text);
  await userEvent.keyboard('{Escape}');
}

beforeEach(() => {
  signIn();
  server.answer(getContract, { id: 'contract-1', bidId: 'ROAD/1' });
  server.answer(listSecurityDeposits, { deposits: [STORED] });
  server.answer(getSecurityDeposit, STORED);
  server.answer(createSecurityDeposit, STORED);
  server.answer(updateSecurityDeposit, STORED);
  server.answer(getContractTimeline, {});
  server.answer(findSameInstrument, {});
  answerDocuments();
});

describe('a new deposit', () => {
  // Spec: S2.deposits.create S2.deposits.form-fields S4.deposit.create
  test('is sent with every field, to its contract', async () => {
    await list.open(LIST);
    await page.getByRole('link', { name: 'Add Security Deposit' }).click();
    await expect.poll(address).toBe(`${LIST}/create`);
    await type.fill('Perf');
    await page.getByRole('option', { name: 'Performance security' }).click();
    await expect.element(type).toHaveValue('Performance security');
    await form.fill(DEPOSIT_FIELDS);
    await form.create.click();
    await form.expectToast('Deposit created successfully!');
    await expect.poll(address).toBe(LIST);
    expect(await created()).toMatchObject({ contractId: 'contract-1', deposit: SENT });
  });

  // Spec: S2.deposits.create S2.deposits.form-status
  test.each(['new', 'create'])('begins as submitted, returned or pending, at …/%s', async (step) => {
    await open(`${LIST}/${step}`);
    await expect.element(list.heading).toHaveTextContent('Add Security Deposit');
    await expect.element(status).toHaveValue('Submitted');
    await status.click();
    await expect.element(offered).toHaveLength(3);
    expect(offered.elements().map(({ textContent }) => textContent)).toEqual(['Submitted', 'Returned', 'Pending']);
    await offered.nth(2).click();
    await fillType('EMD');
    await form.fill({ 'Instrument no.': 'DD 10', Amount: '5000' });
    await form.create.click();
    await form.expectToast('Deposit created successfully!');
    expect((await created())?.deposit).toMatchObject({
      depositType: 'EMD',
      instrumentNo: 'DD 10',
      status: Status.PENDING,
    });
  });

  test.each([
    // Words in any case are the code that they stand for.
    ['performance security', 'PERFORMANCE_SECURITY', 'Performance security'],
    ['emd ', 'EMD', 'EMD'],
    // What begins like a code is left to be typed.
    ['RETENTION_MONEY', 'RETENTION_MONEY', 'Retention money'],
    ['Retention money', 'Retention money', 'Retention money'],
  ])('of the type that is typed as %j is of the type %s', async (keys, code, words) => {
    await open(`${LIST}/create`);
    await type.click();
    await userEvent.keyboard(keys);
    await expect.element(type).toHaveValue(keys);
    await userEvent.keyboard('{Escape}');
    await form.fill({ 'Instrument no.': 'DD 10', Amount: '5000' });
    await expect.element(type).toHaveValue(words);
    await form.create.click();
    await form.expectToast('Deposit created successfully!');
    expect((await created())?.deposit?.depositType).toBe(code);
  });

  // Spec: S5.deposit.required
  test('needs a type, an instrument and an amount', async () => {
    await open(`${LIST}/create`);
    await form.create.click();
    await expect.element(form.summary).toHaveFocus();
    const problems = form.summary.getByRole('link');
    await expect.element(problems).toHaveLength(3);
    expect(problems.elements().map(({ textContent }) => textContent)).toEqual([
      'Deposit type is required.',
      'Instrument no. is required.',
      'Amount is required.',
    ]);
    expect(await server.calls(createSecurityDeposit)).toEqual([]);
  });

  // Spec: S5.deposit.amount
  test('needs an amount above 0', async () => {
    await open(`${LIST}/create`);
    await fillType('EMD');
    await form.fill({ 'Instrument no.': 'DD 1', Amount: '0' });
    await form.create.click();
    await expect.element(form.summary).toHaveTextContent('Amount must be above 0.');
    await expect.element(form.field('Amount')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    expect(await server.calls(createSecurityDeposit)).toEqual([]);
    await form.fill({ Amount: '0.01' });
    await form.create.click();
    await form.expectToast('Deposit created successfully!');
    expect((await created())?.deposit?.amount?.paise).toBe(1n);
  });

  test('warns of a day before the one that it usually follows, beside what the day is', async () => {
    await open(`${LIST}/create`);
    await form.fill({ 'Submitted date': '12/03/2026', 'Returned date': '11/03/2026' });
    await expect
      .element(form.field('Returned date'))
      .toHaveAccessibleDescription(
        'Returned date is before the submitted date, 12 Mar 2026. The authority returned it',
      );
  });

  test('says where its instrument is already, as long as that is what is typed', async () => {
    const other = { id: 'deposit-7', contractId: 'contract-7', bidId: 'ROAD/7' };
    server.answer(findSameInstrument, ({ instrumentNo }) => ({ deposits: instrumentNo === 'DD 4512' ? [other] : [] }));
    await open(`${LIST}/create`);
    await form.fill({ 'Instrument no.': 'DD 4512', 'Bank name': 'State Bank of India' });
    await expect
      .element(hint)
      .toHaveTextContent(/^Another deposit has the same instrument number and bank: ROAD\/7\.$/);
    const link = hint.getByRole('link', { name: 'ROAD/7' });
    await expect.element(link).toHaveAttribute('href', '/contracts/contract-7/security-deposit/deposit-7');
    await expectAccessible();
    expect((await server.calls(findSameInstrument)).at(-1)?.request).toMatchObject({
      instrumentNo: 'DD 4512',
      bankName: 'State Bank of India',
      exceptId: '',
    });
    await form.fill({ 'Instrument no.': 'DD 4513' });
    await expect.element(hint).not.toBeInTheDocument();
    // Too short for an instrument: nobody is asked.
    const asked = (await server.calls(findSameInstrument)).length;
    await form.fill({ 'Instrument no.': 'DD' });
    expect(await server.calls(findSameInstrument)).toHaveLength(asked);
  });

  test('is not told of itself when it is saved', async () => {
    const itself = { id: 'deposit-1', contractId: 'contract-1', bidId: 'ROAD/1' };
    let isStored = false;
    server.answer(createSecurityDeposit, () => {
      isStored = true;
      return STORED;
    });
    server.answer(findSameInstrument, () => ({ deposits: isStored ? [itself] : [] }));
    await open(`${LIST}/create`);
    await fillType('EMD');
    await form.fill({ 'Instrument no.': 'DD 4512', Amount: '5000' });
    const asked = (await server.calls(findSameInstrument)).length;
    expect(asked).toBeGreaterThan(0);
    await form.create.click();
    await form.expectToast('Deposit created successfully!');
    // Nobody was asked anew while the form still stood there.
    expect(await server.calls(findSameInstrument)).toHaveLength(asked);
  });

  test('does without the word on its instrument when the server has none', async () => {
    server.fail(findSameInstrument);
    await open(`${LIST}/create`);
    await fillType('EMD');
    await form.fill({ 'Instrument no.': 'DD 4512', Amount: '5000' });
    expect(await server.calls(findSameInstrument)).not.toEqual([]);
    await form.create.click();
    await form.expectToast('Deposit created successfully!');
  });

  test.each([
    ['estimated', { tenderActualValue: { paise: 10_00_000_00n }, tenderBidValue: { paise: 1n } }],
    ['quoted', { tenderBidValue: { paise: 10_00_000_00n } }],
  ])('warns of earnest money above a tenth of what its tender is %s at', async (_, tender) => {
    server.answer(getContract, { id: 'contract-1', bidId: 'ROAD/1', ...tender });
    await open(`${LIST}/create`);
    await fillType('EMD');
    await form.fill({ Amount: '1,00,001' });
    const much = page.getByText('Amount is above 10% of the value of the tender.');
    await expect.element(much).toBeVisible();
    await expectAccessible();
    await form.fill({ Amount: '1,00,000' });
    await expect.element(much).not.toBeInTheDocument();
    await form.fill({ Amount: '1,00,001' });
    await expect.element(much).toBeVisible();
    await fillType('Retention');
    await expect.element(much).not.toBeInTheDocument();
  });

  test('is refused in advance to whoever may not create contracts', async () => {
    signIn(person({ Contracts: ['view'] }));
    await open(`${LIST}/new`);
    await expect.element(page.getByText('You need the Create permission for Contracts.')).toBeVisible();
    await expect.element(form.create).not.toBeInTheDocument();
  });

  // Spec: S8.deposits.save-failed
  test('says that it was not saved, and keeps what was typed', async () => {
    await open(`${LIST}/create`);
    await fillType('EMD');
    await form.fill({ Amount: '5000' });
    await form.expectKept(
      { 'Instrument no.': 'DD 10' },
      {
        method: createSecurityDeposit,
        save: form.create,
        failed: 'Failed to save deposit. Please try again.',
        done: 'Deposit created successfully!',
      },
    );
  });
});

describe('a deposit', () => {
  // Spec: S2.deposits.view
  test.each([`${LIST}/deposit-1`, `${LIST}/deposit-1/view`])('is read at %s', async (path) => {
    await open(path);
    await expect.element(list.heading).toHaveTextContent('EMD DD 77');
    expect((await server.calls(getSecurityDeposit)).at(-1)?.request).toMatchObject({
      contractId: 'contract-1',
      id: 'deposit-1',
    });
    await expect.element(page.getByRole('region', { name: 'Bank' })).toHaveTextContent('XXXX5678');
    await expect
      .element(page.getByRole('link', { name: 'Edit', exact: true }))
      .toHaveAttribute('href', `${LIST}/deposit-1/edit`);
    await expect.element(page.getByRole('main').getByRole('textbox')).not.toBeInTheDocument();
  });

  // Spec: S2.deposits.edit S2.deposits.form-status S4.deposit.any-transition
  test('changes to any status', async () => {
    await open(`${LIST}/deposit-1/edit`);
    await expect.element(status).toHaveValue('Forfeited');
    // It is neither back nor out: nobody is asked.
    expect(await server.calls(findSameInstrument)).toEqual([]);
    await status.click();
    await expect.element(offered).toHaveLength(11);
    expect(offered.elements().map(({ textContent }) => textContent)).toEqual([
      'Draft',
      'Submitted',
      'Pending',
      'Pending release',
      'Pending refund',
      'Released',
      'Refunded',
      'Returned',
      'Forfeited',
      'Rejected',
      'Cancelled',
    ]);
    await page.getByRole('option', { name: 'Draft', exact: true }).click();
    await form.update.click();
    await form.expectToast('Deposit updated successfully!');
    expect((await server.calls(updateSecurityDeposit)).at(-1)?.request).toMatchObject({
      contractId: 'contract-1',
      id: 'deposit-1',
      deposit: { status: Status.DRAFT, instrumentNo: 'DD 77', amount: { paise: 25_000_00n }, version: 4n },
    });
    await expect.poll(address).toBe(`${LIST}/deposit-1`);
  });

  test('of a type of one’s own keeps its code, which is shown in words', async () => {
    server.answer(getSecurityDeposit, { ...STORED, depositType: 'MSE_FEE' });
    await open(`${LIST}/deposit-1`);
    await expect.element(list.heading).toHaveTextContent('MSE fee DD 77');
    await open(`${LIST}/deposit-1/edit`);
    await expect.element(type).toHaveValue('MSE fee');
    // Whatever it was meanwhile.
    await type.fill('Retention');
    await form.fill({ Amount: '5000' });
    await type.fill('MSE fee');
    await userEvent.keyboard('{Escape}');
    await form.fill({ Comment: 'Kept' });
    await form.update.click();
    await form.expectToast('Deposit updated successfully!');
    const types = async () =>
      (await server.calls(updateSecurityDeposit)).map(({ request }) => request.deposit?.depositType);
    expect(await types()).toEqual(['MSE_FEE']);
    // Other words are what they are.
    await open(`${LIST}/deposit-1/edit`);
    await type.fill('MSE fee paid twice');
    await userEvent.keyboard('{Escape}');
    await form.update.click();
    await form.expectToast('Deposit updated successfully!');
    expect(await types()).toEqual(['MSE_FEE', 'MSE fee paid twice']);
  });

  test('that is out is told of others on its instrument', async () => {
    server.answer(getSecurityDeposit, { ...STORED, status: Status.SUBMITTED });
    server.answer(findSameInstrument, { deposits: [{ id: 'deposit-7', contractId: 'contract-7', bidId: 'ROAD/7' }] });
    await open(`${LIST}/deposit-1/edit`);
    await expect.element(hint).toHaveTextContent('Another deposit has the same instrument number: ROAD/7.');
    expect((await server.calls(findSameInstrument)).at(-1)?.request).toMatchObject({ exceptId: 'deposit-1' });
  });

  test('tells the course of its own status only', async () => {
    const change = { depositId: 'deposit-1', from: Status.SUBMITTED, to: Status.FORFEITED };
    const first = { depositId: 'deposit-1', to: Status.SUBMITTED, at: { seconds: 1_760_000_000n } };
    server.answer(getContractTimeline, {
      depositChanges: [
        { ...first, actor: 'owner@bharat.example' },
        { ...change, at: { seconds: 1_760_086_400n } },
        { depositId: 'deposit-2', to: Status.SUBMITTED, at: { seconds: 1_760_090_000n } },
      ],
    });
    await open(`${LIST}/deposit-1`);
    const course = page.getByRole('region', { name: 'Status history' }).getByRole('listitem');
    await expect.element(course).toHaveLength(2);
    await expect.element(course.first()).toHaveTextContent('created as Submitted by owner@bharat.example');
    await expect.element(course.last()).toHaveTextContent('from Submitted → to Forfeited by the system');
    expect((await server.calls(getContractTimeline)).at(-1)?.request.contractId).toBe('contract-1');
  });

  // Spec: S8.deposits.fetch-failed
  test.each(['', '/edit'])('says that it can’t be loaded, at …/{id}%s', async (step) => {
    const mend = server.fail(getSecurityDeposit);
    await open(`${LIST}/deposit-1${step}`);
    await expect.element(list.heading).toHaveTextContent('Failed to load security deposit.');
    await expectAccessible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(list.heading).toHaveTextContent('EMD DD 77');
  });

  test('is not there below another contract', async () => {
    server.fail(getSecurityDeposit, Code.NotFound);
    await open('/contracts/contract-2/security-deposit/deposit-1');
    await expect.element(page.getByText('There is nothing at this address.')).toBeVisible();
    expect((await server.calls(getSecurityDeposit)).at(-1)?.request.contractId).toBe('contract-2');
  });

  test('says which right is missing', async () => {
    signIn(person({ Contracts: ['view'] }));
    await open(`${LIST}/deposit-1`);
    const edit = page.getByRole('button', { name: 'Edit', exact: true });
    await expect.element(edit).toHaveAttribute('aria-disabled', 'true');
    await edit.hover();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('You need the Edit permission for Contracts.');
  });
});
