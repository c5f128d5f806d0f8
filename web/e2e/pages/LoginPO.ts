import { expect, type Locator, type Page } from '@playwright/test';
import type { Account } from '../accounts';

/** The sign-in page. */
export class LoginPO {
  readonly form: Locator;
  readonly emailOrMobile: Locator;
  readonly password: Locator;
  readonly tenantName: Locator;
  readonly button: Locator;
  readonly failure: Locator;

  constructor(readonly page: Page) {
    this.form = page.getByRole('main');
    this.emailOrMobile = this.form.getByLabel('E-mail or mobile');
    this.password = this.form.getByRole('textbox', { name: 'Password' });
    this.tenantName = this.form.getByLabel('Tenant name');
    this.button = this.form.getByRole('button', { name: 'Login' });
    this.failure = this.form.getByRole('alert');
  }

  /** Opens the page, and waits until the program takes what is typed: the page is there before. */
  async open(): Promise<void> {
    await this.page.goto('/login');
    await expect(this.button).toBeEnabled();
  }

  async submit({ email, tenantName }: Account, password: string): Promise<void> {
    await this.emailOrMobile.fill(email);
    await this.password.fill(password);
    await this.tenantName.fill(tenantName);
    await this.button.click();
  }
}
