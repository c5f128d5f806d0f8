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
import { withPace } from '@/testing/pace';
import { EVERYTHING, person, signIn } from '@/testing/people';
import { notGranted } from '@/testing/refusals';
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
function deposit(isDeleted: boolean) {
  const parent = { kind: DeletedRecord_Kind.CONTRACT, id: 'contract-1', name: 'BID/1', isDeleted };
  return record({
    kind: DeletedRecord_Kind.DEPOSIT,
    id: 'deposit-1',
    amount: rupees(5_000n),
    parent,
    ...(isDeleted && { waitsFor: parent }),
  });
}

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

const CLERK = record({
  kind: DeletedRecord_Kind.USER,
  id: 'user-7',
  name: 'ravi@bharat.example',
  tenantName: 'Bharat Infra',
  wentAlong: { roles: 2n },
});

const long = {
  id: 'contract-7',
  name: '2026_ZZCPR_901038_3',
  contractName: 'Resurfacing of the road to Morvada, km 37 to 58',
};

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
    await list.expectRows(['BID/1Ring road', 'Deposit of ₹5,000', 'Slab', 'receipt.pdf', 'policy.pdf']);
    expect(await asked()).toMatchObject({ kind: [], name: '', pagination: { page: 0, size: 10 } });
    await expect
      .element(row('BID/1 Ring road'))
      .toHaveTextContent(
        /Contract.*2 deposits of ₹300 and 1 document.*20 Nov 2026.*clerk@bharat\.example.*20 Dec 2026/,
      );
    await expect.element(row('Deposit of ₹5,000')).toHaveTextContent('BID/1 (deleted)');
    await expect.element(row('Slab')).toHaveTextContent('the system');
    const to = (name: string) => page.getByRole('link', { name, exact: true });
    await expect.element(to('BID/1 (deleted)')).toHaveAttribute('href', '/contracts/contract-1');
    await expect.element(to('Bypass')).toHaveAttribute('href', '/projects/project-1');
    await expect.element(to('DD 7')).toHaveAttribute('href', '/contracts/contract-2/security-deposit/deposit-2');
    await expect.element(row('policy.pdf')).toHaveTextContent('Vehicle Insurance');
    await expectAccessible();
    // Names have room, on a small screen with an open sidebar too.
    await page.viewport(1366, 768);
    const width = () => document.querySelector('thead th')?.getBoundingClientRect().width ?? 0;
    expect(width()).toBeGreaterThan(150);
    await expectToFit(390, 320);
    await expectAccessible();
    // A long name leaves the button whole.
    stored = [record({ ...long, kind: DeletedRecord_Kind.CONTRACT })];
    await list.open('/deleted');
    const button = bringBack(long.name).element();
    expect(button.scrollWidth).toBeLessThanOrEqual(button.clientWidth);
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
    await expect.element(page.getByText('Nothing to bring back')).toBeVisible();
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

test('the page of who may bring nothing back says so', async () => {
  signIn(person({ Contracts: ['view'] }));
  server.answer(filterDeleted, () => {
    throw notGranted('delete', 'Contracts');
  });
  await open('/deleted');
  await expect.element(page.getByText('You need the Delete permission for Contracts.')).toBeVisible();
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
    await list.expectRows(['Deposit of ₹5,000', 'Slab', 'receipt.pdf', 'policy.pdf']);
    await expect.element(list.heading).toHaveFocus();
    const [call] = await server.calls(restoreDeleted);
    expect(call?.request).toMatchObject({ kind: DeletedRecord_Kind.CONTRACT, id: 'contract-1' });
    await expect.poll(() => tab.told).toEqual([[]]);
    await expect.element(page.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', '/contracts/contract-1');
    await expectAccessible();
  });

  test('waits for what it belonged to', async () => {
    await list.open('/deleted');
    await expectTooltip(bringBack('Deposit of ₹5,000'), 'First bring back the contract BID/1.');
    list.pressNow(bringBack('Deposit of ₹5,000'));
    expect(await server.calls(restoreDeleted)).toEqual([]);
    // Once that is back, the list is read again.
    stored = [CONTRACT, deposit(false)];
    await bringBack('BID/1').click();
    await expect
      .element(page.getByRole('link', { name: 'BID/1', exact: true }))
      .toHaveAttribute('href', '/contracts/contract-1');
    await bringBack('Deposit of ₹5,000').click();
    await expect.element(page.getByText('Nothing to bring back')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Open it' }).last())
      .toHaveAttribute('href', '/contracts/contract-1/security-deposit/deposit-1');
  });

  test('names what it waits for, or that it is gone for good', async () => {
    const project = { kind: DeletedRecord_Kind.PROJECT, id: 'project-1', name: 'Bypass', isDeleted: true };
    const parent = { kind: DeletedRecord_Kind.TASK, id: 'task-9', name: 'Slab', isDeleted: true };
    const unnamed = { kind: DeletedRecord_Kind.DEPOSIT, id: 'deposit-9', isDeleted: true };
    const document = { kind: DeletedRecord_Kind.DOCUMENT, entityType: 'TASK' };
    stored = [
      record({ ...document, id: '1', name: 'a.pdf', parent, waitsFor: project }),
      record({ ...document, id: '2', name: 'b.pdf', parent: unnamed, waitsFor: unnamed }),
      create(DeletedRecordSchema, { ...document, id: '3', name: 'c.pdf', parent }),
    ];
    await list.open('/deleted');
    await expectTooltip(bringBack('a.pdf'), 'First bring back the project Bypass.');
    await expectTooltip(bringBack('b.pdf'), 'First bring back the deposit.');
    await expectTooltip(bringBack('c.pdf'), 'It can’t be brought back: Slab is gone for good.');
  });

  test('leaves the focus where somebody has moved it meanwhile', async () => {
    await list.open('/deleted');
    const release = server.hold(restoreDeleted);
    await bringBack('BID/1').click();
    await list.filter('Name').click();
    release();
    await form.expectToast('BID/1 is back.');
    await list.expectRows(['Deposit of ₹5,000', 'Slab', 'receipt.pdf', 'policy.pdf']);
    await expect.element(list.filter('Name')).toHaveFocus();
  });

  test('leads to the record for as long as the focus is on the link', async () => {
    await list.open('/deleted');
    await bringBack('Slab').click();
    const link = page.getByRole('link', { name: 'Open it' });
    await expect.element(link).toBeVisible();
    (link.element() as HTMLElement).focus();
    withPace({ undo: 0 });
    (list.heading.element() as HTMLElement).focus();
    (link.element() as HTMLElement).focus();
    await expectAccessible();
    await expect.element(link).toHaveFocus();
    (list.heading.element() as HTMLElement).focus();
    await expect.element(link).not.toBeInTheDocument();
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
    await expect.element(list.heading).toHaveFocus();
  });
});

test('a user is named with their organisation and roles, and brought back', async () => {
  stored = [CLERK];
  await list.open('/deleted?kind=USER');
  expect((await asked())?.kind).toEqual([DeletedRecord_Kind.USER]);
  await expect.element(row('ravi@bharat.example')).toHaveTextContent(/User.*Bharat Infra.*2 roles/);
  await bringBack('ravi@bharat.example').click();
  await form.expectToast('ravi@bharat.example is back. Open it');
  const open = page.getByRole('link', { name: 'Open it' });
  await expect.element(open).toHaveAttribute('href', '/admin/users/user-7');
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
