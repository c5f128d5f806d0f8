import { beforeEach, describe, expect, test } from 'vitest';
import { Contract_Status } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { SecurityDeposit_Status } from '@/gen/nirmaan/contracts/v1/security_deposit_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { list, pageOf } from '@/testing/list';
import { EVERYTHING, person, signIn } from '@/testing/people';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const SEARCH = '/contracts/contract-deposit';
const { getContract } = ContractService.method;
const { searchContractDeposits, listSecurityDeposits } = SecurityDepositService.method;

const AWARDED = {
  id: 'contract-1',
  bidId: 'ROAD/1',
  contractName: 'Ring road, north',
  status: Contract_Status.AWARDED,
  paperCost: { paise: 4_000_00n },
  totalDeposit: { paise: 281_780_00n },
  totalAmount: { paise: 285_780_00n },
};
const LOST = {
  id: 'contract-2',
  bidId: 'ROAD/2',
  contractName: 'Ring road, south',
  status: Contract_Status.REJECTED,
  totalDeposit: { paise: 30_000_50n },
  totalAmount: { paise: 31_000_50n },
};

const { CANCELLED, SUBMITTED, REFUNDED, PENDING_REFUND } = SecurityDeposit_Status;
const deposit = (instrumentNo: string, depositType: string, paise: bigint, status: SecurityDeposit_Status) => ({
  id: `deposit-${instrumentNo.replace(' ', '-')}`,
  contractId: AWARDED.id,
  instrumentNo,
  depositType,
  amount: { paise },
  status,
});
const DEPOSITS = [
  deposit('X 1', 'EMD', 5_00n, CANCELLED),
  deposit('BG 2', 'PERFORMANCE_SECURITY', 200_000_00n, SUBMITTED),
  deposit('DD 3', 'EMD', 81_780_00n, REFUNDED),
];
const LOST_DEPOSITS = [{ ...deposit('FDR 4', 'EMD', 30_000_50n, PENDING_REFUND), contractId: LOST.id }];

/** What the search asked for last. */
const asked = async () => (await server.calls(searchContractDeposits)).at(-1)?.request;

const createProject = (bidId: string) => page.getByRole('link', { name: `Create Project from ${bidId}` });
const noProject = (bidId: string) => page.getByRole('button', { name: `Create Project from ${bidId}` });
const none = page.getByText('No contracts match these filters');

const textOf = ({ textContent }: Element) => textContent.replace(/\s+/g, ' ').trim();
const inRow = (row: number, selector: string) =>
  [...document.querySelectorAll(`tbody tr:nth-child(${row}) ${selector}`)].map(textOf);

describe('the search of contracts with their deposits', () => {
  beforeEach(() => {
    signIn();
    server.answer(searchContractDeposits, (request) => ({
      ...pageOf([AWARDED, LOST], request),
      deposits: [...DEPOSITS, ...LOST_DEPOSITS],
    }));
  });

  // Spec: S2.contract-deposit.search S2.contract-deposit.totals
  test('shows each contract with its own deposits and what they come to', async () => {
    await list.open(SEARCH);
    expect(await asked()).toMatchObject({
      pagination: { page: 0, size: 10 },
      sort: { field: 'createdAt', direction: 'desc' },
    });
    await expect.element(list.header('Total deposit')).toBeVisible();
    await expect.element(list.header('Total amount')).toBeVisible();
    expect(inRow(1, 'td:is(:nth-child(2), :nth-child(5), :nth-child(6))')).toEqual([
      'Ring road, north',
      '₹2,81,780',
      '₹2,85,780',
    ]);
    expect(inRow(1, 'li')).toEqual([
      'EMD X 1 ₹5 Cancelled',
      'Performance security BG 2 ₹2,00,000 Submitted',
      'EMD DD 3 ₹81,780 Refunded',
    ]);
    expect(inRow(2, 'td')).toEqual([
      'Ring road, south',
      'Rejected',
      'EMD FDR 4 ₹30,000.50 Pending refund',
      '₹30,000.50',
      '₹31,000.50',
      '',
    ]);
    for (const [name, href] of [
      ['ROAD/1', `${SEARCH}/contract-1`],
      ['Performance security BG 2', '/contracts/contract-1/security-deposit/deposit-BG-2'],
      ['EMD FDR 4', '/contracts/contract-2/security-deposit/deposit-FDR-4'],
    ] as const) {
      await expect.element(list.grid.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
    }
  });

  test('keeps the names where there is no room for their column', async () => {
    await page.viewport(900, 900);
    await list.open(SEARCH);
    await expect.element(list.grid.getByRole('link', { name: 'ROAD/1 Ring road, north', exact: true })).toBeVisible();
    await expect.element(list.header('Contract name')).not.toBeInTheDocument();
  });

  // Spec: S2.contract-deposit.filter-contract S2.contract-deposit.filter-deposit
  test('asks for each text in its own field', async () => {
    const filters = {
      bidId: ['Bid ID', 'b'],
      contractName: ['Contract name', 'n'],
      referenceNo: ['Reference no.', 'r'],
      licenseHolderName: ['Licence holder name', 'h'],
      contractType: ['Contract type', 'c'],
      depositType: ['Deposit type', 'd'],
      instrumentNo: ['Instrument no.', 'i'],
      accountHolderName: ['Account holder name', 'o'],
      bankAccountNo: ['Bank account no.', 'a'],
    } as const;
    await list.open(
      `${SEARCH}?${Object.entries(filters)
        .map(([name, [, text]]) => `${name}=${text}`)
        .join('&')}`,
    );
    for (const [name, [label, text]] of Object.entries(filters)) {
      await expect.element(list.filter(label)).toHaveValue(text);
      expect(await asked()).toMatchObject({ [name]: text });
    }
  });

  // Spec: S2.contract-deposit.filter-contract
  test('filters by whole days and by any of several statuses of the contract', async () => {
    await list.open(`${SEARCH}?from=2026-01-02&to=2026-03-04`);
    await expect.element(list.day('From date')).toHaveValue('02/01/2026');
    await expect.element(list.day('To date')).toHaveValue('04/03/2026');
    expect((await asked())?.dateRange).toMatchObject({ from: '2026-01-02T00:00:00Z', to: '2026-03-04T23:59:59Z' });
    await list.pick('Contract status', ['Awarded', 'Rejected']);
    expect((await asked())?.statuses).toEqual([Contract_Status.AWARDED, Contract_Status.REJECTED]);
    expect((await asked())?.depositStatuses).toEqual([]);
  });

  // Spec: S2.contract-deposit.filter-status S4.deposit.filter
  test('filters by any of several statuses of the deposits', async () => {
    await list.open(SEARCH);
    await list.pick('Deposit status', ['Refunded', 'Pending refund']);
    await expect.poll(address).toBe(`${SEARCH}?depositStatus=PENDING_REFUND&depositStatus=REFUNDED`);
    expect((await asked())?.depositStatuses).toEqual([PENDING_REFUND, REFUNDED]);
    expect((await asked())?.statuses).toEqual([]);
  });

  // Spec: S4.deposit.filter
  test('offers every status of a deposit to filter by', async () => {
    const all = {
      Draft: 'DRAFT',
      Submitted: 'SUBMITTED',
      Pending: 'PENDING',
      'Pending release': 'PENDING_RELEASE',
      'Pending refund': 'PENDING_REFUND',
      Released: 'RELEASED',
      Refunded: 'REFUNDED',
      Returned: 'RETURNED',
      Forfeited: 'FORFEITED',
      Rejected: 'REJECTED',
      Cancelled: 'CANCELLED',
    } as const;
    await list.open(
      `${SEARCH}?${Object.values(all)
        .map((name) => `depositStatus=${name}`)
        .join('&')}`,
    );
    expect((await asked())?.depositStatuses).toEqual(Object.values(all).map((name) => SecurityDeposit_Status[name]));
    const chips = page.getByRole('button', { name: /^Remove filter Deposit status/ });
    await expect.element(chips).toHaveLength(11);
    expect(chips.elements().map(textOf)).toEqual(Object.keys(all).map((label) => `Deposit status: ${label}`));
    await list.choice('Deposit status').click();
    const options = page.getByRole('listbox').getByRole('option');
    await expect.element(options).toHaveLength(11);
    expect(options.elements().map(textOf)).toEqual(Object.keys(all));
  });

  test('is told by its address: types to the letter, and what was returned', async () => {
    await list.open(`${SEARCH}?depositTypes=PERFORMANCE_SECURITY&returned=true`);
    expect(await asked()).toMatchObject({ depositTypes: ['PERFORMANCE_SECURITY'], isReturned: true, depositType: '' });
    await list.chip('Deposit type is: Performance security').click();
    await expect.poll(address).toBe(`${SEARCH}?returned=true`);
    expect((await asked())?.depositTypes).toEqual([]);
    await list.chip('Deposit’s dates: Submitted and returned').click();
    expect((await asked())?.isReturned).toBe(false);
  });

  test('says when nothing matches', async () => {
    server.answer(searchContractDeposits, {});
    await list.open(`${SEARCH}?bidId=no-such`);
    await expect.element(none).toBeVisible();
    await expectAccessible();
  });

  test('names three deposits of a contract, and counts the rest', async () => {
    const five = [1, 2, 3, 4, 5].map((number) => deposit(`DD ${number}`, 'EMD', 1_00n, SUBMITTED));
    server.answer(searchContractDeposits, (request) => ({ ...pageOf([AWARDED, LOST], request), deposits: five }));
    await list.open(SEARCH);
    await expect.element(list.grid.getByRole('listitem')).toHaveLength(4);
    const rest = list.grid.getByRole('link', { name: 'and 2 more' });
    await expect.element(rest).toHaveAttribute('href', `${SEARCH}/contract-1`);
    expect(inRow(2, 'td:nth-child(4)')).toEqual(['No deposits']);
  });

  // Spec: S8.contract-deposit.failed
  test('says what failed, and tries again', async () => {
    const mend = server.fail(searchContractDeposits);
    await open(SEARCH);
    await expect.element(list.failure).toHaveTextContent('Failed to fetch contract deposit data.');
    await expectAccessible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(list.grid.getByRole('link', { name: 'ROAD/2' })).toBeVisible();
  });
});

describe('the button Create Project', () => {
  // One of each of the 19 statuses, which are numbered.
  const EACH = Array.from({ length: 19 }, (_, place) => ({
    id: `contract-${place + 1}`,
    bidId: `IN/${place + 1}/-`,
    status: (place + 1) as Contract_Status,
  }));

  beforeEach(() => {
    signIn();
    server.answer(searchContractDeposits, (request) => pageOf(EACH, request));
  });

  // Spec: S2.contract-deposit.create-project
  test('is there for what was awarded, and for nothing else', async () => {
    await list.open(`${SEARCH}?size=25`);
    await list.expectRows(EACH.map(({ bidId }) => bidId));
    await expect.element(page.getByText('Create Project')).toHaveLength(1);
    await expect
      .element(createProject(`IN/${Contract_Status.AWARDED}/-`))
      .toHaveAttribute('href', `/projects/create?contractId=contract-${Contract_Status.AWARDED}`);
  });

  // Spec: S4.contract.project-once
  test('is disabled once there is a project', async () => {
    server.answer(searchContractDeposits, (request) => pageOf([{ ...AWARDED, isProjectCreated: true }], request));
    await list.open(SEARCH);
    await expect.element(noProject('ROAD/1')).toHaveAttribute('aria-disabled', 'true');
    await noProject('ROAD/1').hover();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('This contract has a project already.');
    await expect.element(createProject('ROAD/1')).not.toBeInTheDocument();
  });

  test('says which right is missing', async () => {
    signIn(person({ Contracts: ['view'] }));
    server.answer(searchContractDeposits, (request) => pageOf([AWARDED], request));
    await list.open(SEARCH);
    await noProject('ROAD/1').hover();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('You need the Create permission for Projects.');
    await expect.element(list.filter('Bank account no., in full')).toBeVisible();
    await expectAccessible();
  });
});

describe('a contract with its deposits', () => {
  beforeEach(() => {
    signIn(person(EVERYTHING));
    server.answer(getContract, AWARDED);
    server.answer(listSecurityDeposits, { deposits: DEPOSITS });
  });

  // Spec: S2.contract-deposit.view
  test('opens with what they come to, and leads on', async () => {
    await open(`${SEARCH}/contract-1`);
    await expect.element(list.heading).toHaveTextContent('Ring road, north');
    expect((await server.calls(getContract)).at(-1)?.request.id).toBe('contract-1');
    expect((await server.calls(listSecurityDeposits)).at(-1)?.request.contractId).toBe('contract-1');
    const deposits = page.getByRole('region', { name: 'Security deposits' });
    await expect
      .element(deposits)
      .toHaveTextContent(/Total deposit.*₹2,81,780.*Paper cost.*₹4,000.*Total amount.*₹2,85,780/);
    await list.expectRows(['X 1', 'BG 2', 'DD 3']);
    await expect
      .element(page.getByRole('link', { name: 'Add Security Deposit' }))
      .toHaveAttribute('href', '/contracts/contract-1/security-deposit/create');
    await expect.element(createProject('ROAD/1')).toHaveAttribute('href', '/projects/create?contractId=contract-1');
    await page.viewport(390, 844);
    await expect.element(deposits.getByRole('link', { name: 'BG 2' })).toBeVisible();
    await expectAccessible();
  });

  // Spec: S8.contract-deposit.failed
  test('says what failed, and tries again', async () => {
    const mend = server.fail(listSecurityDeposits);
    await open(`${SEARCH}/contract-1`);
    await expect.element(list.heading).toHaveTextContent('Failed to fetch contract deposit data.');
    await expectAccessible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(list.heading).toHaveTextContent('Ring road, north');
  });
});
