import { Code, ConnectError } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { Project_Status } from '@/gen/nirmaan/projects/v1/project_pb';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { ageBanner } from '@/testing/age';
import { list } from '@/testing/list';
import { EVERYTHING, person, signIn } from '@/testing/people';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';
import { expectTooltip } from '@/testing/tooltip';
import { answerNoDocuments, answerTree, chain, node, project } from '@/testing/work';

const { getProject } = ProjectService.method;
const AT = '/projects/project-1';

const tasks = page.getByRole('region', { name: 'Tasks' });
const figures = page.getByRole('region', { name: 'Progress' });

beforeEach(() => {
  signIn();
  answerTree(chain('Earthwork', 'Cutting', 'Trimming'));
  answerNoDocuments();
  server.answer(
    getProject,
    project({
      status: Project_Status.IN_PROGRESS,
      projectBidValue: { paise: 9_15_000_00n },
      licenseNo: 'LIC/42',
      sums: {
        tasks: 3,
        leaves: 1,
        progress: 40,
        estimatedAmount: { paise: 5_000_00n },
        actualAmount: { paise: 1_250_50n },
      },
    }),
  );
});

describe('a project', () => {
  // Spec: S2.projects.view
  test('shows what is known of it, to be read and not typed in', async () => {
    await open(AT);
    await expect.element(list.heading).toHaveTextContent('Ring road');
    const main = page.getByRole('main');
    await expect.element(main).toHaveTextContent('LIC/42');
    await expect.element(main).toHaveTextContent('In progress');
    await expect.element(main.getByRole('textbox')).toHaveLength(0);
    for (const figure of ['40 %', '1 without tasks below', '₹5,000', '₹1,250.50', '₹9,15,000'])
      await expect.element(figures).toHaveTextContent(figure);
    expect((await server.calls(getProject))[0]?.request).toMatchObject({ id: 'project-1', withoutSums: false });
  });

  // Spec: S2.projects.tasks
  test('shows its tasks, the first two levels of them, and leads to each', async () => {
    await open(AT);
    const tree = tasks.getByRole('treegrid', { name: 'Tasks' });
    await expect.element(tree.getByRole('row', { name: /Earthwork/ })).toHaveAttribute('aria-expanded', 'true');
    await expect.element(tree.getByRole('row', { name: /Cutting/ })).toHaveAttribute('aria-expanded', 'false');
    await expect.element(tree.getByText('Trimming')).not.toBeInTheDocument();
    await expectAccessible();
    await expect.element(tree.getByRole('link', { name: 'Cutting' })).toHaveAttribute('href', '/project-tasks/Cutting');
    await expect
      .element(tasks.getByRole('link', { name: 'Add Task' }))
      .toHaveAttribute('href', '/project-tasks/create?projectId=project-1');
    await expect
      .element(tasks.getByRole('link', { name: 'Open the task tree' }))
      .toHaveAttribute('href', '/project-tasks?projectId=project-1');
  });

  // Spec: S2.projects.tasks
  test('without tasks says so, and offers the first', async () => {
    answerTree([]);
    await open(AT);
    await expect.element(tasks).toHaveTextContent('No tasks found for this project.');
    await expect
      .element(tasks.getByRole('link', { name: 'Add Task' }))
      .toHaveAttribute('href', '/project-tasks/create?projectId=project-1');
  });

  test('stands while its tasks can’t be read', async () => {
    const mend = server.fail(TaskService.method.streamTaskTree);
    await open(AT);
    await expect.element(tasks).toHaveTextContent('Failed to fetch tasks');
    await expect.element(figures).toHaveTextContent('40 %');
    await expectAccessible();
    mend();
    await tasks.getByRole('button', { name: 'Try again' }).click();
    await expect.element(tasks.getByRole('link', { name: 'Earthwork' })).toBeVisible();
  });

  test('says so where only a part of its tasks has arrived', async () => {
    server.stream(TaskService.method.streamTaskTree, async function* () {
      yield { nodes: [node('Earthwork')], total: 2 };
      throw new ConnectError('gone', Code.Internal);
    });
    await open(AT);
    await expect.element(tasks.getByRole('alert')).toHaveTextContent('Not all tasks have arrived.');
    await expect.element(tasks.getByRole('link', { name: 'Earthwork' })).toBeVisible();
    await expect.element(ageBanner).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('leads to the contract that it comes from', async () => {
    server.answer(getProject, project({ contractId: 'contract-1', contractBidId: 'ROC/252' }));
    await open(AT);
    const contract = page.getByRole('main').getByRole('link', { name: 'ROC/252', exact: true });
    await expect.element(contract).toHaveAttribute('href', '/contracts/contract-1');
    expect(await server.calls(ContractService.method.getContract)).toEqual([]);
  });

  // Spec: S8.projects.fetch-failed
  test('that can’t be read says so, and tries again', async () => {
    const mend = server.fail(getProject);
    await open(AT);
    await expect.element(list.heading).toHaveTextContent(/^Failed to fetch project$/);
    await expectAccessible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(list.heading).toHaveTextContent('Ring road');
    expect(address()).toBe(AT);
  });
});

// Spec: S6.projects.module
test('without the right to edit it, a project says so', async () => {
  signIn(person({ ...EVERYTHING, Projects: ['view'], 'Project Tasks': ['view'] }));
  await open(AT);
  for (const [name, right] of [
    ['Edit', 'the Edit permission for Projects'],
    ['Add Task', 'the Create permission for Project Tasks'],
  ] as const) {
    const button = page.getByRole('button', { name });
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expectTooltip(button, `You need ${right}.`);
  }
});
