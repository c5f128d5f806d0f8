import type { Locator, Page } from '@playwright/test';

/** The table of roles that a user holds or may be given. */
export class UserRolesPO {
  readonly rows: Locator;

  constructor(readonly page: Page) {
    this.rows = page.getByRole('main').getByRole('table').locator('tbody tr');
  }

  row(role: string): Locator {
    return this.rows.filter({ has: this.page.getByRole('rowheader', { name: role }) });
  }

  /** Yes or No. */
  mapped(role: string): Locator {
    return this.row(role).getByRole('cell').first();
  }

  box(role: string): Locator {
    return this.page.getByRole('checkbox', { name: `Map ${role}`, exact: true });
  }

  grant(role: string): Locator {
    return this.page.getByRole('button', { name: `Grant Access: ${role}`, exact: true });
  }

  remove(role: string): Locator {
    return this.page.getByRole('button', { name: `Remove: ${role}`, exact: true });
  }

  /** The question before a role is taken away. */
  question(role: string): Locator {
    return this.page.getByRole('dialog', { name: `Remove ${role}?` });
  }

  /** Chooses a user by typing a part of their address. */
  async choose(email: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'User' }).fill(email);
    await this.page.getByRole('option', { name: email }).click();
  }
}
