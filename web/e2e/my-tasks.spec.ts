import type { Account } from './accounts';
import { type Api, EVERY_FLAG, type Grants, newFirmWith, type Stored } from './api';
import { expect, test } from './fixtures';
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
  let me: string;
  let project: Stored;
  let mine: MyTasksPO;

  test.beforeEach(async ({ page, request }) => {
    ({ account, api } = await newFirmWith(request, GRANTS));
    const people = await api.get(`/users/assignees?keyword=${encodeURIComponent(account.email)}`);
    me = (people as unknown as readonly Stored[])[0]?.id ?? '';
    project = await api.project();
    mine = new MyTasksPO(page);
  });

  const task = (fields: Record<string, unknown> = {}) =>
    api.task(project, { assignedTo: me, status: 'IN_PROGRESS', progress: 30, ...fields });

  test('take progress, a quantity and a photo', async ({ page, signInAnew }) => {
    const due = { givenEndDate: day(-3), units: 'cum', estimatedQuantity: 1200.5 };
    const { id, title } = (await task({ status: 'ASSIGNED', progress: 0, ...due })) as Stored & { title: string };
    const stored = () => api.get(`/tasks/${id}`);
    await signInAnew(account);
    await mine.open();
    await expect(mine.group('Late').getByRole('link')).toHaveText([title]);
    await mine.addTen(title).click();
    await expect.poll(stored).toMatchObject({ progress: 10, status: 'IN_PROGRESS' });
    await mine.done(title).click();
    await expect.poll(stored).toMatchObject({ progress: 100, status: 'COMPLETED' });
    await mine.undo(title).click();
    await expect.poll(stored).toMatchObject({ progress: 10, status: 'IN_PROGRESS' });
    await mine.card(title).getByRole('textbox', { name: 'Quantity done, in cum' }).fill('1,050.25');
    await mine.saveQuantity(title).click();
    await expect.poll(stored).toMatchObject({ actualQuantity: 1050.25 });
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
    const documents = await api.post('/documents/filter', { entityType: ['TASK'], entityId: id });
    expect(documents).toMatchObject({ content: [{ docType: 'PHOTO' }] });
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
});
