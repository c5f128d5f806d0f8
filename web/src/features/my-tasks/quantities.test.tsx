import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Task_Status } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { addTen, answerMine, card, done, MINE, mine, percent, sent } from '@/testing/my-tasks';
import { signIn } from '@/testing/people';
import { conflict } from '@/testing/refusals';
import { open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const { getTask, recordTaskProgress } = TaskService.method;

const undoOf = (title: string) =>
  page.getByRole('status').filter({ hasText: title }).getByRole('button', { name: 'Undo' });

/** Enters a quantity that is asked about, and answers that it is meant. */
async function enterUnusual(title: string, quantity: string): Promise<void> {
  await card(title).getByRole('textbox').fill(quantity);
  await page.getByRole('button', { name: `Save the quantity of ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
}

/** Lets the browser report that there is no network, and nothing reach the server, until the returned function is called. */
function goOffline(): () => void {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const mend = server.fail(recordTaskProgress, Code.Unavailable);
  const comeBack = () => {
    online.mockRestore();
    mend();
    window.dispatchEvent(new Event('online'));
  };
  onTestFinished(() => online.mockRestore());
  return comeBack;
}

beforeEach(async () => {
  signIn();
  await page.viewport(390, 844);
});

describe('quantities of my tasks', () => {
  test('take a quantity', async () => {
    answerMine(mine('Cutting', { units: 'cum', estimatedQuantity: 1200.5 }));
    await open(MINE);
    await expect.element(card('Cutting')).toHaveTextContent('of 1,200.5 cum');
    const quantity = card('Cutting').getByRole('textbox', { name: 'Quantity done, in cum' });
    const save = page.getByRole('button', { name: 'Save the quantity of Cutting' });
    await quantity.fill('-4');
    await save.click();
    await expect.element(card('Cutting')).toHaveTextContent('Quantity must be a number');
    await quantity.fill('1,25,00');
    await save.click();
    await expect.element(card('Cutting')).toHaveTextContent('Did you mean 1,25,000 or 12,500?');
    const label = save.getByText('Save').element();
    expect(label.scrollWidth, 'the button keeps its word whole').toBeLessThanOrEqual(label.clientWidth);
    await expectAccessible();
    await quantity.fill('1,050.25');
    await save.click();
    await expect.element(save).not.toBeInTheDocument();
    await expect.element(quantity).toHaveValue('1,050.25');
    // What it comes to the server works out.
    expect(await sent()).toMatchObject([{ id: 'Cutting', version: 1n, actualQuantity: 1050.25 }]);
    expect((await sent())[0]?.progress).toBeUndefined();
    await expect.element(percent('Cutting', '87.48 %')).toBeVisible();
  });

  test('say what a quantity comes to while it is typed, and that progress says otherwise', async () => {
    answerMine(mine('Piles', { units: 'nos', estimatedQuantity: 63, actualQuantity: 59, progress: 40 }));
    await open(MINE);
    await expect.element(card('Piles').getByText('59 of 63 nos is 93.65 %, not 40 %.')).toBeVisible();
    await expectAccessible();
    await card('Piles').getByRole('textbox').fill('60');
    await expect.element(card('Piles')).toHaveTextContent('60 of 63 nos is 95.24 %');
    await card('Piles').getByRole('textbox').fill('');
    await expect.element(card('Piles')).toHaveTextContent('of 63 nos');
    await addTen('Piles').click();
    await expect.element(percent('Piles', '50 %')).toBeVisible();
    // The quantity stays.
    expect(await sent()).toMatchObject([{ progress: 50, clearActualQuantity: false }]);
    expect((await sent())[0]?.actualQuantity).toBeUndefined();
  });

  test('say in one line that progress and quantity contradict each other', async () => {
    answerMine(
      mine('Paving', { units: 'sqm', estimatedQuantity: 10328.25, actualQuantity: 10120.44, progress: 37.48 }),
    );
    await open(MINE);
    const contradiction = card('Paving').getByText('10,120.44 of 10,328.25 sqm is 97.99 %, not 37.48 %.');
    await expect.element(contradiction).toBeVisible();
    const line = contradiction.element();
    expect(line.getBoundingClientRect().height).toBeLessThan(
      1.5 * Number.parseFloat(getComputedStyle(line).lineHeight),
    );
  });

  test('ask about a quantity by which progress falls far, and take it back', async () => {
    answerMine(mine('Paving', { units: 'sqm', estimatedQuantity: 10328, actualQuantity: 10121.44, progress: 98 }));
    await open(MINE);
    const quantity = card('Paving').getByRole('textbox');
    const save = page.getByRole('button', { name: 'Save the quantity of Paving' });
    await quantity.fill('120.5');
    await save.click();
    const question = page.getByRole('dialog');
    await expect
      .element(question)
      .toHaveTextContent('Quantity: 10,121.44 sqm → 120.5 sqm. Progress falls from 98 % to 1.17 %.');
    await expectAccessible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question).not.toBeInTheDocument();
    // What was typed is still there.
    await expect.element(quantity).toHaveValue('120.5');
    expect(await sent()).toEqual([]);
    await save.click();
    await question.getByRole('button', { name: 'Save' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'Paving' });
    await expect.element(toast).toHaveTextContent('Quantity: 10,121.44 sqm → 120.5 sqm. Progress: 98 % → 1.17 %.');
    await expect.element(percent('Paving', '1.17 %')).toBeVisible();
    expect(await sent()).toMatchObject([{ version: 1n, actualQuantity: 120.5 }]);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect.element(percent('Paving', '98 %')).toBeVisible();
    await expect.element(quantity).toHaveValue('10,121.44');
    expect(await sent()).toHaveLength(2);
    // Of the quantity that is put back, too, the server works it out.
    expect((await sent())[1]).toMatchObject({ version: 2n, actualQuantity: 10121.44 });
    expect((await sent())[1]?.progress).toBeUndefined();
  });

  test('take back what was entered without a network, to what waited before it', async () => {
    answerMine(mine('Paving', { units: 'sqm', estimatedQuantity: 100, actualQuantity: 50, progress: 50 }));
    await open(MINE);
    const comeBack = goOffline();
    await addTen('Paving').click();
    await expect.element(percent('Paving', '60 %')).toBeVisible();
    await enterUnusual('Paving', '5');
    await expect.element(percent('Paving', '5 %')).toBeVisible();
    await undoOf('Paving').click();
    await expect.element(percent('Paving', '60 %')).toBeVisible();
    await expect.element(card('Paving').getByRole('textbox')).toHaveValue('50');
    const inVain = (await sent()).length;
    comeBack();
    await expect.element(card('Paving')).not.toHaveTextContent('Saving…');
    const [arrived, ...others] = (await sent()).slice(inVain);
    expect(arrived).toMatchObject({ version: 1n, progress: 60, clearActualQuantity: false });
    expect(arrived?.actualQuantity).toBeUndefined();
    expect(others).toEqual([]);
  });

  test('send nothing of what was taken back without a network', async () => {
    answerMine(mine('Paving', { units: 'sqm', estimatedQuantity: 100, actualQuantity: 50, progress: 50 }));
    await open(MINE);
    const comeBack = goOffline();
    await enterUnusual('Paving', '5');
    await expect.element(card('Paving')).toHaveTextContent('Saving…');
    await undoOf('Paving').click();
    await expect.element(card('Paving')).not.toHaveTextContent('Saving…');
    await expect.element(percent('Paving', '50 %')).toBeVisible();
    await done('Paving').click();
    await page.getByRole('button', { name: 'Paving is not done yet' }).click();
    await expect.element(card('Paving')).not.toHaveTextContent('Saving…');
    await expect.element(percent('Paving', '50 %')).toBeVisible();
    const inVain = (await sent()).length;
    comeBack();
    expect((await sent()).slice(inVain)).toEqual([]);
  });

  test('send what was before where the server may have stored what is taken back', async () => {
    answerMine(mine('Paving', { units: 'sqm', estimatedQuantity: 100, actualQuantity: 50, progress: 50 }));
    const mend = server.fail(recordTaskProgress, Code.Unavailable);
    await open(MINE);
    await card('Paving').getByRole('textbox').fill('60');
    await page.getByRole('button', { name: 'Save the quantity of Paving' }).click();
    await expect.element(percent('Paving', '60 %')).toBeVisible();
    await done('Paving').click();
    await expect.element(percent('Paving', '100 %')).toBeVisible();
    expect(await sent()).toHaveLength(2);
    mend();
    await page.getByRole('button', { name: 'Paving is not done yet' }).click();
    await expect.element(card('Paving')).not.toHaveTextContent('Saving…');
    await expect.element(percent('Paving', '60 %')).toBeVisible();
    const last = (await sent())[2];
    expect(last).toMatchObject({ version: 1n, actualQuantity: 60, status: Task_Status.IN_PROGRESS });
    expect(last?.progress).toBeUndefined();
  });

  test('save what was asked about over one’s own entry that was stored meanwhile', async () => {
    answerMine(mine('Paving', { units: 'sqm', estimatedQuantity: 100, actualQuantity: 50, progress: 50 }));
    const release = server.hold(recordTaskProgress);
    await open(MINE);
    await addTen('Paving').click();
    await card('Paving').getByRole('textbox').fill('5');
    await page.getByRole('button', { name: 'Save the quantity of Paving' }).click();
    const question = page.getByRole('dialog');
    await expect.element(question).toHaveTextContent('Progress falls from 60 % to 5 %.');
    release();
    await expect.element(card('Paving')).not.toHaveTextContent('Saving…');
    await question.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await sent()).length).toBe(2);
    expect((await sent())[1]).toMatchObject({ version: 2n, actualQuantity: 5 });
    expect((await sent())[1]?.progress).toBeUndefined();
  });

  test('give up what was refused when it is undone', async () => {
    answerMine(mine('Paving', { units: 'sqm', estimatedQuantity: 100, actualQuantity: 50, progress: 50 }));
    server.fail(recordTaskProgress, Code.FailedPrecondition, 'The project is closed.');
    await open(MINE);
    await enterUnusual('Paving', '5');
    const alert = page.getByRole('alert').filter({ hasText: 'Not saved: Paving' });
    await expect.element(alert).toBeVisible();
    await undoOf('Paving').click();
    await expect.element(alert).not.toBeInTheDocument();
    await expect.element(percent('Paving', '50 %')).toBeVisible();
    expect(await sent()).toHaveLength(1);
  });

  test('go on with what waited before what was refused', async () => {
    const paving = mine('Paving', { units: 'sqm', estimatedQuantity: 100, actualQuantity: 50, progress: 50 });
    answerMine(paving);
    server.fail(recordTaskProgress, Code.Unavailable);
    await open(MINE);
    await addTen('Paving').click();
    expect(await sent()).toHaveLength(1);
    server.fail(recordTaskProgress, Code.FailedPrecondition, 'The project is closed.');
    await enterUnusual('Paving', '5');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not saved: Paving');
    answerMine(paving);
    await undoOf('Paving').click();
    await expect.element(percent('Paving', '60 %')).toBeVisible();
    await expect.poll(async () => (await sent()).length).toBe(3);
    const last = (await sent())[2];
    expect(last).toMatchObject({ version: 1n, progress: 60 });
    expect(last?.actualQuantity).toBeUndefined();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  test('ask about a quantity above the estimate, and take the first one back to none', async () => {
    answerMine(mine('Piles', { units: 'nos', estimatedQuantity: 10, progress: 100 }));
    await open(MINE);
    await card('Piles').getByRole('textbox').fill('11');
    await page.getByRole('button', { name: 'Save the quantity of Piles' }).click();
    const question = page.getByRole('dialog');
    await expect
      .element(question)
      .toHaveTextContent('Actual quantity is above the estimated 10 nos by a tenth or more.');
    await question.getByRole('button', { name: 'Save' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'Piles' });
    await expect.element(toast).toHaveTextContent('Quantity: none → 11 nos.');
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect.element(card('Piles').getByRole('textbox')).toHaveValue('');
    expect(await sent()).toHaveLength(2);
    expect((await sent())[1]).toMatchObject({ version: 2n, clearActualQuantity: true, progress: 100 });
  });

  test('are as far as the quantity says of the estimate that others changed meanwhile', async () => {
    answerMine(mine('Paving', { units: 'sqm', estimatedQuantity: 100, actualQuantity: 50, progress: 50 }));
    const changed = mine('Paving', {
      units: 'sqm',
      estimatedQuantity: 200,
      actualQuantity: 50,
      progress: 50,
      version: 2n,
    });
    server.answer(recordTaskProgress, () => {
      throw conflict(2n);
    });
    server.answer(getTask, changed);
    await open(MINE);
    await card('Paving').getByRole('textbox').fill('60');
    await page.getByRole('button', { name: 'Save the quantity of Paving' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Not saved: Paving' });
    await expect.element(alert).toHaveTextContent('You entered: quantity 60.');
    await expect.element(percent('Paving', '60 %')).toBeVisible();
    answerMine(changed);
    await alert.getByRole('button', { name: 'Save mine all the same' }).click();
    await expect.element(alert).not.toBeInTheDocument();
    expect((await sent())[1]).toMatchObject({ version: 0n, actualQuantity: 60 });
    expect((await sent())[1]?.progress).toBeUndefined();
    await expect.element(percent('Paving', '30 %')).toBeVisible();
  });
});
