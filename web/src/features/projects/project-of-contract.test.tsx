import { create as message } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { Contract_Status, ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { Project_Status } from '@/gen/nirmaan/projects/v1/project_pb';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { EVERYTHING, person, signIn } from '@/testing/people';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';
import { expectTooltip } from '@/testing/tooltip';
import { day, project } from '@/testing/work';

const { getContract } = ContractService.method;
const { searchContractDeposits } = SecurityDepositService.method;
const { createProject, filterProjects } = ProjectService.method;

const CREATE = '/projects/create?contractId=contract-1';

const contract = (fields: object = {}) =>
  message(ContractSchema, {
    id: 'contract-1',
    bidId: 'ROC/252',
    contractName: 'Ring road',
    description: 'Work period 540 days',
    comments: 'Ask for the drawings',
    status: Contract_Status.AWARDED,
    contractType: 'Item rate',
    tenderActualValue: { paise: 10_00_000_00n },
    tenderBidValue: { paise: 9_15_000_00n },
    tenderBidPercentage: -8.5,
    licenseHolderName: 'Bharat Infra Pvt. Ltd.',
    licenseNo: 'LIC/42',
    licenseId: 'L-42',
    givenStartDate: day('2026-12-01'),
    version: 3n,
    ...fields,
  });

beforeEach(() => {
  signIn();
  server.answer(getContract, contract());
  server.answer(filterProjects, {});
  server.answer(createProject, ({ project: sent }) => ({ ...project(), ...sent }));
});

describe('a project from a contract', () => {
  // Spec: S4.project.from-contract S9.project.initiated
  test('takes over what the contract says, and starts initiated', async () => {
    await open(CREATE);
    for (const [label, value] of [
      ['Project name', 'Ring road'],
      ['Description', 'Work period 540 days'],
      ['Contract bid ID', 'ROC/252'],
      ['Project actual value', '10,00,000'],
      ['Project bid percentage', '-8.5'],
      ['Project bid value', '9,15,000'],
      ['Given start date', '01/12/2026'],
      ['Licence holder name', 'Bharat Infra Pvt. Ltd.'],
      ['Licence no.', 'LIC/42'],
      ['Licence ID', 'L-42'],
      // What was noted of the tender is no remark on the work.
      ['Comment', ''],
    ] as const)
      await expect.element(form.field(label)).toHaveValue(value);
    await expect.element(page.getByRole('combobox', { name: 'Project type' })).toHaveValue('Item rate');
    await expect.element(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Initiated');
    await expect.element(form.field('Contract bid ID')).toHaveAttribute('readonly');
    await expectAccessible();
    await form.fill({ 'Project name': 'Ring road, package 1' });
    await form.create.click();
    await form.expectToast('Project created successfully!');
    expect((await server.calls(createProject)).map(({ request }) => request.project)).toEqual([
      expect.objectContaining({
        contractId: 'contract-1',
        contractBidId: 'ROC/252',
        projectName: 'Ring road, package 1',
        status: Project_Status.INITIATED,
        projectBidValue: expect.objectContaining({ paise: 9_15_000_00n }),
        givenStartDate: expect.objectContaining({ year: 2026, month: 12, day: 1 }),
      }),
    ]);
  });

  // Spec: S4.project.awarded
  test('is made of an awarded contract only', async () => {
    server.answer(getContract, contract({ status: Contract_Status.WORK_ORDER_ISSUED }));
    await open(CREATE);
    await expect
      .element(page.getByRole('main'))
      .toHaveTextContent('A project can be created from a contract once it is');
    await expect.element(form.create).not.toBeInTheDocument();
    await expectAccessible();
  });

  // Spec: S4.project.once
  test('is made of a contract once', async () => {
    server.answer(getContract, contract({ isProjectCreated: true }));
    await open(CREATE);
    await expect.element(page.getByText('This contract has a project already.')).toBeVisible();
    await expect.element(form.create).not.toBeInTheDocument();
  });

  // Spec: S8.projects.fetch-data-failed
  test('says so when the contract can’t be read, and tries again', async () => {
    const retry = page.getByRole('button', { name: 'Try again' });
    const found = server.fail(getContract, Code.NotFound, 'Contract not found.');
    await open(CREATE);
    await expect.element(list.heading).toHaveTextContent('Failed to fetch project data.');
    await expect.element(retry).not.toBeInTheDocument();
    found();
    const mend = server.fail(getContract);
    await open(CREATE);
    await expect.element(list.heading).toHaveTextContent('Failed to fetch project data.');
    mend();
    await retry.click();
    await expect.element(form.field('Project name')).toHaveValue('Ring road');
  });
});

describe('contracts with deposits', () => {
  const button = (bidId: string, role: 'link' | 'button') =>
    page.getByRole(role, { name: `Create Project from ${bidId}` });

  beforeEach(() => {
    const rows = [
      contract(),
      contract({ id: 'contract-2', bidId: 'ROC/300', isProjectCreated: true }),
      ...[Contract_Status.DRAFT, Contract_Status.ACCEPTED, Contract_Status.COMPLETED].map((status) =>
        contract({ id: `contract-${status + 10}`, bidId: `ROC/4${status}`, status }),
      ),
    ];
    server.answer(searchContractDeposits, (request) => pageOf(rows, request));
  });

  // Spec: S2.contract-deposit.create-project S4.contract.project-once
  test('offer a project from those that are awarded, once', async () => {
    await list.open('/contracts/contract-deposit');
    await expect.element(page.getByRole('row')).toHaveLength(6);
    await expect.element(page.getByText('Create Project')).toHaveLength(2);
    const made = button('ROC/300', 'button');
    await expect.element(made).toHaveAttribute('aria-disabled', 'true');
    await expectTooltip(made, 'This contract has a project already.');
    await made.click({ force: true });
    expect(address()).toBe('/contracts/contract-deposit');
    await button('ROC/252', 'link').click();
    await expect.poll(address).toBe(CREATE);
    await expect.element(form.field('Contract bid ID')).toHaveValue('ROC/252');
  });

  // Spec: S6.projects.module
  test('say which right is missing for it', async () => {
    signIn(person({ ...EVERYTHING, Projects: ['view'] }));
    await list.open('/contracts/contract-deposit');
    const create = button('ROC/252', 'button');
    await expect.element(create).toHaveAttribute('aria-disabled', 'true');
    await expectTooltip(create, 'You need the Create permission for Projects.');
  });
});
