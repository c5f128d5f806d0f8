import { create } from '@bufbuild/protobuf';
import { beforeEach, describe, expect, test } from 'vitest';
import { ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { MoneySchema } from '@/gen/nirmaan/type/v1/money_pb';
import { expectAccessible, expectDialogToFit } from '@/testing/accessible';
import { answerContractPanels, culvert } from '@/testing/contracts';
import { form } from '@/testing/form';
import { signIn } from '@/testing/people';
import { conflict, invalid } from '@/testing/refusals';
import { address, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';

const { getContract, updateContract } = ContractService.method;

const STORED = culvert();
const EDIT = `/contracts/${STORED.id}/edit`;

/** The change that was asked for last. */
const updated = async () => (await server.calls(updateContract)).at(-1)?.request;

describe('a contract that somebody else saved first', () => {
  beforeEach(() => {
    signIn();
    server.answer(getContract, STORED);
    answerContractPanels();
  });

  const theirs = create(ContractSchema, { ...STORED, comments: 'Theirs', version: 4n });

  // The save is refused while it names another version than the stored one.
  const changedBy = (updatedBy: string, stored = theirs) =>
    server.answer(updateContract, ({ contract }) => {
      if (contract?.version === stored.version) return stored;
      server.answer(getContract, stored);
      throw conflict(stored.version, { updatedBy, updatedAt: '2026-11-22T06:30:00Z' });
    });
  const question = form.dialog('This record has changed');
  const confirm = question.getByRole('button', { name: 'Save', exact: true });
  /** A choice of one of both in the question. */
  const side = (field: string, whose: 'Mine' | 'Theirs' | 'This window' | 'The other window') =>
    question.getByRole('group', { name: field }).getByRole('radio', { name: new RegExp(`^${whose}`) });

  const save = async () => {
    await open(EDIT);
    await expect.element(form.field('Comments')).toHaveValue('As it was');
    await form.fill({ Comments: 'Mine' });
    await form.update.click();
  };

  test('takes over what only they changed, says so, and leaves it alone', async () => {
    changedBy('clerk@bharat.example', create(ContractSchema, { ...STORED, referenceNo: 'CE/7', version: 4n }));
    await save();
    await form.expectToast('Contract updated successfully! Includes what clerk@bharat.example changed: Reference no.');
    const [first, second, ...more] = (await server.calls(updateContract)).map(({ request }) => request);
    expect(first?.updateMask?.paths).toEqual(['comments']);
    expect(second).toMatchObject({
      id: 'contract-1',
      contract: { comments: 'Mine', referenceNo: 'CE/7', version: 4n },
      updateMask: { paths: ['comments'] },
    });
    expect(more).toEqual([]);
  });

  test('asks about what both changed, and saves what was chosen', async () => {
    changedBy('owner@bharat.example', create(ContractSchema, { ...theirs, referenceNo: 'CE/7' }));
    await open(EDIT);
    await form.fill({ Comments: 'Mine', 'Contract name': 'Culvert at km 8' });
    await form.update.click();
    await expect.element(question).toHaveTextContent('Last changed by you in another window at 22 Nov 2026');
    await expect.element(question).toHaveTextContent('Also taken over: Reference no.');
    await expect.element(side('Comments', 'This window')).not.toBeChecked();
    await expect.element(side('Comments', 'The other window')).not.toBeChecked();
    await expect.element(confirm).toBeDisabled();
    await expectAccessible();
    await expectDialogToFit();
    await side('Comments', 'The other window').click();
    await confirm.click();
    await form.expectToast('Contract updated successfully! Includes what you changed in another window: Reference no.');
    await expect.poll(address).toBe('/contracts/contract-1');
    expect(await updated()).toMatchObject({
      contract: { comments: 'Theirs', contractName: 'Culvert at km 8', referenceNo: 'CE/7', version: 4n },
      updateMask: { paths: ['contract_name'] },
    });
  });

  test('overwrites theirs when told to, and not before', async () => {
    changedBy('clerk@bharat.example');
    await save();
    await expect.element(question).toHaveTextContent('Last changed by clerk@bharat.example at');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(form.field('Comments')).toHaveValue('Mine');
    await expect.element(form.field('Comments')).toHaveFocus();
    expect(await server.calls(updateContract)).toHaveLength(1);
    await form.update.click();
    await side('Comments', 'Mine').click();
    await confirm.click();
    await form.expectToast('Contract updated successfully!');
    expect(await updated()).toMatchObject({
      contract: { comments: 'Mine', version: 4n },
      updateMask: { paths: ['comments'] },
    });
  });

  test('takes linked figures for one, and all of them at a press', async () => {
    const bidOf = (actual: bigint, bid: bigint) => ({
      tenderActualValue: create(MoneySchema, { paise: actual }),
      tenderBidValue: create(MoneySchema, { paise: bid }),
      tenderBidPercentage: 10,
    });
    server.answer(getContract, { ...STORED, ...bidOf(100_00n, 110_00n) });
    changedBy('owner@bharat.example', { ...theirs, ...bidOf(200_00n, 220_00n) });
    await open(EDIT);
    await form.fill({ 'Tender bid percentage': '20', Comments: 'Mine' });
    await form.update.click();
    const bid = 'Tender actual value · Tender bid percentage · Tender bid value';
    await expect.element(side(bid, 'This window')).toHaveAccessibleName(/₹\s?100.*20 %.*₹\s?120/);
    await expect.element(side(bid, 'The other window')).toHaveAccessibleName(/₹\s?200.*10 %.*₹\s?220/);
    await expect.element(question).toHaveTextContent('2 choices to make');
    await expectDialogToFit();
    await question.getByRole('button', { name: 'All from the other window' }).click();
    await expect.element(question).not.toHaveTextContent('to make');
    await question.getByRole('button', { name: 'All from this window' }).click();
    await confirm.click();
    await form.expectToast('Contract updated successfully!');
    expect((await updated())?.contract).toMatchObject({
      tenderActualValue: { paise: 100_00n },
      tenderBidValue: { paise: 120_00n },
      tenderBidPercentage: 20,
    });
  });

  test('asks about a licence as one, not number by number', async () => {
    changedBy('clerk@bharat.example', create(ContractSchema, { ...STORED, licenseNo: 'A-2', version: 4n }));
    await open(EDIT);
    await form.fill({ 'Licence holder name': 'Shri Mahadev Construction Co.' });
    await form.update.click();
    await side('Licence holder name · Licence no.', 'Mine').click();
    await confirm.click();
    await form.expectToast('Contract updated successfully!');
    expect(await updated()).toMatchObject({
      contract: { licenseHolderName: 'Shri Mahadev Construction Co.', licenseNo: '' },
      updateMask: { paths: ['license_holder_name', 'license_no', 'license_id'] },
    });
  });

  test('says that nothing is left to save when all of theirs was chosen', async () => {
    changedBy('clerk@bharat.example', create(ContractSchema, { ...theirs, referenceNo: 'CE/7' }));
    await save();
    await side('Comments', 'Theirs').click();
    await confirm.click();
    await form.expectToast('The record already holds these values. There was nothing left to save.');
    expect(await server.calls(updateContract)).toHaveLength(1);
  });

  test('brings a draft of an older version together with what was saved since', async () => {
    await open(EDIT);
    await form.fill({ Comments: 'Mine' });
    await expect.poll(() => Object.values(sessionStorage).join()).toContain('Mine');
    const newer = create(ContractSchema, { ...STORED, referenceNo: 'CE/7', version: 9n });
    server.answer(getContract, newer);
    changedBy('clerk@bharat.example', newer);
    await open(EDIT);
    await page.getByRole('button', { name: 'Restore' }).click();
    await form.update.click();
    await form.expectToast('Includes what others changed: Reference no.');
    expect((await server.calls(updateContract)).map(({ request }) => request.contract?.version)).toEqual([3n, 9n]);
    expect(await updated()).toMatchObject({
      contract: { comments: 'Mine', referenceNo: 'CE/7' },
      updateMask: { paths: ['comments'] },
    });
  });

  test('asks again when it was saved once more while they chose', async () => {
    changedBy('clerk@bharat.example');
    await save();
    await side('Comments', 'Mine').click();
    changedBy('asha@bharat.example', create(ContractSchema, { ...theirs, comments: 'Once more', version: 5n }));
    await confirm.click();
    await expect.element(question).toHaveTextContent('Last changed by asha@bharat.example at');
    await expect.element(side('Comments', 'Theirs')).toHaveAccessibleName(/Once more/);
    await expect.element(confirm).toBeDisabled();
    await side('Comments', 'Mine').click();
    await confirm.click();
    await form.expectToast('Contract updated successfully!');
    expect(await updated()).toMatchObject({ contract: { comments: 'Mine', version: 5n } });
  });

  test('goes on from theirs when what is merged can’t be saved, and says what it includes', async () => {
    const newer = create(ContractSchema, { ...STORED, referenceNo: 'CE/7', version: 4n });
    server.answer(updateContract, ({ contract }) => {
      server.answer(getContract, newer);
      if (contract?.version === 3n) throw conflict(4n);
      throw invalid({ 'contract.comments': 'Comments are too long.' });
    });
    await save();
    await expect.element(form.summary).toHaveFocus();
    await expect.element(page.getByText('Includes what asha@bharat.example changed: Reference no.')).toBeVisible();
    await expect.element(form.field('Reference no.')).toHaveValue('CE/7');
    await expect.element(form.field('Comments')).toHaveValue('Mine');
    await expectAccessible();
  });

  test('keeps what is typed while a save is under way', async () => {
    const newer = create(ContractSchema, { ...STORED, referenceNo: 'CE/7', version: 4n });
    changedBy('clerk@bharat.example', newer);
    const release = server.hold(updateContract);
    await save();
    await form.fill({ Comments: 'Mine, and more' });
    release();
    await form.expectToast('Contract updated successfully!');
    expect(await updated()).toMatchObject({ contract: { comments: 'Mine, and more', referenceNo: 'CE/7' } });
  });

  test('gives up when others save again and again, and keeps what was typed', async () => {
    let version = 4n;
    server.answer(updateContract, () => {
      version += 1n;
      server.answer(getContract, create(ContractSchema, { ...STORED, version }));
      throw conflict(version);
    });
    await save();
    await expect
      .element(form.summary)
      .toHaveTextContent('This record keeps changing. Your entries are still here: try again.');
    await expect.element(form.field('Comments')).toHaveValue('Mine');
    expect(await server.calls(updateContract)).toHaveLength(3);
  });

  test('sends the figures of a bid together, also when one is taken out', async () => {
    const stored = create(ContractSchema, {
      ...STORED,
      tenderActualValue: create(MoneySchema, { paise: 100_00n }),
      tenderBidValue: create(MoneySchema, { paise: 110_00n }),
      tenderBidPercentage: 10,
    });
    server.answer(getContract, stored);
    server.answer(updateContract, stored);
    await open(EDIT);
    await form.fill({ 'Tender actual value': '' });
    await form.update.click();
    await form.expectToast('Contract updated successfully!');
    expect(await updated()).toMatchObject({
      contract: { tenderBidValue: { paise: 110_00n }, tenderBidPercentage: 10 },
      updateMask: { paths: ['tender_actual_value', 'tender_bid_percentage', 'tender_bid_value'] },
    });
  });

  test('leads to the field in question when they keep editing, wherever they saved from', async () => {
    changedBy('clerk@bharat.example');
    await open(EDIT);
    await form.fill({ Comments: 'Mine', 'Contract name': 'Culvert at km 8' });
    await form.field('Contract name').click();
    await userEvent.keyboard('{Control>}s{/Control}');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(form.field('Comments')).toHaveFocus();
  });

  test('names nobody who was not the only one', async () => {
    server.answer(updateContract, ({ contract }) => {
      // Saved once more between the refusal and the reading.
      const newer = create(ContractSchema, { ...STORED, referenceNo: 'CE/7', version: 5n });
      if (contract?.version === 5n) return newer;
      server.answer(getContract, newer);
      throw conflict(4n, { updatedBy: 'owner@bharat.example' });
    });
    await save();
    await form.expectToast('Contract updated successfully! Includes what others changed: Reference no.');
  });
});
