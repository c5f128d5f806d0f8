import { beforeEach, describe, expect, test } from 'vitest';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { signIn } from '@/testing/people';
import { open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';
import { answerNoDocuments, answerTree, project, task } from '@/testing/work';

const { getProject } = ProjectService.method;
const { getTask, updateTask } = TaskService.method;

const CREATE = '/project-tasks/create?projectId=project-1';
const EDIT = '/project-tasks/task-1/edit';

beforeEach(() => {
  signIn();
  answerTree([]);
  answerNoDocuments();
  server.answer(getProject, project());
  server.answer(updateTask, ({ task: sent }) => ({ ...task(), ...sent }));
});

describe('how far a task is, in its form', () => {
  test('is as far as its quantities say, until somebody says otherwise', async () => {
    await open(CREATE);
    await form.fill({ 'Estimated quantity': '63', 'Actual quantity': '59' });
    await expect.element(form.field('Progress')).toHaveValue('93.65');
    await form.fill({ Progress: '40' });
    await expect.element(page.getByText('Progress is 40 %, but 59 of 63 is 93.65 %.')).toBeVisible();
    await expect.element(form.field('Actual quantity')).toHaveValue('59');
    await form.fill({ 'Actual quantity': '70' });
    await expect.element(form.field('Progress')).toHaveValue('100');
    const excess = page.getByText('Actual quantity is above the estimated 63 by a tenth or more.');
    await expect.element(excess).toBeVisible();
    await expectAccessible();
  });

  test('keeps no progress of a quantity that is half typed', async () => {
    server.answer(getTask, task({ estimatedQuantity: 63, actualQuantity: 59, units: 'nos', progress: 93.65 }));
    await open(EDIT);
    await form.field('Estimated quantity').click();
    await userEvent.keyboard('{End}{Backspace}');
    await expect.element(form.field('Progress')).toHaveValue('100');
    await userEvent.keyboard('{Backspace}');
    await expect.element(form.field('Estimated quantity')).toHaveValue('');
    await expect.element(form.field('Progress')).toHaveValue('93.65');
    await form.fill({ Progress: '50' });
    await form.fill({ 'Estimated quantity': '590' });
    await expect.element(form.field('Progress')).toHaveValue('10');
    await form.fill({ 'Estimated quantity': '' });
    await expect.element(form.field('Progress')).toHaveValue('50');
  });

  test('sends a progress that is typed beside a quantity, also where it is the stored one', async () => {
    server.answer(getTask, task({ estimatedQuantity: 63, actualQuantity: 59, units: 'nos', progress: 40 }));
    await open(EDIT);
    await form.fill({ 'Actual quantity': '60' });
    await expect.element(form.field('Progress')).toHaveValue('95.24');
    await form.fill({ Progress: '40' });
    await form.update.click();
    await expect.poll(async () => (await server.calls(updateTask)).length).toBe(1);
    const [sent] = (await server.calls(updateTask)).map(({ request }) => request);
    expect(sent?.task).toMatchObject({ actualQuantity: 60, progress: 40 });
    // A mask without it would have the server set it.
    expect(sent?.updateMask?.paths).toContain('progress');
  });

  test('says how far its progress falls', async () => {
    server.answer(getTask, task({ estimatedQuantity: 200, actualQuantity: 196, units: 'sqm', progress: 98 }));
    await open(EDIT);
    await form.fill({ 'Actual quantity': '12.5' });
    await expect.element(form.field('Progress')).toHaveValue('6.25');
    await expect.element(page.getByText('Progress falls from 98 % to 6.25 %.')).toBeVisible();
    await form.fill({ Progress: '' });
    await expect.element(page.getByText('Progress falls from 98 % to 0 %.')).toBeVisible();
  });

  test('with others below takes its progress from them', async () => {
    server.answer(getTask, task({ rollUp: { descendants: 2, progress: 75 } }));
    await open(EDIT);
    await expect.element(form.field('Progress')).toHaveAttribute('readonly');
    await expect.element(page.getByText('Follows from the tasks below')).toBeVisible();
  });
});
