import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { SecurityDeposit_Status as Status } from '@/gen/nirmaan/contracts/v1/security_deposit_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { ContractTimelineService } from '@/gen/nirmaan/contracts/v1/timeline_service_pb';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { answerDocuments, documents, notice, photo } from '@/testing/documents';
import { form } from '@/testing/form';
import { list } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { conflict } from '@/testing/refusals';
import { address, open, page, userEvent, visit } from '@/testing/screen';
import { server } from '@/testing/server';
import { uploads } from '@/testing/uploads';

const LIST = '/contracts/contract-1/security-deposit';
const { getSecurityDeposit, listSecurityDeposits, updateSecurityDeposit, findSameInstrument } =
  SecurityDepositService.method;
const { filterDocuments } = DocumentService.method;

const STORED = {
  id: 'deposit-1',
  contractId: 'contract-1',
  depositType: 'EMD',
  instrumentNo: 'DD 77',
  amount: { paise: 25_000_00n },
  status: Status.SUBMITTED,
  version: 4n,
};

const status = page.getByRole('combobox', { name: 'Status' });
const returned = form.field('Returned date');
const own = form.field('Transferred to own account');
const note = page.getByRole('main').getByRole('status').filter({ hasText: 'Filled in' });
/** Today, as fields have it. */
const DAY = '27/11/2026';

async function choose(name: string): Promise<void> {
  await status.click();
  await page.getByRole('option', { name, exact: true }).click();
  await expect.element(status).toHaveValue(name);
}

/** What the deposit was to become last. */
const updated = async () => (await server.calls(updateSecurityDeposit)).at(-1)?.request.deposit;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00+05:30'), toFake: ['Date'] });
  signIn();
  server.answer(ContractService.method.getContract, { id: 'contract-1', bidId: 'ROAD/1' });
  server.answer(ContractTimelineService.method.getContractTimeline, {});
  server.answer(listSecurityDeposits, { deposits: [STORED] });
  server.answer(getSecurityDeposit, STORED);
  server.answer(updateSecurityDeposit, STORED);
  server.answer(findSameInstrument, {});
  uploads.answer(answerDocuments().keep);
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a deposit that comes back', () => {
  test('keeps the days with the status where somebody else has decided otherwise', async () => {
    server.answer(updateSecurityDeposit, () => {
      server.answer(getSecurityDeposit, { ...STORED, status: Status.FORFEITED, version: 5n });
      throw conflict(5n);
    });
    await open(`${LIST}/deposit-1/edit`);
    await choose('Refunded');
    await form.update.click();
    const question = form.dialog('This record has changed');
    const both = question.getByRole('group', { name: 'Status · Returned date · Transferred to own account' });
    await expect.element(both.getByRole('radio', { name: /^Mine/ })).toHaveAccessibleName(/Refunded.*27 Nov 2026/);
    await both.getByRole('radio', { name: /^Theirs/ }).click();
    await question.getByRole('button', { name: 'Save', exact: true }).click();
    await form.expectToast('The record already holds these values. There was nothing left to save.');
    expect(await server.calls(updateSecurityDeposit)).toHaveLength(1);
  });

  test('does so today, and can have another day', async () => {
    await open(`${LIST}/deposit-1/edit`);
    await choose('Returned');
    await expect.element(returned).toHaveValue(DAY);
    await expect.element(own).toHaveValue('');
    await expect.element(note).toHaveTextContent(/^Filled in: Returned date, 27 Nov 2026\. Change$/);
    await expectAccessible();
    await note.getByRole('button', { name: 'Change Returned date' }).click();
    await expect.element(returned).toHaveFocus();
    await form.fill({ 'Returned date': '20/11/2026' });
    await expect.element(note).not.toBeInTheDocument();
    await form.update.click();
    await form.expectToast('Deposit updated successfully!');
    expect(await updated()).toMatchObject({
      status: Status.RETURNED,
      depositReturnedDate: { year: 2026, month: 11, day: 20 },
    });
  });

  test('by a refund is in the own account today', async () => {
    await open(`${LIST}/deposit-1/edit`);
    await choose('Refunded');
    await expect
      .element(note)
      .toHaveTextContent(
        'Filled in: Returned date, 27 Nov 2026. ChangeFilled in: Transferred to own account, 27 Nov 2026. Change',
      );
    await form.fill({ 'Returned date': '20/11/2026' });
    await expect.element(note).toHaveTextContent(/^Filled in: Transferred to own account, 27 Nov 2026\. Change$/);
    await note.getByRole('button', { name: 'Change Transferred to own account' }).click();
    await expect.element(own).toHaveFocus();
    await form.update.click();
    await form.expectToast('Deposit updated successfully!');
    expect(await updated()).toMatchObject({
      depositReturnedDate: { year: 2026, month: 11, day: 20 },
      depositTransferredOwnAccountDate: { year: 2026, month: 11, day: 27 },
    });
  });

  test('keeps a day that was filled in and entered again', async () => {
    await open(`${LIST}/deposit-1/edit`);
    await choose('Returned');
    await form.fill({ 'Returned date': '' });
    await form.fill({ 'Returned date': DAY });
    await expect.element(note).not.toBeInTheDocument();
    await choose('Pending refund');
    await expect.element(returned).toHaveValue(DAY);
    await choose('Submitted');
    await form.fill({ 'Returned date': '' });
    await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument();
  });

  test('by mistake has no day any more', async () => {
    await open(`${LIST}/deposit-1/edit`);
    await choose('Refunded');
    await expect.element(returned).toHaveValue(DAY);
    await choose('Pending refund');
    await expect.element(returned).toHaveValue('');
    await expect.element(own).toHaveValue('');
    await expect.element(note).not.toBeInTheDocument();
  });

  test('keeps the days that it has, whichever they are', async () => {
    const days = {
      depositReturnedDate: { year: 2026, month: 11, day: 20 },
      depositTransferredOwnAccountDate: { year: 2026, month: 11, day: 27 },
    };
    server.answer(getSecurityDeposit, { ...STORED, status: Status.RETURNED, ...days });
    await open(`${LIST}/deposit-1/edit`);
    await choose('Refunded');
    await choose('Released');
    await expect.element(note).not.toBeInTheDocument();
    await form.update.click();
    await form.expectToast('Deposit updated successfully!');
    expect(await updated()).toMatchObject({ status: Status.RELEASED, ...days });
  });

  test('without a day is stored with a word on it', async () => {
    server.answer(getSecurityDeposit, { ...STORED, status: Status.RELEASED });
    await open(`${LIST}/deposit-1/edit`);
    await expect
      .element(returned)
      .toHaveAccessibleDescription(/^Returned date is missing, although the deposit came back\./);
    await form.fill({ Comment: 'The bank has no record of the day' });
    await form.update.click();
    await form.expectToast('Deposit updated successfully!');
    expect((await updated())?.depositReturnedDate).toBeUndefined();
  });

  test('keeps a day that can’t be read, until it is mended', async () => {
    await open(`${LIST}/deposit-1/edit`);
    await form.fill({ 'Returned date': '31/02/2026' });
    await choose('Pending');
    await form.update.click();
    await expect.element(form.summary).toBeVisible();
    await expect.element(returned).toHaveValue('31/02/2026');
    expect(await updated()).toBeUndefined();
  });

  test('takes no day for one that is no day', async () => {
    await open(`${LIST}/deposit-1/edit`);
    // Once it was the day that is filled in below.
    await returned.fill(DAY);
    await returned.fill('');
    await returned.fill('xx');
    await choose('Returned');
    await expect.element(returned).toHaveValue(DAY);
    await expect.element(returned).not.toHaveAttribute('aria-invalid', 'true');
  });
});

describe('the documents of a deposit', () => {
  const papers = page.getByRole('region', { name: 'Documents', exact: true });

  test('are dropped onto its page', async () => {
    await open(`${LIST}/deposit-1`);
    await expect.element(papers).toHaveTextContent('No files uploaded yet.');
    expect((await server.calls(filterDocuments)).at(-1)?.request).toMatchObject({
      entityType: ['DEPOSIT'],
      entityId: 'deposit-1',
    });
    await expect.element(documents.button).not.toBeInTheDocument();
    await expectAccessible();
    await expect.element(documents.upload).toHaveTextContent('up to 25 MB each');
    await documents.bring('drop', notice);
    await expect.element(documents.button).toBeVisible();
    documents.button.element().focus();
    const release = uploads.hold();
    await userEvent.keyboard('{Enter}');
    // A disabled button has no focus, and this one goes with the file.
    await expect.poll(() => document.activeElement).toBe(document.body);
    release();
    await form.expectToast('1 file uploaded.');
    await expect.element(documents.upload).toHaveFocus();
    expect((await uploads.made()).at(-1)?.fields).toMatchObject({ entityType: 'DEPOSIT', entityId: 'deposit-1' });
    await expect.element(papers.getByRole('button', { name: notice.name, exact: true })).toBeVisible();
    await papers.getByRole('link', { name: 'All documents (1)' }).click();
    await expect.poll(address).toBe(`${LIST}/deposit-1/documents`);
    await expect.element(list.heading).toHaveTextContent('Deposit documents');
    await expect.element(documents.row(notice.name)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'DD 77' })).toHaveAttribute('href', `${LIST}/deposit-1`);
    await expect.element(page.getByRole('link', { name: 'ROAD/1' })).toHaveAttribute('href', '/contracts/contract-1');
    await expectAccessible();
  });

  test('let somebody go who was asked to stay until they are stored', async () => {
    const release = uploads.hold();
    await open(`${LIST}/deposit-1`);
    await documents.bring('drop', notice);
    await documents.button.click();
    void visit(LIST);
    await expect.element(form.dialog('Stop the upload?')).toBeVisible();
    release();
    await form.expectToast('1 file uploaded.');
    await expect.poll(address).toBe(LIST);
  });

  test('are only read by whoever may not add any', async () => {
    signIn(person({ Contracts: ['view'] }));
    answerDocuments(photo);
    await open(`${LIST}/deposit-1`);
    await expect.element(page.getByRole('button', { name: photo.name, exact: true })).toBeVisible();
    await expect.element(documents.upload).not.toBeInTheDocument();
    answerDocuments();
    await open(`${LIST}/deposit-2`);
    await expect
      .element(papers)
      .toHaveTextContent(/^DocumentsNo files uploaded yet\.You need the Create permission for Contracts\.$/);
  });

  test('that wait to be uploaded stay with their deposit', async () => {
    const others = { ...STORED, id: 'deposit-2', instrumentNo: 'DD 78' };
    server.answer(getSecurityDeposit, ({ id }) => (id === 'deposit-2' ? others : STORED));
    // Both are known when one goes from one to the other.
    await open(`${LIST}/deposit-1`);
    await expect.element(list.heading).toHaveTextContent('EMD DD 77');
    await visit(`${LIST}/deposit-2`);
    await expect.element(list.heading).toHaveTextContent('EMD DD 78');
    await documents.bring('drop', notice);
    await expect.element(documents.file(notice.name)).toBeVisible();
    void visit(`${LIST}/deposit-1`);
    const question = form.dialog('Leave without uploading?');
    await expect.element(question).toHaveTextContent('The files that you chose are not uploaded yet.');
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect.element(list.heading).toHaveTextContent('EMD DD 77');
    await expect.element(documents.file(notice.name)).not.toBeInTheDocument();
    await expect.element(documents.button).not.toBeInTheDocument();
    expect(await uploads.made()).toEqual([]);
  });

  test('are no longer asked for when the file that was no good is removed', async () => {
    await open(`${LIST}/deposit-1`);
    await documents.bring('drop', new File(['x'], 'a.exe'));
    await documents.button.click();
    await expect.element(documents.problem.first()).toHaveTextContent('Please select at least one file to upload.');
    await documents.file('a.exe').getByRole('button', { name: 'Remove a.exe' }).click();
    await expect.element(documents.problem).not.toBeInTheDocument();
  });

  test('are reached from the list of deposits', async () => {
    await list.open(LIST);
    await list.act('DD 77', 'Documents');
    await expect.poll(address).toBe(`${LIST}/deposit-1/documents`);
  });

  test('of a deposit that can’t be read say so', async () => {
    const mend = server.fail(getSecurityDeposit);
    await open(`${LIST}/deposit-1/documents`);
    await expect.element(list.heading).toHaveTextContent('Failed to load security deposit.');
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(list.heading).toHaveTextContent('Deposit documents');
  });
});
