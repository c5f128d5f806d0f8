import { expect, type Locator, type Page } from '@playwright/test';

/** The search over everything. */
export class SearchPO {
  readonly button: Locator;
  readonly dialog: Locator;
  readonly input: Locator;
  readonly options: Locator;

  constructor(readonly page: Page) {
    this.button = page.getByRole('banner').getByRole('button', { name: 'Search' });
    this.dialog = page.getByRole('dialog', { name: 'Search' });
    this.input = this.dialog.getByRole('combobox');
    this.options = this.dialog.getByRole('option');
  }

  async open(): Promise<void> {
    await this.button.click();
    await expect(this.input).toBeFocused();
  }

  /** The hits of one kind. */
  group(name: string): Locator {
    return this.dialog.getByRole('group', { name });
  }
}
