import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '@/app/query-client';
import { DeletedRecord_Kind, DeletedService } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { expectAccessible, expectToFit } from '@/testing/accessible';
import { ageBanner, readAgainAfter } from '@/testing/age';
import { answerContractPanels } from '@/testing/contracts';
import { form } from '@/testing/form';
import { list } from '@/testing/list';
import { EVERYTHING, person, signIn } from '@/testing/people';
import { deleted } from '@/testing/refusals';
import { open, page, visit } from '@/testing/screen';
import { server } from '@/testing/server';
import { answerProjects, project } from '@/testing/work';

const { getContract } = ContractService.method;
const { restoreDeleted } = DeletedService.method;
const STORED = create(ContractSchema, { id: 'contract-1', bidId: 'BID/7', contractName: 'Culvert' });

const told = page.getByRole('heading', { level: 2 });
const bringBack = page.getByRole('button', { name: 'Bring it back' });
const SOON = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
const FACTS = { kind: 'CONTRACT', id: 'contract-1', name: 'BID/7', restorableUntil: SOON };

/** Lets a call find nothing but that the record was deleted. */
const refuse = (facts: Parameters<typeof deleted>[0]) => () => {
  throw deleted(facts);
};

beforeEach(() => {
  signIn();
  answerContractPanels();
  server.answer(getContract, refuse(FACTS));
});

describe('the page of a deleted record', () => {
  test('says who deleted it and when, and brings it back', async () => {
    await open('/contracts/contract-1');
    await expect.element(list.heading).toHaveTextContent('This record was deleted');
    await expect
      .element(told)
      .toHaveTextContent('Contract BID/7 was deleted by asha@bharat.example on 20 Nov 2026, 2:05 pm.');
    await expect.element(bringBack).toBeVisible();
    await expect.element(page.getByText('It can be brought back until')).toBeVisible();
    await expectAccessible();
    await expectToFit(1440, 390, 320);
    await page.viewport(1280, 800);

    server.answer(restoreDeleted, () => {
      server.answer(getContract, STORED);
      return {};
    });
    await bringBack.click();
    await form.expectToast('Brought back.');
    await expect.element(list.heading).toHaveTextContent('Culvert');
    await expect.element(list.heading).toHaveFocus();
    const [{ request } = {}] = await server.calls(restoreDeleted);
    expect(request).toMatchObject({ kind: DeletedRecord_Kind.CONTRACT, id: 'contract-1' });
  });

  test('says why it can’t be brought back', async () => {
    await open('/contracts/contract-1');
    const message = 'Another contract has the bid ID BID/7 by now. Change that one first.';
    server.fail(restoreDeleted, Code.AlreadyExists, message);
    await bringBack.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(message);
    await expect.element(bringBack).toBeEnabled();
  });

  test('names the right that bringing it back needs', async () => {
    signIn(person({ ...EVERYTHING, Contracts: ['view'] }));
    await open('/contracts/contract-1');
    await bringBack.hover();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('You need the Delete permission for Contracts.');
    await expect.element(bringBack).toHaveAttribute('aria-disabled', 'true');
  });

  test('offers nothing after the thirty days, and to nobody what can’t be brought back', async () => {
    for (const facts of [
      { ...FACTS, restorableUntil: '2026-01-01T00:00:00Z' },
      { ...FACTS, restorableUntil: '' },
    ]) {
      server.answer(getContract, refuse(facts));
      await open('/contracts/contract-1');
      await expect.element(told).toHaveTextContent('Contract BID/7 was deleted');
      await expect.element(page.getByRole('button', { name: 'Go Back' })).toBeVisible();
      await expect.element(bringBack).not.toBeInTheDocument();
    }
  });

  test('says “you” of oneself, and no name of somebody unknown', async () => {
    const me = person();
    signIn(me);
    server.answer(getContract, refuse({ ...FACTS, deletedBy: me.email }));
    await open('/contracts/contract-1');
    await expect.element(told).toHaveTextContent('Contract BID/7 was deleted by you on');
    server.answer(getContract, refuse({ ...FACTS, name: '', deletedBy: '' }));
    await open('/contracts/contract-1');
    await expect.element(told).toHaveTextContent(/^The contract was deleted on 20 Nov/);
  });

  test('of a kind that this version does not know says what it knows', async () => {
    server.answer(getContract, refuse({ ...FACTS, kind: 'TENDER', alongKind: 'PORTAL', alongId: 'x' }));
    await open('/contracts/contract-1');
    await expect.element(told).toHaveTextContent('This record was deleted by asha@bharat.example');
    await expect.element(bringBack).not.toBeInTheDocument();
  });

  test.each([
    ['CONTRACT', 'the contract', '/contracts/above'],
    ['PROJECT', 'the project', '/projects/above'],
    ['TASK', 'that task', '/project-tasks/above'],
  ])('leads to the %s that took it along, with which it comes back', async (alongKind, named, to) => {
    server.answer(getContract, refuse({ ...FACTS, alongKind, alongId: 'above' }));
    await open('/contracts/contract-1');
    await expect.element(page.getByRole('link', { name: `Open ${named}` })).toHaveAttribute('href', to);
    await expect.element(page.getByText('It can be brought back until')).toBeVisible();
    await expect.element(bringBack).not.toBeInTheDocument();
  });

  test('leads nowhere where what took it along can’t be brought back, or seen', async () => {
    const along = { alongKind: 'PROJECT', alongId: 'above' };
    server.answer(getContract, refuse({ ...FACTS, ...along, restorableUntil: '2026-01-01T00:00:00Z' }));
    await open('/contracts/contract-1');
    await expect.element(page.getByText('more than 30 days ago, and can’t be brought back.')).toBeVisible();
    const link = page.getByRole('link', { name: 'Open the project' });
    await expect.element(link).not.toBeInTheDocument();

    signIn(person({ Contracts: ['view'] }));
    server.answer(getContract, refuse({ ...FACTS, ...along }));
    await open('/contracts/contract-1');
    await page.getByRole('button', { name: 'Open the project' }).hover();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('You need the View permission for Projects.');
    await expect.element(link).not.toBeInTheDocument();
  });

  test('leads to the imports where its import was taken back', async () => {
    server.answer(getContract, refuse({ ...FACTS, restorableUntil: '', alongKind: 'IMPORT', alongId: 'import-1' }));
    await open('/contracts/contract-1');
    await expect
      .element(page.getByRole('link', { name: 'Open the imports' }))
      .toHaveAttribute('href', '/contracts/imports');
    await expect.element(bringBack).not.toBeInTheDocument();
  });

  test('takes the place of what was on the screen', async () => {
    server.answer(getContract, STORED);
    await open('/contracts/contract-1');
    await expect.element(list.heading).toHaveTextContent('Culvert');
    server.answer(getContract, refuse(FACTS));
    await queryClient.refetchQueries({ type: 'active' });
    await expect.element(list.heading).toHaveTextContent('This record was deleted');
    await expect.element(page.getByText(/could not be read again/)).not.toBeInTheDocument();
  });
});

describe('every page of a record', () => {
  const of = (kind: string) => refuse({ ...FACTS, kind });

  test.each([
    '/contracts/contract-1/edit',
    '/contracts/contract-deposit/contract-1',
    '/contracts/contract-1/supporting-docs',
  ])('%s says that its contract was deleted', async (path) => {
    server.answer(SecurityDepositService.method.listSecurityDeposits, of('CONTRACT'));
    server.answer(DocumentService.method.getStorageUsage, {});
    await open(path);
    await expect.element(told).toHaveTextContent('Contract BID/7 was deleted by');
  });

  test('the tree of a deleted project says so, and offers nothing to do with it', async () => {
    answerProjects(project());
    server.stream(TaskService.method.streamTaskTree, async function* () {
      yield* [];
      throw deleted({ ...FACTS, kind: 'PROJECT', id: 'project-1', name: 'Ring road' });
    });
    await open('/project-tasks?projectId=project-1');
    await expect.element(told).toHaveTextContent('Project Ring road was deleted by');
    await expect.element(bringBack).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Add Task' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Export' })).not.toBeInTheDocument();
  });

  test('of a contract that is old and deposits that are gone names the deposits', async () => {
    server.answer(getContract, STORED);
    server.answer(SecurityDepositService.method.listSecurityDeposits, of('CONTRACT'));
    await open('/contracts/contract-deposit/contract-1');
    await expect.element(told).toHaveTextContent('Contract BID/7 was deleted by');
    server.fail(getContract);
    await readAgainAfter(60_000);
    await expect.element(ageBanner).toBeVisible();
    await expect.element(told).toHaveTextContent('Contract BID/7 was deleted by');
  });

  test('a form for what would be below it says so from the start', async () => {
    await open('/contracts/contract-1/security-deposit/create');
    await expect.element(page.getByText('Contract BID/7 was deleted by')).toBeVisible();
    await expect.element(form.create).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Go Back' })).toBeVisible();
  });

  test('says so of the other kinds', async () => {
    server.answer(SecurityDepositService.method.getSecurityDeposit, of('DEPOSIT'));
    server.answer(ProjectService.method.getProject, of('PROJECT'));
    server.answer(TaskService.method.getTask, of('TASK'));
    server.answer(UserService.method.getUser, of('USER'));
    await open('/payroll');
    for (const [path, kind] of [
      ['/contracts/contract-1/security-deposit/deposit-1', 'Deposit'],
      ['/projects/project-1', 'Project'],
      ['/project-tasks/task-1', 'Task'],
      ['/admin/users/user-9', 'User'],
    ] as const) {
      await visit(path);
      await expect.element(told).toHaveTextContent(`${kind} BID/7 was deleted by`);
    }
    await expect.element(page.getByText(/^They can be brought back, with their roles, until/)).toBeVisible();
    server.answer(restoreDeleted, {});
    await page.getByRole('button', { name: 'Bring them back' }).click();
    const [call] = await server.calls(restoreDeleted);
    expect(call?.request).toMatchObject({ kind: DeletedRecord_Kind.USER, id: 'contract-1' });
  });
});
