import type { Locator, Page } from '@playwright/test';

/** The grid of a role's rights. */
export class PermissionGridPO {
  readonly table: Locator;

  constructor(readonly page: Page) {
    this.table = page.getByRole('table', { name: 'Permissions by module' });
  }

  /** The box of one right. */
  box(action: string, module: string): Locator {
    return this.table.getByRole('checkbox', { name: `${action}: ${module}`, exact: true });
  }

  /** The box over all rights of a module. */
  row(module: string): Locator {
    return this.table.getByRole('checkbox', { name: `All rights in ${module}`, exact: true });
  }

  /** A module's line of marks to read, in the order of the columns. */
  marks(module: string): Locator {
    return this.table
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader', { name: module, exact: true }) })
      .getByRole('cell');
  }
}
