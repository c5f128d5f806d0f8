import { expect, type Locator, type Page } from '@playwright/test';

/** The tree of a project's tasks, and its schedule. */
export class TreePO {
  readonly grid: Locator;
  readonly rows: Locator;
  /** Says how many tasks there are. */
  readonly count: Locator;

  constructor(readonly page: Page) {
    this.grid = page.getByRole('treegrid');
    this.rows = this.grid.locator('[data-row]');
    this.count = page.getByRole('status').filter({ hasText: /tasks?( match)?$/ });
  }

  /** Opens a project's tree and waits for all of it. */
  async open(project: { readonly id: string }, rest = '', path = '/project-tasks'): Promise<void> {
    await this.page.goto(`${path}?projectId=${project.id}${rest}`);
    await expect(this.count).toBeVisible();
  }

  /** The row of a task. */
  row(title: string): Locator {
    return this.rows.filter({ has: this.page.getByRole('link', { name: title, exact: true }) });
  }

  /** The titles that are shown, from the top down. */
  titles(): Locator {
    return this.rows.getByRole('rowheader').getByRole('link');
  }

  status(title: string): Locator {
    return this.grid.getByRole('button', { name: new RegExp(`^Status of ${title}: `) });
  }

  progress(title: string): Locator {
    return this.grid.getByRole('button', { name: new RegExp(`^Progress of ${title}: `) });
  }

  /** Opens a task's menu. */
  async menu(title: string): Promise<Locator> {
    await this.grid.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
    return this.page.getByRole('menu');
  }

  /** Opens a task's menu and chooses an entry. */
  async act(title: string, entry: string): Promise<void> {
    await (await this.menu(title)).getByRole('menuitem', { name: entry }).click();
  }

  /** What was last said of a move. */
  said(): Locator {
    return this.page.getByRole('status').filter({ hasText: / moved[.:]/ });
  }
}
