import type { Locator, Page } from '@playwright/test';

/** The page about one's own account. */
export class ProfilePO {
  readonly profile: Locator;
  readonly password: Locator;
  readonly sessions: Locator;
  readonly sessionRows: Locator;

  constructor(readonly page: Page) {
    this.profile = page.getByRole('form', { name: 'Profile' });
    this.password = page.getByRole('form', { name: 'Change password' });
    this.sessions = page.getByRole('region', { name: 'Sessions' });
    this.sessionRows = this.sessions.getByRole('listitem');
  }

  async open(): Promise<void> {
    await this.page.goto('/profile');
    await this.profile.waitFor();
  }

  /** Fills the form that changes the password, and sends it. */
  async changePassword(current: string, next: string): Promise<void> {
    await this.password.getByRole('textbox', { name: 'Current password' }).fill(current);
    await this.password.getByRole('textbox', { name: 'New password' }).fill(next);
    await this.password.getByRole('button', { name: 'Change password' }).click();
  }
}
