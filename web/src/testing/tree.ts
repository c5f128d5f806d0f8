import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { open } from './screen';

const grid = page.getByRole('treegrid');

/** The tree of a project's tasks, and its schedule. */
export const tree = {
  grid,
  /** Says how many tasks there are. */
  count: page.getByRole('status').filter({ hasText: /tasks?( match)?$/ }),
  /** What was last said of a move. */
  said: page.getByRole('status').filter({ hasText: / moved[.:]/ }),

  /** Opens a project's tree and waits for all of it. */
  async open(rest = '', path = '/project-tasks'): Promise<void> {
    await open(`${path}?projectId=project-1${rest}`);
    await expect.element(tree.count).toBeVisible();
  },

  /** The row of a task. */
  row: (title: string): Locator =>
    grid.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) }),

  /** The titles that are shown, from the top down. */
  titles: (): (string | null)[] =>
    [...document.querySelectorAll('[role="treegrid"] [role="rowheader"] a')].map((link) => link.textContent),

  /** Waits until the tree shows these tasks. */
  expectTitles: (...titles: readonly string[]) => expect.poll(tree.titles).toEqual(titles),

  status: (title: string): Locator => grid.getByRole('button', { name: new RegExp(`^Status of ${title}: `) }),
  /** How much of a task is done, when it is exactly this. */
  percent: (title: string, text: string): Locator => tree.row(title).getByText(text, { exact: true }),
  progress: (title: string): Locator => grid.getByRole('button', { name: new RegExp(`^Progress of ${title}: `) }),

  /** Opens a task's menu. */
  async menu(title: string): Promise<Locator> {
    await grid.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
    return page.getByRole('menu');
  },

  /** Opens a task's menu and chooses an entry. */
  async act(title: string, entry: string): Promise<void> {
    await (await tree.menu(title)).getByRole('menuitem', { name: entry }).click();
  },

  /** Chooses another status in the tree. */
  async become(title: string, status: string): Promise<void> {
    await tree.status(title).click();
    await page.getByRole('menuitemradio', { name: status }).click();
  },

  /** Opens the tree down to a level. */
  level: (name: 'Collapse all' | 'Expand all' | `To level ${1 | 2 | 3 | 4}`): Promise<void> =>
    page.getByRole('group', { name: 'Open the tree' }).getByRole('button', { name }).click(),
};
