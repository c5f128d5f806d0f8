import type { Locator, Page } from '@playwright/test';

/** The grid of a role's rights. */
export class PermissionGridPO {
  readonly table: Locator;
  readonly everything: Locator;
  readonly changed: Locator;

  constructor(readonly page: Page) {
    this.table = page.getByRole('table', { name: 'Permissions by module' });
    this.everything = this.table.getByRole('checkbox', { name: 'All rights in all modules' });
    this.changed = page.getByText(/modules? changed$/);
  }

  /** The box of one right. */
  box(action: string, module: string): Locator {
    return this.table.getByRole('checkbox', { name: `${action}: ${module}`, exact: true });
  }

  /** The boxes of an action in every module. */
  boxes(action: string): Locator {
    return this.table.getByRole('checkbox', { name: `${action}: ` });
  }

  /** The box over all rights of a module. */
  row(module: string): Locator {
    return this.table.getByRole('checkbox', { name: `All rights in ${module}`, exact: true });
  }

  /** The box over an action. */
  column(action: string): Locator {
    return this.table.getByRole('checkbox', { name: `${action} in all modules`, exact: true });
  }

  /** A module's line of marks to read, in the order of the columns. */
  marks(module: string): Locator {
    return this.table
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader', { name: module, exact: true }) })
      .getByRole('cell');
  }
}
