import { expect, type Locator, type Page } from '@playwright/test';

/** A list screen; every kind of record has the same one. */
export class ListPO {
  readonly grid: Locator;
  readonly rows: Locator;
  readonly result: Locator;
  readonly heading: Locator;

  constructor(readonly page: Page) {
    this.grid = page.getByRole('table');
    this.rows = this.grid.locator('tbody tr');
    this.result = page.getByText(/^Showing page/);
    this.heading = page.getByRole('heading', { level: 1 });
  }

  /** Opens the list at an address and waits for its rows or for its reason not to have any. */
  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await expect(this.result).toBeVisible();
  }

  filter(label: string): Locator {
    return this.page.getByRole('searchbox', { name: label, exact: true });
  }

  choice(label: string): Locator {
    return this.page.getByRole('combobox', { name: new RegExp(`^${label}:`) });
  }

  chip(text: string): Locator {
    return this.page.getByRole('button', { name: `Remove filter ${text}` });
  }

  header(name: string): Locator {
    return this.page.getByRole('columnheader', { name, exact: true });
  }

  sortButton(name: string): Locator {
    return this.header(name).getByRole('button');
  }

  /** The texts of a column by its place. */
  column(place: number): Locator {
    return this.rows.locator(`> :nth-child(${place})`);
  }

  menu(label: string): Locator {
    return this.page.getByRole('button', { name: `Actions for ${label}`, exact: true });
  }

  /** Opens a row's menu and chooses an entry. */
  async act(label: string, entry: string): Promise<void> {
    await this.menu(label).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  /** How many records match, as the result line says. */
  async total(): Promise<number> {
    const text = (await this.result.textContent()) ?? '';
    return Number(/— ([\d,]+) total/.exec(text)?.[1]?.replaceAll(',', '') ?? Number.NaN);
  }
}
