import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { Tenant_Status } from '@/gen/nirmaan/platform/v1/tenant_pb';
import { TenantService } from '@/gen/nirmaan/platform/v1/tenant_service_pb';
import { expectAccessible, expectDialogToFit } from '@/testing/accessible';
import { form, leave } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { signIn } from '@/testing/people';
import { aTenant } from '@/testing/platform';
import { address, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';
import { expectTooltip } from '@/testing/tooltip';

const LIST = '/admin/tenants';
const { filterTenants, deleteTenant } = TenantService.method;

const firm = (place: number, status = Tenant_Status.ACTIVE) =>
  aTenant({ id: `tenant-${place}`, name: `Firm ${place}`, status });
const firms = (count: number) => Array.from({ length: count }, (_, place) => firm(place));
const names = (from: number, to: number) =>
  firms(to)
    .slice(from)
    .map(({ name }) => name);

/** What the list asked for last. */
const asked = async () => (await server.calls(filterTenants)).at(-1)?.request;

const none = page.getByText('No tenants match these filters');

describe('the list of tenants', () => {
  beforeEach(() => {
    signIn();
    server.answer(filterTenants, (request) => pageOf(firms(3), request));
  });

  // Spec: S2.tenants.list S2.tenants.paging-text S9.page-size S9.sort-default
  test('shows the tenants, the newest first, and how many there are', async () => {
    await list.open(LIST);
    await expect.element(list.heading).toHaveTextContent('Tenants');
    await expect.element(list.result).toHaveTextContent('Showing page 1 of 1 — 3 total records');
    await list.expectRows(names(0, 3));
    expect(await asked()).toMatchObject({
      pagination: { page: 0, size: 10 },
      sort: { field: 'createdAt', direction: 'desc' },
    });
    await expect.element(list.pageSize).toHaveValue('10');
  });

  // Spec: S2.tenants.filter-texts
  test('filters by every text', async () => {
    await list.open(LIST);
    const fields = await list.expectTextFilters(asked, [
      ['Name', 'name', 'Konkan'],
      ['Subdomain', 'subdomain', 'konkan-roads'],
      ['Contact e-mail', 'contactEmail', 'office@konkan.example'],
      ['Mobile no.', 'mobileNo', '9822012345'],
      ['WhatsApp no.', 'whatsAppNo', '9822054321'],
    ]);
    await list.chip('Mobile no.: 9822012345').click();
    expect(await asked()).toMatchObject({ ...fields, mobileNo: '' });
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(address).toBe(LIST);
  });

  // Spec: S2.tenants.filter-status
  test('filters by statuses, and removes each on its own', async () => {
    await list.open(LIST);
    await list.choice('Status').click();
    await page.getByRole('option', { name: 'Suspended' }).click();
    await page.getByRole('option', { name: 'Terminated' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.poll(address).toBe(`${LIST}?status=SUSPENDED&status=TERMINATED`);
    expect((await asked())?.status).toEqual([Tenant_Status.SUSPENDED, Tenant_Status.TERMINATED]);
    await list.chip('Status: Suspended').click();
    expect((await asked())?.status).toEqual([Tenant_Status.TERMINATED]);
  });

  // Spec: S2.tenants.filter-dates S9.date-range
  test('filters by whole days, the first and the last included', async () => {
    await list.open(LIST);
    await list.day('From date').fill('01/04/2026');
    leave(list.day('From date'));
    expect((await asked())?.dateRange).toMatchObject({ from: '2026-04-01T00:00:00Z', to: '' });
    server.answer(filterTenants, {});
    await list.day('To date').fill('30/04/2026');
    leave(list.day('To date'));
    await expect.element(none).toBeVisible();
    expect((await asked())?.dateRange).toMatchObject({ from: '2026-04-01T00:00:00Z', to: '2026-04-30T23:59:59Z' });
    expect(address()).toBe(`${LIST}?from=2026-04-01&to=2026-04-30`);
    await expectAccessible();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await list.expectRows(names(0, 3));
    expect(address()).toBe(LIST);
  });

  // Spec: S2.tenants.sort
  test('sorts by every column', async () => {
    // As wide as it takes to show all of them.
    await page.viewport(1600, 900);
    await list.open(LIST);
    await list.expectSorts(
      async () => (await asked())?.sort,
      [
        ['Name', 'name'],
        ['Subdomain', 'subdomain'],
        ['Schema name', 'schemaName'],
        ['Contact e-mail', 'contactEmail'],
        ['Mobile no.', 'mobileNo'],
        ['WhatsApp no.', 'whatsAppNo'],
        ['Status', 'status'],
        ['Comment', 'comment'],
        ['Created', 'createdAt'],
        ['Updated', 'updatedAt'],
      ],
    );
    await expect.element(list.header('Updated')).toHaveAttribute('aria-sort', 'descending');
  });

  // Spec: S2.tenants.page-size S2.tenants.paging S5.page-size S9.page-index
  test('turns pages of any size, 1 at least', async () => {
    server.answer(filterTenants, (request) => pageOf(firms(25), request));
    await list.open(LIST);
    await list.next.click();
    await list.expectRows(names(10, 20));
    await expect.element(list.result).toHaveTextContent('Showing page 2 of 3 — 25 total records');
    expect((await asked())?.pagination).toMatchObject({ page: 1, size: 10 });
    await page.getByRole('link', { name: 'Prev' }).click();
    await list.expectRows(names(0, 10));
    for (const [typed, size] of [
      ['7', 7],
      ['some', 1],
      ['12', 12],
    ] as const) {
      await list.pageSize.fill(typed);
      await userEvent.keyboard('{Enter}');
      await list.expectRows(names(0, size));
      expect((await asked())?.pagination).toMatchObject({ page: 0, size });
    }
    await list.pageSize.fill('0');
    leave(list.pageSize);
    await list.expectRows(names(0, 1));
    await expect.element(list.pageSize).toHaveValue('1');
  });

  // Spec: S2.tenants.actions S2.tenants.delete-question
  test('asks before it deletes, and returns to the row', async () => {
    await list.open(LIST);
    await list.menu('Firm 2').click();
    const entries = page.getByRole('menuitem');
    await expect.element(entries).toHaveLength(3);
    expect(entries.elements().map((entry) => [entry.textContent, entry.getAttribute('href')])).toEqual([
      ['View', `${LIST}/tenant-2`],
      ['Edit', `${LIST}/tenant-2/edit`],
      ['Delete', null],
    ]);
    await entries.nth(2).click();
    const dialog = form.dialog('Delete Firm 2?');
    await expect.element(dialog).toHaveTextContent('Are you sure you want to delete this tenant?');
    await expect.element(dialog).toHaveTextContent('Its users are signed out at once');
    await expect.element(dialog.getByLabelText('Type Firm 2 to delete it')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(list.menu('Firm 2')).toHaveFocus();
    expect(await server.calls(deleteTenant)).toEqual([]);
  });

  test('deletes only what was named', async () => {
    server.answer(deleteTenant, {});
    await list.open(LIST);
    await list.act('Firm 2', 'Delete');
    const dialog = form.dialog('Delete Firm 2?');
    const confirm = dialog.getByRole('button', { name: 'Delete' });
    const name = dialog.getByLabelText('Type Firm 2 to delete it');
    await expect.element(confirm).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible();
    await expectDialogToFit();
    await expectTooltip(confirm, 'Type Firm 2 to delete it.');
    list.pressNow(confirm);
    for (const wrong of ['', 'Firm', 'Firm2', 'Firm 22']) {
      await name.fill(wrong);
      await userEvent.keyboard('{Enter}');
      await expect.element(name).toHaveAccessibleDescription('This isn’t its name.');
    }
    await expectAccessible();
    await expect.element(confirm).toHaveAttribute('aria-disabled', 'true');
    expect(await server.calls(deleteTenant)).toEqual([]);
    // It is asked anew for the next one.
    await name.fill('Firm 2');
    await userEvent.keyboard('{Escape}');
    await list.act('Firm 2', 'Delete');
    await expect.element(name).toHaveValue('');
    await expect.element(dialog).not.toHaveTextContent('This isn’t its name.');
    // What keyboards make of it doesn't count, nor what nobody sees.
    await name.fill(' firm \u200b 2 ');
    await userEvent.keyboard('{Enter}');
    await form.expectToast('Tenant deleted successfully!');
    expect((await server.calls(deleteTenant)).map(({ request }) => request.id)).toEqual(['tenant-2']);
  });

  test('says in the question why it failed to delete, and shows the tenant as deleted', async () => {
    server.fail(deleteTenant);
    await list.open(LIST);
    await list.act('Firm 2', 'Delete');
    const dialog = form.dialog('Delete Firm 2?');
    await dialog.getByLabelText('Type Firm 2 to delete it').fill('Firm 2');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Failed to delete tenant. Please try again.');
    await expectAccessible();
    server.answer(deleteTenant, {});
    // It stays listed, since a tenant's records stay.
    server.answer(filterTenants, (request) => pageOf([firm(2, Tenant_Status.DELETED)], request));
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await form.expectToast('Tenant deleted successfully!');
    await expect.element(page.getByRole('row', { name: 'Firm 2' })).toHaveTextContent('Deleted');
    expect((await server.calls(deleteTenant)).map(({ request }) => request.id)).toEqual(['tenant-2', 'tenant-2']);
  });

  test.each([
    ['what is deleted already', firm(2, Tenant_Status.DELETED), 'This tenant is deleted already.'],
    ['the platform’s own', aTenant({ isPlatform: true }), 'The platform’s own tenant can’t be deleted.'],
  ])('does not offer to delete %s', async (_, tenant, reason) => {
    server.answer(filterTenants, (request) => pageOf([tenant], request));
    await list.open(LIST);
    await list.menu(tenant.name).click();
    const entry = page.getByRole('menuitem', { name: 'Delete' });
    await expect.element(entry).toHaveTextContent(reason);
    await expect.element(entry).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible();
  });

  // Spec: S8.tenants.list-failed
  test('says when it can’t be loaded, and tries again', async () => {
    const mend = server.fail(filterTenants);
    await open(LIST);
    await expect.element(list.failure).toHaveTextContent('Failed to fetch tenants');
    await expectAccessible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await list.expectRows(names(0, 3));
  });

  test('is refused in place by the server, with a way back', async () => {
    server.fail(filterTenants, Code.PermissionDenied, 'This is for the platform’s own users.');
    await open('/about');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tenants' }).click();
    await expect.element(list.heading).toHaveTextContent('Unauthorized');
    await expect
      .element(
        page.getByText(
          'You do not have the necessary permissions to view this page. Please contact the administrator.',
        ),
      )
      .toBeVisible();
    expect(address()).toBe(LIST);
    await expectAccessible();
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect.poll(address).toBe('/about');
  });
});
