import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { ModuleService } from '@/gen/nirmaan/platform/v1/module_service_pb';
import { RolePermissionSchema } from '@/gen/nirmaan/platform/v1/permission_pb';
import { PermissionService } from '@/gen/nirmaan/platform/v1/permission_service_pb';
import { RoleService } from '@/gen/nirmaan/platform/v1/role_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { list } from '@/testing/list';
import { signIn } from '@/testing/people';
import { aModule, aRole } from '@/testing/platform';
import { conflict, refused, taken } from '@/testing/refusals';
import { address, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';

const LIST = '/admin/roles';
const EDIT = `${LIST}/role-7/edit`;
const { getRole, createRole, updateRole, listRoles } = RoleService.method;
const { listRolePermissions } = PermissionService.method;

const ACTIONS = ['Create', 'View', 'Edit', 'Delete', 'Report'];
const MODULES = ['About', 'Contracts', 'Estimations', 'Payments', 'Projects'].map((name) =>
  aModule({ id: `of-${name}`, name }),
);
const ROLE = aRole({ description: 'Quotes and bids' });

/** What the role grants: the row of each module, most of them empty. */
const PERMISSIONS = MODULES.map(({ id, name }) =>
  create(RolePermissionSchema, {
    roleId: ROLE.id,
    moduleId: id,
    moduleName: name,
    canView: name === 'Contracts',
    canEdit: name === 'Contracts',
  }),
);

const NONE = { canCreate: false, canView: false, canEdit: false, canDelete: false, canReport: false };

const grid = {
  table: page.getByRole('table', { name: 'Permissions by module' }),
  box: (action: string, module: string) => page.getByRole('checkbox', { name: `${action}: ${module}`, exact: true }),
  row: (module: string) => page.getByRole('checkbox', { name: `All rights in ${module}`, exact: true }),
  column: (action: string) => page.getByRole('checkbox', { name: `${action} in all modules`, exact: true }),
  everything: page.getByRole('checkbox', { name: 'All rights in all modules' }),
  changed: page.getByText(/modules? changed$/),
  /** How many boxes of the modules are ticked. */
  ticked: () => document.querySelectorAll('tbody input:checked').length,
  /** A module's marks to read, in the order of the columns. */
  marks: (module: string) =>
    page
      .getByRole('row', { name: module })
      .getByRole('cell')
      .elements()
      .map(({ textContent }) => textContent),
};

describe('the form of a role', () => {
  beforeEach(() => {
    signIn();
    server.answer(ModuleService.method.listModules, { modules: MODULES });
    server.answer(listRoles, { roles: [ROLE] });
    server.answer(getRole, ROLE);
    server.answer(listRolePermissions, { permissions: PERMISSIONS });
  });

  test('names the rights that were changed after an attempt that had created the role', async () => {
    const lost = server.fail(createRole, Code.Unavailable);
    await open(`${LIST}/create`);
    await form.fill({ Name: 'Estimator', Description: 'Quotes and bids' });
    await grid.box('View', 'Contracts').click();
    await form.create.click();
    await expect.element(form.summary).toHaveTextContent('Network error');
    lost();
    server.answer(createRole, ({ permissions }) => {
      if (permissions[0]?.canEdit) throw refused(Code.AlreadyExists, 'Used.', 'IDEMPOTENCY_KEY_REUSED');
      return ROLE;
    });
    await grid.box('Edit', 'Contracts').click();
    await form.fill({ Description: 'Quotes' });
    await form.create.click();
    await form.expectToast(
      'An earlier attempt had already created it. Your later changes can be restored here. Not kept: Permissions by module. Please check here.',
    );
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.element(form.field('Description')).toHaveValue('Quotes');
    await expect.element(grid.changed).not.toBeInTheDocument();
  });

  test('shows no rights of before when it is saved, until they are read again', async () => {
    server.answer(updateRole, ROLE);
    await open(EDIT);
    await grid.box('Create', 'About').click();
    const release = server.hold(listRolePermissions);
    await form.update.click();
    await form.expectToast('Role updated successfully!');
    await expect.poll(address).toBe(`${LIST}/role-7/view`);
    await expect.element(list.heading).toHaveTextContent(new RegExp(`^${ROLE.name}$`));
    await expect.element(grid.table).not.toBeInTheDocument();
    release();
    await expect.element(grid.table).toBeVisible();
  });

  // Spec: S2.roles.form-fields S2.roles.grid
  test('sends a role and its rights in one call', async () => {
    server.answer(createRole, ROLE);
    await open(`${LIST}/create`);
    await form.fill({ Name: ' Estimator ', Description: 'Quotes and bids' });
    for (const module of MODULES)
      for (const action of ACTIONS) await expect.element(grid.box(action, module.name)).not.toBeChecked();
    await grid.box('View', 'Contracts').click();
    await grid.box('Edit', 'Contracts').click();
    await grid.row('Estimations').click();
    await expect.element(grid.changed).toHaveTextContent('2 modules changed');
    await form.create.click();
    await form.expectToast('Role created successfully!');
    expect(await server.calls(createRole)).toHaveLength(1);
    expect((await server.calls(createRole))[0]?.request).toMatchObject({
      role: { name: 'Estimator', description: 'Quotes and bids' },
      permissions: [
        { ...NONE, moduleId: 'of-Contracts', canView: true, canEdit: true },
        {
          moduleId: 'of-Estimations',
          canCreate: true,
          canView: true,
          canEdit: true,
          canDelete: true,
          canReport: true,
        },
      ],
    });
    expect(await server.calls(PermissionService.method.saveRolePermissions)).toEqual([]);
  });

  // Spec: S2.roles.grid
  test('takes a row, a column or everything at once, and shows what is partly ticked', async () => {
    await open(`${LIST}/create`);
    await grid.box('Edit', 'Projects').click();
    for (const box of [grid.row('Projects'), grid.column('Edit'), grid.everything])
      await expect.element(box).toBePartiallyChecked();
    await expect.element(grid.column('View')).not.toBePartiallyChecked();

    await grid.row('Projects').click();
    for (const action of ACTIONS) await expect.element(grid.box(action, 'Projects')).toBeChecked();
    expect(grid.ticked()).toBe(1 + ACTIONS.length);

    await grid.column('View').click();
    await expect.element(grid.column('View')).toBeChecked();
    for (const { name } of MODULES) await expect.element(grid.box('View', name)).toBeChecked();
    await expect.element(grid.column('Delete')).toBePartiallyChecked();

    await grid.everything.click();
    await expect.element(grid.column('Report')).toBeChecked();
    expect(grid.ticked()).toBe(MODULES.length * (1 + ACTIONS.length));
    await grid.everything.click();
    await expect.poll(grid.ticked).toBe(0);
    await expect.element(grid.changed).not.toBeInTheDocument();
    await expect.element(form.unsaved).not.toBeInTheDocument();
  });

  // Spec: S2.roles.edit S2.roles.reset
  test('sends the modules that change, and Reset restores what was loaded', async () => {
    server.answer(updateRole, ROLE);
    await open(EDIT);
    await expect.element(form.field('Name')).toHaveValue('Estimator');
    await expect.element(grid.box('Edit', 'Contracts')).toBeChecked();
    await grid.box('Edit', 'Contracts').click();
    await grid.column('Report').click();
    await form.fill({ Name: 'Clerk', Description: 'Something else' });
    await expect.element(form.unsaved).toBeVisible();
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.element(grid.box('Edit', 'Contracts')).toBeChecked();
    await expect.element(grid.column('Report')).not.toBePartiallyChecked();
    expect(grid.ticked()).toBe(2);
    await expect.element(form.field('Name')).toHaveValue('Estimator');
    await expect.element(form.field('Description')).toHaveValue('Quotes and bids');
    await expect.element(form.unsaved).not.toBeInTheDocument();

    await grid.box('Edit', 'Contracts').click();
    await grid.box('Report', 'Payments').click();
    await form.update.click();
    await form.expectToast('Role updated successfully!');
    expect((await server.calls(updateRole))[0]?.request).toMatchObject({
      id: 'role-7',
      role: { name: 'Estimator', description: 'Quotes and bids', version: 3n },
      permissions: [
        { ...NONE, moduleId: 'of-Contracts', canView: true },
        { ...NONE, moduleId: 'of-Payments', canReport: true },
      ],
    });
  });

  test('guards ticks that are not saved, and keeps them over a reload', async () => {
    await open(EDIT);
    await grid.box('Delete', 'Contracts').click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tenants' }).click();
    await expect.element(form.dialog('Leave without saving?')).toBeVisible();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect.element(grid.box('Delete', 'Contracts')).toBeChecked();
    expect(address()).toBe(EDIT);
    await expect.poll(() => Object.keys(sessionStorage)).toContain(`nirmaan.draft:${EDIT}`);
    await open(EDIT);
    await expect.element(grid.box('View', 'Contracts')).toBeChecked();
    await expect.element(grid.box('Delete', 'Contracts')).not.toBeChecked();
    await expectAccessible();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.element(grid.box('Delete', 'Contracts')).toBeChecked();
    await expect.element(form.unsaved).toBeVisible();
  });

  test('is not overwritten silently when two people edit one', async () => {
    server.answer(updateRole, ({ role }) => {
      server.answer(getRole, aRole({ description: 'Quotes alone', version: 4n }));
      if (role?.version !== 4n) throw conflict(4n);
      return aRole();
    });
    await open(EDIT);
    await grid.box('Create', 'Contracts').click();
    await form.update.click();
    const dialog = form.dialog('This record has changed');
    // Which rights others changed can't be told, so it is asked.
    await expect.element(dialog).toHaveTextContent('They may have changed this as well.');
    expect(await server.calls(listRolePermissions), 'the grid shows what is stored now').toHaveLength(2);
    await expect.element(dialog.getByRole('radio', { name: 'Theirs As saved now' })).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('radio', { name: 'Mine 1 module changed' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await form.expectToast('Includes what asha@bharat.example changed: Description.');
    expect((await server.calls(updateRole)).at(-1)?.request).toMatchObject({
      role: { description: 'Quotes alone', version: 4n },
      permissions: [{ canCreate: true }],
    });
  });

  // Spec: S5.role.name
  test('needs a name, and one that is free', async () => {
    const reason = 'Role name is already used by another role.';
    server.answer(createRole, () => {
      throw taken('role.name', reason);
    });
    await open(`${LIST}/create`);
    await form.create.click();
    await expect.element(form.summary).toHaveFocus();
    await form.summary.getByRole('link', { name: 'Role name is required.' }).click();
    await expect.element(form.field('Name')).toHaveFocus();
    expect(await server.calls(createRole)).toEqual([]);
    await form.fill({ Name: 'viewer' });
    await form.create.click();
    await form.summary.getByRole('link', { name: reason }).click();
    await expect.element(form.field('Name')).toHaveFocus();
    await expect.element(form.field('Name')).toHaveAttribute('aria-invalid', 'true');
  });

  test('of the system can only be read, and says why', async () => {
    server.answer(getRole, aRole({ name: 'Tenant Administrator', isSystem: true }));
    await open(EDIT);
    await expect.element(form.field('Name')).toHaveAttribute('readonly');
    await expect
      .element(page.getByText('This is a system role: its name and rights can’t be changed.').last())
      .toBeVisible();
    await expect.element(grid.table).toBeVisible();
    expect(grid.marks('Contracts')).toEqual(['—No', 'Yes', 'Yes', '—No', '—No']);
    await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('says what can’t be loaded or saved, and tries again', async () => {
    const mendRole = server.fail(getRole);
    await open(`${LIST}/role-7/view`);
    await expect.element(list.heading).toHaveTextContent('Failed to fetch role');
    mendRole();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(grid.table).toBeVisible();
    expect(grid.marks('Contracts')).toEqual(['—No', 'Yes', 'Yes', '—No', '—No']);

    const mendRights = server.fail(listRolePermissions);
    await open(EDIT);
    await expect.element(list.failure).toHaveTextContent('Failed to load the permissions');
    await expectAccessible();
    mendRights();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(grid.box('View', 'Contracts')).toBeChecked();

    server.fail(updateRole);
    await grid.box('Create', 'Contracts').click();
    await form.update.click();
    await expect.element(form.summary).toHaveTextContent('Failed to save role');
    await expect.element(grid.box('Create', 'Contracts')).toBeChecked();
  });

  test('has a grid that works by keyboard, and by thumbs on a phone', async () => {
    await open(`${LIST}/create`);
    const box = grid.box('Create', 'About');
    await expect.element(box).toBeVisible();
    box.element().focus();
    await userEvent.keyboard(' ');
    await expect.element(box).toBeChecked();
    await userEvent.tab();
    await expect.element(grid.box('View', 'About')).toHaveFocus();
    await expectAccessible();
    for (const width of [390, 320]) {
      await page.viewport(width, 800);
      const target = () => grid.box('Report', 'Contracts').element().closest('label')?.getBoundingClientRect().height;
      await expect.poll(target).toBeGreaterThanOrEqual(44);
    }
    await expectAccessible();
  });
});
