import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { DeletedRecord_Kind, DeletedRecordSchema, DeletedService } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import { expectAccessible, expectToFit } from '@/testing/accessible';
import { form } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { EVERYTHING, person, signIn } from '@/testing/people';
import { address, open, page, visit } from '@/testing/screen';
import { server } from '@/testing/server';
import { otherTab } from '@/testing/tabs';
import { expectTooltip } from '@/testing/tooltip';

const { filterDeleted, restoreDeleted } = DeletedService.method;
const { filterDocuments, getStorageUsage } = DocumentService.method;
const { deleteContract, filterContracts } = ContractService.method;

const at = (instant: string) => timestampFromDate(new Date(instant));
const rupees = (amount: bigint) => ({ paise: amount * 100n });

const record = (fields: MessageInitShape<typeof DeletedRecordSchema>) =>
  create(DeletedRecordSchema, {
    deletedAt: at('2026-11-20T10:00:00+05:30'),
    deletedBy: 'clerk@bharat.example',
    restorableUntil: at('2026-12-20T10:00:00+05:30'),
    ...fields,
  });

const CONTRACT = record({
  kind: DeletedRecord_Kind.CONTRACT,
  id: 'contract-1',
  name: 'BID/1',
  contractName: 'Ring road',
  wentAlong: { deposits: 2n, depositsAmount: rupees(300n), stillOut: rupees(100n), documents: 1n },
});

/** A deposit whose contract is deleted, or isn't. */
const deposit = (isDeleted: boolean) =>
  record({
    kind: DeletedRecord_Kind.DEPOSIT,
    id: 'deposit-1',
    amount: rupees(5_000n),
    parent: { kind: DeletedRecord_Kind.CONTRACT, id: 'contract-1', name: 'BID/1', isDeleted },
  });

const TASK = record({
  kind: DeletedRecord_Kind.TASK,
  id: 'task-1',
  name: 'Slab',
  deletedBy: '',
  parent: { kind: DeletedRecord_Kind.PROJECT, id: 'project-1', name: 'Bypass' },
});

const RECEIPT = record({
  kind: DeletedRecord_Kind.DOCUMENT,
  id: 'document-1',
  name: 'receipt.pdf',
  entityType: 'DEPOSIT',
  parent: { kind: DeletedRecord_Kind.DEPOSIT, id: 'deposit-2', name: 'DD 7', contractId: 'contract-2' },
});

const POLICY = record({
  kind: DeletedRecord_Kind.DOCUMENT,
  id: 'document-2',
  name: 'policy.pdf',
  entityType: 'VEHICLE_INSURANCE',
});

/** What the server has. */
let stored: readonly (typeof CONTRACT)[];

const asked = async () => (await server.calls(filterDeleted)).at(-1)?.request;
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const bringBack = (name: string) => page.getByRole('button', { name: `Bring back ${name}` });
const link = page.getByRole('main').getByRole('link', { name: 'Deleted', exact: true });

beforeEach(() => {
  signIn();
  stored = [CONTRACT, deposit(true), TASK, RECEIPT, POLICY];
  server.answer(filterDeleted, (request) => pageOf(stored, request));
  server.answer(restoreDeleted, ({ id }) => {
    stored = stored.filter((one) => one.id !== id);
    return {};
  });
});

describe('the list of deleted records', () => {
  test('says what was deleted, by whom and when, what went along, and until when it is kept', async () => {
    await list.open('/deleted');
    await list.expectRows(['BID/1Ring road', 'Without a number₹5,000', 'Slab', 'receipt.pdf', 'policy.pdf']);
    expect(await asked()).toMatchObject({ kind: [], name: '', pagination: { page: 0, size: 10 } });
    await expect
      .element(row('BID/1 Ring road'))
      .toHaveTextContent(
        /Contract.*2 deposits of ₹300 and 1 document.*20 Nov 2026.*clerk@bharat\.example.*20 Dec 2026/,
      );
    await expect.element(row('Without a number')).toHaveTextContent('BID/1 (deleted)');
    await expect.element(row('Slab')).toHaveTextContent('the system');
    const to = (name: string) => page.getByRole('link', { name, exact: true });
    await expect.element(to('Bypass')).toHaveAttribute('href', '/projects/project-1');
    await expect.element(to('DD 7')).toHaveAttribute('href', '/contracts/contract-2/security-deposit/deposit-2');
    await expect.element(row('policy.pdf')).toHaveTextContent('Vehicle Insurance');
    await expectAccessible();
    await expectToFit(390, 320);
    await expectAccessible();
  });

  test('is narrowed by kind, name and day, which the address keeps', async () => {
    await list.open('/deleted?kind=TASK&kind=DEPOSIT&name=slab&from=2026-11-20');
    expect(await asked()).toMatchObject({
      kind: [DeletedRecord_Kind.DEPOSIT, DeletedRecord_Kind.TASK],
      name: 'slab',
      dateRange: { from: '2026-11-20T00:00:00Z' },
    });
    await expect.element(list.chip('Deleted from: 20 Nov 2026')).toBeVisible();
    await list.pick('Kind', ['Project']);
    await expect.poll(address).toMatch('kind=DEPOSIT&kind=PROJECT&kind=TASK');
  });

  test('offers the kinds that the user may view and delete', async () => {
    signIn(person({ Projects: ['view', 'delete'], 'Project Tasks': ['delete'] }));
    await list.open('/deleted');
    await list.choice('Kind').click();
    const options = page.getByRole('listbox').getByRole('option');
    await expect.poll(() => options.elements().map((option) => option.textContent)).toEqual(['Project', 'Document']);
    // Nobody is led to a page that they may not view.
    await expect.element(page.getByRole('link', { name: 'DD 7' })).not.toBeInTheDocument();
  });

  test('without any says what it is for, and one that can’t be read how to go on', async () => {
    stored = [];
    await open('/deleted');
    await expect.element(page.getByText('Nothing was deleted in the last 30 days')).toBeVisible();
    await expectAccessible();
    const mend = server.fail(filterDeleted);
    await open('/deleted?name=road');
    await expect.element(page.getByText('The deleted records could not be loaded.')).toBeVisible();
    mend();
    stored = [TASK];
    await page.getByRole('button', { name: 'Try again' }).click();
    await list.expectRows(['Slab']);
  });
});

describe('bringing a record back', () => {
  test('takes it out of the list, says so, and leads to it', async () => {
    const tab = otherTab();
    await list.open('/deleted');
    const release = server.hold(restoreDeleted);
    await bringBack('BID/1').click();
    await expect.element(bringBack('BID/1')).toHaveAttribute('data-loading', 'true');
    release();
    await form.expectToast('BID/1 is back. Open it');
    await list.expectRows(['Without a number₹5,000', 'Slab', 'receipt.pdf', 'policy.pdf']);
    await expect.element(list.heading).toHaveFocus();
    const [call] = await server.calls(restoreDeleted);
    expect(call?.request).toMatchObject({ kind: DeletedRecord_Kind.CONTRACT, id: 'contract-1' });
    await expect.poll(() => tab.told).toContainEqual([]);
    await expect.element(page.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', '/contracts/contract-1');
    await expectAccessible();
  });

  test('waits for what it belonged to', async () => {
    await list.open('/deleted');
    await expectTooltip(bringBack('Without a number'), 'First bring back the contract BID/1.');
    list.pressNow(bringBack('Without a number'));
    expect(await server.calls(restoreDeleted)).toEqual([]);
    // Once that is back, the list is read again.
    stored = [CONTRACT, deposit(false)];
    await bringBack('BID/1').click();
    await expect
      .element(page.getByRole('link', { name: 'BID/1', exact: true }))
      .toHaveAttribute('href', '/contracts/contract-1');
    await bringBack('Without a number').click();
    await expect.element(page.getByText('Nothing was deleted in the last 30 days')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Open it' }).last())
      .toHaveAttribute('href', '/contracts/contract-1/security-deposit/deposit-1');
  });

  test('that fails says of which record and why, and can be tried again', async () => {
    await list.open('/deleted');
    const reason = 'Another contract has the bid ID BID/1 by now. Change that one first.';
    const mend = server.fail(restoreDeleted, Code.AlreadyExists, reason);
    await bringBack('BID/1').click();
    await form.expectToast(`BID/1: ${reason}`);
    await expect.element(row('BID/1 Ring road')).toBeVisible();
    mend();
    await bringBack('BID/1').click();
    await form.expectToast('BID/1 is back.');
  });

  test('that somebody else was quicker with takes the row away as well', async () => {
    await list.open('/deleted');
    stored = [TASK];
    server.fail(restoreDeleted, Code.NotFound, 'Deleted record not found.');
    await bringBack('BID/1').click();
    await form.expectToast('BID/1: Deleted record not found.');
    await list.expectRows(['Slab']);
  });
});

describe('the way to the list', () => {
  const culvert = create(ContractSchema, { id: 'contract-9', bidId: 'BID/9', contractName: 'Culvert' });

  test('stands above the records of its kind, and the list knows of what was deleted there', async () => {
    let contracts = [culvert];
    server.answer(filterContracts, (request) => pageOf(contracts, request));
    server.answer(deleteContract, () => {
      contracts = [];
      stored = [record({ kind: DeletedRecord_Kind.CONTRACT, id: 'contract-9', name: 'BID/9' }), ...stored];
      return {};
    });
    await list.open('/deleted?kind=CONTRACT');
    await visit('/contracts/list');
    await list.expectRows(['BID/9']);
    await expectToFit(390, 320);
    await page.viewport(1366, 768);
    await list.act('BID/9', 'Delete');
    await form.dialog('Delete BID/9?').getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await link.click();
    await expect.poll(address).toBe('/deleted?kind=CONTRACT');
    await expect.element(bringBack('BID/9')).toBeVisible();
    expect((await asked())?.kind).toEqual([DeletedRecord_Kind.CONTRACT]);
    // What is undone where it was deleted leaves this list as well.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(bringBack('BID/9')).not.toBeInTheDocument();
  });

  test('is there for documents', async () => {
    server.answer(filterDocuments, (request) => pageOf([], request));
    server.answer(getStorageUsage, {});
    await open('/payments');
    await expect.element(link).toHaveAttribute('href', '/deleted?kind=DOCUMENT');
  });

  test('is not for who may not bring records back', async () => {
    server.answer(filterContracts, (request) => pageOf([culvert], request));
    for (const [contracts, isThere] of [
      [['view', 'edit'], false],
      [['view', 'delete'], true],
    ] as const) {
      signIn(person({ ...EVERYTHING, Contracts: contracts }));
      await list.open('/contracts/list');
      await expect.poll(() => link.elements()).toHaveLength(isThere ? 1 : 0);
    }
  });
});
