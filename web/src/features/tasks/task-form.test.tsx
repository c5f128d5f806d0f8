import { create } from '@bufbuild/protobuf';
import { beforeEach, describe, expect, test } from 'vitest';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { Task_OnOwnFigures, Task_Priority, Task_Status, TaskSchema } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { TASK_CHOICES, TASK_FIELDS } from '@/testing/filled';
import { form } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { EVERYTHING, person, signIn } from '@/testing/people';
import { conflict, invalid } from '@/testing/refusals';
import { address, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';
import { answerNoDocuments, answerTree, day, project, task } from '@/testing/work';

const { filterProjects, getProject } = ProjectService.method;
const { createTask, getTask, searchAssignees, updateTask } = TaskService.method;

const CREATE = '/project-tasks/create?projectId=project-1';
const EDIT = '/project-tasks/task-1/edit';

/** The task that is typed and chosen, as the protocol has it. */
const MESSAGE = {
  projectId: 'project-1',
  title: 'Embankment, km 2/0 to 8/0',
  description: 'Layers of 20 cm',
  estimatedQuantity: 1250.5,
  units: 'cum',
  estimatedRate: { paise: 482_50n },
  taxPercentage: 18,
  actualQuantity: 0.3333,
  actualRate: { paise: 490_00n },
  estimatedEffortHours: 640,
  actualEffortHours: 7.5,
  status: Task_Status.ON_HOLD,
  taskType: 'Earthwork',
  priority: Task_Priority.BLOCKER,
  givenStartDate: day('2026-10-01'),
  givenEndDate: day('2026-12-15'),
  actualStartDate: day('2026-10-06'),
  actualEndDate: day('2026-12-20'),
  progress: 33.25,
  isMilestone: true,
  isBillable: false,
  assignedTo: 'user-7',
  rejectionReason: 'Not compacted',
  terminationReason: 'None',
  comment: 'From borrow pits',
};

/** In the order of the phases that they belong to. */
const STATUSES = [
  ...['Draft', 'Planned', 'Assigned'],
  ...['Initiated', 'In progress', 'Reopened', 'On hold'],
  ...['Under review', 'Completed', 'Approved', 'Rejected'],
  ...['Terminated', 'Cancelled'],
];

const choice = (label: string) => page.getByRole('combobox', { name: label, exact: true });
const box = (label: string) => page.getByRole('checkbox', { name: label });
const offered = () =>
  page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);

async function expectFields(): Promise<void> {
  for (const [label, value] of Object.entries(TASK_FIELDS)) await expect.element(form.field(label)).toHaveValue(value);
  for (const [label, value] of Object.entries(TASK_CHOICES)) await expect.element(choice(label)).toHaveValue(value);
  await expect.element(choice('Assigned to')).toHaveValue('asha@bharat.example');
  await expect.element(box('Milestone')).toBeChecked();
  await expect.element(box('Billable')).not.toBeChecked();
}

beforeEach(() => {
  signIn();
  answerTree([]);
  answerNoDocuments();
  server.answer(getProject, project());
  server.answer(filterProjects, (request) => pageOf([project()], request));
  server.answer(createTask, ({ task: sent }) => ({ ...task(), ...sent, id: 'task-2' }));
  server.answer(getTask, task());
});

describe('a new task', () => {
  // Spec: S2.tasks.create S2.tasks.form-fields S3.task S8.tasks.created
  test('is sent with every field as it was typed', async () => {
    server.answer(searchAssignees, { people: [{ id: 'user-7', email: 'asha@bharat.example' }] });
    await open(CREATE);
    await expect.element(choice('Project')).toHaveValue('Ring road');
    await form.fill(TASK_FIELDS);
    for (const label of ['Task type', 'Units'] as const) {
      await choice(label).fill(TASK_CHOICES[label]);
      await userEvent.keyboard('{Escape}');
    }
    for (const label of ['Status', 'Priority'] as const) {
      await choice(label).click();
      await page.getByRole('option', { name: TASK_CHOICES[label] }).click();
    }
    await choice('Assigned to').fill('asha');
    await page.getByRole('option', { name: 'asha@bharat.example' }).click();
    expect((await server.calls(searchAssignees)).at(-1)?.request.keyword).toBe('asha');
    await box('Milestone').click();
    await box('Billable').click();
    await expectFields();
    await form.create.click();
    await form.expectToast('Task created successfully!');
    const calls = await server.calls(createTask);
    expect(calls.map(({ request }) => request.task)).toEqual([create(TaskSchema, MESSAGE)]);
    expect(calls[0]?.headers.get('idempotency-key')).toMatch(/\S{16}/);
  });

  // Spec: S4.task.default S4.task.statuses S4.task.priorities S9.task.tax S9.task.defaults
  test('begins as a billable draft with 14 % tax and no priority', async () => {
    await open('/project-tasks/create');
    await expect.element(choice('Status')).toHaveValue('Draft');
    await expect.element(choice('Priority')).toHaveValue('');
    await expect.element(form.field('Tax percentage')).toHaveValue('14');
    await expect.element(box('Billable')).toBeChecked();
    await expect.element(box('Milestone')).not.toBeChecked();
    await choice('Status').click();
    await expect.poll(offered).toEqual(STATUSES);
    await userEvent.keyboard('{Escape}');
    await choice('Priority').click();
    await expect.poll(offered).toEqual(['Low', 'Medium', 'High', 'Urgent', 'Blocker']);
    await userEvent.keyboard('{Escape}');
    await form.fill({ Title: 'Survey' });
    await choice('Project').fill('ring');
    await page.getByRole('option', { name: 'Ring road' }).click();
    expect((await server.calls(filterProjects)).at(-1)?.request).toMatchObject({
      projectName: 'ring',
      withoutSums: true,
    });
    await form.create.click();
    await form.expectToast('Task created successfully!');
    const defaults = { status: Task_Status.DRAFT, taxPercentage: 14, isBillable: true, isMilestone: false };
    expect((await server.calls(createTask)).map(({ request }) => request.task)).toEqual([
      create(TaskSchema, { projectId: 'project-1', title: 'Survey', ...defaults }),
    ]);
  });

  test('says at once what it comes to', async () => {
    await open(CREATE);
    const [estimated, actual] = [form.field('Estimated amount'), form.field('Actual amount')];
    await form.fill({ 'Estimated quantity': '1250.5', 'Estimated rate': '482.50' });
    await expect.element(estimated).toHaveValue('6,87,837.53');
    await expect.element(estimated).toHaveAttribute('readonly');
    await form.fill({ 'Actual quantity': '100' });
    await expect.element(actual).toHaveValue('55,005');
    await form.fill({ 'Actual rate': '500', 'Tax percentage': '0' });
    await expect.element(actual).toHaveValue('50,000');
    await form.fill({ 'Estimated quantity': '' });
    await expect.element(estimated).toHaveValue('');
  });

  test('comes to what the figures of both make where somebody else changed one', async () => {
    const figures = { estimatedQuantity: 100, estimatedRate: { paise: 10_00n }, taxPercentage: 0 };
    const stored = task(figures);
    const theirs = task({ ...figures, estimatedRate: { paise: 20_00n }, version: stored.version + 1n });
    server.answer(getTask, stored);
    server.answer(updateTask, ({ task: sent }) => {
      server.answer(getTask, theirs);
      if (sent?.version === stored.version) throw conflict(theirs.version);
      throw invalid({ 'task.title': 'Title is taken.' });
    });
    await open(EDIT);
    await expect.element(form.field('Estimated amount')).toHaveValue('1,000');
    await form.fill({ 'Estimated quantity': '200' });
    await form.update.click();
    await expect.element(form.summary).toHaveFocus();
    await expect.element(form.field('Estimated rate')).toHaveValue('20');
    await expect.element(form.field('Estimated amount')).toHaveValue('4,000');
  });

  test('is not sent with what can’t be', async () => {
    await open('/project-tasks/create');
    await form.fill({
      Progress: '100.5',
      'Estimated quantity': 'some',
      'Actual quantity': '1,25,00',
      'Given start date': '10/02/2026',
      'Given end date': '09/02/2026',
    });
    await form.create.click();
    await expect.element(form.summary).toHaveFocus();
    for (const sentence of [
      'Title is required.',
      'Project is required.',
      'Estimated quantity must be a number from 0 to 1,00,00,00,000 with at most 4 decimals.',
      'Actual quantity has its commas in unusual places. Did you mean 1,25,000 or 12,500?',
      'Progress must be a number from 0 to 100 with at most 2 decimals.',
      'Given end date must not be before given start date.',
    ])
      await expect.element(form.summary.getByRole('link', { name: sentence })).toBeVisible();
    await expectAccessible();
    await form.summary.getByRole('link', { name: 'Project is required.' }).click();
    await expect.element(choice('Project')).toHaveFocus();
    expect(await server.calls(createTask)).toEqual([]);
  });

  test('below another one is of its project, and leads back to it', async () => {
    server.answer(getTask, task({ title: 'Level 3', level: 3 }));
    await open('/project-tasks/task-1');
    await page.getByRole('link', { name: 'Add Sub Task' }).click();
    await expect.poll(address).toBe(`${CREATE}&parentId=task-1`);
    await expect.element(form.field('Parent task')).toHaveValue('Level 3');
    await expect.element(choice('Project')).toHaveValue('Ring road');
    await expect.element(choice('Project')).toHaveAttribute('readonly');
    await form.fill({ Title: 'Level 4' });
    await form.create.click();
    await form.expectToast('Task created successfully!');
    await expect.poll(address).toBe('/project-tasks/task-1');
    expect((await server.calls(createTask))[0]?.request.task).toMatchObject({
      projectId: 'project-1',
      parentId: 'task-1',
    });
  });

  test('is asked what becomes of the figures of the one above, where it has some', async () => {
    const culvert = {
      title: 'Culvert',
      estimatedQuantity: 12.5,
      rollUp: { estimatedAmount: { paise: 21_89_000_00n } },
    };
    server.answer(getTask, task(culvert));
    await open(`${CREATE}&parentId=task-1`);
    const figures = choice('Figures of the task above');
    await expect.element(figures).toHaveValue('Keep them as a line of their own');
    await expect.element(figures).toHaveAccessibleDescription(/^Culvert comes to ₹21,89,000\./);
    await expectAccessible();
    await form.fill({ Title: 'Headwall' });
    await form.create.click();
    await form.expectToast('Task created successfully!');
    await open(`${CREATE}&parentId=task-1`);
    await form.fill({ Title: 'Apron' });
    await figures.click();
    await page.getByRole('option', { name: 'Drop them' }).click();
    await form.create.click();
    expect((await server.calls(createTask)).map(({ request }) => request.onOwnFigures)).toEqual([
      Task_OnOwnFigures.KEEP,
      Task_OnOwnFigures.DROP,
    ]);
    // A heading has none to lose.
    server.answer(getTask, task({ ...culvert, rollUp: { descendants: 1 } }));
    await open(`${CREATE}&parentId=task-1`);
    await expect.element(form.field('Parent task')).toHaveValue('Culvert');
    await expect.element(figures).not.toBeInTheDocument();
  });

  // Spec: S5.task.level
  test('can’t be made below level 4', async () => {
    server.answer(getTask, task({ level: 4 }));
    await open(`${CREATE}&parentId=task-1`);
    await expect.element(page.getByRole('main').getByText('Maximum level reached (Level 4)')).toBeVisible();
    await expect.element(form.create).not.toBeInTheDocument();
    server.answer(getTask, task({ level: 3 }));
    await open(`${CREATE}&parentId=task-1`);
    await expect.element(form.create).toBeEnabled();
  });
});

describe('a stored task', () => {
  beforeEach(() => {
    server.answer(getTask, task({ ...MESSAGE, assignedToEmail: 'asha@bharat.example', version: 7n }));
    server.answer(updateTask, ({ task: sent }) => ({ ...task(), ...sent }));
  });

  // Spec: S2.tasks.edit S2.tasks.form-fields S8.tasks.updated
  test('is changed at its own address, stays in its project, and loses nothing', async () => {
    await open(EDIT);
    await expectFields();
    await expect.element(choice('Project')).toHaveAttribute('readonly');
    await expect.element(form.field('Parent task')).toHaveValue('None: directly below the project');
    await form.fill({ Title: 'Cutting in rock' });
    await page.getByRole('button', { name: 'Clear Assigned to' }).click();
    await page.getByRole('button', { name: 'Clear Priority' }).click();
    await form.update.click();
    await form.expectToast('Task updated successfully!');
    const changes = { title: 'Cutting in rock', assignedTo: '', priority: Task_Priority.PRIORITY_UNSPECIFIED };
    const changed = create(TaskSchema, { ...MESSAGE, ...changes, version: 7n });
    expect((await server.calls(updateTask)).map(({ request }) => request)).toEqual([
      expect.objectContaining({ id: 'task-1', task: changed }),
    ]);
  });

  // Spec: S4.task.any-transition S4.task.statuses
  test('may have any status after any other', async () => {
    for (const [before, label, after, status] of [
      ['APPROVED', 'Planned', 'PLANNED', 'Approved'],
      ['CANCELLED', 'Under review', 'UNDER_REVIEW', 'Cancelled'],
      ['DRAFT', 'Terminated', 'TERMINATED', 'Draft'],
    ] as const) {
      server.answer(getTask, task({ status: Task_Status[before] }));
      await open(EDIT);
      await expect.element(choice('Status')).toHaveValue(status);
      await choice('Status').click();
      await expect.poll(offered).toEqual(STATUSES);
      await page.getByRole('option', { name: label }).click();
      await form.update.click();
      await form.expectToast('Task updated successfully!');
      expect((await server.calls(updateTask)).at(-1)?.request.task?.status).toBe(Task_Status[after]);
    }
  });
});

describe('the form of a task', () => {
  // Spec: S8.tasks.save-failed
  test('says that nothing was saved, and keeps what was typed', async () => {
    server.answer(updateTask, task());
    for (const [path, method, save, done] of [
      [CREATE, createTask, form.create, 'Task created successfully!'],
      [EDIT, updateTask, form.update, 'Task updated successfully!'],
    ] as const) {
      await open(path);
      const failed = 'Failed to save task. Please try again.';
      await form.expectKept({ Title: 'Breast wall' }, { method, save, failed, done });
    }
    const keys = (await server.calls(createTask)).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[1], 'the second attempt is the same creation').toBe(keys[0]);
  });

  // Spec: S8.tasks.fetch-data-failed
  test('says that what it starts from could not be read, and tries again', async () => {
    for (const [path, method, title] of [
      [EDIT, getTask, 'Cutting'],
      [`${CREATE}&parentId=task-1`, getTask, ''],
      [CREATE, getProject, ''],
    ] as const) {
      const mend = server.fail(method);
      await open(path);
      await expect.element(list.heading).toHaveTextContent('Failed to fetch task data.');
      mend();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect.element(form.field('Title')).toHaveValue(title);
    }
  });

  // Spec: S6.tasks.module
  test('is not offered to whoever lacks the right to save it', async () => {
    signIn(person({ ...EVERYTHING, 'Project Tasks': ['view'] }));
    for (const [path, button, right] of [
      [CREATE, form.create, 'Create'],
      [EDIT, form.update, 'Edit'],
    ] as const) {
      await open(path);
      await expect.element(page.getByText(`You need the ${right} permission for Project Tasks.`)).toBeVisible();
      await expect.element(button).not.toBeInTheDocument();
    }
  });
});
