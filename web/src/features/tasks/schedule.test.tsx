import { beforeEach, describe, expect, test } from 'vitest';
import { dayNumber, dayOfNumber, today } from '@/kit/timeline/days';
import { expectAccessible } from '@/testing/accessible';
import { signIn } from '@/testing/people';
import { address, page, userEvent } from '@/testing/screen';
import { tree } from '@/testing/tree';
import { answerProjects, answerTree, day, node, project } from '@/testing/work';

/** A day in India, so many days from today. */
const from = (days: number) => day(dayOfNumber(dayNumber(today()) + days));

const left = () => tree.grid.element().scrollLeft;
const scale = (name: string) => page.getByRole('button', { name, exact: true });
const now = tree.grid.getByText('Today', { exact: true });
const mark = (title: string, kind: string) => tree.row(title).element().querySelector(`[data-mark="${kind}"]`);

/** The longest bar of a row, in pixels. */
function bar(title: string): number {
  const spans = tree.row(title).element().querySelectorAll('[role="gridcell"] span[style*="width"]');
  return Math.round(Math.max(...[...spans].map((span) => span.getBoundingClientRect().width)));
}

beforeEach(() => {
  signIn();
  answerProjects(project());
  const whole = { descendants: 4, progress: 20, actualStartDate: from(-38) };
  answerTree([
    node('Roads', '', { rollUp: { ...whole, givenStartDate: from(-40), givenEndDate: from(301) } }),
    node('Kerbs', 'Roads', {
      rollUp: { givenStartDate: from(-40), givenEndDate: from(-12), actualStartDate: from(-38), progress: 60 },
    }),
    node('Drains', 'Roads', { rollUp: { givenStartDate: from(10), givenEndDate: from(300) } }),
    node('Opening', 'Roads', { isMilestone: true, rollUp: { givenEndDate: from(301) } }),
    node('Painting', 'Roads'),
  ]);
});

describe('the schedule', () => {
  test('shows bars in the rows of the tree, and says what they show', async () => {
    await tree.open();
    await scale('Schedule').click();
    await expect.poll(address).toBe('/project-tasks?projectId=project-1&view=schedule');
    await tree.expectTitles('Roads', 'Kerbs', 'Drains', 'Opening', 'Painting');
    for (const [title, text] of [
      ['Kerbs', /Planned .* to .*, begun .*, not ended, 60 % done, 12 days late/],
      ['Drains', /Planned .* to .*, not begun, 0 % done$/],
      ['Opening', /Milestone .*, not begun/],
      ['Painting', 'No dates'],
      // Sums up what is below.
      ['Roads', /Planned .* to .*, begun/],
    ] as const)
      await expect.element(tree.row(title)).toHaveTextContent(text);
    for (const [title, kind] of [
      ['Kerbs', 'planned'],
      ['Kerbs', 'actual'],
      ['Kerbs', 'late'],
      ['Opening', 'milestone'],
      ['Roads', 'actual'],
    ] as const)
      expect(mark(title, kind), `${kind} of ${title}`).not.toBeNull();
    expect(mark('Drains', 'actual')).toBeNull();
    expect(mark('Drains', 'late')).toBeNull();
    await expectAccessible();
    await tree.level('Collapse all');
    await tree.expectTitles('Roads');
    window.history.back();
    await expect.element(scale('Tree')).toHaveAttribute('aria-pressed', 'true');
  });

  test('draws a bar as long as its days, at the scale that was chosen', async () => {
    await tree.open('&view=schedule');
    // 291 days, both ends included.
    for (const [name, width] of [
      ['Days', 291 * 28],
      ['Weeks', 291 * 8],
      ['Months', Math.round(291 * 2.6)],
    ] as const) {
      await scale(name).click();
      await expect.poll(() => bar('Drains')).toBe(width);
    }
    expect(address()).toBe('/project-tasks?projectId=project-1&view=schedule&zoom=month');
  });

  test('begins with today, and is scrolled by keys', async () => {
    await tree.open('&view=schedule&zoom=day');
    await expect.element(now).toBeInViewport();
    tree.row('Drains').element().focus();
    const before = left();
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await expect.poll(left).toBeGreaterThan(before);
    await userEvent.keyboard('{Home}{ArrowDown}');
    await expect.element(tree.row('Kerbs')).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.poll(left).toBeLessThan(before);
    await expect.element(tree.row('Kerbs')).toHaveFocus();
    await scale('Today').click();
    await expect.element(now).toBeInViewport();
  });

  test('says so when no task has dates', async () => {
    answerTree([node('Roads')]);
    await tree.open('&view=schedule');
    await expect.element(page.getByText('None of these tasks has dates yet.')).toBeVisible();
  });

  test('is accessible on a phone', async () => {
    await page.viewport(390, 844);
    await tree.open('&view=schedule');
    await expect.element(tree.row('Kerbs')).toHaveTextContent('12 days late');
    await expectAccessible();
  });
});
