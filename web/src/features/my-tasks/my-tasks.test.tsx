import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Task, Task_Status } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { dayNumber, dayOfNumber, today } from '@/kit/timeline/days';
import { progressOf } from '@/shared/tasks/quantities';
import { expectAccessible, expectToFit } from '@/testing/accessible';
import { list, pageOf } from '@/testing/list';
import { ENDLESS, withPace } from '@/testing/pace';
import { EVERYTHING, person, signIn } from '@/testing/people';
import { conflict } from '@/testing/refusals';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';
import { expectTooltip } from '@/testing/tooltip';
import { day, node, task } from '@/testing/work';

const { filterTasks, getTask, recordTaskProgress } = TaskService.method;
const MINE = '/project-tasks/mine';
const HINDI = 'राष्ट्रीय राजमार्ग ४४ पर मिट्टी की खुदाई और भराई का काम';

/** A day in India, so many days from today. */
const from = (days: number) => day(dayOfNumber(dayNumber(today()) + days));

const mine = (title: string, fields: Parameters<typeof task>[0] = {}) =>
  task({ id: title, title, assignedTo: 'user-1', status: Task_Status.IN_PROGRESS, progress: 30, ...fields });

const group = (name: string) => page.getByRole('region', { name: new RegExp(`^${name} \\d`) });
const links = (name: string) =>
  group(name)
    .getByRole('link')
    .elements()
    .map((link) => link.textContent);
const card = (title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) });
/** How much of a task is done; its button says "+10 %" whatever that is. */
const percent = (title: string, text: string) => card(title).getByText(text, { exact: true });
const addTen = (title: string) => page.getByRole('button', { name: `Add 10 % to ${title}` });
const done = (title: string) => page.getByRole('button', { name: `${title} is done` });

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

/** What was sent to the server, one entry after the other. */
const sent = async () => (await server.calls(recordTaskProgress)).map(({ request }) => request);

/** Answers the list with these, and takes what is entered of them. */
function answerMine(...tasks: readonly Task[]): void {
  server.answer(filterTasks, (request) => pageOf(tasks, request));
  const stored = new Map(tasks.map((one) => [one.id, one]));
  server.answer(recordTaskProgress, ({ id, status, progress, actualQuantity, clearActualQuantity }) => {
    const before = stored.get(id) ?? task();
    const version = before.version + 1n;
    const now = {
      ...before,
      version,
      status: status || before.status,
      progress:
        progress ?? progressOf({ estimatedQuantity: before.estimatedQuantity, actualQuantity }) ?? before.progress,
      actualQuantity: clearActualQuantity ? undefined : (actualQuantity ?? before.actualQuantity),
    };
    stored.set(id, now);
    const { status: kept, actualQuantity: quantity } = now;
    return {
      task: node(id, '', { status: kept, actualQuantity: quantity, version, rollUp: { progress: now.progress } }),
    };
  });
}

beforeEach(async () => {
  signIn();
  await page.viewport(390, 844);
});

describe('my tasks on a phone', () => {
  test('are those that are open and given to me, by when they are due', async () => {
    answerMine(
      mine(HINDI, { givenEndDate: from(-3), units: 'cum' }),
      mine('Today', { givenEndDate: from(0), status: Task_Status.REJECTED }),
      mine('Below', { givenEndDate: from(40), progress: 55 }),
      mine('Block', { givenEndDate: from(60), rollUp: { descendants: 1, progress: 55 } }),
      mine('Some day'),
    );
    await open('/payroll');
    await page.getByRole('button', { name: 'owner@bharat.example' }).click();
    await page.getByRole('link', { name: 'My tasks' }).click();
    await expect.poll(address).toBe(MINE);
    await expect.poll(() => links('Late')).toEqual([HINDI]);
    expect(links('This week')).toEqual(['Today']);
    expect(links('Later')).toEqual(['Below', 'Block', 'Some day']);
    const asked = (await server.calls(filterTasks))[0]?.request;
    expect(asked).toMatchObject({ assignedTo: 'user-1', sort: { field: 'givenEndDate', direction: 'asc' } });
    // Nobody has to work on those under review, or on what is over.
    const toDo = ['DRAFT', 'PLANNED', 'ASSIGNED', 'INITIATED', 'IN_PROGRESS', 'ON_HOLD', 'REOPENED', 'REJECTED'];
    expect(asked?.status.map((status) => Task_Status[status])).toEqual(toDo);
    // What has tasks below it comes to what they do.
    await expect.element(card('Block')).toHaveTextContent('1 task below it');
    await expect.element(percent('Block', '55 %')).toBeVisible();
    await expect.element(done('Block')).not.toBeInTheDocument();
    await expect.element(card('Today').getByRole('link')).toHaveAttribute('href', '/project-tasks/Today');
    await expectAccessible();
    await expectToFit(320, 390, 1366);
  });

  test('go on by ten percent, are done, and are not', async () => {
    answerMine(mine('Cutting', { status: Task_Status.ASSIGNED, progress: 0 }));
    await open(MINE);
    await addTen('Cutting').click();
    await expect.element(percent('Cutting', '10 %')).toBeVisible();
    expect(await sent()).toHaveLength(1);
    await addTen('Cutting').click();
    await expect.element(percent('Cutting', '20 %')).toBeVisible();
    expect(await sent()).toHaveLength(2);
    await done('Cutting').click();
    await expect.element(card('Cutting')).toHaveTextContent('Completed');
    expect(await sent()).toHaveLength(3);
    await page.getByRole('button', { name: 'Cutting is not done yet' }).click();
    await expect.element(card('Cutting')).toHaveTextContent('In progress');
    expect(await sent()).toHaveLength(4);
    const { STATUS_UNSPECIFIED, IN_PROGRESS, COMPLETED } = Task_Status;
    expect(await sent()).toMatchObject([
      { id: 'Cutting', version: 1n, progress: 10, status: IN_PROGRESS },
      { id: 'Cutting', version: 2n, progress: 20, status: STATUS_UNSPECIFIED },
      { id: 'Cutting', version: 3n, progress: 100, status: COMPLETED },
      { id: 'Cutting', version: 4n, progress: 20, status: IN_PROGRESS },
    ]);
  });

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

  test('show a conflict, and overwrite nothing by themselves', async () => {
    answerMine(mine('Cutting'));
    server.answer(recordTaskProgress, () => {
      throw conflict(2n);
    });
    server.answer(getTask, mine('Cutting', { progress: 75, version: 2n }));
    await open(MINE);
    await addTen('Cutting').click();
    const alert = page.getByRole('alert').filter({ hasText: 'Not saved: Cutting' });
    await expect
      .element(alert)
      .toHaveTextContent('asha@bharat.example changed this task meanwhile. You entered: 40 % done.');
    expect(await sent()).toMatchObject([{ version: 1n, progress: 40 }]);
    await expectAccessible();
    answerMine(mine('Cutting', { progress: 75, version: 2n }));
    await alert.getByRole('button', { name: 'Save mine all the same' }).click();
    await expect.element(alert).not.toBeInTheDocument();
    expect(await sent()).toHaveLength(2);
    // Over whatever there is.
    expect((await sent())[1]).toMatchObject({ version: 0n, progress: 40 });
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

  test('can give up what the server does not take', async () => {
    answerMine(mine('Cutting'));
    server.fail(recordTaskProgress, Code.FailedPrecondition, 'The project is closed.');
    await open(MINE);
    await addTen('Cutting').click();
    const alert = page.getByRole('alert').filter({ hasText: 'Not saved: Cutting' });
    await expect.element(alert).toHaveTextContent('The project is closed.');
    await alert.getByRole('button', { name: 'Discard mine' }).click();
    await expect.element(alert).not.toBeInTheDocument();
    await expect.element(percent('Cutting', '30 %')).toBeVisible();
    expect(await sent()).toHaveLength(1);
  });

  test('tell that something waits when that takes a while', async () => {
    const told = page.getByText('1 entry waits to be sent');
    withPace({ patience: ENDLESS });
    answerMine(mine('Cutting'));
    const release = server.hold(recordTaskProgress);
    await open(MINE);
    await addTen('Cutting').click();
    await expect.element(percent('Cutting', '40 %')).toBeVisible();
    expect(await sent()).toHaveLength(1);
    await expect.element(told).not.toBeInTheDocument();
    withPace({ patience: 0 });
    await open(MINE);
    await expect.element(told).toBeVisible();
    release();
    await expect.element(told).not.toBeInTheDocument();
  });

  test('say when there are none, and when they can’t be read', async () => {
    answerMine();
    const mend = server.fail(filterTasks);
    await open(MINE);
    await expect.element(list.failure).toHaveTextContent('Failed to fetch tasks');
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('Nothing is given to you at the moment.')).toBeVisible();
  });

  test('say which right is missing', async () => {
    signIn(person({ ...EVERYTHING, 'Project Tasks': ['view'] }));
    answerMine(mine('Cutting', { units: 'cum' }));
    await open(MINE);
    for (const [button, right] of [
      [addTen('Cutting'), 'Edit'],
      [done('Cutting'), 'Edit'],
      [page.getByRole('button', { name: 'Photo of Cutting' }), 'Create'],
    ] as const) {
      await expect.element(button).toHaveAttribute('aria-disabled', 'true');
      await expectTooltip(button, `You need the ${right} permission for Project Tasks.`);
    }
    await expect.element(card('Cutting').getByRole('textbox')).toHaveAttribute('readonly');
  });
});
