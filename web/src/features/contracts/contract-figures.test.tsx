import { beforeEach, describe, expect, test } from 'vitest';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { answerContractPanels, culvert } from '@/testing/contracts';
import { form, leave } from '@/testing/form';
import { pageOf } from '@/testing/list';
import { signIn } from '@/testing/people';
import { open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';

const CREATE = '/contracts/create';
const { filterContracts, getContract, createContract } = ContractService.method;

const STORED = culvert();

const NAMED = { 'Bid ID': 'BID/8', 'Contract name': 'Overhead tank 120 KL' };

/** What was to be created last. */
const created = async () => (await server.calls(createContract)).at(-1)?.request.contract;

describe('the figures of a contract', () => {
  beforeEach(() => {
    signIn();
    server.answer(filterContracts, (request) => pageOf([STORED], request));
    server.answer(getContract, STORED);
    server.answer(createContract, STORED);
    answerContractPanels();
  });

  // Spec: S5.bid.value S5.bid.percentage S5.bid.not-a-number
  test('links bid value and percentage, exact to the paisa', async () => {
    await open(CREATE);
    await form.fill({ ...NAMED, 'Tender actual value': '1234567.89', 'Tender bid percentage': '10' });
    await expect.element(form.field('Tender actual value')).toHaveValue('12,34,567.89');
    await expect.element(form.field('Tender bid value')).toHaveValue('13,58,024.68');
    await form.fill({ 'Tender bid value': '12,34,567.89' });
    await expect.element(form.field('Tender bid percentage')).toHaveValue('0');
    await form.fill({ 'Tender actual value': '10 lakh', 'Tender bid value': '8,87,500' });
    await expect.element(form.field('Tender bid percentage')).toHaveValue('-11.25');
    await form.create.click();
    await form.expectToast('Contract created successfully!');
    expect(await created()).toMatchObject({
      tenderActualValue: { paise: 1_000_000_00n },
      tenderBidValue: { paise: 887_500_00n },
      tenderBidPercentage: -11.25,
    });
  });

  // Spec: S5.bid.not-a-number
  test.each([
    { label: 'Tender bid value', typed: 'a lot', sent: { tenderBidValue: { paise: 0n }, tenderBidPercentage: -100 } },
    {
      label: 'Tender bid percentage',
      typed: 'ten',
      sent: { tenderBidValue: { paise: 5_000_00n }, tenderBidPercentage: 0 },
    },
  ])('takes what is no number for 0: $label', async ({ label, typed, sent }) => {
    await open(CREATE);
    await form.fill({ ...NAMED, 'Tender actual value': '5,000', [label]: typed });
    await expect.element(form.field(label)).toHaveValue('0');
    await form.create.click();
    await form.expectToast('Contract created successfully!');
    expect(await created()).toMatchObject(sent);
  });

  test.each([
    ['8.5 below', '-8.5', '4,57,500'],
    ['8.5% above', '8.5', '5,42,500'],
    ['-8,5', '-8.5', '4,57,500'],
    ['at par', '0', '5,00,000'],
    ['\u00a012.5-\t', '-12.5', '4,37,500'],
  ])('reads a percentage as people write it: %j', async (typed, percentage, bid) => {
    await open(CREATE);
    await form.fill({ 'Tender actual value': '₹ 5 lakh', 'Tender bid percentage': typed });
    await expect.element(form.field('Tender bid percentage')).toHaveValue(percentage);
    await expect.element(form.field('Tender bid value')).toHaveValue(bid);
  });

  // Spec: S5.bid.not-a-number
  test('says which value a text became, what followed, and leads back to the text', async () => {
    await open(CREATE);
    await form.fill({ ...NAMED, 'Tender actual value': '5 lakh', 'Tender bid percentage': '-8.5' });
    const [percentage, bid] = [form.field('Tender bid percentage'), form.field('Tender bid value')];
    const typeOver = async (text: string) => {
      await percentage.click();
      await userEvent.keyboard(`{Control>}a{/Control}${text}`);
    };
    // On its way it is 8.5 above.
    await typeOver('8.5 blow');
    await expect.element(bid).toHaveValue('5,42,500');
    leave(percentage);
    await expect.element(percentage).toHaveValue('0');
    await expect.element(bid).toHaveValue('5,00,000');
    const notes = page.getByRole('status');
    const counts = notes.filter({ hasText: /“8\.5 blow” counts as 0\. .* at par\./ });
    const follows = notes.filter({
      hasText: 'Follows Tender bid percentage, which is 0 % now. It was ₹4,57,500 before.',
    });
    await expect.element(counts).toBeVisible();
    await expect.element(follows).toBeVisible();
    await expectAccessible();

    await page.getByRole('button', { name: 'Back to “8.5 blow”' }).click();
    await expect.element(percentage).toHaveValue('8.5 blow');
    await expect.element(percentage).toHaveFocus();
    await expect.element(counts).not.toBeInTheDocument();
    await expect.element(follows).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.element(form.summary).toHaveTextContent('Tender bid percentage must be a percentage');
    await expect.element(percentage).toHaveValue('8.5 blow');
    await typeOver('8.5 blew');
    leave(percentage);
    await expect.element(counts).not.toBeInTheDocument();
    await expect.element(notes.filter({ hasText: '“8.5 blew” counts as 0.' })).toBeVisible();
    await form.fill({ 'Tender bid percentage': '8.5 below' });
    await expect.element(notes.filter({ hasText: 'counts as' })).not.toBeInTheDocument();
    await expect.element(bid).toHaveValue('4,57,500');
    await form.create.click();
    await form.expectToast('Contract created successfully!');
    expect(await created()).toMatchObject({ tenderBidValue: { paise: 457_500_00n }, tenderBidPercentage: -8.5 });
  });

  test('stores no 0 that nobody has seen', async () => {
    await open(CREATE);
    await form.fill({ ...NAMED, 'Tender actual value': '5 lakh' });
    await form.field('Tender bid percentage').fill('8.5 blow');
    await form.create.click();
    await expect.element(form.summary).toHaveTextContent('Tender bid percentage must be a percentage');
    await expect.element(form.field('Tender bid percentage')).toHaveValue('8.5 blow');
    expect(await server.calls(createContract)).toEqual([]);
  });

  test.each([
    ['Tender bid percentage', '-8.333333333'],
    ['Tender bid percentage', '8,500'],
    ['Tender bid value', '4574712.757'],
    ['Tender bid value', '-5'],
  ])('takes no number for 0 that can’t be kept: %s of %s', async (label, typed) => {
    await open(CREATE);
    await form.fill({ ...NAMED, 'Tender actual value': '5 lakh', 'Tender bid value': '4,50,000', [label]: typed });
    await expect.element(form.field(label)).toHaveValue(typed);
    await expect.element(form.field(label)).toHaveAttribute('aria-invalid', 'true');
    await expect.element(page.getByText(/counts as/)).not.toBeInTheDocument();
  });

  test.each([
    ['12,50', '12,500 or 12.50'],
    ['1,25,00', '1,25,000 or 12,500'],
    ['1,5', '1,500 or 1.5'],
  ])('refuses an amount with its commas in unusual places: %s', async (typed, meant) => {
    await open(CREATE);
    await form.fill({ ...NAMED, 'Tender actual value': typed, 'Tender bid value': typed });
    const sentence = `has its commas in unusual places. Did you mean ${meant}?`;
    for (const label of ['Tender actual value', 'Tender bid value']) {
      await expect.element(form.field(label)).toHaveValue(typed);
      await expect
        .element(form.field(label))
        .toHaveAccessibleDescription(new RegExp(`^${label} ${sentence.replace('?', '\\?')}`));
    }
    await form.create.click();
    await expect.element(form.summary).toHaveTextContent(`Tender bid value ${sentence}`);
    expect(await server.calls(createContract)).toEqual([]);
  });

  test('warns of a percentage that the server refuses, typed or followed', async () => {
    await open(CREATE);
    await form.fill({ ...NAMED, 'Tender actual value': '1', 'Tender bid value': '10,000' });
    const percentage = form.field('Tender bid percentage');
    const outside = 'Tender bid percentage must be between -100 and 10,00,000.';
    await expect.element(percentage).toHaveValue('999900');
    await expect.element(percentage).not.toHaveAccessibleDescription(new RegExp(outside));
    for (const [label, typed] of [
      ['Tender bid value', '10,001.01'],
      ['Tender bid percentage', '-100.01'],
    ] as const) {
      await form.fill({ [label]: typed });
      await expect.element(percentage).toHaveAccessibleDescription(new RegExp(`^${outside}`));
      await form.fill({ 'Tender bid value': '10,001' });
      await expect.element(percentage).not.toHaveAccessibleDescription(new RegExp(outside));
    }
    await form.fill({ 'Tender bid percentage': '-100.01' });
    await form.create.click();
    await expect.element(form.summary).toHaveTextContent(outside);
    expect(await server.calls(createContract)).toEqual([]);
  });
});
