import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Sort } from '@/gen/nirmaan/type/v1/page_pb';
import { leave } from './form';
import { address, open } from './screen';

/** The rows of a filter's answer that the request's page holds. */
export function pageOf<Row>(
  rows: readonly Row[],
  { pagination }: { readonly pagination?: { readonly page: number; readonly size?: number | undefined } | undefined },
) {
  const { page: number = 0, size = 10 } = pagination ?? {};
  return {
    content: rows.slice(number * size, (number + 1) * size),
    number,
    size,
    totalPages: Math.ceil(rows.length / size),
    totalElements: BigInt(rows.length),
  };
}

/** A list screen; every kind of record has the same one. */
export const list = {
  grid: page.getByRole('table'),
  heading: page.getByRole('heading', { level: 1 }),
  result: page.getByText(/^Showing page/),
  next: page.getByRole('link', { name: 'Next' }),
  pageSize: page.getByRole('combobox', { name: 'Page size' }),
  failure: page.getByRole('main').getByRole('alert'),

  /** Opens the list at an address and waits for its rows or for its reason not to have any. */
  async open(path: string): Promise<void> {
    await open(path);
    await expect.element(list.result).toBeVisible();
  },

  filter: (label: string): Locator => page.getByRole('searchbox', { name: label, exact: true }),
  choice: (label: string): Locator => page.getByRole('combobox', { name: new RegExp(`^${label}:`) }),
  day: (label: string): Locator => page.getByRole('textbox', { name: label }),
  /** Presses within this moment, before anything is drawn anew. */
  pressNow: (target: Locator): void => (target.element() as HTMLElement).click(),
  chip: (text: string): Locator => page.getByRole('button', { name: `Remove filter ${text}` }),
  header: (name: string): Locator => page.getByRole('columnheader', { name, exact: true }),
  sortButton: (name: string): Locator => list.header(name).getByRole('button'),
  menu: (label: string): Locator => page.getByRole('button', { name: `Actions for ${label}`, exact: true }),

  /** The texts of a column by its place, from the top down. */
  column: (place: number): (string | null)[] =>
    [...document.querySelectorAll(`tbody tr > :nth-child(${place})`)].map((cell) => cell.textContent),

  /** Waits until the list shows these in its first column. */
  expectRows: (texts: readonly string[]) => expect.poll(() => list.column(1)).toEqual(texts),

  /**
   * Sorts by each header that offers it, by the last one both ways, and expects the server to be asked for that.
   *
   * @param asked the sort of the latest call
   * @param columns the headers that can be sorted by, as they stand, and what the server calls them
   */
  async expectSorts(
    asked: () => Promise<Sort | undefined>,
    columns: readonly (readonly [string, string])[],
  ): Promise<void> {
    // Clicked as a script does: the pointer's way to ten places is long.
    const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('thead th button')];
    expect(buttons().map(({ textContent }) => textContent)).toEqual(columns.map(([header]) => header));
    for (const [place, [, field]] of columns.entries()) {
      buttons()[place]?.click();
      expect(await asked()).toMatchObject({ field, direction: 'asc' });
    }
    buttons().at(-1)?.click();
    expect(await asked()).toMatchObject({ field: columns.at(-1)?.[1], direction: 'desc' });
  },

  /**
   * Filters by one text after the other, and expects a chip of each, a server that is asked for all of them, and an
   * address that tells them.
   *
   * @param asked the latest request
   * @param texts the filters as they are labelled, what the server calls them, and what to look for
   * @returns what the server is asked for
   */
  async expectTextFilters(
    asked: () => Promise<object | undefined>,
    texts: readonly (readonly [label: string, field: string, text: string])[],
  ): Promise<Record<string, string>> {
    const path = address();
    const fields = Object.fromEntries(texts.map(([, field, text]) => [field, text]));
    for (const [label, , text] of texts) {
      await list.filter(label).fill(text);
      leave(list.filter(label));
      await expect.element(list.chip(`${label}: ${text}`)).toBeVisible();
    }
    expect(await asked()).toMatchObject(fields);
    expect(address()).toBe(`${path}?${new URLSearchParams(fields)}`);
    return fields;
  },

  /** Opens a row's menu and chooses an entry. */
  async act(label: string, entry: string): Promise<void> {
    await list.menu(label).click();
    await page.getByRole('menuitem', { name: entry }).click();
  },

  /** Picks some of a filter's choices, each once the one before is taken. */
  async pick(label: string, options: readonly string[]): Promise<void> {
    await list.choice(label).click();
    for (const name of options) {
      const option = page.getByRole('listbox').getByRole('option', { name, exact: true });
      await option.click();
      await expect.element(option).toHaveAttribute('aria-selected', 'true');
    }
    await list.choice(label).click();
  },
};
