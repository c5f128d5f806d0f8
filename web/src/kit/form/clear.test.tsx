import { beforeEach, describe, expect, test } from 'vitest';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { signIn } from '@/testing/people';
import { open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';
import { answerTree, project } from '@/testing/work';

const start = form.field('Given start date');
const priority = page.getByRole('combobox', { name: 'Priority' });
const assignee = page.getByRole('combobox', { name: 'Assigned to' });
const clear = (label: string) => page.getByRole('button', { name: `Clear ${label}` });

beforeEach(async () => {
  signIn();
  server.answer(ProjectService.method.getProject, project());
  answerTree([]);
  server.answer(TaskService.method.searchAssignees, { people: [{ id: 'user-7', email: 'ravi@bharat.example' }] });
  await open('/project-tasks/create?projectId=project-1');
  await expect.element(priority).toBeVisible();
});

describe('a field that may be emptied', () => {
  test('of a day has no stop for Tab at its button, and is emptied by Alt+Backspace', async () => {
    await start.fill('10/03/2026');
    await expect.element(clear('Given start date')).toBeVisible();
    await userEvent.tab();
    await expect.element(form.field('Given end date')).toHaveFocus();
    await userEvent.tab({ shift: true });
    await userEvent.keyboard('{Alt>}{Backspace}{/Alt}');
    await expect.element(start).toHaveValue('');
    await expect.element(start).toHaveFocus();
    await expect.element(clear('Given start date')).not.toBeInTheDocument();
  });

  test.each(['{Delete}', '{Backspace}', '{Alt>}{Backspace}{/Alt}'])(
    'of a choice has none either, and is emptied by %s',
    async (keys) => {
      await priority.click();
      await page.getByRole('option', { name: 'Medium' }).click();
      await expect.element(clear('Priority')).toBeVisible();
      priority.element().focus();
      await userEvent.tab();
      await expect.element(clear('Priority')).not.toHaveFocus();
      await expect.element(priority).not.toHaveFocus();
      priority.element().focus();
      await userEvent.keyboard(keys);
      await expect.element(priority).toHaveValue('');
      await expect.element(clear('Priority')).not.toBeInTheDocument();
      await expectAccessible();
    },
  );

  test.each(['{Delete}', '{Alt>}{Backspace}{/Alt}'])(
    'of somebody who was searched has none either, and is emptied by %s',
    async (keys) => {
      await assignee.fill('ravi');
      await page.getByRole('option', { name: 'ravi@bharat.example' }).click();
      await expect.element(clear('Assigned to')).toBeVisible();
      await userEvent.tab();
      await expect.element(clear('Assigned to')).not.toHaveFocus();
      await userEvent.tab({ shift: true });
      await expect.element(assignee).toHaveFocus();
      await userEvent.keyboard(keys);
      await expect.element(assignee).toHaveValue('');
      await expect.element(clear('Assigned to')).not.toBeInTheDocument();
    },
  );

  test('is told from one that must be filled, which no key empties', async () => {
    const status = page.getByRole('combobox', { name: 'Status' });
    status.element().focus();
    await userEvent.keyboard('{Delete}{Backspace}{Alt>}{Backspace}{/Alt}');
    await expect.element(status).toHaveValue('Draft');
    await expect.element(clear('Status')).not.toBeInTheDocument();
  });
});
