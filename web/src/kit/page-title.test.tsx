import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { answerContractPanels } from '@/testing/contracts';
import { frame } from '@/testing/frame';
import { list, pageOf } from '@/testing/list';
import { signIn } from '@/testing/people';
import { aUser } from '@/testing/platform';
import { withRoles } from '@/testing/roles';
import { open, page, userEvent, visit } from '@/testing/screen';
import { server } from '@/testing/server';
import { settled } from '@/testing/settled';
import { answerNoDocuments, answerTree, project, task } from '@/testing/work';

const { filterContracts, getContract } = ContractService.method;
const { getTask } = TaskService.method;
const { getUser } = UserService.method;

beforeEach(async () => {
  signIn();
  server.answer(filterContracts, (request) => pageOf([], request));
  server.answer(getContract, { id: 'contract-1', bidId: 'BID/7', contractName: 'Dam' });
  server.answer(SecurityDepositService.method.listSecurityDeposits, {});
  answerContractPanels();
  answerTree([]);
  answerNoDocuments();
  server.answer(ProjectService.method.getProject, project());
  server.answer(getTask, task());
  server.answer(getUser, aUser());
  withRoles({ Clerk: true });
  await open('/contracts/list');
  await expect.element(list.result).toBeVisible();
});

describe('the focus', () => {
  test.each([
    ['/contracts/contract-1', getContract, 'Dam'],
    ['/contracts/contract-1/edit', getContract, 'Edit Dam'],
    ['/contracts/contract-deposit/contract-1', getContract, 'Dam'],
    ['/project-tasks/task-1', getTask, 'Cutting'],
    ['/project-tasks/create?projectId=project-1&parentId=task-1', getTask, 'Create Task'],
    ['/admin/user-roles-mapping/user-7/edit', getUser, 'ravi@bharat.example'],
  ])('of %s is on its heading before and after its record is there', async (path, method, title) => {
    const release = server.hold(method);
    await visit(path);
    await expect.element(frame.heading).toHaveFocus();
    const before = frame.heading.element();
    release();
    await expect.poll(() => before.isConnected, { message: 'the skeleton has a heading of its own' }).toBe(false);
    await expect.element(frame.heading).toHaveTextContent(title);
    await expect.element(frame.heading).toHaveFocus();
  });

  test('goes to the heading of a record that is there at the second attempt', async () => {
    const mend = server.fail(getContract, Code.Unavailable);
    await visit('/contracts/contract-1');
    const again = page.getByRole('button', { name: 'Try again' });
    await expect.element(again).toBeVisible();
    mend();
    again.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(frame.heading).toHaveTextContent('Dam');
    await expect.element(frame.heading).toHaveFocus();
  });

  test('stays where somebody moved it meanwhile', async () => {
    const release = server.hold(getContract);
    await visit('/contracts/contract-1');
    await expect.element(frame.heading).toHaveFocus();
    const link = frame.menu.getByRole('link', { name: 'Projects' });
    link.element().focus();
    release();
    await expect.element(frame.heading).toHaveTextContent('Dam');
    await settled();
    await expect.element(link).toHaveFocus();
  });
});
