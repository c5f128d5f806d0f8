import { expect, type Locator, type Page } from '@playwright/test';

/** The tasks that are given to the signed-in user. */
export class MyTasksPO {
  constructor(readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/project-tasks/mine');
    await expect(this.page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  }

  /** The tasks of one part: Late, This week or Later. */
  group(name: string): Locator {
    return this.page.getByRole('region', { name: new RegExp(`^${name} \\d`) });
  }

  card(title: string): Locator {
    return this.page.getByRole('listitem').filter({ has: this.page.getByRole('link', { name: title, exact: true }) });
  }

  addTen(title: string): Locator {
    return this.page.getByRole('button', { name: `Add 10 % to ${title}` });
  }

  done(title: string): Locator {
    return this.page.getByRole('button', { name: `${title} is done` });
  }

  undo(title: string): Locator {
    return this.page.getByRole('button', { name: `${title} is not done yet` });
  }

  /** Says that an entry of a task is on its way. */
  saving(title: string): Locator {
    return this.card(title).getByText('Saving…');
  }

  saveQuantity(title: string): Locator {
    return this.page.getByRole('button', { name: `Save the quantity of ${title}` });
  }
}
