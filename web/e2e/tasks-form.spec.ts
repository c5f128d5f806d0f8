import type { Page } from '@playwright/test';
import { type Api, newFirmWith, type Stored, WORK } from './api';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { photo } from './fixtures/papers';
import { DocumentsPO } from './pages/DocumentsPO';
import { FormPO } from './pages/FormPO';

const SERVICE = '**/nirmaan.projects.v1.TaskService';

/** Every field of a task that isn't the server's and is typed, as the form calls it and shows it. */
const FIELDS = {
  Title: 'Embankment, km 2/0 to 8/0',
  Description: 'Layers of 20 cm',
  'Estimated quantity': '1,250.5',
  'Estimated rate': '482.50',
  'Tax percentage': '18',
  'Estimated effort hours': '640',
  'Actual quantity': '0.3333',
  'Actual rate': '490',
  Progress: '33.25',
  'Actual effort hours': '7.5',
  'Given start date': '01/10/2026',
  'Given end date': '15/12/2026',
  'Actual start date': '06/10/2026',
  'Actual end date': '20/12/2026',
  Comment: 'From borrow pits',
  'Rejection reason': 'Not compacted',
  'Termination reason': 'None',
} as const;

/** The same where it is chosen or suggested. */
const CHOICES = { Status: 'On hold', Priority: 'Blocker', 'Task type': 'Earthwork', Units: 'cum' } as const;

const STATUSES = [
  ...['Draft', 'Planned', 'Assigned'],
  ...['Initiated', 'In progress', 'Reopened', 'On hold'],
  ...['Under review', 'Completed', 'Approved', 'Rejected'],
  ...['Terminated', 'Cancelled'],
];

const choice = (page: Page, label: string) => page.getByRole('combobox', { name: label, exact: true });

test.describe('a task', () => {
  let api: Api;
  let email: string;
  let project: Stored;
  let form: FormPO;

  const heading = (page: Page) => page.getByRole('heading', { level: 1 });
  const at = ({ id }: Stored) => `/project-tasks/${id}`;

  test.beforeEach(async ({ page, request, signIn }) => {
    const firm = await newFirmWith(request, WORK);
    ({ api } = firm);
    ({ email } = firm.account);
    project = await api.project({ projectName: 'Ring road' });
    form = new FormPO(page);
    await signIn(firm.account);
  });

  // Spec: S2.tasks.create S2.tasks.form-fields S3.task S8.tasks.created
  test('is created with every field, and read as it was written', async ({ page }) => {
    test.slow();
    await page.goto(`/project-tasks/create?projectId=${project.id}`);
    await expect(choice(page, 'Project')).toHaveValue('Ring road');
    await form.fill(FIELDS);
    for (const label of ['Task type', 'Units'] as const) {
      await choice(page, label).fill(CHOICES[label]);
      await choice(page, label).press('Escape');
    }
    for (const label of ['Status', 'Priority'] as const) {
      await choice(page, label).click();
      await page.getByRole('option', { name: CHOICES[label] }).click();
    }
    await choice(page, 'Assigned to').fill(email.slice(0, 12));
    await page.getByRole('option', { name: email }).click();
    await page.getByRole('checkbox', { name: 'Milestone' }).check();
    await page.getByRole('checkbox', { name: 'Billable' }).uncheck();
    const create = page.waitForRequest(`${SERVICE}/CreateTask`);
    await form.create.click();
    await create;
    await form.expectToast('Task created successfully!');

    const { content } = await api.post('/tasks/filter', { projectId: project.id });
    const [stored] = content as Stored[];
    await page.goto(`/project-tasks/${stored?.id}/edit`);
    for (const [label, value] of Object.entries(FIELDS)) await expect(form.field(label), label).toHaveValue(value);
    for (const [label, value] of Object.entries(CHOICES)) await expect(choice(page, label), label).toHaveValue(value);
    await expect(choice(page, 'Assigned to')).toHaveValue(email);
    await expect(page.getByRole('checkbox', { name: 'Milestone' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Billable' })).not.toBeChecked();
    await page.getByRole('button', { name: 'Clear Assigned to' }).click();
    await page.getByRole('button', { name: 'Clear Priority' }).click();
    await form.update.click();
    await form.expectToast('Task updated successfully!');
    expect(await api.get(`/tasks/${stored?.id}`)).toMatchObject({ assignedTo: '', priority: '' });
  });

  // Spec: S4.task.default S4.task.statuses S4.task.priorities S9.task.tax S9.task.defaults
  test('begins as a billable draft with 14 % tax and no priority', async ({ page }) => {
    await page.goto('/project-tasks/create');
    await expect(choice(page, 'Status')).toHaveValue('Draft');
    await expect(choice(page, 'Priority')).toHaveValue('');
    await expect(form.field('Tax percentage')).toHaveValue('14');
    await expect(page.getByRole('checkbox', { name: 'Billable' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Milestone' })).not.toBeChecked();
    await choice(page, 'Status').click();
    await expect(page.getByRole('option')).toHaveText(STATUSES);
    await page.keyboard.press('Escape');
    await choice(page, 'Priority').click();
    await expect(page.getByRole('option')).toHaveText(['Low', 'Medium', 'High', 'Urgent', 'Blocker']);
    await page.keyboard.press('Escape');
    await form.fill({ Title: 'Survey' });
    await choice(page, 'Project').fill('ring');
    await page.getByRole('option', { name: 'Ring road' }).click();
    await form.create.click();
    await form.expectToast('Task created successfully!');
  });

  test('says at once what it comes to', async ({ page }) => {
    await page.goto('/project-tasks/create');
    await form.fill({ 'Estimated quantity': '1250.5', 'Estimated rate': '482.50' });
    await expect(form.field('Estimated amount')).toHaveValue('6,87,837.53');
    await expect(form.field('Estimated amount')).toHaveAttribute('readonly');
    await form.fill({ 'Actual quantity': '100' });
    await expect(form.field('Actual amount')).toHaveValue('55,005');
    await form.fill({ 'Actual rate': '500', 'Tax percentage': '0' });
    await expect(form.field('Actual amount')).toHaveValue('50,000');
    await form.fill({ 'Estimated quantity': '' });
    await expect(form.field('Estimated amount')).toHaveValue('');
  });

  test('is not sent with what can’t be', async ({ page }) => {
    await page.goto('/project-tasks/create');
    await form.fill({
      Progress: '100.5',
      'Estimated quantity': 'some',
      'Given start date': '10/02/2026',
      'Given end date': '09/02/2026',
    });
    await form.create.click();
    await expect(form.summary).toBeFocused();
    for (const sentence of [
      'Title is required.',
      'Project is required.',
      'Estimated quantity must be a number from 0 to 1,00,00,00,000 with at most 4 decimals.',
      'Progress must be a number from 0 to 100 with at most 2 decimals.',
      'Given end date must not be before given start date.',
    ])
      await expect(form.summary.getByRole('link', { name: sentence })).toBeVisible();
    await expectAccessible(page);
    await form.summary.getByRole('link', { name: 'Project is required.' }).click();
    await expect(choice(page, 'Project')).toBeFocused();
  });

  // Spec: S5.task.level S2.tasks.view
  test('goes below another one, down to level 4', async ({ page }) => {
    let parent = await api.task(project, { title: 'Level 0' });
    for (const level of [1, 2, 3]) parent = await api.task(project, { title: `Level ${level}`, parentId: parent.id });
    await page.goto(at(parent));
    await page.getByRole('link', { name: 'Add Sub Task' }).click();
    await expect(form.field('Parent task')).toHaveValue('Level 3');
    await expect(choice(page, 'Project')).toHaveAttribute('readonly');
    await form.fill({ Title: 'Level 4' });
    await form.create.click();
    await form.expectToast('Task created successfully!');
    await expect(page).toHaveURL(at(parent));

    const { content } = await api.post('/tasks/filter', { projectId: project.id, title: 'Level 4' });
    const [last] = content as Stored[];
    if (!last) throw new Error('the task of level 4 is not there');
    await page.goto(at(last));
    await expect(heading(page)).toHaveText('Level 4');
    await expect(page.getByRole('main')).toContainText('Ring road');
    await expect(page.getByRole('main').getByRole('textbox'), 'to be read, not to be typed in').toHaveCount(0);
    const add = page.getByRole('button', { name: 'Add Sub Task' });
    await expect(add).toHaveAttribute('aria-disabled', 'true');
    await add.focus();
    await expect(page.getByRole('tooltip')).toHaveText('Maximum level reached (Level 4)');
    await page.goto(`/project-tasks/create?parentId=${last.id}`);
    await expect(form.summary).toHaveText('Maximum level reached (Level 4)');
    await expect(form.create).toBeDisabled();
  });

  // Spec: S2.tasks.edit S4.task.any-transition S8.tasks.updated
  test('is changed at its own address, and stays in its project', async ({ page }) => {
    const task = await api.task(project, { title: 'Cutting', status: 'APPROVED', estimatedQuantity: 12 });
    await page.goto(`${at(task)}/edit`);
    await expect(choice(page, 'Project')).toHaveAttribute('readonly');
    await expect(form.field('Parent task')).toHaveValue('None: directly below the project');
    await form.fill({ Title: 'Cutting in rock' });
    await choice(page, 'Status').click();
    await page.getByRole('option', { name: 'Planned' }).click();
    await form.update.click();
    await form.expectToast('Task updated successfully!');
    const changed = { title: 'Cutting in rock', status: 'PLANNED', estimatedQuantity: 12, version: 2 };
    expect(await api.get(`/tasks/${task.id}`)).toMatchObject(changed);
  });

  // Spec: S8.tasks.save-failed
  test('says that nothing was saved, and keeps what was typed', async ({ page, allowConsole }) => {
    allowConsole(/500/);
    const task = await api.task(project);
    for (const [address, call, save, done] of [
      [`/project-tasks/create?projectId=${project.id}`, 'CreateTask', form.create, 'Task created successfully!'],
      [`${at(task)}/edit`, 'UpdateTask', form.update, 'Task updated successfully!'],
    ] as const) {
      await page.route(`${SERVICE}/${call}`, (route) => route.fulfill({ status: 500 }));
      await page.goto(address);
      await form.fill({ Title: 'Breast wall' });
      await save.click();
      await expect(form.summary).toContainText('Failed to save task. Please try again.');
      await expect(form.summary).toBeFocused();
      await expect(form.field('Title')).toHaveValue('Breast wall');
      await page.unroute(`${SERVICE}/${call}`);
      await save.click();
      await form.expectToast(done);
    }
  });

  // Spec: S8.tasks.fetch-failed S8.tasks.fetch-data-failed
  test('says that it could not be read, and tries again', async ({ page, allowConsole }) => {
    allowConsole(/500/);
    const task = await api.task(project, { title: 'Cutting' });
    for (const [address, sentence] of [
      [at(task), 'Failed to fetch task'],
      [`${at(task)}/edit`, 'Failed to fetch task data.'],
    ] as const) {
      await page.route(`${SERVICE}/GetTask`, (route) => route.fulfill({ status: 500 }));
      await page.goto(address);
      await expect(heading(page)).toHaveText(sentence);
      await page.unroute(`${SERVICE}/GetTask`);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(heading(page)).toContainText('Cutting');
    }
  });

  test('with others below shows what they come to beside its own figures', async ({ page }) => {
    const parent = await api.task(project, { title: 'Earthwork', estimatedQuantity: 1, estimatedRate: 7 });
    const below = { parentId: parent.id, taxPercentage: 0, estimatedRate: 100 };
    await api.task(project, { ...below, estimatedQuantity: 30, progress: 100, givenStartDate: '2026-03-01' });
    await api.task(project, { ...below, estimatedQuantity: 10, givenEndDate: '2026-08-01' });
    await page.goto(at(parent));
    const table = page.getByRole('region', { name: 'With the tasks below' });
    await expect(table).toContainText('2 tasks lie below this one.');
    await expect(table.getByRole('row', { name: 'Progress' }).getByRole('cell')).toHaveText(['75 %', '0 %']);
    const amounts = table.getByRole('row', { name: 'Estimated amount' }).getByRole('cell');
    await expect(amounts).toHaveText(['₹4,000', '₹7.98']);
    await expect(table.getByRole('row', { name: 'Given end date' })).toContainText('01 Aug 2026');
    await expectAccessible(page);
    await page.goto(`${at(parent)}/edit`);
    await expect(form.field('Progress')).toHaveAttribute('readonly');
    await expect(page.getByText('Follows from the tasks below')).toBeVisible();
  });

  test('is reviewed: sent back with a reason, opened again, approved', async ({ page, allowConsole }) => {
    test.slow();
    allowConsole(/500/);
    const task = await api.task(project, { title: 'Cutting' });
    await page.goto(at(task));
    const review = page.getByRole('region', { name: 'Review' });
    const step = (name: string) => review.getByRole('button', { name, exact: true });
    const status = page.getByRole('main').locator('h1 + div');
    await expect(review).toContainText('Nobody has asked for a review yet.');
    await step('Request review').click();
    await expect(status).toContainText('Under review');
    await expect(review).toContainText(`by ${email}`);

    await step('Reject').click();
    const dialog = form.dialog('Reject Cutting?');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await expect(dialog.getByText('Reason is required.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The slopes are too steep');
    await page.route(`${SERVICE}/RejectTask`, (route) => route.fulfill({ status: 500 }), { times: 1 });
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('The review could not be recorded. Please try again.');
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('The slopes are too steep');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(status).toContainText('Rejected');
    await expect(review).toContainText('The slopes are too steep');

    await step('Reopen').click();
    await expect(status).toContainText('Reopened');
    await step('Request review').click();
    await step('Approve').click();
    await expect(status).toContainText('Approved');
    await expect(review.getByRole('term').filter({ hasText: 'Approved' })).toBeVisible();
    await expect(step('Reopen')).toBeVisible();
    expect(await api.get(`/tasks/${task.id}`)).toMatchObject({ status: 'APPROVED', isApproved: true });
  });

  // Spec: S2.tasks.delete-question
  test('is deleted with all below it, after a question that says so', async ({ page }) => {
    const parent = await api.task(project, { title: 'Earthwork' });
    const child = await api.task(project, { parentId: parent.id });
    await api.task(project, { parentId: child.id });
    await page.goto(at(parent));
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = form.dialog('Delete Earthwork?');
    await expect(dialog).toContainText('Are you sure you want to delete this task?');
    await expect(dialog).toContainText('2 tasks below it are deleted too.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await form.expectToast('Task deleted successfully!');
    await expect(page).toHaveURL(`/project-tasks?projectId=${project.id}`);
    await expect(page.getByText('No tasks found for this project.')).toBeVisible();
  });

  test('has documents', async ({ page }) => {
    const task = await api.task(project, { title: 'Cutting' });
    await page.goto(at(task));
    const panel = page.getByRole('region', { name: 'Task documents' });
    await panel.getByRole('link', { name: 'Upload documents' }).click();
    await expect(page).toHaveURL(`${at(task)}/documents`);
    const documents = new DocumentsPO(page);
    await documents.choose(photo);
    await expect(documents.file(photo.name)).toContainText('Ready');
    await documents.uploadButton.click();
    await expect(documents.row(photo.name)).toBeVisible();
    await page.goto(at(task));
    await expect(panel).toContainText(photo.name);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is accessible in the ${colorScheme} theme, on a phone too`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      const task = await api.task(project, { status: 'UNDER_REVIEW', priority: 'URGENT', assignedTo: '' });
      for (const [address, shown] of [
        [at(task), page.getByRole('button', { name: 'Approve' })],
        [`${at(task)}/edit`, form.update],
      ] as const) {
        await page.goto(address);
        await expect(shown).toBeVisible();
        await expectAccessible(page);
        await page.setViewportSize({ width: 390, height: 844 });
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        await page.setViewportSize({ width: 1366, height: 768 });
      }
    });
  }
});

// Spec: S6.tasks.module
test('without the right to change tasks, a review can’t be taken further', async ({ page, request, signIn }) => {
  const { account, api } = await newFirmWith(request, { ...WORK, 'Project Tasks': ['canView', 'canCreate'] });
  const task = await api.task(await api.project());
  await signIn(account);
  await page.goto(`/project-tasks/${task.id}`);
  const ask = page.getByRole('button', { name: 'Request review' });
  await expect(ask).toHaveAttribute('aria-disabled', 'true');
  await ask.focus();
  await expect(page.getByRole('tooltip')).toHaveText('You need the Edit permission for Project Tasks.');
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
});
