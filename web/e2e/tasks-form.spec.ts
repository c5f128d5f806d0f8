import type { Page } from '@playwright/test';
import { TASK_CHOICES, TASK_FIELDS } from '../src/testing/filled.ts';
import { newFirmWith, type Stored, WORK } from './api';
import { expect, test } from './fixtures';
import { photo } from './fixtures/papers';
import { DocumentsPO } from './pages/DocumentsPO';
import { FormPO } from './pages/FormPO';

const choice = (page: Page, label: string) => page.getByRole('combobox', { name: label, exact: true });

test.describe('a task', () => {
  // Spec: S2.tasks.create S2.tasks.edit S2.tasks.form-fields S3.task
  test('is kept with every field, changed, reviewed and deleted', async ({ page, request, signIn }) => {
    test.slow();
    const { account, api } = await newFirmWith(request, WORK);
    const project = await api.project({ projectName: 'Ring road' });
    const form = new FormPO(page);
    await signIn(account);
    await page.goto(`/project-tasks/create?projectId=${project.id}`);
    await expect(choice(page, 'Project')).toHaveValue('Ring road');
    await form.fill(TASK_FIELDS);
    for (const label of ['Task type', 'Units'] as const) {
      await choice(page, label).fill(TASK_CHOICES[label]);
      await choice(page, label).press('Escape');
    }
    for (const label of ['Status', 'Priority'] as const) {
      await choice(page, label).click();
      await page.getByRole('option', { name: TASK_CHOICES[label] }).click();
    }
    await choice(page, 'Assigned to').fill(account.email.slice(0, 12));
    await page.getByRole('option', { name: account.email }).click();
    await page.getByRole('checkbox', { name: 'Milestone' }).check();
    await page.getByRole('checkbox', { name: 'Billable' }).uncheck();
    await form.create.click();
    await form.expectToast('Task created successfully!');

    const { content } = await api.post('/tasks/filter', { projectId: project.id });
    const [stored] = content as Stored[];
    const read = () => api.get(`/tasks/${stored?.id}`);
    await page.goto(`/project-tasks/${stored?.id}/edit`);
    for (const [label, value] of Object.entries(TASK_FIELDS)) await expect(form.field(label), label).toHaveValue(value);
    for (const [label, value] of Object.entries(TASK_CHOICES))
      await expect(choice(page, label), label).toHaveValue(value);
    await expect(choice(page, 'Assigned to')).toHaveValue(account.email);
    await expect(page.getByRole('checkbox', { name: 'Milestone' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Billable' })).not.toBeChecked();
    await page.getByRole('button', { name: 'Clear Assigned to' }).click();
    await page.getByRole('button', { name: 'Clear Priority' }).click();
    await form.update.click();
    await form.expectToast('Task updated successfully!');
    const changed = { assignedTo: '', assignedToEmail: '', priority: '', version: 2, updatedAt: expect.any(String) };
    expect(await read()).toEqual({ ...stored, ...changed });

    await page.goto(`/project-tasks/${stored?.id}`);
    const review = page.getByRole('region', { name: 'Review' });
    await review.getByRole('button', { name: 'Request review' }).click();
    await expect(review).toContainText(`by ${account.email}`);
    await review.getByRole('button', { name: 'Reject' }).click();
    const dialog = form.dialog(/^Reject /);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The slopes are too steep');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await expect(review).toContainText('The slopes are too steep');
    await review.getByRole('button', { name: 'Request review' }).click();
    await review.getByRole('button', { name: 'Approve' }).click();
    await expect(review.getByRole('button', { name: 'Reopen' })).toBeVisible();
    expect(await read()).toMatchObject({ status: 'APPROVED', isApproved: true });

    await page.getByRole('button', { name: 'Delete' }).click();
    await form
      .dialog(/^Delete /)
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(page).toHaveURL(`/project-tasks?projectId=${project.id}`);
    await expect(page.getByText('No tasks found for this project.')).toBeVisible();
  });

  test('has documents', async ({ page, request, signIn }) => {
    const { account, api } = await newFirmWith(request, WORK);
    const task = await api.task(await api.project(), { title: 'Cutting' });
    await signIn(account);
    await page.goto(`/project-tasks/${task.id}`);
    const panel = page.getByRole('region', { name: 'Task documents' });
    await panel.getByRole('link', { name: 'Upload documents' }).click();
    await expect(page).toHaveURL(`/project-tasks/${task.id}/documents`);
    const documents = new DocumentsPO(page);
    await documents.choose(photo);
    await expect(documents.file(photo.name)).toContainText('Ready');
    await documents.uploadButton.click();
    await expect(documents.row(photo.name)).toBeVisible();
    await page.goBack();
    await expect(panel).toContainText(photo.name);
  });
});
