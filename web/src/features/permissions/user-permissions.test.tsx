import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { PermissionService } from '@/gen/nirmaan/platform/v1/permission_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { list } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { aUser } from '@/testing/platform';
import { open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';

const OWN = '/admin/user-module-permissions';
const OF_RAVI = '/admin/users/user-7/permissions';
const { listUserPermissions } = PermissionService.method;
const { getUser } = UserService.method;

/** Two roles of which both let view contracts, and one each lets edit and report. */
const PERMISSIONS = [
  {
    moduleId: 'm-1',
    moduleName: 'Contracts',
    moduleDescription: 'Tenders and bids',
    canView: true,
    canEdit: true,
    canReport: true,
    sources: [
      { roleId: 'role-1', roleName: 'Estimator', canView: true, canEdit: true },
      { roleId: 'role-2', roleName: 'Reporter', canView: true, canReport: true },
    ],
  },
  {
    moduleId: 'm-2',
    moduleName: 'Payments',
    moduleDescription: 'Bills',
    canView: true,
    sources: [{ roleId: 'role-2', roleName: 'Reporter', canView: true }],
  },
];

const table = page.getByRole('grid');
const tick = (name: string) => page.getByRole('img', { name });

describe('what a user may do', () => {
  beforeEach(() => {
    signIn();
    server.answer(listUserPermissions, { permissions: PERMISSIONS });
    server.answer(getUser, aUser());
  });

  // Spec: S2.user-permissions.route S2.user-permissions.table
  test('is a table of ticks, each naming the roles that it comes from', async () => {
    await open(OF_RAVI);
    await expect.element(list.heading).toHaveTextContent('Permissions of ravi@bharat.example');
    const headers = table.getByRole('columnheader');
    await expect.element(headers).toHaveLength(7);
    expect(headers.elements().map(({ textContent }) => textContent)).toEqual([
      'Module',
      'Description',
      'Create',
      'View',
      'Edit',
      'Delete',
      'Report',
    ]);
    // Whether each cell has a tick, which is an image, or the word No.
    const cells = [...document.querySelectorAll<HTMLTableRowElement>('tbody tr')].map(
      ({ cells: [module, what, ...rest] }) => [
        module?.textContent,
        what?.firstChild?.textContent,
        ...rest.map((cell) => cell.querySelector('[role=img]')?.getAttribute('aria-label') ?? cell.textContent),
      ],
    );
    expect(cells).toEqual([
      [
        'Contracts',
        'Tenders and bids',
        '—No',
        'View in Contracts: yes, from Estimator, Reporter',
        'Edit in Contracts: yes, from Estimator',
        '—No',
        'Report in Contracts: yes, from Reporter',
      ],
      ['Payments', 'Bills', '—No', 'View in Payments: yes, from Reporter', '—No', '—No', '—No'],
    ]);
    await expect.element(page.getByRole('main').getByRole('checkbox')).not.toBeInTheDocument();
    expect((await server.calls(listUserPermissions)).at(-1)?.request.userId).toBe('user-7');
    await expectAccessible();
  });

  test('tells of a tick to the pointer and to the arrow keys', async () => {
    await open(OF_RAVI);
    const tooltip = page.getByRole('tooltip');
    const view = tick('View in Contracts');
    await view.hover();
    await expect.element(tooltip).toHaveTextContent('From Estimator, Reporter');
    await list.heading.hover();
    await expect.element(tooltip).not.toBeInTheDocument();
    view.element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tick('Edit in Contracts')).toHaveFocus();
    await expect.element(tooltip).toHaveTextContent('From Estimator');
    await userEvent.keyboard('{ArrowLeft}{ArrowDown}');
    await expect.element(tick('View in Payments')).toHaveFocus();
    await expect.element(tooltip).toHaveTextContent('From Reporter');
    await expectAccessible();
  });

  // Spec: S2.user-permissions.second-route
  test('is open to everybody about themselves, and says it in words on a phone', async () => {
    signIn(person({ Contracts: ['view'] }));
    await open(OWN);
    await expect.element(list.heading).toHaveTextContent('My permissions');
    await expect.element(tick('View in Payments')).toBeVisible();
    expect((await server.calls(listUserPermissions)).at(-1)?.request.userId).toBe('user-1');
    expect(await server.calls(getUser)).toEqual([]);
    const words = page.getByText('Estimator: View, Edit');
    await expect.element(words).not.toBeVisible();
    await page.viewport(390, 800);
    await expect.element(words).toBeVisible();
    await expectAccessible();
  });

  // Spec: S2.user-permissions.second-route
  test('is shown about somebody else who is named in the address', async () => {
    await open(`${OWN}?userId=user-7`);
    await expect.element(list.heading).toHaveTextContent('Permissions of ravi@bharat.example');
    expect((await server.calls(listUserPermissions)).at(-1)?.request.userId).toBe('user-7');
    expect((await server.calls(getUser)).at(-1)?.request.id).toBe('user-7');
  });

  test('may be nothing at all', async () => {
    server.answer(listUserPermissions, {});
    await open(OF_RAVI);
    await expect.element(page.getByRole('heading', { level: 2, name: 'No permissions' })).toBeVisible();
    await expectAccessible();
  });

  test('is refused in place about others without the right', async () => {
    for (const method of [listUserPermissions, getUser])
      server.fail(method, Code.PermissionDenied, 'You need the View permission for User.');
    await open(OF_RAVI);
    await expect.element(list.heading).toHaveTextContent('Unauthorized');
    await expect.element(page.getByText('You need the View permission for User.')).toBeVisible();
    await expectAccessible();
  });

  test('can be asked for again when it failed to load', async () => {
    const mend = server.fail(listUserPermissions);
    await open(OWN);
    await expect.element(list.heading).toHaveTextContent('Failed to fetch permissions');
    await expectAccessible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(list.heading).toHaveTextContent('My permissions');
  });
});
