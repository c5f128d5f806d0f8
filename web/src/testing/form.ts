import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';

/** A form screen; every kind of record has the same one. */
export const form = {
  summary: page.getByRole('main').getByRole('alert'),
  create: page.getByRole('button', { name: 'Create', exact: true }),
  update: page.getByRole('button', { name: 'Update', exact: true }),
  unsaved: page.getByText('Unsaved changes'),

  field: (label: string): Locator => page.getByRole('textbox', { name: label, exact: true }),

  /** Types into fields one after the other, leaving each as a person would. */
  async fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, text] of Object.entries(values)) {
      await form.field(label).fill(text);
      leave(form.field(label));
    }
  },

  /** A dialog by its title. */
  dialog: (title: string | RegExp): Locator => page.getByRole('dialog', { name: title }),

  /** Waits for the word that something was done. */
  async expectToast(text: string): Promise<void> {
    await expect.element(page.getByText(text)).toBeVisible();
  },
};

/** Takes the focus from a field, as a click elsewhere would. */
export function leave(field: Locator): void {
  const element = field.element();
  if (element instanceof HTMLElement) element.blur();
}
