import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { DeletedService } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { Task_Priority, Task_Status } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { readAgainAfter } from '@/testing/age';
import { form } from '@/testing/form';
import { list } from '@/testing/list';
import { EVERYTHING, person, signIn } from '@/testing/people';
import { deleted } from '@/testing/refusals';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';
import { expectTooltip } from '@/testing/tooltip';
import { tree } from '@/testing/tree';
import { answerNoDocuments, answerProjects, answerTree, day, node, project, task } from '@/testing/work';

const { approveTask, deleteTask, getTask, rejectTask, reopenTask, requestTaskReview } = TaskService.method;
const { describeDeletion, restoreDeleted } = DeletedService.method;
const AT = '/project-tasks/task-1';

const main = page.getByRole('main');
const review = page.getByRole('region', { name: 'Review' });
const step = (name: string) => review.getByRole('button', { name, exact: true });

/** What the page says under the title. */
const facts = () => document.querySelector('main h1 + div')?.textContent;

beforeEach(() => {
  signIn();
  answerNoDocuments();
  server.answer(getTask, task());
});

describe('a task', () => {
  // Spec: S2.tasks.view
  test('shows what is known of it, to be read and not typed in', async () => {
    const figures = { estimatedQuantity: 1250.5, units: 'cum', estimatedRate: { paise: 482_50n }, taxPercentage: 18 };
    const fields = { ...figures, status: Task_Status.ON_HOLD, priority: Task_Priority.URGENT, level: 2 };
    server.answer(getTask, ({ id }) =>
      id === 'task-1' ? task({ ...fields, parentId: 'above' }) : task({ id, title: 'Earthwork' }),
    );
    await open(AT);
    await expect.element(list.heading).toHaveTextContent('Cutting');
    await expect.poll(facts).toMatch(/On hold.*Urgent.*Level 2/);
    // 1,250.5 × 482.50 with 18 % on top, half-up to the paisa.
    for (const fact of ['1,250.5', '₹482.50', '18 %', '₹7,11,972.18'])
      await expect.element(main).toHaveTextContent(fact);
    await expect
      .element(main.getByRole('link', { name: 'Ring road' }).last())
      .toHaveAttribute('href', '/projects/project-1');
    await expect.element(main.getByRole('link', { name: 'Earthwork' })).toHaveAttribute('href', '/project-tasks/above');
    await expect.element(main.getByRole('textbox')).toHaveLength(0);
    await expect.element(page.getByRole('region', { name: 'Task documents' })).toBeVisible();
  });

  // Spec: S5.task.level
  test('takes others below it down to level 4', async () => {
    server.answer(getTask, task({ level: 3 }));
    await open(AT);
    await expect
      .element(page.getByRole('link', { name: 'Add Sub Task' }))
      .toHaveAttribute('href', '/project-tasks/create?projectId=project-1&parentId=task-1');
    server.answer(getTask, task({ level: 4 }));
    await open(AT);
    const add = page.getByRole('button', { name: 'Add Sub Task' });
    await expect.element(add).toHaveAttribute('aria-disabled', 'true');
    await expectTooltip(add, /^Maximum level reached \(Level 4\)$/);
    await add.click({ force: true });
    expect(address()).toBe(AT);
  });

  test('with others below shows what they come to beside its own figures', async () => {
    const below = {
      estimatedAmount: { paise: 4_000_00n },
      givenStartDate: day('2026-03-01'),
      givenEndDate: day('2026-08-01'),
    };
    server.answer(
      getTask,
      task({
        estimatedQuantity: 1,
        estimatedRate: { paise: 7_00n },
        rollUp: { descendants: 2, progress: 75, ...below },
      }),
    );
    await open(AT);
    const table = page.getByRole('region', { name: 'With the tasks below' });
    await expect.element(table).toHaveTextContent('2 tasks lie below this one.');
    const cells = (name: string) =>
      table
        .getByRole('row', { name })
        .getByRole('cell')
        .elements()
        .map((cell) => cell.textContent);
    expect(cells('Progress')).toEqual(['75 %', '0 %']);
    expect(cells('Estimated amount')).toEqual(['₹4,000', '₹7.98']);
    expect(cells('Given end date')).toEqual(['01 Aug 2026', '—']);
    await expectAccessible();
  });

  // Spec: S2.tasks.delete-question
  test('is deleted with all below it, after a question that says so', async () => {
    server.answer(describeDeletion, { tasks: 2n, documents: 1n });
    await open(AT);
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = form.dialog('Delete Cutting?');
    await expect.element(dialog).toHaveTextContent('Are you sure you want to delete this task?');
    await expect.element(dialog).toHaveTextContent('Goes along: 2 tasks and 1 document.');
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    server.fail(deleteTask);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Failed to delete task. Please try again.');
    await expectAccessible();
    server.answer(deleteTask, {});
    answerTree([]);
    answerProjects(project());
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await form.expectToast('Task deleted successfully!');
    await expect.poll(address).toBe('/project-tasks?projectId=project-1');
    await expect.element(page.getByText('No tasks found for this project.')).toBeVisible();
    expect((await server.calls(deleteTask)).map(({ request }) => request.id)).toEqual(['task-1', 'task-1']);
    server.answer(restoreDeleted, () => {
      answerTree([node('Cutting')]);
      return {};
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await form.expectToast('Brought back.');
    await tree.expectTitles('Cutting');
  });

  // Spec: S8.tasks.fetch-failed
  test('that can’t be read says so, and tries again', async () => {
    const mend = server.fail(getTask);
    await open(AT);
    await expect.element(list.heading).toHaveTextContent(/^Failed to fetch task$/);
    await expectAccessible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(list.heading).toHaveTextContent('Cutting');
  });
});

describe('the review of a task', () => {
  /** What the server has of the task. */
  let stored: NonNullable<Parameters<typeof task>[0]>;
  const become = (fields: typeof stored) => () => {
    stored = { ...stored, ...fields, version: (stored.version ?? 1n) + 1n };
    return task(stored);
  };
  const at = timestampFromDate(new Date('2026-05-05T14:05:00+05:30'));

  beforeEach(() => {
    stored = {};
    server.answer(getTask, () => task(stored));
    const asked = { reviewRequestedBy: 'user-1', reviewRequestedAt: at };
    const people = {
      reviewRequestedBy: 'owner@bharat.example',
      approvedBy: 'asha@bharat.example',
      rejectedBy: 'asha@bharat.example',
    };
    server.answer(requestTaskReview, become({ status: Task_Status.UNDER_REVIEW, ...asked, people }));
    server.answer(reopenTask, become({ status: Task_Status.REOPENED }));
    server.answer(
      approveTask,
      become({ status: Task_Status.APPROVED, isApproved: true, approvedBy: 'user-2', approvalDate: day('2026-05-06') }),
    );
    server.answer(rejectTask, ({ reason }) =>
      become({ status: Task_Status.REJECTED, rejectedBy: 'user-2', rejectedAt: at, rejectionReason: reason })(),
    );
  });

  test('goes from a request to an approval', async () => {
    await open(AT);
    await expect.element(review).toHaveTextContent('Nobody has asked for a review yet.');
    await step('Request review').click();
    await form.expectToast('Review requested.');
    await expect.poll(facts).toMatch('Under review');
    await expect.element(review).toHaveTextContent('by owner@bharat.example · 05 May 2026, 2:05 pm');
    await step('Approve').click();
    await expect.poll(facts).toMatch('Approved');
    await expect.element(review.getByRole('term').filter({ hasText: 'Approved' })).toBeVisible();
    await expect.element(review).toHaveTextContent('by asha@bharat.example · 06 May 2026');
    await step('Reopen').click();
    await expect.poll(facts).toMatch('Reopened');
    expect((await server.calls(requestTaskReview))[0]?.request).toMatchObject({ id: 'task-1', version: 1n });
    expect((await server.calls(approveTask))[0]?.request).toMatchObject({ id: 'task-1', version: 2n });
    expect((await server.calls(reopenTask))[0]?.request).toMatchObject({ id: 'task-1', version: 3n });
  });

  test('goes back with a reason, which survives a failure', async () => {
    stored = { status: Task_Status.UNDER_REVIEW };
    await open(AT);
    await step('Reject').click();
    const dialog = form.dialog('Reject Cutting?');
    const reason = dialog.getByRole('textbox', { name: 'Reason' });
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await expect.element(dialog.getByText('Reason is required.')).toBeVisible();
    await expect.element(reason).toHaveFocus();
    await expectAccessible();
    await reason.fill('  The slopes are too steep ');
    // Nor is it lost when the task turns out to be gone.
    server.answer(getTask, () => {
      throw deleted({ kind: 'TASK', id: 'task-1', name: 'Cutting' });
    });
    await readAgainAfter(60_000);
    await expect.element(reason).toHaveValue('  The slopes are too steep ');
    server.answer(getTask, () => task(stored));
    const mend = server.fail(rejectTask);
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('The review could not be recorded. Please try again.');
    await expect.element(reason).toHaveValue('  The slopes are too steep ');
    await expectAccessible();
    mend();
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.poll(facts).toMatch('Rejected');
    await expect.element(review).toHaveTextContent('The slopes are too steep');
    expect((await server.calls(rejectTask)).at(-1)?.request).toMatchObject({
      id: 'task-1',
      version: 1n,
      reason: 'The slopes are too steep',
    });
  });

  test('says why the server did not take a step, and stays as it was', async () => {
    server.fail(requestTaskReview, Code.FailedPrecondition, 'The task is under review already.');
    await open(AT);
    await step('Request review').click();
    await expect.element(review.getByRole('alert')).toHaveTextContent('The task is under review already.');
    await expect.element(step('Request review')).toBeEnabled();
    await expectAccessible();
  });

  test('offers the steps that its status allows', async () => {
    for (const [status, steps] of [
      ['IN_PROGRESS', ['Request review']],
      ['UNDER_REVIEW', ['Approve', 'Reject']],
      ['COMPLETED', ['Request review', 'Reopen']],
      ['REJECTED', ['Request review', 'Reopen']],
      ['APPROVED', ['Reopen']],
      ['TERMINATED', ['Reopen']],
    ] as const) {
      stored = { status: Task_Status[status] };
      await open(AT);
      await expect
        .poll(() =>
          review
            .getByRole('button')
            .elements()
            .map((button) => button.textContent),
        )
        .toEqual(steps);
    }
  });
});

// Spec: S6.tasks.module
test('without rights on tasks, what they would allow is disabled and says so', async () => {
  signIn(person({ ...EVERYTHING, 'Project Tasks': ['view'] }));
  await open(AT);
  for (const [name, right] of [
    ['Request review', 'Edit'],
    ['Edit', 'Edit'],
    ['Add Sub Task', 'Create'],
    ['Delete', 'Delete'],
  ] as const) {
    const button = page.getByRole('button', { name, exact: true });
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expectTooltip(button, `You need the ${right} permission for Project Tasks.`);
  }
  await page.getByRole('button', { name: 'Request review' }).click({ force: true });
  expect(await server.calls(requestTaskReview)).toEqual([]);
});
