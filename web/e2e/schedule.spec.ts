import { newFirmWith, WORK } from './api';
import { expect, test } from './fixtures';
import { TreePO } from './pages/TreePO';

const DAY = 24 * 60 * 60 * 1000;

/** A day in India, so many days from today. */
const day = (offset: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + offset * DAY);

test('the schedule sums up what is below, and prints all of its days across a page', async ({
  page,
  request,
  signIn,
}) => {
  const { account, api } = await newFirmWith(request, WORK);
  const project = await api.project();
  const roads = await api.task(project, { title: 'Roads' });
  const below = (title: string, fields: Record<string, unknown> = {}) =>
    api.task(project, { title, parentId: roads.id, ...fields });
  await below('Kerbs', { givenStartDate: day(-40), givenEndDate: day(-12), actualStartDate: day(-38), progress: 60 });
  await below('Drains', { givenStartDate: day(10), givenEndDate: day(300) });
  await below('Painting');
  const tree = new TreePO(page);
  await signIn(account);
  await tree.open(project, '&view=schedule');
  await expect(tree.row('Kerbs')).toContainText(/begun .*, not ended, 60 % done, 12 days late/);
  await expect(tree.row('Roads')).toContainText(/Planned .* to .*, begun/);
  await page.emulateMedia({ media: 'print' });
  const axis = tree.row('Drains').getByRole('gridcell');
  await expect.poll(() => axis.evaluate((cell) => cell.getBoundingClientRect().width)).toBe(640);
  await expect(tree.row('Painting')).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});
