import type { Account } from './accounts';
import { type Api, asAdmin, EVERY_FLAG, type Grants, newFirmWith, type Stored, unique } from './api';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { photo } from './fixtures/papers';
import { MyTasksPO } from './pages/MyTasksPO';

const GRANTS: Grants = { Projects: EVERY_FLAG, 'Project Tasks': EVERY_FLAG };

/** A day so many days from now, as India counts. */
const day = (days: number) => {
  const at = new Date(Date.now() + days * 86_400_000);
  return at.toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' });
};

test.describe('my tasks on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  let account: Account;
  let api: Api;
  let tenant: Stored;
  let me: string;
  let project: Stored;
  let mine: MyTasksPO;

  test.beforeEach(async ({ page, request }) => {
    ({ account, api, tenant } = await newFirmWith(request, GRANTS));
    const people = await api.get(`/users/assignees?keyword=${encodeURIComponent(account.email)}`);
    me = (people as unknown as readonly Stored[])[0]?.id ?? '';
    project = await api.project();
    mine = new MyTasksPO(page);
  });

  const task = (fields: Record<string, unknown> = {}) =>
    api.task(project, { assignedTo: me, status: 'IN_PROGRESS', progress: 30, ...fields });

  test('are those that are open and given to me, by when they are due', async ({ page, signInAnew }) => {
    const word = unique();
    const parent = await task({ title: `Block ${word}`, givenEndDate: day(60) });
    await task({ title: `Late ${word}`, givenEndDate: day(-3) });
    await task({ title: `Today ${word}`, givenEndDate: day(0) });
    await task({ title: `Some day ${word}` });
    await task({ title: `Below ${word}`, parentId: parent.id, givenEndDate: day(40), progress: 55 });
    await task({ title: `Over ${word}`, status: 'COMPLETED' });
    await task({ title: `Theirs ${word}`, assignedTo: '' });
    await signInAnew(account);
    await page.getByRole('button', { name: account.email }).click();
    await page.getByRole('link', { name: 'My tasks' }).click();
    await expect(page).toHaveURL('/project-tasks/mine');
    await expect(mine.group('Late').getByRole('link')).toHaveText([`Late ${word}`]);
    await expect(mine.group('This week').getByRole('link')).toHaveText([`Today ${word}`]);
    const later = [`Below ${word}`, `Block ${word}`, `Some day ${word}`];
    await expect(mine.group('Later').getByRole('link')).toHaveText(later, { useInnerText: true });
    // What has tasks below it comes to what they do.
    await expect(mine.card(`Block ${word}`)).toContainText('1 task below it');
    await expect(mine.card(`Block ${word}`)).toContainText('55 %');
    await expect(mine.card(`Block ${word}`).getByRole('button', { name: /is done$/ })).toHaveCount(0);
    await mine.card(`Late ${word}`).getByRole('link').click();
    await expect(page).toHaveURL(/\/project-tasks\/[0-9a-f-]{36}$/);
  });

  test('go on by ten percent, are done, and are not', async ({ signInAnew }) => {
    const { id, title } = (await task({ status: 'ASSIGNED', progress: 0 })) as Stored & { title: string };
    await signInAnew(account);
    await mine.open();
    await mine.addTen(title).click();
    await expect(mine.card(title)).toContainText('10 %');
    await mine.addTen(title).click();
    await expect(mine.card(title)).toContainText('20 %');
    await expect.poll(() => api.get(`/tasks/${id}`)).toMatchObject({ progress: 20, status: 'IN_PROGRESS' });
    await mine.done(title).click();
    await expect(mine.card(title)).toContainText('Completed');
    await expect.poll(() => api.get(`/tasks/${id}`)).toMatchObject({ progress: 100, status: 'COMPLETED' });
    await mine.undo(title).click();
    await expect(mine.card(title)).toContainText('In progress');
    await expect.poll(() => api.get(`/tasks/${id}`)).toMatchObject({ progress: 20, status: 'IN_PROGRESS' });
  });

  test('take a quantity', async ({ signInAnew }) => {
    const { id, title } = (await task({ units: 'cum', estimatedQuantity: 1200.5 })) as Stored & { title: string };
    await signInAnew(account);
    await mine.open();
    await expect(mine.card(title)).toContainText('of 1,200.5 cum');
    const quantity = mine.card(title).getByRole('textbox', { name: 'Quantity done, in cum' });
    await quantity.fill('-4');
    await mine.saveQuantity(title).click();
    await expect(mine.card(title)).toContainText('Quantity must be a number');
    await quantity.fill('1,050.25');
    await mine.saveQuantity(title).click();
    await expect(mine.saveQuantity(title)).toBeHidden();
    await expect.poll(() => api.get(`/tasks/${id}`)).toMatchObject({ actualQuantity: 1050.25 });
    await expect(quantity).toHaveValue('1,050.25');
  });

  test('take a photo into their documents', async ({ page, signInAnew }) => {
    const { id, title } = (await task()) as Stored & { title: string };
    await signInAnew(account);
    await mine.open();
    const input = mine.card(title).locator('input[type=file]');
    await expect(input).toHaveAttribute('accept', 'image/*');
    await expect(input).toHaveAttribute('capture', 'environment');
    const chooser = page.waitForEvent('filechooser');
    await mine
      .card(title)
      .getByRole('button', { name: `Photo of ${title}` })
      .click();
    await (await chooser).setFiles({ ...photo, name: 'image.png' });
    await expect(page.getByText('The photo is with the task’s documents.')).toBeVisible();
    const stored = await api.post('/documents/filter', { entityType: ['TASK'], entityId: id });
    expect(stored).toMatchObject({ content: [{ docType: 'PHOTO' }] });
  });

  test('keep what is entered without a connection, and send it', async ({
    context,
    page,
    signInAnew,
    allowConsole,
  }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    const first = (await task()) as Stored & { title: string };
    const second = (await task()) as Stored & { title: string };
    await signInAnew(account);
    await mine.open();
    await context.setOffline(true);
    await mine.addTen(first.title).click();
    await mine.addTen(first.title).click();
    await mine.done(second.title).click();
    await expect(mine.card(first.title)).toContainText('50 %');
    await expect(mine.card(first.title)).toContainText('Waits for the connection');
    await expect(page.getByText('2 entries wait to be sent')).toBeVisible();
    // Logging out would lose them, and asks first.
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('dialog', { name: 'Log out without sending?' }).getByRole('button', { name: 'Stay' }).click();
    await context.setOffline(false);
    await expect(page.getByText('2 entries wait to be sent')).toBeHidden();
    expect(await api.get(`/tasks/${first.id}`)).toMatchObject({ progress: 50 });
    expect(await api.get(`/tasks/${second.id}`)).toMatchObject({ progress: 100, status: 'COMPLETED' });
  });

  test('are not lost by logging out elsewhere', async ({ page, shell, signInAnew, allowConsole }) => {
    allowConsole(/ERR_FAILED/);
    const { title } = (await task()) as Stored & { title: string };
    await signInAnew(account);
    await mine.open();
    await page.route('**/nirmaan.projects.v1.TaskService/RecordTaskProgress', (route) => route.abort());
    await mine.addTen(title).click();
    await expect(mine.card(title)).toContainText('Waits for the connection');
    await page.goto('/payroll');
    await shell.logout.click();
    await expect(page).toHaveURL('/project-tasks/mine');
    await expect(mine.card(title)).toContainText('Waits for the connection');
    await shell.logout.click();
    await page.getByRole('dialog', { name: 'Log out without sending?' }).getByRole('button', { name: 'Leave' }).click();
    await expect(shell.banner).toHaveText('Guest');
  });

  test('send what waited when another page is opened', async ({ page, signInAnew, allowConsole }) => {
    allowConsole(/ERR_FAILED/);
    const { id, title } = (await task()) as Stored & { title: string };
    await signInAnew(account);
    await mine.open();
    const calls = '**/nirmaan.projects.v1.TaskService/RecordTaskProgress';
    await page.route(calls, (route) => route.abort());
    await mine.addTen(title).click();
    await expect(mine.card(title)).toContainText('Waits for the connection');
    await page.unroute(calls);
    await page.goto('/payroll');
    await expect.poll(() => api.get(`/tasks/${id}`)).toMatchObject({ progress: 40 });
  });

  test('show a conflict, and overwrite nothing by themselves', async ({ page, signInAnew }) => {
    const { id, title } = (await task()) as Stored & { title: string };
    await signInAnew(account);
    await mine.open();
    await api.post(`/tasks/${id}/progress`, { progress: 75 });
    await mine.addTen(title).click();
    const alert = page.getByRole('alert').filter({ hasText: `Not saved: ${title}` });
    await expect(alert).toContainText('changed this task meanwhile. You entered: 40 % done.');
    expect(await api.get(`/tasks/${id}`)).toMatchObject({ progress: 75 });
    await expectAccessible(page);
    await alert.getByRole('button', { name: 'Save mine all the same' }).click();
    await expect(alert).toBeHidden();
    await expect.poll(() => api.get(`/tasks/${id}`)).toMatchObject({ progress: 40 });
  });

  test('say which right is missing', async ({ page, request, signInAnew }) => {
    const admin = await asAdmin(request);
    const viewer = await admin.user({ tenantId: tenant.id });
    await admin.map(viewer, await admin.role({ 'Project Tasks': ['canView'] }));
    const { title } = (await task({ assignedTo: viewer.id })) as Stored & { title: string };
    await signInAnew({ email: viewer.email, tenantName: account.tenantName });
    await mine.open();
    await expect(mine.addTen(title)).toHaveAttribute('aria-disabled', 'true');
    await mine.addTen(title).focus();
    await expect(page.getByRole('tooltip')).toHaveText('You need the Edit permission for Project Tasks.');
    await expect(mine.card(title).getByRole('textbox')).toHaveAttribute('readonly');
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${colorScheme} theme`, () => {
      test.use({ colorScheme });

      test('are accessible and fit', async ({ page, signInAnew }) => {
        await task({
          title: 'राष्ट्रीय राजमार्ग ४४ पर मिट्टी की खुदाई और भराई का काम',
          units: 'cum',
          givenEndDate: day(-3),
        });
        await task({ givenEndDate: day(30), status: 'REJECTED' });
        await signInAnew(account);
        await mine.open();
        await expectAccessible(page);
        for (const width of [320, 1366]) {
          await page.setViewportSize({ width, height: 700 });
          await expectNoSidewaysScroll(page);
        }
        await expectAccessible(page);
      });
    });
  }
});
