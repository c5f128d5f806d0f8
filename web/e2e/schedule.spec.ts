import type { Page } from '@playwright/test';
import { type Api, newFirmWith, type Stored, WORK } from './api';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { TreePO } from './pages/TreePO';

const DAY = 24 * 60 * 60 * 1000;

/** A day in India, so many days from today. */
const day = (offset: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + offset * DAY);

const left = (page: Page) => page.getByRole('treegrid').evaluate((grid) => grid.scrollLeft);

test.describe('the schedule', () => {
  let api: Api;
  let project: Stored;
  let tree: TreePO;

  test.beforeEach(async ({ page, request, signIn }) => {
    const firm = await newFirmWith(request, WORK);
    api = firm.api;
    project = await api.project();
    tree = new TreePO(page);
    await signIn(firm.account);
  });

  async function someTasks() {
    const roads = await api.task(project, { title: 'Roads' });
    const below = (title: string, fields: Record<string, unknown>) =>
      api.task(project, { title, parentId: roads.id, ...fields });
    await below('Kerbs', { givenStartDate: day(-40), givenEndDate: day(-12), actualStartDate: day(-38), progress: 60 });
    await below('Drains', { givenStartDate: day(10), givenEndDate: day(300) });
    await below('Opening', { givenEndDate: day(301), isMilestone: true });
    await below('Painting', {});
  }

  test('shows bars in the rows of the tree, and says what they show', async ({ page }) => {
    await someTasks();
    await tree.open(project);
    await page.getByRole('button', { name: 'Schedule' }).click();
    await expect(page).toHaveURL(`/project-tasks?projectId=${project.id}&view=schedule`);
    await expect(tree.titles()).toHaveText(['Roads', 'Kerbs', 'Drains', 'Opening', 'Painting']);
    await expect(tree.row('Kerbs')).toContainText(/Planned .* to .*, begun .*, not ended, 60 % done, 12 days late/);
    await expect(tree.row('Drains')).toContainText(/Planned .* to .*, not begun, 0 % done$/);
    await expect(tree.row('Opening')).toContainText(/Milestone .*, not begun/);
    await expect(tree.row('Painting')).toContainText('No dates');
    await expect(tree.row('Roads'), 'sums up what is below').toContainText(/Planned .* to .*, begun/);
    const mark = (title: string, kind: string) => tree.row(title).locator(`[data-mark="${kind}"]`);
    for (const [title, kind] of [
      ['Kerbs', 'planned'],
      ['Kerbs', 'actual'],
      ['Kerbs', 'late'],
      ['Opening', 'milestone'],
      ['Roads', 'actual'],
    ] as const)
      await expect(mark(title, kind), `${kind} of ${title}`).toBeAttached();
    await expect(mark('Drains', 'actual')).toHaveCount(0);
    await expect(mark('Drains', 'late')).toHaveCount(0);
    await tree.level('Collapse all');
    await expect(tree.titles()).toHaveText(['Roads']);
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Tree', exact: true })).toHaveAttribute('aria-pressed', 'true');
  });

  test('draws a bar as long as its days, at the scale that was chosen', async ({ page }) => {
    await someTasks();
    await tree.open(project, '&view=schedule');
    const bar = () =>
      tree.row('Drains').evaluate((row) => {
        const widths = [...row.querySelectorAll('[role="gridcell"] span[style*="width"]')];
        return Math.round(Math.max(...widths.map((span) => span.getBoundingClientRect().width)));
      });
    // 291 days, both ends included.
    for (const [scale, width] of [
      ['Days', 291 * 28],
      ['Weeks', 291 * 8],
      ['Months', Math.round(291 * 2.6)],
    ] as const) {
      await page.getByRole('button', { name: scale }).click();
      await expect.poll(bar).toBe(width);
    }
    await expect(page).toHaveURL(/zoom=month/);
  });

  test('begins with today, and is scrolled by keys', async ({ page }) => {
    await someTasks();
    await tree.open(project, '&view=schedule&zoom=day');
    const today = tree.grid.getByText('Today', { exact: true });
    await expect(today).toBeInViewport();
    await tree.row('Drains').focus();
    const before = await left(page);
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => left(page)).toBeGreaterThan(before);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect(tree.row('Kerbs')).toBeFocused();
    await page.keyboard.press(' ');
    await expect.poll(() => left(page)).toBeLessThan(before);
    await expect(tree.row('Kerbs')).toBeFocused();
    await page.getByRole('button', { name: 'Today' }).click();
    await expect(today).toBeInViewport();
  });

  test('says so when no task has dates', async ({ page }) => {
    await api.task(project, { title: 'Roads' });
    await tree.open(project, '&view=schedule');
    await expect(page.getByText('None of these tasks has dates yet.')).toBeVisible();
  });

  test('prints all of its days across a page', async ({ page }) => {
    await someTasks();
    await tree.open(project, '&view=schedule');
    await expect(tree.row('Drains')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    const axis = tree.row('Drains').getByRole('gridcell');
    await expect.poll(() => axis.evaluate((cell) => cell.getBoundingClientRect().width)).toBe(640);
    await expect(tree.row('Painting')).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is accessible, ${colorScheme}`, async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await someTasks();
      await tree.open(project, '&view=schedule');
      await expect(tree.row('Kerbs')).toContainText('12 days late');
      await expectAccessible(page);
      for (const width of [683, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await expectNoSidewaysScroll(page);
      }
      await expectAccessible(page);
    });
  }
});
