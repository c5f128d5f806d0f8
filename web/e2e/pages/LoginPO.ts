import type { Locator, Page } from '@playwright/test';
import type { Account } from '../accounts';

/** The sign-in page. */
export class LoginPO {
  readonly form: Locator;
  readonly emailOrMobile: Locator;
  readonly password: Locator;
  readonly organisation: Locator;
  readonly button: Locator;
  readonly failure: Locator;

  constructor(readonly page: Page) {
    this.form = page.getByRole('main');
    this.emailOrMobile = this.form.getByLabel('E-mail or mobile');
    this.password = this.form.getByRole('textbox', { name: 'Password' });
    this.organisation = this.form.getByLabel('Organisation');
    this.button = this.form.getByRole('button', { name: 'Login' });
    this.failure = this.form.getByRole('alert');
  }

  async open(): Promise<void> {
    await this.page.goto('/login');
  }

  async submit({ email, organisation }: Account, password: string): Promise<void> {
    await this.emailOrMobile.fill(email);
    await this.password.fill(password);
    await this.organisation.fill(organisation);
    await this.button.click();
  }
}
