import { beforeEach, describe, expect, test } from 'vitest';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { signIn } from '@/testing/people';
import { page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';
import { settled } from '@/testing/settled';
import { tree } from '@/testing/tree';
import { answerProjects, answerTree, node, project } from '@/testing/work';

const { recordTaskProgress } = TaskService.method;

const dialog = form.dialog('Piles: is this right?');
const answer = (name: 'Cancel' | 'Save') => dialog.getByRole('button', { name, exact: true });
const undo = page.getByRole('button', { name: /^Undo/ });

/** Piles, of which 59 of 63 are done. */
const PILES = { estimatedQuantity: 63, actualQuantity: 59, units: 'nos' };

/** A task that is this far, at this version. */
const piles = (progress: number, version = 1n, figures: Partial<typeof PILES> = {}) =>
  node('Piles', '', { ...figures, version, rollUp: { progress } });

/** Opens a tree with one task. */
async function openPiles(progress: number, figures: Partial<typeof PILES> = {}): Promise<void> {
  answerTree([piles(progress, 1n, figures)]);
  server.answer(recordTaskProgress, ({ progress = 0, version }) => ({ task: piles(progress, version + 1n, figures) }));
  await tree.open();
}

/** Types a progress in the tree. */
async function enter(percent: string): Promise<void> {
  await tree.progress('Piles').click();
  await userEvent.keyboard(`${percent}{Enter}`);
}

const sent = async () =>
  (await server.calls(recordTaskProgress)).map(({ request: { version, progress } }) => [version, progress]);

beforeEach(() => {
  signIn();
  answerProjects(project());
});

describe('progress that is typed in the tree', () => {
  test('is asked about where it falls by more than ten points', async () => {
    await openPiles(95, PILES);
    await enter('84.99');
    await expect
      .element(dialog)
      .toHaveTextContent('Progress falls from 95 % to 84.99 %. Progress is 84.99 %, but 59 of 63 nos is 93.65 %.');
    await expect.element(answer('Cancel')).toHaveFocus();
    await expect.element(tree.row('Piles')).toHaveTextContent('95 %');
    await expectAccessible();
    await answer('Cancel').click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(tree.progress('Piles')).toHaveFocus();
    await expect.element(tree.percent('Piles', '95 %')).toBeVisible();
    expect(await sent()).toEqual([]);
  });

  test('is asked about as well when somebody goes on elsewhere', async () => {
    await openPiles(95);
    await tree.progress('Piles').click();
    await userEvent.keyboard('5');
    await page.getByText('1 task', { exact: true }).click();
    await expect.element(dialog).toHaveTextContent('Progress falls from 95 % to 5 %.');
    await settled();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(tree.progress('Piles')).toHaveFocus();
    expect(await sent()).toEqual([]);
  });

  test('is saved when that is meant, and taken back when it was not', async () => {
    await openPiles(95);
    await enter('5');
    await answer('Save').click();
    await expect.element(tree.progress('Piles')).toHaveFocus();
    await form.expectToast('Progress: 95 % → 5 %.');
    await expect.element(tree.percent('Piles', '5 %')).toBeVisible();
    await expect.element(undo).toHaveAccessibleDescription('Piles');
    const release = server.hold(recordTaskProgress);
    await undo.click();
    // Before the server has it.
    await expect.element(tree.percent('Piles', '95 %')).toBeVisible();
    release();
    await form.expectToast('The entry was taken back.');
    await expect.element(undo).not.toBeInTheDocument();
    await expect.element(tree.percent('Piles', '95 %')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(await sent()).toEqual([
      [1n, 5],
      [2n, 95],
    ]);
  });

  test('stays when it can not be taken back, which is offered again', async () => {
    await openPiles(95);
    await enter('5');
    await answer('Save').click();
    await expect.element(undo).toBeVisible();
    answerTree([piles(5, 2n)]);
    const mend = server.fail(recordTaskProgress);
    await undo.click();
    const alerts = page.getByRole('alert');
    await expect.element(alerts).toHaveTextContent('The entry could not be taken back. Please try again.');
    await expect.element(tree.percent('Piles', '5 %')).toBeVisible();
    await settled();
    expect(alerts.elements()).toHaveLength(1);
    mend();
    await undo.click();
    await form.expectToast('The entry was taken back.');
    await expect.element(tree.percent('Piles', '95 %')).toBeVisible();
    expect((await sent()).at(-1)).toEqual([2n, 95]);
  });

  test('says nothing of a fall that the server refused', async () => {
    await openPiles(95);
    server.fail(recordTaskProgress);
    await enter('5');
    await answer('Save').click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('The task could not be changed. It is as it was before.');
    await expect.element(tree.percent('Piles', '95 %')).toBeVisible();
    await expect.element(undo).not.toBeInTheDocument();
  });

  test('is saved without a question or a word where it falls by ten points', async () => {
    await openPiles(95);
    await enter('85');
    await expect.poll(sent).toEqual([[1n, 85]]);
    await settled();
    await expect.element(tree.percent('Piles', '85 %')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(undo).not.toBeInTheDocument();
  });

  test('keeps the quantities, and says so where these come to something else', async () => {
    await openPiles(93.65, PILES);
    await enter('97');
    await form.expectToast('Progress: 93.65 % → 97 %. Progress is 97 %, but 59 of 63 nos is 93.65 %.');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(tree.percent('Piles', '97 %')).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Control>}z{/Control}');
    await form.expectToast('The entry was taken back.');
    await expect.element(tree.percent('Piles', '93.65 %')).toBeVisible();
    const [entry, back] = (await server.calls(recordTaskProgress)).map(({ request }) => request);
    expect(entry).toMatchObject({ id: 'Piles', version: 1n, progress: 97 });
    expect(back).toMatchObject({ id: 'Piles', version: 2n, progress: 93.65 });
  });
});
