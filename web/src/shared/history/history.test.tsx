import { beforeEach, describe, expect, test } from 'vitest';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { AuditEvent_Action, AuditEvent_Source, AuditService } from '@/gen/nirmaan/platform/v1/audit_service_pb';
import { ModuleService } from '@/gen/nirmaan/platform/v1/module_service_pb';
import { PermissionService } from '@/gen/nirmaan/platform/v1/permission_service_pb';
import { RoleService } from '@/gen/nirmaan/platform/v1/role_service_pb';
import { TenantService } from '@/gen/nirmaan/platform/v1/tenant_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { ageBanner } from '@/testing/age';
import { answerContractPanels, culvert } from '@/testing/contracts';
import { form } from '@/testing/form';
import { pageOf } from '@/testing/list';
import { signIn } from '@/testing/people';
import { aModule, aRole, aTenant, aUser } from '@/testing/platform';
import { notGranted } from '@/testing/refusals';
import { open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';
import { anEvent } from '@/testing/trail';

const ROLE = '/admin/roles/role-7/view';
const { listRecordHistory } = AuditService.method;

/** Ten changes, the newest first, and the creation before them. */
const EVENTS = Array.from({ length: 11 }, (_, place) =>
  anEvent({
    id: `event-${place}`,
    entity: 'role',
    ...(place === 10
      ? { action: AuditEvent_Action.CREATE, source: AuditEvent_Source.WEB }
      : { changes: [{ field: 'description', from: `Draft ${9 - place}`, to: `Draft ${10 - place}` }] }),
  }),
);

const button = page.getByRole('button', { name: 'History' });
const panel = form.dialog('History');
const events = panel.getByRole('listitem');

async function openHistory(path = ROLE): Promise<void> {
  await open(path);
  await button.click();
  await expect.element(panel).toBeVisible();
}

describe('the history of a record', () => {
  beforeEach(() => {
    signIn();
    server.answer(RoleService.method.getRole, aRole());
    server.answer(PermissionService.method.listRolePermissions, {});
    server.answer(listRecordHistory, (request) => pageOf(EVENTS, request));
  });

  test('tells what happened to it, the newest first, a page at a time', async () => {
    await openHistory();
    await expect.element(events).toHaveLength(10);
    await expect.element(events.first()).toHaveTextContent('Changed by owner@bharat.example');
    await expect.element(events.first()).toHaveTextContent('19 May 2026, 2:05 pm · JSON interface');
    await expect.element(events.first()).toHaveTextContent('from Draft 9 → to Draft 10');
    await expectAccessible();
    await panel.getByRole('button', { name: 'Show older' }).click();
    await expect.element(events).toHaveLength(11);
    await expect.element(events.last()).toHaveTextContent('Created by owner@bharat.example');
    await expect.element(events.last()).toHaveTextContent('No fields were changed.');
    await expect.element(panel.getByRole('button', { name: 'Show older' })).not.toBeInTheDocument();
    const asked = (await server.calls(listRecordHistory)).map(({ request }) => request);
    const ofRole = { entity: 'role', entityId: 'role-7' };
    expect(asked[0]).toMatchObject({ ...ofRole, pagination: { page: 0, size: 10 } });
    expect(asked.at(-1)).toMatchObject({ ...ofRole, pagination: { page: 1, size: 10 } });
    await userEvent.keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
  });

  test('belongs to each kind of record by its name', async () => {
    server.answer(ModuleService.method.getModule, aModule());
    server.answer(UserService.method.getUser, aUser());
    server.answer(TenantService.method.getTenant, aTenant());
    for (const [path, entity, entityId] of [
      [ROLE, 'role', 'role-7'],
      ['/admin/modules/module-7', 'module', 'module-7'],
      ['/admin/users/user-7', 'user', 'user-7'],
      ['/admin/tenants/tenant-7', 'tenant', 'tenant-7'],
    ] as const) {
      await openHistory(path);
      await expect.element(events).toHaveLength(10);
      expect((await server.calls(listRecordHistory)).at(-1)?.request).toMatchObject({ entity, entityId });
    }
  });

  test('leads from what was imported to the files of that day', async () => {
    // Late in the evening of the day before, as London sees it.
    const at = { seconds: BigInt(Date.parse('2026-05-18T19:00:00Z') / 1000) };
    const event = anEvent({ entity: 'contract_import', action: AuditEvent_Action.BULK_IMPORT, actor: '', at });
    server.answer(listRecordHistory, (request) => pageOf([event], request));
    await openHistory();
    await expect.element(events).toHaveTextContent('Imported by the system');
    await expect
      .element(panel.getByRole('link', { name: 'Import' }))
      .toHaveAttribute('href', '/contracts/imports?from=2026-05-19&to=2026-05-19');
    // Those of deposits are among these.
    answerContractPanels();
    server.answer(ContractService.method.getContract, culvert());
    server.answer(SecurityDepositService.method.getSecurityDeposit, { id: 'd1', contractId: 'c1', depositType: 'EMD' });
    await openHistory('/contracts/c1/security-deposit/d1/view');
    await expect.element(events).toHaveTextContent('Imported by the system');
    await expect.element(panel.getByRole('link', { name: 'Import' })).toBeInTheDocument();
  });

  test('says when it can’t be loaded, and tries again', async () => {
    await page.viewport(320, 800);
    const mend = server.fail(listRecordHistory);
    await openHistory();
    await expect.element(panel.getByRole('alert')).toHaveTextContent('Failed to load the history');
    await expectAccessible();
    mend();
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect.element(events).toHaveLength(10);
    expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
    // What there is stays when more of it can't be had.
    server.fail(listRecordHistory);
    await panel.getByRole('button', { name: 'Show older' }).click();
    await expect.element(panel.getByRole('alert')).toHaveTextContent('Failed to load the history');
    await expect.element(events).toHaveLength(10);
    await expectAccessible();
    // It is no older for that.
    await expect.element(ageBanner).not.toBeInTheDocument();
  });

  test('may be empty, or not one’s to see', async () => {
    server.answer(listRecordHistory, {});
    await openHistory();
    await expect.element(panel.getByText('Nothing has happened yet')).toBeVisible();
    await expectAccessible();
    server.answer(listRecordHistory, () => {
      throw notGranted('view', 'Role');
    });
    await openHistory();
    await expect.element(panel.getByText('You need the View permission for Role.')).toBeVisible();
    await expectAccessible();
  });
});
