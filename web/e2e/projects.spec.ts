import type { Page } from '@playwright/test';
import { type Api, EVERY_FLAG, newFirmWith, type Stored, unique, WORK } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { notice } from './fixtures/papers';
import { DocumentsPO } from './pages/DocumentsPO';
import { FormPO } from './pages/FormPO';
import { ListPO } from './pages/ListPO';

const SERVICE = '**/nirmaan.projects.v1.ProjectService';
const HINDI = 'अहमदाबाद–मेहसाणा राज्य मार्ग का चौड़ीकरण एवं सुदृढ़ीकरण, किमी १२/० से ३४/६, पुलियों एवं सेवा मार्ग सहित';

/** Every field of a project that isn't the server's, as the form calls it and as it is typed. */
const FIELDS = {
  'Project name': HINDI,
  Description: 'Work period 540 days',
  'Contract bid ID': 'ROC 252-B/2026',
  'Project actual value': '45,77,47,127.35',
  'Project bid percentage': '-11.25',
  'Given start date': '01/07/2026',
  'Given end date': '30/06/2027',
  'Actual start date': '05/07/2026',
  'Actual end date': '05/07/2027',
  'Extension count': '2',
  'Extension date': '31/12/2027',
  'Licence holder name': 'Bharat Infra Pvt. Ltd.',
  'Licence no.': 'LIC/42',
  'Licence ID': 'L-42',
  'Termination reason': 'None',
  Comment: 'Two packages',
} as const;

const STATUSES = [
  'Planned',
  'Initiated',
  'In progress',
  'On hold',
  'Under review',
  'Completed',
  'Terminated',
  'Cancelled',
];

const status = (page: Page) => page.getByRole('combobox', { name: 'Status' });

test.describe('projects', () => {
  let api: Api;
  let form: FormPO;
  let list: ListPO;

  test.beforeEach(async ({ page, request, signIn }) => {
    const firm = await newFirmWith(request, WORK);
    api = firm.api;
    form = new FormPO(page);
    list = new ListPO(page);
    await signIn(firm.account);
  });

  // Spec: S2.projects.list
  test('are listed at both addresses, narrowed and sorted', async ({ page }) => {
    for (const [projectName, projectType, projectActualValue] of [
      ['Ring road', 'Road', 9_00_000],
      ['Bypass road', 'Road', 1_20_000],
      ['Town hall', 'Building', 5_00_000],
    ] as const)
      await api.project({ projectName, projectType, projectActualValue, projectBidPercentage: 10 });
    await list.open('/projects/list');
    await expect(list.heading).toHaveText('Projects');
    await expect(list.column(1)).toHaveText(['Town hall', 'Bypass road', 'Ring road']);
    await list.open('/projects');
    await list.filter('Project name').fill('ROAD');
    await expect(list.column(1)).toHaveText(['Bypass road', 'Ring road']);
    await list.sortButton('Bid value').click();
    await expect(page).toHaveURL('/projects?projectName=ROAD&sort=projectBidValue');
    await expect(list.rows.first()).toContainText('₹1,32,000');
    await list.open('/projects?projectType=build&status=DRAFT');
    await expect(list.column(1)).toHaveText(['Town hall']);
    await page.goto('/projects?status=COMPLETED');
    await expect(page.getByText('No projects match these filters')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(list.rows).toHaveCount(3);
  });

  // Spec: S2.projects.create S2.projects.form-fields S3.project S8.projects.created
  test('are created with every field, and read as they were written', async ({ page }) => {
    await page.goto('/projects');
    await expect(page.getByText('No projects yet')).toBeVisible();
    await page.getByRole('link', { name: 'Create Project' }).first().click();
    await expect(page).toHaveURL('/projects/create');
    await form.fill(FIELDS);
    const type = page.getByRole('combobox', { name: 'Project type' });
    await type.fill('State highway');
    await type.press('Escape');
    await status(page).click();
    await page.getByRole('option', { name: 'In progress' }).click();
    await form.create.click();
    await form.expectToast('Project created successfully!');
    await expect(page).toHaveURL('/projects');
    await list.act(HINDI, 'Edit');
    for (const [label, value] of Object.entries(FIELDS)) await expect(form.field(label), label).toHaveValue(value);
    await expect(form.field('Project bid value')).toHaveValue('40,62,50,575.52');
    await expect(type).toHaveValue('State highway');
    await expect(status(page)).toHaveValue('In progress');
  });

  // Spec: S4.project.default S4.project.statuses
  test('begin as drafts, which is no choice', async ({ page }) => {
    await page.goto('/projects/create');
    await expect(status(page)).toHaveValue('Draft');
    await status(page).click();
    await expect(page.getByRole('option')).toHaveText(STATUSES);
    await page.keyboard.press('Escape');
    await form.fill({ 'Project name': 'Compound wall' });
    await form.create.click();
    await form.expectToast('Project created successfully!');
    await list.open('/projects');
    await expect(list.rows.first()).toContainText('Draft');
  });

  // Spec: S5.project.bid
  test('link bid value and percentage, exact to the paisa', async ({ page }) => {
    await page.goto('/projects/create');
    await form.fill({ 'Project actual value': '1234567.89', 'Project bid percentage': '10' });
    await expect(form.field('Project bid value')).toHaveValue('13,58,024.68');
    await form.fill({ 'Project bid value': '12,34,567.89' });
    await expect(form.field('Project bid percentage')).toHaveValue('0');
    await form.fill({ 'Project bid value': 'a lot' });
    await expect(form.field('Project bid value')).toHaveValue('0');
    await form.fill({ 'Project bid percentage': 'ten' });
    await expect(form.field('Project bid percentage')).toHaveValue('0');
  });

  // Spec: S2.projects.view S2.projects.tasks
  test('show their figures and their tasks', async ({ page }) => {
    const project = await api.project({ projectName: 'Ring road', projectBidPercentage: 5, licenseNo: 'LIC/42' });
    const heading = await api.task(project, { title: 'Earthwork' });
    const cutting = { title: 'Cutting', estimatedQuantity: 100, estimatedRate: 50, progress: 40, taxPercentage: 0 };
    await api.task(project, { ...cutting, parentId: heading.id });
    await page.goto(`/projects/${project.id}`);
    await expect(list.heading).toHaveText('Ring road');
    await expect(page.getByRole('main')).toContainText('LIC/42');
    await expect(page.getByRole('main').getByRole('textbox'), 'to be read, not to be typed in').toHaveCount(0);
    const figures = page.getByRole('region', { name: 'Progress' });
    await expect(figures).toContainText('40 %');
    await expect(figures).toContainText('₹5,000');
    await expect(figures).toContainText('1 without tasks below');
    const tree = page.getByRole('treegrid', { name: 'Tasks' });
    await expect(tree.getByRole('row', { name: /Earthwork/ })).toHaveAttribute('aria-expanded', 'true');
    await expectAccessible(page);
    await tree.getByRole('link', { name: 'Cutting' }).click();
    await expect(page).toHaveURL(/\/project-tasks\/[0-9a-f-]+$/);
    await page.goto(`/projects/${project.id}`);
    await page.getByRole('link', { name: 'Add Task' }).click();
    await expect(page).toHaveURL(`/project-tasks/create?projectId=${project.id}`);
    await expect(page.getByRole('combobox', { name: 'Project' })).toHaveValue('Ring road');
    await page.goto(`/projects/${project.id}`);
    await page.getByRole('link', { name: 'Open the task tree' }).click();
    await expect(page).toHaveURL(`/project-tasks?projectId=${project.id}`);
  });

  // Spec: S2.projects.edit S2.projects.tasks S4.project.any-transition S8.projects.updated
  test('are changed at their own address, above their tasks', async ({ page }) => {
    const project = await api.project({ projectName: 'Culvert at km 7', status: 'COMPLETED', projectType: 'Bridge' });
    await page.goto(`/projects/${project.id}/edit`);
    await expect(form.field('Project name')).toHaveValue('Culvert at km 7');
    await expect(page.getByRole('region', { name: 'Tasks' })).toContainText('No tasks found for this project.');
    await form.fill({ 'Project name': 'Culvert at km 9' });
    await status(page).click();
    await page.getByRole('option', { name: 'Planned' }).click();
    await form.update.click();
    await form.expectToast('Project updated successfully!');
    const changed = { projectName: 'Culvert at km 9', status: 'PLANNED', version: 2, updatedAt: expect.any(String) };
    expect(await api.get(`/projects/${project.id}`)).toEqual({ ...project, ...changed });
  });

  // Spec: S8.projects.save-failed
  test('say that nothing was saved, and keep what was typed', async ({ page, allowConsole }) => {
    allowConsole(/500/);
    const { id } = await api.project();
    for (const [address, call, save, done] of [
      ['/projects/create', 'CreateProject', form.create, 'Project created successfully!'],
      [`/projects/${id}/edit`, 'UpdateProject', form.update, 'Project updated successfully!'],
    ] as const) {
      await page.route(`${SERVICE}/${call}`, (route) => route.fulfill({ status: 500 }));
      await page.goto(address);
      await form.fill({ 'Project name': 'Breast wall' });
      await save.click();
      await expect(form.summary).toContainText('Failed to save project. Please try again.');
      await expect(form.summary).toBeFocused();
      await expect(form.field('Project name')).toHaveValue('Breast wall');
      await expectAccessible(page);
      await page.unroute(`${SERVICE}/${call}`);
      await save.click();
      await form.expectToast(done);
    }
  });

  // Spec: S8.projects.fetch-failed S8.projects.fetch-data-failed
  test('say that they could not be read, and try again', async ({ page, allowConsole }) => {
    allowConsole(/500/);
    const { id } = await api.project({ projectName: 'Ring road' });
    for (const [address, sentence] of [
      [`/projects/${id}`, 'Failed to fetch project'],
      [`/projects/${id}/edit`, 'Failed to fetch project data.'],
    ] as const) {
      await page.route(`${SERVICE}/GetProject`, (route) => route.fulfill({ status: 500 }));
      await page.goto(address);
      await expect(list.heading).toHaveText(sentence);
      await page.unroute(`${SERVICE}/GetProject`);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(list.heading).toContainText('Ring road');
    }
  });

  // Spec: S2.projects.delete-question S2.projects.list
  test('are deleted after a question, unless the server refuses', async ({ page, allowConsole }) => {
    allowConsole(/500/);
    await api.project({ projectName: 'Ring road' });
    await list.open('/projects');
    await list.act('Ring road', 'Delete');
    const dialog = form.dialog('Delete Ring road?');
    await expect(dialog).toContainText('Are you sure you want to delete this project?');
    await expectAccessible(page);
    await page.route(`${SERVICE}/DeleteProject`, (route) => route.fulfill({ status: 500 }), { times: 1 });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Failed to delete project. Please try again.');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await form.expectToast('Project deleted successfully!');
    await expect(page.getByText('No projects yet')).toBeVisible();
  });

  test('have documents', async ({ page }) => {
    const project = await api.project({ projectName: 'Ring road' });
    await page.goto(`/projects/${project.id}`);
    const panel = page.getByRole('region', { name: 'Project documents' });
    await panel.getByRole('link', { name: 'Upload documents' }).click();
    await expect(page).toHaveURL(`/projects/${project.id}/documents`);
    const documents = new DocumentsPO(page);
    await documents.choose(notice);
    await expect(documents.file(notice.name)).toContainText('Ready');
    await documents.uploadButton.click();
    await expect(documents.row(notice.name)).toBeVisible();
    await page.goto(`/projects/${project.id}`);
    await expect(panel).toContainText(notice.name);
  });
});

test.describe('a project from a contract', () => {
  let api: Api;
  let contract: Stored;
  const bidId = () => String(contract.bidId);

  test.beforeEach(async ({ request, signIn }) => {
    const firm = await newFirmWith(request, WORK);
    api = firm.api;
    contract = await api.contract({
      contractName: 'Ring road',
      status: 'AWARDED',
      contractType: 'Item rate',
      tenderActualValue: 1_000_000,
      tenderBidPercentage: -8.5,
      licenseHolderName: 'Bharat Infra Pvt. Ltd.',
      givenStartDate: '2026-12-01',
    });
    await signIn(firm.account);
  });

  // Spec: S2.contract-deposit.create-project S4.project.from-contract S9.project.initiated S4.contract.project-once
  test('takes over what the contract says, once', async ({ page }) => {
    const [form, list] = [new FormPO(page), new ListPO(page)];
    await list.open('/contracts/contract-deposit');
    await page.getByRole('link', { name: `Create Project from ${bidId()}` }).click();
    await expect(page).toHaveURL(`/projects/create?contractId=${contract.id}`);
    await expect(form.field('Contract bid ID')).toHaveValue(bidId());
    await expect(form.field('Contract bid ID')).toHaveAttribute('readonly');
    await expect(form.field('Project name')).toHaveValue('Ring road');
    await expect(form.field('Project bid value')).toHaveValue('9,15,000');
    await expect(form.field('Given start date')).toHaveValue('01/12/2026');
    await expect(status(page)).toHaveValue('Initiated');
    await expectAccessible(page);
    await form.fill({ 'Project name': 'Ring road, package 1' });
    await form.create.click();
    await form.expectToast('Project created successfully!');

    await expect(page).toHaveURL('/contracts/contract-deposit');
    const again = page.getByRole('button', { name: `Create Project from ${bidId()}` });
    await expect(again).toHaveAttribute('aria-disabled', 'true');
    await again.hover();
    await expect(page.getByRole('tooltip')).toHaveText('This contract has a project already.');

    await page.goto(`/contracts/${contract.id}`);
    await page.getByRole('link', { name: 'Project', exact: true }).click();
    await expect(list.heading).toHaveText('Ring road, package 1');
    await page.getByRole('main').getByRole('link', { name: bidId(), exact: true }).click();
    await expect(page).toHaveURL(`/contracts/${contract.id}`);
  });

  // Spec: S4.project.linked
  test('can’t be deleted, and says why', async ({ page }) => {
    await api.project({ projectName: 'Ring road', contractId: contract.id });
    const list = new ListPO(page);
    await list.open('/projects');
    await list.menu('Ring road').click();
    const entry = page.getByRole('menuitem', { name: /^Delete/ });
    await expect(entry).toHaveAttribute('aria-disabled', 'true');
    await expect(entry).toContainText('This project is linked to a contract and cannot be deleted.');
    await expectAccessible(page);
  });

  // Spec: S4.project.awarded S4.project.once S8.projects.fetch-data-failed
  test('is not made of a contract that isn’t awarded, has one, or is gone', async ({ page }) => {
    const form = new FormPO(page);
    const draft = await api.contract();
    await page.goto(`/projects/create?contractId=${draft.id}`);
    await expect(form.summary).toContainText('once it is awarded');
    await expect(form.create).toBeDisabled();
    await api.project({ contractId: contract.id });
    await page.goto(`/projects/create?contractId=${contract.id}`);
    await expect(form.summary).toContainText('This contract has a project already.');
    await page.goto(`/projects/create?contractId=${unique()}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to fetch project data.');
  });
});

// Spec: S6.projects.module
test('without a right, what it would allow is disabled and says so', async ({ page, request, signIn }) => {
  const firm = await newFirmWith(request, { Projects: ['canView'], Contracts: EVERY_FLAG });
  await signIn(firm.account);
  await page.goto('/projects');
  const create = page.getByRole('button', { name: 'Create Project' }).first();
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await create.focus();
  await expect(page.getByRole('tooltip')).toHaveText('You need the Create permission for Projects.');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`projects are accessible in the ${colorScheme} theme, on a phone too`, async ({ page, signIn }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(accounts.owner);
    const list = new ListPO(page);
    await list.open('/projects');
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('button', { name: 'Filters' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.goto('/projects/create');
    await expect(new FormPO(page).create).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}
