import type { MessageInitShape } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  AuditEvent_Action,
  AuditEvent_Source,
  type AuditedRecordSchema,
  AuditService,
} from '@/gen/nirmaan/platform/v1/audit_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { UserState } from '@/gen/nirmaan/type/v1/user_state_pb';
import { expectAccessible } from '@/testing/accessible';
import { catchFiles } from '@/testing/files';
import { form, leave } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { aUser } from '@/testing/platform';
import { address, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';
import { anEvent } from '@/testing/trail';

const LIST = '/admin/audit';
const { filterAuditEvents, exportAuditEvents } = AuditService.method;

const EVENTS = [
  anEvent({
    changes: [
      { field: 'designation', from: 'Clerk', to: 'Accountant' },
      { field: 'is_active', from: 'true', to: 'false' },
      { field: 'mobile_no', from: '', to: '9822012345' },
      { field: 'comment', from: 'New', to: '' },
    ],
  }),
  anEvent({
    id: 'event-2',
    action: AuditEvent_Action.CREATE,
    source: AuditEvent_Source.WEB,
    actor: '',
    requestId: '',
    changes: [{ field: 'password_hash', from: '', to: '(hidden)' }],
  }),
];

/** What the list asked for last. */
const asked = async () => (await server.calls(filterAuditEvents)).at(-1)?.request;

const none = page.getByText('No events match these filters');
const rows = page.getByRole('table').getByRole('row');
const changes = page.getByRole('table').getByRole('definition');
const details = (of: string) => page.getByRole('button', { name: `Details of ${of}` });

describe('the activity', () => {
  beforeEach(() => {
    signIn();
    server.answer(filterAuditEvents, (request) => pageOf(EVENTS, request));
  });

  test('is reached from the users and from one’s own account', async () => {
    server.answer(UserService.method.filterUsers, pageOf([aUser()], {}));
    await open('/admin/users');
    await page.getByRole('main').getByRole('link', { name: 'Activity' }).click();
    await expect.poll(address).toBe(LIST);
    await expect.element(list.heading).toHaveTextContent('Activity');
    await page.getByRole('banner').getByRole('button', { name: 'owner@bharat.example' }).click();
    await expect
      .element(page.getByRole('banner').getByRole('link', { name: 'Activity' }))
      .toHaveAttribute('href', LIST);
  });

  test('tells who changed what, field by field, in words', async () => {
    await list.open(LIST);
    await expect
      .element(rows.nth(1))
      .toHaveTextContent(/Changed\s*User\s*—\s*owner@bharat\.example\s*Designation, Active, Mobile no\. and 1 more/);
    await expect.element(rows.nth(1)).toHaveTextContent('JSON interface');
    // What nobody in particular did, the system did.
    await expect.element(rows.nth(2)).toHaveTextContent(/Created\s*User\s*—\s*the system\s*Password\s*Web app/);
    await details('Changed, User').click();
    await expect.element(changes).toHaveLength(4);
    expect(changes.elements().map(({ textContent }) => textContent)).toEqual([
      'from Clerk →  to Accountant',
      'from Yes →  to No',
      '9822012345',
      'from New →  to nothing',
    ]);
    await expectAccessible();
    await details('Changed, User').click();
    await expect.element(changes).not.toBeInTheDocument();
    await details('Created, User').click();
    await expect.element(changes).toHaveTextContent('(hidden)');
    // Nothing else happened with a request that nobody sent.
    await expect.element(page.getByRole('link', { name: 'Everything of this request' })).not.toBeInTheDocument();
  });

  test('names the record, with the way there and what it belongs to', async () => {
    const of = (entity: string, entityId: string, record: MessageInitShape<typeof AuditedRecordSchema>) =>
      anEvent({ id: `of-${entityId}`, entity, entityId, record });
    const document = { name: 'notice & plan.pdf', detail: 'DD 4512', ownerId: 'd1', ownerType: 'DEPOSIT' };
    const events = [
      of('contract', 'c1', { name: 'GJ/71', detail: 'Ring road' }),
      of('security_deposit', 'd1', { name: 'DD 4512', detail: 'GJ/71', ownerId: 'c1' }),
      // Not every deposit has a number.
      of('security_deposit', 'd2', { detail: 'GJ/72', ownerId: 'c2' }),
      of('project', 'p1', { name: 'Ring road', detail: 'GJ/71' }),
      of('task', 't1', { name: 'Earthwork', detail: 'Ring road', ownerId: 'p1', isDeleted: true }),
      of('document', 'f1', { ...document, ownerContractId: 'c1' }),
      of('user', 'u1', { name: 'ravi@bharat.example', userState: UserState.INACTIVE }),
      of('user', 'u2', { name: 'asha@bharat.example', userState: UserState.DELETED, isDeleted: true }),
      of('tenant', 'n1', { name: 'Deccan Builders' }),
      of('role', 'r1', { name: 'Accounts' }),
      of('module', 'm1', { name: 'Payroll' }),
      // What is gone for good, or has no page of its own, is named alone.
      of('role', 'r2', { name: 'Old accounts', isDeleted: true }),
      of('document', 'f2', { name: 'old.pdf', isDeleted: true }),
      of('contract_import', 'i1', { name: 'tenders.csv' }),
      of('security_deposit', 'd3', { detail: 'GJ/73', ownerId: 'c3', isDeleted: true }),
      of('tenant', 'n2', { name: 'Old Builders', isDeleted: true }),
      anEvent({ id: 'sign-in', entity: 'session' }),
    ];
    server.answer(filterAuditEvents, (request) => pageOf(events, request));
    await list.open(`${LIST}?size=25`);
    await expect.element(rows).toHaveLength(events.length + 1);
    const named = rows
      .elements()
      .slice(1)
      .map((row) => {
        const cell = row.querySelector<HTMLElement>('td:nth-of-type(5)');
        return [cell?.textContent, cell?.querySelector('a')?.getAttribute('href')];
      });
    const search = new URLSearchParams({ fileName: 'notice & plan.pdf' });
    expect(named).toEqual([
      ['GJ/71Ring road', '/contracts/c1'],
      ['DD 4512GJ/71', '/contracts/c1/security-deposit/d1'],
      ['GJ/72', '/contracts/c2/security-deposit/d2'],
      ['Ring roadGJ/71', '/projects/p1'],
      ['Earthwork (deleted)Ring road', '/project-tasks/t1'],
      ['notice & plan.pdfDD 4512', `/contracts/c1/security-deposit/d1/documents?${search}`],
      ['ravi@bharat.example (inactive)', '/admin/users/u1'],
      ['asha@bharat.example (deleted)', '/admin/users/u2'],
      ['Deccan Builders', '/admin/tenants/n1'],
      ['Accounts', '/admin/roles/r1'],
      ['Payroll', '/admin/modules/edit/m1'],
      ['Old accounts (deleted)', undefined],
      ['old.pdf (deleted)', undefined],
      ['tenders.csv', undefined],
      ['GJ/73 (deleted)', '/contracts/c3/security-deposit/d3'],
      ['Old Builders (deleted)', '/admin/tenants/n2'],
      ['—', undefined],
    ]);
    await expect.element(details('Changed, Contract, GJ/71, 19 May 2026, 2:05 pm')).toBeVisible();
    await expect.element(details('Changed, Security deposit, GJ/72, 19 May 2026, 2:05 pm')).toBeVisible();
    await expectAccessible();
  });

  test('tells what left, how it was narrowed, and from where', async () => {
    const exported = anEvent({
      action: AuditEvent_Action.EXPORT,
      entity: 'contract',
      address: '203.0.113.7',
      changes: [
        { field: 'rows', from: '', to: '1204' },
        { field: 'filter.status', from: '', to: 'DRAFT, WORK_IN_PROGRESS' },
      ],
    });
    server.answer(filterAuditEvents, (request) => pageOf([exported], request));
    await list.open(`${LIST}?action=EXPORT`);
    await expect.element(list.chip('Action: Exported')).toBeVisible();
    await expect
      .element(rows.nth(1))
      .toHaveTextContent(/Exported\s*Contract\s*—\s*owner@bharat\.example\s*Rows, Filter: Status/);
    await details('Exported, Contract').click();
    await expect.element(changes.nth(1)).toHaveTextContent('Draft, Work in progress');
    await expect.element(page.getByText('Network address: 203.0.113.7')).toBeVisible();
    // An export is no record: nothing else is about it.
    await expect.element(page.getByRole('link', { name: 'Everything about this record' })).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('is narrowed by every filter, and told by its address', async () => {
    const told =
      '?actor=OWNER%40bharat&entity=user&action=CREATE&source=WEB&source=JSON&entityId=user-7&requestId=request-1' +
      '&from=2026-04-01&to=2026-04-30';
    const wanted = {
      actor: 'OWNER@bharat',
      entity: 'user',
      action: [AuditEvent_Action.CREATE],
      source: [AuditEvent_Source.WEB, AuditEvent_Source.JSON],
      entityId: 'user-7',
      requestId: 'request-1',
      dateRange: { from: '2026-04-01T00:00:00Z', to: '2026-04-30T23:59:59Z' },
    };
    await list.open(LIST);
    for (const [label, text] of [
      ['Person', 'OWNER@bharat'],
      ['Record ID', 'user-7'],
      ['Request ID', 'request-1'],
    ] as const) {
      await list.filter(label).fill(text);
      leave(list.filter(label));
    }
    await page.getByRole('combobox', { name: 'Kind of record' }).selectOptions('User');
    for (const [filter, ...options] of [
      ['Action', 'Created'],
      ['Source', 'JSON interface', 'Web app'],
    ] as const) {
      await list.choice(filter).click();
      for (const name of options) await page.getByRole('option', { name }).click();
      await userEvent.keyboard('{Escape}');
    }
    await list.day('From date').fill('01/04/2026');
    leave(list.day('From date'));
    server.answer(filterAuditEvents, {});
    await list.day('To date').fill('30/04/2026');
    leave(list.day('To date'));
    expect(await asked()).toMatchObject(wanted);
    expect(address()).toBe(LIST + told);
    await expect.element(none).toBeVisible();
    await expectAccessible();

    server.answer(filterAuditEvents, (request) => pageOf(EVENTS, request));
    await list.open(LIST + told);
    expect(await asked()).toMatchObject(wanted);
    await expect.element(list.chip('Action: Created')).toBeVisible();
    expect(address()).toBe(LIST + told);
  });

  test('leads to everything of one request and about one record', async () => {
    await list.open(LIST);
    await details('Changed, User').click();
    await page.getByRole('link', { name: 'Everything of this request' }).click();
    await expect.poll(address).toBe(`${LIST}?requestId=request-1`);
    expect(await asked()).toMatchObject({ requestId: 'request-1', entityId: '' });
    await page.getByRole('link', { name: 'Everything about this record' }).click();
    await expect.poll(address).toBe(`${LIST}?entity=user&entityId=user-7`);
    expect(await asked()).toMatchObject({ requestId: '', entity: 'user', entityId: 'user-7' });
  });

  test('sorts by what it offers, the newest first', async () => {
    await list.open(LIST);
    expect((await asked())?.sort).toMatchObject({ field: 'createdAt', direction: 'desc' });
    await expect.element(list.header('When')).toHaveAttribute('aria-sort', 'descending');
    await list.expectSorts(
      async () => (await asked())?.sort,
      [
        ['When', 'createdAt'],
        ['Action', 'action'],
        ['Kind of record', 'entity'],
        ['Source', 'source'],
      ],
    );
  });

  test('is downloaded as it is filtered', async () => {
    const content = 'Time (IST),Organisation\r\n';
    const file = { fileName: 'activity.csv', contentType: 'text/csv', data: new TextEncoder().encode(content) };
    server.answer(exportAuditEvents, { file });
    const files = catchFiles();
    await list.open(`${LIST}?entityId=user-7&sort=action`);
    await page.getByRole('button', { name: 'Export' }).click();
    await expect.element(page.getByRole('menuitem')).toHaveLength(1);
    await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
    await form.expectToast('activity.csv is saved.');
    expect(await files[0]?.text()).toBe(content);
    expect((await server.calls(exportAuditEvents))[0]?.request.filter).toMatchObject({
      entityId: 'user-7',
      sort: { field: 'action', direction: 'asc' },
    });
  });

  test('says what failed, of the list and of the download', async () => {
    const mend = server.fail(filterAuditEvents);
    server.fail(exportAuditEvents);
    await open(LIST);
    await expect.element(list.failure).toHaveTextContent('Failed to fetch activity');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
    await expect.element(page.getByText('The file could not be made. Please try again.')).toBeVisible();
    await expectAccessible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(details('Changed, User')).toBeVisible();
  });

  test('fits every screen, its details too', async () => {
    for (const width of [1024, 683, 390, 320]) {
      await page.viewport(width, 800);
      await open(LIST);
      await details('Changed, User').click();
      await expect.element(page.getByRole('link', { name: 'Everything about this record' })).toBeVisible();
      expect(document.documentElement.scrollWidth, `at ${width}`).toBe(document.documentElement.clientWidth);
    }
    await expectAccessible();
  });
});

test('without the right, the activity is refused in place', async () => {
  signIn(person({ Contracts: ['view'] }));
  server.fail(filterAuditEvents, Code.PermissionDenied, 'You need the Report permission for User.');
  await open(LIST);
  await expect.element(list.heading).toHaveTextContent('Unauthorized');
  await expectAccessible();
});
