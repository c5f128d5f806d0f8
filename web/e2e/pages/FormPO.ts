import { expect, type Locator, type Page } from '@playwright/test';

/** A form screen; every kind of record has the same one. */
export class FormPO {
  readonly summary: Locator;
  readonly create: Locator;
  readonly update: Locator;
  readonly unsaved: Locator;

  constructor(readonly page: Page) {
    this.summary = page.getByRole('main').getByRole('alert');
    this.create = page.getByRole('button', { name: 'Create', exact: true });
    this.update = page.getByRole('button', { name: 'Update', exact: true });
    this.unsaved = page.getByText('Unsaved changes');
  }

  field(label: string): Locator {
    return this.page.getByRole('textbox', { name: label, exact: true });
  }

  /** Types into fields one after the other, leaving each as a person would. */
  async fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, text] of Object.entries(values)) {
      await this.field(label).fill(text);
      await this.field(label).blur();
    }
  }

  /** A dialog by its title. */
  dialog(title: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name: title });
  }

  async expectToast(text: string): Promise<void> {
    await expect(this.page.getByText(text)).toBeVisible();
  }
}
