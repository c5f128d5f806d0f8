import { beforeEach, describe, expect, test } from 'vitest';
import { DeletedRecord_Kind, DeletedService } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { SettingsService } from '@/gen/nirmaan/common/v1/settings_service_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { ContractImportService } from '@/gen/nirmaan/contracts/v1/import_service_pb';
import { SecurityDeposit_Status } from '@/gen/nirmaan/contracts/v1/security_deposit_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { ContractTimelineService } from '@/gen/nirmaan/contracts/v1/timeline_service_pb';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import { AuditService } from '@/gen/nirmaan/platform/v1/audit_service_pb';
import { PermissionService } from '@/gen/nirmaan/platform/v1/permission_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { UserState } from '@/gen/nirmaan/type/v1/user_state_pb';
import { expectAccessible } from '@/testing/accessible';
import { answerContractPanels } from '@/testing/contracts';
import { notice, stored } from '@/testing/documents';
import { form } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { aUser } from '@/testing/platform';
import { conflict, deleted } from '@/testing/refusals';
import { withRoles } from '@/testing/roles';
import { address, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';
import { anEvent } from '@/testing/trail';
import { tree } from '@/testing/tree';
import { answerNoDocuments, answerProjects, answerTree, node, project, task } from '@/testing/work';

const RAVI = 'ravi@bharat.example';
const GONE = UserState.DELETED;
const marked = `${RAVI} (deleted)`;

const at = { seconds: 1_760_000_000n };
const main = page.getByRole('main');

beforeEach(() => {
  signIn();
  answerContractPanels();
  answerNoDocuments();
  server.answer(ContractService.method.getContract, { id: 'contract-1', bidId: 'ROAD/1', contractName: 'Ring road' });
});

describe('somebody who is deleted is marked so', () => {
  test('in the tree of tasks, in the cell and in the filter', async () => {
    answerProjects(project());
    answerTree([node('Slab', '', { assignedTo: 'user-7' })], [{ id: 'user-7', email: RAVI, state: GONE }]);
    await tree.open();
    const cell = tree.row('Slab').getByTitle(marked);
    await expect.element(cell).toHaveTextContent(/^ravi deleted$/);
    await expectAccessible();
    await expect.element(page.getByRole('combobox', { name: 'Assignee' })).toHaveTextContent(marked);
  });

  test('on a task that was given to them, and in its review', async () => {
    const people = { completedBy: RAVI, completedByState: GONE, rejectedBy: RAVI, rejectedByState: UserState.INACTIVE };
    const given = { assignedTo: 'user-7', assignedToEmail: RAVI, assignedToState: GONE };
    server.answer(
      TaskService.method.getTask,
      task({ ...given, completedBy: 'user-7', rejectedBy: 'user-7', approvedBy: 'user-9', people }),
    );
    await open('/project-tasks/task-1');
    const review = page.getByRole('region', { name: 'Review' });
    await expect.element(review).toHaveTextContent(`by ${marked}`);
    await expect.element(review).toHaveTextContent(`by ${RAVI} (inactive)`);
    await expect.element(review).toHaveTextContent('by an unknown user');
    await expect.element(page.getByRole('region', { name: 'Task', exact: true })).toHaveTextContent(marked);
    await open('/project-tasks/task-1/edit');
    const assigned = page.getByRole('combobox', { name: 'Assigned to' });
    await expect.element(assigned).toHaveValue(RAVI);
    await expect.element(assigned).toHaveAccessibleDescription(marked);
  });

  test('beside the documents that they uploaded', async () => {
    const document = { ...stored(notice), createdByEmail: RAVI, createdByState: GONE };
    server.answer(DocumentService.method.filterDocuments, (request) => pageOf([document], request));
    server.answer(DocumentService.method.getStorageUsage, {});
    await list.open('/contracts/contract-1/supporting-docs');
    await expect.element(list.grid).toHaveTextContent(marked);
    await page.getByRole('button', { name: notice.name, exact: true }).click();
    await expect.element(page.getByRole('dialog')).toHaveTextContent(marked);
  });

  test('beside the files that they imported or took back', async () => {
    const file = { id: 'import-1', fileName: 'may.csv', createdAt: at, createdByEmail: RAVI, createdByState: GONE };
    const undone = { undoneAt: at, undoneByEmail: RAVI, undoneByState: UserState.INACTIVE };
    server.answer(ContractImportService.method.filterContractImports, (request) =>
      pageOf([{ ...file, ...undone }], request),
    );
    await list.open('/contracts/imports');
    await expect.element(list.grid).toHaveTextContent(marked);
    await list.menu('may.csv').click();
    await expect.element(page.getByRole('menuitem', { name: /^Undo/ })).toHaveTextContent(`${RAVI} (inactive)`);
  });

  test('beside the views that they share', async () => {
    const view = { id: 'view-1', list: 'contracts', name: 'Won', isShared: true, ownerEmail: RAVI, ownerState: GONE };
    server.answer(SettingsService.method.listSavedViews, { views: [view] });
    server.answer(ContractService.method.filterContracts, {});
    await open('/contracts/list');
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await expect.element(form.dialog('Views of this list')).toHaveTextContent(`Shared by ${marked}`);
  });

  test('in the activity and in a record’s history, as who did it and as whom a task was given to', async () => {
    const assigned = { field: 'assigned_to', from: RAVI, fromState: GONE, to: 'asha@bharat.example' };
    const event = anEvent({ entity: 'task', actor: RAVI, actorState: UserState.INACTIVE, changes: [assigned] });
    server.answer(AuditService.method.filterAuditEvents, (request) => pageOf([event], request));
    await list.open('/admin/audit');
    await expect.element(list.grid).toHaveTextContent(`${RAVI} (inactive)`);

    server.answer(TaskService.method.getTask, task());
    server.answer(AuditService.method.listRecordHistory, (request) => pageOf([event], request));
    await open('/project-tasks/task-1');
    await page.getByRole('button', { name: 'History' }).click();
    const history = form.dialog('History');
    await expect.element(history).toHaveTextContent(`Changed by ${RAVI} (inactive)`);
    await expect.element(history).toHaveTextContent(`from ${marked} → to asha@bharat.example`);
  });

  test('in the course of a contract and of a deposit', async () => {
    const change = { to: SecurityDeposit_Status.SUBMITTED, at, actor: RAVI, actorState: GONE };
    server.answer(ContractTimelineService.method.getContractTimeline, {
      statusChanges: [{ at, actor: RAVI, actorState: UserState.INACTIVE }],
      depositChanges: [{ ...change, depositId: 'deposit-1', depositType: 'EMD' }],
    });
    await open('/contracts/contract-1');
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await expect.element(timeline).toHaveTextContent(`by ${RAVI} (inactive)`);
    await expect.element(timeline).toHaveTextContent(`by ${marked}`);
    server.answer(SecurityDepositService.method.getSecurityDeposit, { id: 'deposit-1', contractId: 'contract-1' });
    await open('/contracts/contract-1/security-deposit/deposit-1');
    await expect.element(page.getByRole('region', { name: 'Status history' })).toHaveTextContent(`by ${marked}`);
  });

  test.each([
    ['USER_STATE_DELETED', marked],
    ['USER_STATE_INACTIVE', 'you in another window'],
    ['', 'you in another window'],
  ])('in a conflict of versions, as whoever saved first, in the state “%s”', async (updatedByState, who) => {
    // Of somebody else than the one whose address it was, if that one is deleted.
    signIn({ ...person(), email: RAVI });
    const { getUser, updateUser } = UserService.method;
    server.answer(getUser, aUser());
    server.answer(updateUser, () => {
      server.answer(getUser, aUser({ comment: 'Theirs', version: 4n }));
      throw conflict(4n, { updatedBy: RAVI, updatedByState });
    });
    await open('/admin/users/user-7/edit');
    await form.fill({ Comment: 'Mine' });
    await form.update.click();
    await expect.element(form.dialog('This record has changed')).toHaveTextContent(`Last changed by ${who} at`);
  });

  test('beside what they deleted', async () => {
    const record = { id: 'contract-1', name: 'BID/1', deletedAt: at, deletedBy: RAVI, deletedByState: GONE };
    server.answer(DeletedService.method.filterDeleted, (request) =>
      pageOf([{ ...record, kind: DeletedRecord_Kind.CONTRACT }], request),
    );
    await list.open('/deleted');
    await expect.element(list.grid).toHaveTextContent(marked);
    const facts = { kind: 'CONTRACT', id: 'contract-1', name: 'BID/1', deletedBy: RAVI };
    const refuse = (deletedByState: string) =>
      server.answer(ContractService.method.getContract, () => {
        throw deleted({ ...facts, deletedByState });
      });
    refuse('USER_STATE_DELETED');
    await open('/contracts/contract-1');
    await expect.element(main).toHaveTextContent(`was deleted by ${marked} on`);
    // Whoever has their address by now is somebody else.
    signIn({ ...person(), email: RAVI });
    await open('/contracts/contract-1');
    await expect.element(main).toHaveTextContent(`was deleted by ${marked} on`);
    refuse('');
    await open('/contracts/contract-1');
    await expect.element(main).toHaveTextContent('was deleted by you on');
  });
});

test('an inactive user is found by their whole address all the same', async () => {
  withRoles({ Clerk: true });
  server.answer(UserService.method.filterUsers, { content: [{ ...aUser(), isActive: false }], totalElements: 1n });
  server.answer(UserService.method.getUser, { ...aUser(), isActive: false });
  await open('/admin/user-roles-mapping');
  const user = page.getByRole('combobox', { name: 'User' });
  await user.fill(RAVI);
  await expect.element(page.getByRole('option', { name: RAVI })).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(user).toHaveAccessibleDescription(`${RAVI} (inactive)`);
  await expect.poll(address).toBe('/admin/user-roles-mapping?userId=user-7');
});

test('an inactive user is marked so above their roles and rights', async () => {
  server.answer(UserService.method.getUser, { ...aUser(), isActive: false });
  server.answer(PermissionService.method.listUserPermissions, {});
  withRoles({ Clerk: true });
  await open('/admin/users/user-7/roles');
  await expect.element(list.heading).toHaveTextContent(`Roles of ${RAVI} (inactive)`);
  await open('/admin/users/user-7/permissions');
  await expect.element(list.heading).toHaveTextContent(`${RAVI} (inactive)`);
});
