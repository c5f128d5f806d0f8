import { create } from '@bufbuild/protobuf';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DeletedService } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { type Contract, ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { Task_Status } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { EVERYTHING, keysOf } from '@/kit/stale';
import { answerContractPanels, culvert } from '@/testing/contracts';
import { form } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { signIn } from '@/testing/people';
import { deleted } from '@/testing/refusals';
import { open, page } from '@/testing/screen';
import { server } from '@/testing/server';
import { settled } from '@/testing/settled';
import { otherTab } from '@/testing/tabs';
import { tree } from '@/testing/tree';
import { answerProjects, answerTree, node, project, task } from '@/testing/work';

const { filterContracts, getContract, updateContract, deleteContract } = ContractService.method;
const { filterTasks, recordTaskProgress } = TaskService.method;

const STORED = culvert();
const bringBack = page.getByRole('button', { name: 'Bring it back' });

/** Answers that the record was deleted. */
const answerDeleted = () =>
  server.answer(getContract, () => {
    const restorableUntil = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
    throw deleted({ kind: 'CONTRACT', id: STORED.id, name: STORED.bidId, restorableUntil });
  });

const row = (place: number) => create(ContractSchema, { id: `contract-${place}`, bidId: `BID/${place}` });
const answerList = (...contracts: readonly Contract[]) =>
  server.answer(filterContracts, (request) => pageOf(contracts, request));

beforeEach(() => {
  signIn();
  answerContractPanels();
  answerProjects(project());
});

/** Whether the tab is visible; the browser says so when that changes. */
function setHidden(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('what another tab has written', () => {
  test('is read anew at once where this tab is visible, and nothing else is', async () => {
    answerList(row(1), row(2));
    await list.open('/contracts/list');
    const other = otherTab();
    answerList(row(2));
    await other.writes(ContractService);
    await list.expectRows(['BID/2']);
    const before = (await server.calls(filterContracts)).length;
    await other.writes(TaskService, ProjectService);
    await settled();
    expect(await server.calls(filterContracts)).toHaveLength(before);
  });

  test('is read when this tab becomes visible, once', async () => {
    answerList(row(1), row(2));
    await list.open('/contracts/list');
    const other = otherTab();
    setHidden(true);
    const before = (await server.calls(filterContracts)).length;
    answerList(row(2));
    await other.writes(ContractService);
    await other.writes(ContractService);
    await settled();
    await list.expectRows(['BID/1', 'BID/2']);
    expect(await server.calls(filterContracts)).toHaveLength(before);
    setHidden(false);
    await list.expectRows(['BID/2']);
    expect(await server.calls(filterContracts)).toHaveLength(before + 1);
  });

  test('is read once more where it came while the one before was read', async () => {
    answerList(row(1));
    await list.open('/contracts/list');
    const other = otherTab();
    const before = (await server.calls(filterContracts)).length;
    const release = server.hold(filterContracts);
    await other.writes(ContractService);
    await other.writes(ContractService);
    await other.writes(ContractService);
    await expect.poll(async () => (await server.calls(filterContracts)).length).toBe(before + 1);
    answerList(row(2));
    release();
    await list.expectRows(['BID/2']);
    expect(await server.calls(filterContracts)).toHaveLength(before + 2);
  });

  test('is read the next time where it couldn’t be read', async () => {
    answerList(row(1));
    await list.open('/contracts/list');
    const other = otherTab();
    server.fail(filterContracts);
    await other.writes(ContractService);
    await expect.element(page.getByText('could not be read again', { exact: false }).first()).toBeVisible();
    answerList(row(2));
    await other.writes(ContractService);
    await list.expectRows(['BID/2']);
  });

  test('takes a record off the screen that it has deleted', async () => {
    server.answer(getContract, STORED);
    await open(`/contracts/${STORED.id}`);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    answerDeleted();
    await otherTab().writes(ContractService);
    await expect.element(bringBack).toBeVisible();
  });

  test('is everything where it says so, and nothing where it says what is unknown here', async () => {
    answerList(row(1));
    await list.open('/contracts/list');
    const other = otherTab();
    await other.says({ of: 'another version' });
    await settled();
    const before = (await server.calls(filterContracts)).length;
    answerList(row(2));
    await other.says([EVERYTHING]);
    await list.expectRows(['BID/2']);
    expect(await server.calls(filterContracts)).toHaveLength(before + 1);
  });

  test('leaves a form as it is', async () => {
    server.answer(getContract, STORED);
    await open(`/contracts/${STORED.id}/edit`);
    await form.fill({ 'Bid ID': 'BID/70' });
    const before = (await server.calls(getContract)).length;
    server.answer(getContract, { ...STORED, bidId: 'BID/80', version: 9n });
    await otherTab().writes(ContractService);
    await settled();
    expect(await server.calls(getContract)).toHaveLength(before + 1);
    await expect.element(form.field('Bid ID')).toHaveValue('BID/70');
    // It still saves over the version that it was filled from, so that the server sees the conflict.
    server.answer(updateContract, STORED);
    await form.update.click();
    await form.expectToast('Contract updated successfully!');
    const [saved] = await server.calls(updateContract);
    expect(saved?.request.contract).toMatchObject({ bidId: 'BID/70', version: STORED.version });
  });
});

describe('the other tabs are told', () => {
  test('of a deletion', async () => {
    answerList(row(1), row(2));
    server.answer(deleteContract, {});
    await list.open('/contracts/list');
    const other = otherTab();
    await list.act('BID/1', 'Delete');
    await form.dialog('BID/1').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => other.told).toEqual(expect.arrayContaining(keysOf([ContractService])));
  });

  test('of nothing where the server refused', async () => {
    answerList(row(1));
    server.fail(deleteContract);
    await list.open('/contracts/list');
    const other = otherTab();
    await list.act('BID/1', 'Delete');
    await form.dialog('BID/1').getByRole('button', { name: 'Delete' }).click();
    await expect.element(form.dialog('BID/1').getByRole('alert')).toBeVisible();
    await settled();
    expect(other.told).toEqual([]);
  });

  test('of a record that was brought back, which may change everything', async () => {
    answerDeleted();
    server.answer(DeletedService.method.restoreDeleted, {});
    await open(`/contracts/${STORED.id}`);
    await expect.element(bringBack).toBeVisible();
    const other = otherTab();
    server.answer(getContract, STORED);
    await bringBack.click();
    await expect.poll(() => other.told).toEqual([EVERYTHING]);
  });

  test('of a change in the tree of tasks, which is read again by those alone', async () => {
    answerTree([node('Kerbs', '')]);
    const answered = { status: Task_Status.COMPLETED, version: 2n, rollUp: { progress: 100 } };
    server.answer(recordTaskProgress, { task: node('Kerbs', '', answered) });
    await tree.open();
    const other = otherTab();
    await tree.become('Kerbs', 'Completed');
    await expect.poll(() => other.told).toEqual(keysOf([TaskService, ProjectService]));
    answerTree([node('Drains', '')]);
    await settled();
    await expect.element(tree.row('Kerbs')).toBeVisible();
    await other.writes(TaskService);
    await expect.element(tree.row('Drains')).toBeVisible();
  });

  test('of an entry under My tasks', async () => {
    server.answer(filterTasks, (request) =>
      pageOf([task({ title: 'Cutting', status: Task_Status.IN_PROGRESS, progress: 30 })], request),
    );
    server.answer(recordTaskProgress, ({ id }) => ({ task: node(id, '', { version: 2n, rollUp: { progress: 40 } }) }));
    await open('/project-tasks/mine');
    const other = otherTab();
    await page.getByRole('button', { name: 'Add 10 % to Cutting' }).click();
    await expect.poll(() => other.told).toEqual(keysOf([TaskService, ProjectService]));
  });
});
