import { create } from '@bufbuild/protobuf';
import { beforeEach, describe, expect, test } from 'vitest';
import { Project_Status, ProjectSchema } from '@/gen/nirmaan/projects/v1/project_pb';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { PROJECT_FIELDS } from '@/testing/filled';
import { form } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { EVERYTHING, person, signIn } from '@/testing/people';
import { conflict } from '@/testing/refusals';
import { address, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';
import { answerNoDocuments, answerTree, day, project } from '@/testing/work';

const { createProject, filterProjects, getProject, updateProject } = ProjectService.method;

/** The project that is typed, with what is chosen, as the protocol has it. */
const MESSAGE = {
  projectName: PROJECT_FIELDS['Project name'],
  description: 'Work period 540 days',
  contractBidId: 'ROC 252-B/2026',
  projectType: 'State highway',
  status: Project_Status.IN_PROGRESS,
  projectActualValue: { paise: 45_77_47_127_35n },
  projectBidPercentage: -11.25,
  // 45,77,47,127.35 less 11.25 %, to the paisa.
  projectBidValue: { paise: 40_62_50_575_52n },
  givenStartDate: day('2026-07-01'),
  givenEndDate: day('2027-06-30'),
  actualStartDate: day('2026-07-05'),
  actualEndDate: day('2027-07-05'),
  extensionCount: 2,
  extensionDate: day('2027-12-31'),
  licenseHolderName: 'Bharat Infra Pvt. Ltd.',
  licenseNo: 'LIC/42',
  licenseId: 'L-42',
  terminationReason: 'None',
  comment: 'Two packages',
};

const STATUSES = {
  Planned: Project_Status.PLANNED,
  Initiated: Project_Status.INITIATED,
  'In progress': Project_Status.IN_PROGRESS,
  'On hold': Project_Status.ON_HOLD,
  'Under review': Project_Status.UNDER_REVIEW,
  Completed: Project_Status.COMPLETED,
  Terminated: Project_Status.TERMINATED,
  Cancelled: Project_Status.CANCELLED,
};

const status = page.getByRole('combobox', { name: 'Status' });
const type = page.getByRole('combobox', { name: 'Project type' });

const offered = () =>
  page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);

async function expectFields(): Promise<void> {
  for (const [label, value] of Object.entries(PROJECT_FIELDS))
    await expect.element(form.field(label)).toHaveValue(value);
  await expect.element(form.field('Project bid value')).toHaveValue('40,62,50,575.52');
  await expect.element(type).toHaveValue('State highway');
  await expect.element(status).toHaveValue('In progress');
}

beforeEach(() => {
  signIn();
  answerTree([]);
  answerNoDocuments();
  server.answer(filterProjects, (request) => pageOf([project()], request));
});

describe('a new project', () => {
  beforeEach(() => server.answer(createProject, ({ project: sent }) => ({ ...project(), ...sent, id: 'project-2' })));

  // Spec: S2.projects.create S2.projects.form-fields S3.project S8.projects.created
  test('is sent with every field as it was typed, and leads back to the list', async () => {
    await list.open('/projects');
    await page.getByRole('link', { name: 'Create Project' }).click();
    await expect.poll(address).toBe('/projects/create');
    await form.fill(PROJECT_FIELDS);
    await type.fill('State highway');
    await userEvent.keyboard('{Escape}');
    await status.click();
    await page.getByRole('option', { name: 'In progress' }).click();
    await expectFields();
    await form.create.click();
    await form.expectToast('Project created successfully!');
    await expect.poll(address).toBe('/projects');
    const [call, ...more] = await server.calls(createProject);
    expect(call?.request.project).toEqual(create(ProjectSchema, MESSAGE));
    expect(call?.headers.get('idempotency-key')).toMatch(/\S{16}/);
    expect(more).toEqual([]);
  });

  // Spec: S4.project.default S4.project.statuses
  test('begins as a draft, which is no choice', async () => {
    await open('/projects/create');
    await expect.element(status).toHaveValue('Draft');
    await status.click();
    await expect.poll(offered).toEqual(Object.keys(STATUSES));
    await userEvent.keyboard('{Escape}');
    await form.fill({ 'Project name': 'Compound wall' });
    await form.create.click();
    await form.expectToast('Project created successfully!');
    const [call] = await server.calls(createProject);
    expect(call?.request.project).toMatchObject({ projectName: 'Compound wall', status: Project_Status.DRAFT });
  });

  // Spec: S5.project.bid
  test('links bid value and percentage, exact to the paisa', async () => {
    await open('/projects/create');
    const [value, percentage] = [form.field('Project bid value'), form.field('Project bid percentage')];
    await form.fill({ 'Project actual value': '1234567.89', 'Project bid percentage': '10' });
    await expect.element(value).toHaveValue('13,58,024.68');
    await form.fill({ 'Project bid value': '11,11,111.10' });
    await expect.element(percentage).toHaveValue('-10');
    await form.fill({ 'Project actual value': '200' });
    await expect.element(value).toHaveValue('180');
    await form.fill({ 'Project bid value': 'a lot' });
    await expect.element(value).toHaveValue('0');
    await expect.element(percentage).toHaveValue('-100');
    await form.fill({ 'Project bid percentage': 'ten' });
    await expect.element(percentage).toHaveValue('0');
    await expect.element(value).toHaveValue('200');
  });

  test('warns of an end before its start', async () => {
    await open('/projects/create');
    await form.fill({ 'Given start date': '12/03/2026', 'Given end date': '11/03/2026' });
    await expect
      .element(form.field('Given end date'))
      .toHaveAccessibleDescription('Given end date is before the given start date, 12 Mar 2026.');
    await form.fill({ 'Extension date': '10/03/2026' });
    await expect
      .element(form.field('Extension date'))
      .toHaveAccessibleDescription('Extension date is before the given end date, 11 Mar 2026.');
  });

  test('needs a name, and says so', async () => {
    await open('/projects/create');
    await form.create.click();
    await expect.element(form.summary).toHaveFocus();
    await form.summary.getByRole('link', { name: 'Project name is required.' }).click();
    await expect.element(form.field('Project name')).toHaveFocus();
    expect(await server.calls(createProject)).toEqual([]);
  });
});

describe('a stored project', () => {
  beforeEach(() => {
    server.answer(getProject, project({ ...MESSAGE, version: 7n }));
    server.answer(updateProject, ({ project: sent }) => ({ ...project(), ...sent }));
  });

  // Spec: S2.projects.edit S2.projects.form-fields S2.projects.tasks S8.projects.updated
  test('is changed at its own address, and nothing of it is lost', async () => {
    await open('/projects/project-1/edit');
    await expectFields();
    await expect
      .element(page.getByRole('region', { name: 'Tasks' }))
      .toHaveTextContent('No tasks found for this project.');
    await form.fill({ 'Project name': 'Culvert at km 9' });
    await form.update.click();
    await form.expectToast('Project updated successfully!');
    expect((await server.calls(updateProject)).map(({ request }) => request)).toEqual([
      expect.objectContaining({
        id: 'project-1',
        project: create(ProjectSchema, { ...MESSAGE, projectName: 'Culvert at km 9', version: 7n }),
      }),
    ]);
  });

  // Spec: S4.project.any-transition S4.project.statuses
  test('may have any status after any other', async () => {
    for (const [before, after] of [
      ['Completed', 'Planned'],
      ['Cancelled', 'Under review'],
      ['Planned', 'Terminated'],
    ] as const) {
      server.answer(getProject, project({ status: STATUSES[before] }));
      await open('/projects/project-1/edit');
      await expect.element(status).toHaveValue(before);
      await status.click();
      await expect.poll(offered).toEqual(Object.keys(STATUSES));
      await page.getByRole('option', { name: after }).click();
      await form.update.click();
      await form.expectToast('Project updated successfully!');
      expect((await server.calls(updateProject)).at(-1)?.request.project?.status).toBe(STATUSES[after]);
    }
  });

  test('is not overwritten when somebody else has changed it', async () => {
    server.answer(updateProject, ({ project: sent }) => {
      server.answer(getProject, project({ ...MESSAGE, comment: 'Three packages', version: 8n }));
      if (sent?.version === 8n) return { ...project(), ...sent };
      throw conflict(8n);
    });
    await open('/projects/project-1/edit');
    await form.fill({ 'Project name': 'Culvert at km 9' });
    await form.update.click();
    await form.expectToast('Project updated successfully! Includes what asha@bharat.example changed: Comment.');
    expect((await server.calls(updateProject)).map(({ request }) => request)).toMatchObject([
      { project: { version: 7n }, updateMask: { paths: ['project_name'] } },
      { project: { version: 8n, comment: 'Three packages' }, updateMask: { paths: ['project_name'] } },
    ]);
  });
});

describe('a project', () => {
  // Spec: S8.projects.save-failed
  test('that can’t be saved says so, and keeps what was typed', async () => {
    server.answer(getProject, project());
    server.answer(createProject, project());
    server.answer(updateProject, project());
    for (const [path, method, save, done] of [
      ['/projects/create', createProject, form.create, 'Project created successfully!'],
      ['/projects/project-1/edit', updateProject, form.update, 'Project updated successfully!'],
    ] as const) {
      await open(path);
      const failed = 'Failed to save project. Please try again.';
      await form.expectKept({ 'Project name': 'Breast wall' }, { method, save, failed, done });
    }
    const keys = (await server.calls(createProject)).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[1], 'the second attempt is the same creation').toBe(keys[0]);
  });

  // Spec: S8.projects.fetch-data-failed
  test('that can’t be read for its form says so, and tries again', async () => {
    server.answer(getProject, project());
    const mend = server.fail(getProject);
    await open('/projects/project-1/edit');
    await expect.element(list.heading).toHaveTextContent('Failed to fetch project data.');
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(form.field('Project name')).toHaveValue('Ring road');
  });

  // Spec: S6.projects.module
  test('is not offered to whoever lacks the right to save it', async () => {
    signIn(person({ ...EVERYTHING, Projects: ['view'] }));
    server.answer(getProject, project());
    for (const [path, button, right] of [
      ['/projects/create', form.create, 'Create'],
      ['/projects/project-1/edit', form.update, 'Edit'],
    ] as const) {
      await open(path);
      await expect.element(page.getByText(`You need the ${right} permission for Projects.`)).toBeVisible();
      await expect.element(button).not.toBeInTheDocument();
    }
  });
});
