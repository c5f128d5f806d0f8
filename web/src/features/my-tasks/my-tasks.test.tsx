import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { Task_Status } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { dayNumber, dayOfNumber, today } from '@/kit/timeline/days';
import { expectAccessible, expectToFit } from '@/testing/accessible';
import { list } from '@/testing/list';
import { addTen, answerMine, card, done, MINE, mine, percent, sent } from '@/testing/my-tasks';
import { ENDLESS, withPace } from '@/testing/pace';
import { EVERYTHING, person, signIn } from '@/testing/people';
import { conflict } from '@/testing/refusals';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';
import { expectTooltip } from '@/testing/tooltip';
import { day } from '@/testing/work';

const { filterTasks, getTask, recordTaskProgress } = TaskService.method;
const HINDI = 'राष्ट्रीय राजमार्ग ४४ पर मिट्टी की खुदाई और भराई का काम';

/** A day in India, so many days from today. */
const from = (days: number) => day(dayOfNumber(dayNumber(today()) + days));

const group = (name: string) => page.getByRole('region', { name: new RegExp(`^${name} \\d`) });
const links = (name: string) =>
  group(name)
    .getByRole('link')
    .elements()
    .map((link) => link.textContent);

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

  test.each([
    { version: 2n, told: 'You have changed this task elsewhere meanwhile.' },
    // Somebody else may have changed it before that.
    { version: 3n, told: 'You, and perhaps others, have changed this task meanwhile.' },
  ])('call a conflict with oneself what it is', async ({ version, told }) => {
    answerMine(mine('Cutting'));
    server.answer(recordTaskProgress, () => {
      throw conflict(version, { updatedBy: 'owner@bharat.example' });
    });
    server.answer(getTask, mine('Cutting', { progress: 75, version }));
    await open(MINE);
    await addTen('Cutting').click();
    await expect.element(page.getByRole('alert').filter({ hasText: 'Not saved: Cutting' })).toHaveTextContent(told);
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
