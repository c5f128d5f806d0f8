import { expect, type Locator, type Page } from '@playwright/test';

/** The frame around the signed-in pages. */
export class ShellPO {
  readonly header: Locator;
  readonly banner: Locator;
  readonly menu: Locator;
  readonly menuItems: Locator;
  readonly footer: Locator;
  readonly logout: Locator;
  readonly heading: Locator;
  readonly reauth: Locator;

  constructor(readonly page: Page) {
    this.header = page.getByRole('banner');
    this.banner = this.header.getByText(/^Signed in as |^Guest$/);
    this.menu = page.getByRole('navigation', { name: 'Main' });
    this.menuItems = this.menu.getByRole('link');
    this.footer = page.getByRole('contentinfo');
    this.logout = this.header.getByRole('button', { name: 'Logout' });
    this.heading = page.getByRole('heading', { level: 1 });
    this.reauth = page.getByRole('dialog', { name: 'Your session has ended' });
  }

  theme(name: 'Light' | 'Dark' | 'Match the device'): Locator {
    return this.header.getByRole('radio', { name });
  }

  /** Waits until the program answers: the public pages, written at build time, are there before. */
  async expectAlive(): Promise<void> {
    await expect(this.theme('Dark')).toBeEnabled();
  }
}
