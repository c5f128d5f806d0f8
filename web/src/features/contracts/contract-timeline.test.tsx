import { beforeEach, describe, expect, test } from 'vitest';
import { Contract_Status } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { SecurityDeposit_Status } from '@/gen/nirmaan/contracts/v1/security_deposit_pb';
import { ContractTimelineService, Milestone_Kind } from '@/gen/nirmaan/contracts/v1/timeline_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { answerContractPanels } from '@/testing/contracts';
import { signIn } from '@/testing/people';
import { open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const RECORD = '/contracts/contract-1';
const { getContractTimeline } = ContractTimelineService.method;

const day = (year: number, month: number, day: number) => ({ year, month, day });
/** Half past five in the afternoon of a day of April 2021, in India. */
const at = (date: number) => ({ seconds: BigInt(Date.UTC(2021, 3, date, 12) / 1000) });
const by = 'owner@bharat.example';

/** A contract of 2021 whose work goes on until 2099. */
const COURSE = {
  milestones: [
    { kind: Milestone_Kind.OPENING, actual: day(2021, 4, 1), isPast: true },
    {
      kind: Milestone_Kind.START,
      planned: day(2021, 4, 20),
      actual: day(2021, 4, 27),
      daysLate: 7,
      isPast: true,
    },
    { kind: Milestone_Kind.END, planned: day(2099, 12, 31) },
  ],
  statusChanges: [
    { to: Contract_Status.DRAFT, at: at(2), actor: by },
    { from: Contract_Status.DRAFT, to: Contract_Status.AWARDED, at: at(25), actor: '' },
  ],
  depositChanges: [
    {
      depositId: 'deposit-1',
      depositType: 'EMD',
      instrumentNo: 'DD 55',
      amount: { paise: 45_000_00n },
      to: SecurityDeposit_Status.SUBMITTED,
      at: at(5),
      actor: by,
    },
  ],
};

const panel = page.getByRole('region', { name: 'Timeline' });
const entries = panel.getByRole('list', { name: 'What happened, the oldest first' }).getByRole('listitem');
const told = () => entries.elements().map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim());

describe('the timeline of a contract', () => {
  beforeEach(() => {
    signIn();
    answerContractPanels();
    server.answer(ContractService.method.getContract, { id: 'contract-1', bidId: 'ROAD/1', contractName: 'Ring road' });
    server.answer(getContractTimeline, COURSE);
  });

  test('tells in order what was planned, what happened, and what is to come', async () => {
    await open(RECORD);
    await expect.element(entries).toHaveLength(7);
    expect((await server.calls(getContractTimeline)).at(-1)?.request.contractId).toBe('contract-1');
    expect(told()).toEqual([
      '01 Apr 2021 Bidding opened',
      `02 Apr 2021 5:30 pm Contract created as Draft by ${by}`,
      `05 Apr 2021 5:30 pm EMD DD 55 · ₹45,000 created as Submitted by ${by}`,
      '25 Apr 2021 5:30 pm Contract from Draft → to Awarded by the system',
      '27 Apr 2021 Work began 7 days late planned for 20 Apr 2021',
      expect.stringMatching(/Today$/),
      '31 Dec 2099 Work ends expected',
    ]);
    await expect
      .element(panel)
      .toHaveTextContent(/Planned20 Apr 2021 to 31 Dec 2099.*27 Apr 2021 to today, still running/);
    await expect
      .element(entries.getByRole('link', { name: 'EMD DD 55' }))
      .toHaveAttribute('href', `${RECORD}/security-deposit/deposit-1`);
    await expectAccessible();
  });

  test('folds away what is long past', async () => {
    const turns = [Contract_Status.ON_HOLD, Contract_Status.RESUMED];
    server.answer(getContractTimeline, {
      statusChanges: Array.from({ length: 33 }, (_, turn) => ({
        from: turn === 0 ? Contract_Status.STATUS_UNSPECIFIED : turns[(turn + 1) % 2],
        to: turns[turn % 2],
        at: { seconds: BigInt(Date.UTC(2021, 0, 1 + turn) / 1000) },
      })),
    });
    await open(RECORD);
    await expect.element(entries).toHaveLength(30);
    await expect.element(entries.first()).toHaveTextContent('04 Jan 2021');
    await page.getByRole('button', { name: 'Show 3 earlier entries' }).click();
    await expect.element(entries).toHaveLength(33);
    await expect.element(entries.first()).toHaveTextContent(/^01 Jan 2021.*created as On hold/);
  });

  test('says when it fails, keeps the record, and tries again', async () => {
    const mend = server.fail(getContractTimeline);
    await open(RECORD);
    await expect.element(panel.getByRole('alert')).toHaveTextContent('Failed to load the timeline');
    await expect.element(page.getByRole('region', { name: 'Tender' })).toHaveTextContent('ROAD/1');
    await expectAccessible();
    mend();
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect.element(entries).toHaveLength(7);
  });
});
