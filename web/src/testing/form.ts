import type { DescMethod } from '@bufbuild/protobuf';
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { expectAccessible } from './accessible';
import { address } from './screen';
import { server } from './server';

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

  /**
   * Saves what is typed while the server fails, and once more when it doesn't. Expects the form to say that nothing was
   * saved, and to keep what was typed for the second attempt.
   */
  async expectKept(
    typed: Readonly<Record<string, string>>,
    {
      method,
      save,
      failed,
      done,
    }: {
      /** What saving asks of the server. */
      readonly method: DescMethod;
      readonly save: Locator;
      /** What the form says first. */
      readonly failed: string;
      /** What it says in the end. */
      readonly done: string;
    },
  ): Promise<void> {
    const path = address();
    const mend = server.fail(method);
    await form.fill(typed);
    await save.click();
    await expect.element(form.summary).toHaveTextContent(failed);
    await expect.element(form.summary).toHaveFocus();
    for (const [label, text] of Object.entries(typed)) await expect.element(form.field(label)).toHaveValue(text);
    expect(address()).toBe(path);
    await expectAccessible();
    mend();
    await save.click();
    await form.expectToast(done);
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
