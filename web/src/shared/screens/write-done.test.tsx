import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { ProfileService } from '@/gen/nirmaan/auth/v1/profile_service_pb';
import { SecondFactorService } from '@/gen/nirmaan/auth/v1/second_factor_service_pb';
import { DeletedService } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { type Contract, ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import { TenantSettingsService } from '@/gen/nirmaan/platform/v1/tenant_settings_service_pb';
import { UserRoleMappingService } from '@/gen/nirmaan/platform/v1/user_role_mapping_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { Task_Status } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { answerContractPanels, culvert } from '@/testing/contracts';
import { answerDocuments, notice, photo } from '@/testing/documents';
import { form } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { signIn } from '@/testing/people';
import { aUser } from '@/testing/platform';
import { deleted } from '@/testing/refusals';
import { roleTable, withRoles } from '@/testing/roles';
import { address, open, page, visit } from '@/testing/screen';
import { server } from '@/testing/server';
import { task } from '@/testing/work';

const { filterContracts, getContract, updateContract, deleteContract } = ContractService.method;
const main = page.getByRole('main');

const STORED = culvert();
const VIEW = `/contracts/${STORED.id}`;
const row = (place: number) => create(ContractSchema, { id: `contract-${place}`, bidId: `BID/${place}` });

beforeEach(() => {
  signIn();
  answerContractPanels();
});

/** Answers the list with these contracts. */
const answerList = (contracts: readonly Contract[]) =>
  server.answer(filterContracts, (request) => pageOf(contracts, request));

/** Deletes a contract of the list, after the question. */
async function remove(bidId: string): Promise<void> {
  await list.act(bidId, 'Delete');
  await form.dialog(bidId).getByRole('button', { name: 'Delete' }).click();
}

describe('what the server has done is done, though nothing can be read again', () => {
  test('and a change is shown where the record is, and in the list', async () => {
    server.answer(getContract, STORED);
    server.answer(updateContract, ({ contract }) => ({ ...STORED, bidId: contract?.bidId ?? '', version: 4n }));
    answerList([STORED, row(2)]);
    await list.open('/contracts/list');
    await visit(VIEW);
    await page.getByRole('link', { name: 'Edit' }).click();
    await form.fill({ 'Bid ID': 'BID/70' });
    server.hold(getContract);
    server.hold(filterContracts);
    await form.update.click();
    await form.expectToast('Contract updated successfully!');
    await expect.poll(address).toBe(VIEW);
    await expect.element(main.getByText('BID/70').first()).toBeVisible();
    await visit('/contracts/list');
    await list.expectRows(['BID/70', 'BID/2']);
  });

  test('and a deleted row is gone, and no longer counted', async () => {
    answerList([row(1), row(2)]);
    server.answer(deleteContract, {});
    await list.open('/contracts/list');
    await expect.element(list.result).toHaveTextContent('2 total records');
    server.hold(filterContracts);
    await remove('BID/1');
    await form.expectToast('Contract deleted successfully!');
    await expect.element(form.dialog('BID/1')).not.toBeInTheDocument();
    await list.expectRows(['BID/2']);
    await expect.element(list.result).toHaveTextContent('1 total records');
    await expect.element(list.heading).toHaveFocus();
    await remove('BID/2');
    await expect.element(main.getByRole('heading', { level: 2 })).toBeVisible();
    await expect.element(list.grid).not.toBeInTheDocument();
  });

  test('and a row that somebody else has deleted goes as well', async () => {
    answerList([row(1), row(2)]);
    server.answer(deleteContract, () => {
      throw deleted({ kind: 'CONTRACT', id: 'contract-1', name: 'BID/1' });
    });
    await list.open('/contracts/list');
    server.hold(filterContracts);
    await remove('BID/1');
    await expect.element(form.dialog('BID/1').getByRole('alert')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await list.expectRows(['BID/2']);
  });

  test('and a document leaves its list', async () => {
    answerDocuments(notice, photo);
    server.answer(getContract, STORED);
    server.answer(DocumentService.method.deleteDocument, {});
    await open('/contracts/contract-1/supporting-docs');
    await expect.element(list.menu(notice.name)).toBeVisible();
    server.hold(DocumentService.method.filterDocuments);
    await list.act(notice.name, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(list.menu(notice.name)).not.toBeInTheDocument();
    await expect.element(list.menu(photo.name)).toBeVisible();
  });

  test('and a task goes on from the step of its review', async () => {
    const { getTask, requestTaskReview } = TaskService.method;
    server.answer(getTask, task());
    server.answer(requestTaskReview, task({ status: Task_Status.UNDER_REVIEW, version: 2n }));
    await open('/project-tasks/task-1');
    const request = page.getByRole('button', { name: 'Request review' });
    await expect.element(request).toBeVisible();
    server.hold(getTask);
    await request.click();
    await form.expectToast('Review requested.');
    await expect.element(page.getByRole('button', { name: 'Approve' })).toBeEnabled();
    await expect.element(request).not.toBeInTheDocument();
  });

  test('and a rule of the organisation stays as it was chosen', async () => {
    const { getTenantSettings, updateTenantSettings } = TenantSettingsService.method;
    server.answer(getTenantSettings, { fourEyes: true });
    server.answer(updateTenantSettings, { fourEyes: true, changeFirstPassword: true, version: 1n });
    await open('/settings/organisation');
    const rule = main.getByRole('checkbox', { name: /^A password of one’s own/ });
    await expect.element(rule).not.toBeChecked();
    server.hold(getTenantSettings);
    await rule.click();
    await expect.element(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeInTheDocument();
    await expect.element(rule).toBeEnabled();
    await expect.element(rule).toBeChecked();
  });

  test('and roles are held, by whichever way they were given and taken', async () => {
    server.answer(UserService.method.getUser, aUser());
    withRoles({ Clerk: true, Estimator: true, Mason: true }, 'Clerk');
    await open('/admin/users/user-7/roles');
    await roleTable.expect({ Clerk: 'Yes', Estimator: 'No', Mason: 'No' });
    server.hold(UserRoleMappingService.method.listRoleSelection);
    await roleTable.grant('Estimator').click();
    await roleTable.expect({ Clerk: 'Yes', Estimator: 'Yes', Mason: 'No' });
    await roleTable.remove('Clerk').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await roleTable.expect({ Clerk: 'No', Estimator: 'Yes', Mason: 'No' });
    await roleTable.box('Mason').click();
    await roleTable.box('Estimator').click();
    await roleTable.expect({ Clerk: 'No', Estimator: 'No', Mason: 'Yes' });
    expect(await server.calls(UserRoleMappingService.method.changeUserRoles)).toHaveLength(2);
  });

  test('and a session that was ended is none', async () => {
    const { getProfile, listSessions, endSession, endOtherSessions } = ProfileService.method;
    server.answer(getProfile, { id: 'user-1', email: 'owner@bharat.example', version: 3n });
    server.answer(SecondFactorService.method.getSecondFactor, {});
    const session = (id: string) => ({ id, userAgent: 'curl/8.5.0', isCurrent: id === 's-1' });
    server.answer(listSessions, { sessions: ['s-1', 's-2', 's-3', 's-4'].map(session) });
    server.answer(endSession, {});
    server.answer(endOtherSessions, { ended: 2 });
    await open('/profile');
    const sessions = page.getByRole('region', { name: 'Sessions' });
    const rows = () => sessions.getByRole('listitem').elements().length;
    await expect.poll(rows).toBe(4);
    server.hold(listSessions);
    await sessions.getByRole('button', { name: 'End the session on curl' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
    await expect.poll(rows).toBe(3);
    await expect.element(sessions.getByRole('heading', { name: 'Sessions' })).toHaveFocus();
    await sessions.getByRole('button', { name: 'End all others' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
    await expect.poll(rows).toBe(1);
  });

  test('and a record that was brought back is on its way, and not offered again', async () => {
    server.answer(getContract, () => {
      const restorableUntil = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
      throw deleted({ kind: 'CONTRACT', id: STORED.id, name: 'BID/7', restorableUntil });
    });
    server.answer(DeletedService.method.restoreDeleted, {});
    await open(VIEW);
    const bringBack = page.getByRole('button', { name: 'Bring it back' });
    await expect.element(bringBack).toBeVisible();
    server.answer(getContract, STORED);
    const release = server.hold(getContract);
    await bringBack.click();
    await form.expectToast('Brought back.');
    await expect.element(bringBack).not.toBeInTheDocument();
    release();
    await expect.element(list.heading).toHaveTextContent('Culvert at km 7');
    await expect.element(list.heading).toHaveFocus();
  });
});

test('a row that could not be deleted stays', async () => {
  answerList([row(1)]);
  server.fail(deleteContract, Code.Unavailable);
  await list.open('/contracts/list');
  await remove('BID/1');
  await expect.element(form.dialog('BID/1').getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await list.expectRows(['BID/1']);
});
