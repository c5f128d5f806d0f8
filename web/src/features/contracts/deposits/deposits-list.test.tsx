import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { SecurityDeposit_Status as Status } from '@/gen/nirmaan/contracts/v1/security_deposit_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { expectUndo } from '@/testing/deletions';
import { form } from '@/testing/form';
import { list } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { address, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';

const LIST = '/contracts/contract-1/security-deposit';
const { getContract } = ContractService.method;
const { listSecurityDeposits, deleteSecurityDeposit } = SecurityDepositService.method;

const day = (year: number, month: number, day: number) => ({ year, month, day });

// Made in this order. What is sorted by comes in another order in every column.
const DEPOSITS = [
  {
    instrumentNo: 'DD 10',
    depositType: 'PERFORMANCE_SECURITY',
    amount: { paise: 9_000_00n },
    status: Status.REFUNDED,
    depositSubmittedDate: day(2025, 12, 30),
    depositReturnedDate: day(2026, 8, 1),
  },
  {
    instrumentNo: 'BG 2',
    depositType: 'RETENTION',
    amount: { paise: 80_000_50n },
    status: Status.FORFEITED,
    depositSubmittedDate: day(2026, 2, 1),
    depositReturnedDate: day(2026, 7, 20),
  },
  {
    instrumentNo: 'DD 9',
    depositType: 'EMD',
    amount: { paise: 100_000_00n },
    status: Status.PENDING,
    depositSubmittedDate: day(2026, 1, 15),
    depositReturnedDate: day(2026, 10, 2),
  },
].map((fields, place) => ({
  id: `deposit-${place}`,
  contractId: 'contract-1',
  createdAt: { seconds: BigInt(1_760_000_000 + place * 3600) },
  ...fields,
}));

const none = page.getByText('No deposits match these filters');

describe('the deposits of a contract', () => {
  beforeEach(() => {
    signIn();
    server.answer(getContract, { id: 'contract-1', bidId: 'ROAD/1' });
    server.answer(listSecurityDeposits, { deposits: DEPOSITS });
  });

  // Spec: S2.deposits.list
  test('are listed under their contract, the newest first', async () => {
    await list.open(LIST);
    await expect.element(list.heading).toHaveTextContent('Security deposits');
    expect((await server.calls(listSecurityDeposits)).at(-1)?.request.contractId).toBe('contract-1');
    await list.expectRows(['DD 9', 'BG 2', 'DD 10']);
    const row = [...document.querySelectorAll('tbody tr:nth-child(2) > *')].map(({ textContent }) => textContent);
    expect(row.slice(0, 6)).toEqual(['BG 2', 'Retention', 'Forfeited', '₹80,000.50', '01 Feb 2026', '20 Jul 2026']);
    await expect.element(page.getByRole('link', { name: 'BG 2' })).toHaveAttribute('href', `${LIST}/deposit-1`);
    await expect
      .element(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'ROAD/1' }))
      .toHaveAttribute('href', '/contracts/contract-1');
  });

  test('are sorted by every column, up and down', async () => {
    await list.open(LIST);
    for (const [header, place, ascending] of [
      ['Instrument no.', 1, ['BG 2', 'DD 9', 'DD 10']],
      ['Deposit type', 2, ['EMD', 'Performance security', 'Retention']],
      ['Status', 3, ['Forfeited', 'Pending', 'Refunded']],
      ['Amount', 4, ['₹9,000', '₹80,000.50', '₹1,00,000']],
      ['Submitted date', 5, ['30 Dec 2025', '15 Jan 2026', '01 Feb 2026']],
      ['Returned date', 6, ['20 Jul 2026', '01 Aug 2026', '02 Oct 2026']],
    ] as const) {
      await list.sortButton(header).click();
      await expect.poll(() => list.column(place), { message: header }).toEqual(ascending);
      await list.sortButton(header).click();
      await expect.poll(() => list.column(place), { message: header }).toEqual(ascending.toReversed());
    }
  });

  test('are narrowed by type, instrument and status', async () => {
    await list.open(`${LIST}?sort=amount`);
    await list.filter('Deposit type').fill('reten');
    await list.expectRows(['BG 2']);
    await expect.poll(address).toBe(`${LIST}?depositType=reten&sort=amount`);
    await list.chip('Deposit type: reten').click();
    await list.filter('Instrument no.').fill('dd');
    await list.expectRows(['DD 10', 'DD 9']);
    await list.pick('Status', ['Refunded', 'Forfeited']);
    await list.expectRows(['DD 10']);
    await list.open(`${LIST}?status=RELEASED`);
    await expect.element(none).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await list.expectRows(['DD 9', 'BG 2', 'DD 10']);
  });

  test('may be none yet', async () => {
    server.answer(listSecurityDeposits, {});
    await list.open(LIST);
    await expect.element(page.getByText('No deposits yet')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Add Security Deposit' }).first())
      .toHaveAttribute('href', `${LIST}/create`);
    await expectAccessible();
  });

  // Spec: S2.deposits.delete-question
  test('are deleted after a question, which stays when it fails', async () => {
    await list.open(LIST);
    await list.act('BG 2', 'Delete');
    const dialog = form.dialog('Delete BG 2?');
    await expect.element(dialog).toHaveTextContent('Are you sure you want to delete this deposit?');
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(list.menu('BG 2')).toHaveFocus();
    expect(await server.calls(deleteSecurityDeposit)).toEqual([]);

    server.fail(deleteSecurityDeposit);
    await list.act('BG 2', 'Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Failed to delete deposit. Please try again.');
    await expectAccessible();
    server.answer(deleteSecurityDeposit, ({ id }) => {
      server.answer(listSecurityDeposits, { deposits: DEPOSITS.filter((deposit) => deposit.id !== id) });
      return {};
    });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await form.expectToast('Deposit deleted successfully!');
    await list.expectRows(['DD 9', 'DD 10']);
    const asked = (await server.calls(deleteSecurityDeposit)).at(-1)?.request;
    expect(asked).toMatchObject({ contractId: 'contract-1', id: 'deposit-1' });
    await expectUndo('DEPOSIT', 'deposit-1');
  });

  // Spec: S8.deposits.list-failed
  test('say that they can’t be loaded, and try again', async () => {
    const mend = server.fail(listSecurityDeposits);
    await open(LIST);
    await expect.element(list.failure).toHaveTextContent('Failed to load security deposits');
    await expectAccessible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await list.expectRows(['DD 9', 'BG 2', 'DD 10']);
  });

  test('are refused in place to whoever may not view contracts', async () => {
    server.fail(listSecurityDeposits, Code.PermissionDenied);
    await open(LIST);
    await expect.element(list.heading).toHaveTextContent('Unauthorized');
    await expectAccessible();
  });

  test('say which right is missing', async () => {
    signIn(person({ Contracts: ['view'] }));
    await list.open(LIST);
    await page.getByRole('button', { name: 'Add Security Deposit' }).hover();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('You need the Create permission for Contracts.');
    await list.menu('BG 2').click();
    for (const right of ['Edit', 'Delete']) {
      await expect
        .element(page.getByRole('menuitem', { name: new RegExp(`^${right}`) }))
        .toHaveTextContent(`You need the ${right} permission for Contracts.`);
    }
  });
});
