import type { Page } from '@playwright/test';
import { PROJECT_FIELDS } from '../src/testing/filled.ts';
import { newFirmWith, type Stored, WORK } from './api';
import { expect, test } from './fixtures';
import { notice } from './fixtures/papers';
import { DocumentsPO } from './pages/DocumentsPO';
import { FormPO } from './pages/FormPO';
import { ListPO } from './pages/ListPO';

const status = (page: Page) => page.getByRole('combobox', { name: 'Status' });

test.describe('projects', () => {
  // Spec: S2.projects.create S2.projects.edit S2.projects.form-fields S3.project
  test('are kept with every field, changed, deleted and brought back', async ({ page, request, signIn }) => {
    const { account, api } = await newFirmWith(request, WORK);
    const [form, list] = [new FormPO(page), new ListPO(page)];
    await signIn(account);
    await page.goto('/projects/create');
    await form.fill(PROJECT_FIELDS);
    const type = page.getByRole('combobox', { name: 'Project type' });
    await type.fill('State highway');
    await type.press('Escape');
    await status(page).click();
    await page.getByRole('option', { name: 'In progress' }).click();
    await form.create.click();
    await form.expectToast('Project created successfully!');
    await expect(page).toHaveURL('/projects');

    await list.act(PROJECT_FIELDS['Project name'], 'Edit');
    for (const [label, value] of Object.entries(PROJECT_FIELDS))
      await expect(form.field(label), label).toHaveValue(value);
    await expect(form.field('Project bid value')).toHaveValue('40,62,50,575.52');
    await expect(type).toHaveValue('State highway');
    await expect(status(page)).toHaveValue('In progress');
    const [before] = (await api.post('/projects/filter', {})).content as Stored[];
    await form.fill({ 'Project name': 'Culvert at km 9' });
    await form.update.click();
    await form.expectToast('Project updated successfully!');
    const changed = { projectName: 'Culvert at km 9', version: 2, updatedAt: expect.any(String) };
    expect(await api.get(`/projects/${before?.id}`)).toEqual({ ...before, ...changed });

    await list.open('/projects');
    await list.act('Culvert at km 9', 'Delete');
    await form.dialog('Delete Culvert at km 9?').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No projects yet')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await form.expectToast('Brought back.');
    await expect(page.getByRole('button', { name: 'Actions for Culvert at km 9' })).toBeVisible();
    expect(await api.get(`/projects/${before?.id}`)).toEqual({ ...before, ...changed, version: 4 });

    await list.act('Culvert at km 9', 'Delete');
    await form.dialog('Delete Culvert at km 9?').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Deleted' }).click();
    await expect(page).toHaveURL('/deleted?kind=PROJECT');
    await page.getByRole('button', { name: 'Bring back Culvert at km 9' }).click();
    await expect(page.getByText('No deleted records match these filters')).toBeVisible();
    await page.getByRole('link', { name: 'Open it' }).click();
    await expect(page).toHaveURL(`/projects/${before?.id}`);
    expect(await api.get(`/projects/${before?.id}`)).toEqual({ ...before, ...changed, version: 6 });
  });

  // Spec: S2.contract-deposit.create-project S4.project.from-contract S9.project.initiated S4.contract.project-once
  test('come from a contract, once, and lead back to it', async ({ page, request, signIn }) => {
    const { account, api } = await newFirmWith(request, WORK);
    const contract = await api.contract({ contractName: 'Ring road', status: 'AWARDED', tenderActualValue: 1_000_000 });
    const bidId = String(contract.bidId);
    const [form, list] = [new FormPO(page), new ListPO(page)];
    await signIn(account);
    await list.open('/contracts/contract-deposit');
    await page.getByRole('link', { name: `Create Project from ${bidId}` }).click();
    await form.fill({ 'Project name': 'Ring road, package 1' });
    await form.create.click();
    await form.expectToast('Project created successfully!');
    await expect(page).toHaveURL('/contracts/contract-deposit');
    const again = page.getByRole('button', { name: `Create Project from ${bidId}` });
    await expect(again).toHaveAttribute('aria-disabled', 'true');

    await page.goto(`/contracts/${contract.id}`);
    await page.getByRole('link', { name: 'Project', exact: true }).click();
    await expect(list.heading).toHaveText('Ring road, package 1');
    await expect(page.getByRole('main')).toContainText('Initiated');
    await page.getByRole('main').getByRole('link', { name: bidId, exact: true }).click();
    await expect(page).toHaveURL(`/contracts/${contract.id}`);
  });

  test('have documents', async ({ page, request, signIn }) => {
    const { account, api } = await newFirmWith(request, WORK);
    const project = await api.project({ projectName: 'Ring road' });
    await signIn(account);
    await page.goto(`/projects/${project.id}`);
    const panel = page.getByRole('region', { name: 'Project documents' });
    await panel.getByRole('link', { name: 'Upload documents' }).click();
    await expect(page).toHaveURL(`/projects/${project.id}/documents`);
    const documents = new DocumentsPO(page);
    await documents.choose(notice);
    await expect(documents.file(notice.name)).toContainText('Ready');
    await documents.uploadButton.click();
    await expect(documents.row(notice.name)).toBeVisible();
    await page.goBack();
    await expect(panel).toContainText(notice.name);
  });
});
