import type { Locator, Page } from '@playwright/test';

/** A message that breaks no rule. */
export const GOOD_MESSAGE = {
  Name: 'Asha Patil',
  Email: 'asha@patil.example',
  Mobile: '9876543210',
  Message: 'We follow forty tenders a month.',
} as const;

type Label = keyof typeof GOOD_MESSAGE;

/** The contact page and its form. */
export class ContactPO {
  readonly form: Locator;
  readonly button: Locator;
  readonly problem: Locator;
  readonly success: Locator;
  readonly details: Locator;

  constructor(readonly page: Page) {
    this.form = page.getByRole('form', { name: 'Send a Message' });
    this.button = this.form.getByRole('button', { name: 'Send Message' });
    this.problem = this.form.getByRole('alert');
    this.success = this.form.getByRole('status');
    this.details = page.getByRole('region', { name: 'Contact details' });
  }

  async open(): Promise<void> {
    await this.page.goto('/contact');
  }

  field(label: Label): Locator {
    return this.form.getByRole('textbox', { name: label });
  }

  async fill(values: Partial<Record<Label, string>>): Promise<void> {
    for (const [label, text] of Object.entries(values)) await this.field(label as Label).fill(text);
  }

  /** What stands in the fields, from top to bottom. */
  values(): Promise<string[]> {
    return this.form
      .getByRole('textbox')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  }
}
