import { Code, type HandlerContext } from '@connectrpc/connect';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AuthService } from '@/gen/nirmaan/auth/v1/auth_pb';
import { UserRoleMappingService } from '@/gen/nirmaan/platform/v1/user_role_mapping_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { giveAccessReason } from '@/session/access-reason';
import { clearSession } from '@/session/session-store';
import { authorizedHeaders } from '@/session/transport';
import { expectAccessible } from '@/testing/accessible';
import { frame } from '@/testing/frame';
import { person, signIn } from '@/testing/people';
import { aUser } from '@/testing/platform';
import { refused } from '@/testing/refusals';
import { close, open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const { filterUsers, getUser } = UserService.method;
const { listRoleSelection } = UserRoleMappingService.method;

const dialog = page.getByRole('dialog', { name: 'Why do you look at this organisation’s data?' });
const reason = dialog.getByRole('textbox', { name: 'Reason' });
const submit = dialog.getByRole('button', { name: 'Continue' });
const account = page.getByRole('button', { name: 'owner@bharat.example' });
const menu = page.getByRole('navigation', { name: 'Account' });

const HEADER = 'x-nirmaan-reason';
const SAY_WHY = 'Say why you read what belongs to another organisation.';

const sent = async () => (await server.calls(filterUsers)).map(({ headers }) => headers.get(HEADER));

function sayWhy({ requestHeader }: HandlerContext): void {
  if (!requestHeader.get(HEADER)) throw refused(Code.PermissionDenied, SAY_WHY, 'ACCESS_REASON_REQUIRED');
}

beforeEach(() => {
  signIn();
  server.answer(filterUsers, {});
});

describe('why a user of the platform looks at an organisation', () => {
  test('is asked for where the server wants it, and sent from then on', async () => {
    server.answer(filterUsers, (_, context) => {
      sayWhy(context);
      return {};
    });
    await open('/admin/users');
    await expect.element(reason).toHaveFocus();
    await expectAccessible();
    await submit.click();
    await expect.element(reason).toHaveAccessibleDescription(/Reason is required\./);
    await reason.fill(' Ticket 7: फोन ');
    await submit.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(await sent()).toEqual([null, 'Ticket%207%3A%20%E0%A4%AB%E0%A5%8B%E0%A4%A8']);
  });

  test('is asked for once, also of a call that is refused when it was given already', async () => {
    let refuse = () => {};
    const late = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    server.answer(getUser, (_, context) => {
      sayWhy(context);
      return aUser();
    });
    server.answer(listRoleSelection, async (_, context) => {
      await late;
      sayWhy(context);
      return {};
    });
    await open('/admin/users/user-7/roles');
    await reason.fill('Locked out');
    expect(await server.calls(listRoleSelection)).toHaveLength(1);
    await submit.click();
    await expect.element(frame.heading).toHaveTextContent('Roles of ravi@bharat.example');
    refuse();
    const told = async () => (await server.calls(listRoleSelection)).map(({ headers }) => headers.get(HEADER));
    expect(await told()).toEqual([null, 'Locked%20out']);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('is asked for in one dialog for all calls that wait', async () => {
    server.answer(getUser, (_, context) => {
      sayWhy(context);
      return aUser();
    });
    server.answer(listRoleSelection, (_, context) => {
      sayWhy(context);
      return {};
    });
    await open('/admin/users/user-7/roles');
    expect(await server.calls(listRoleSelection)).toHaveLength(1);
    await reason.fill('Locked out');
    await submit.click();
    expect(await server.calls(listRoleSelection)).toHaveLength(2);
    await expect.element(frame.heading).toHaveTextContent('Roles of ravi@bharat.example');
    expect(await server.calls(getUser)).toHaveLength(2);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('may be declined, which the page says', async () => {
    server.answer(filterUsers, () => {
      throw refused(Code.PermissionDenied, SAY_WHY, 'ACCESS_REASON_REQUIRED');
    });
    await open('/admin/users');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByText(SAY_WHY)).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('is given, and forgotten, in the account’s menu', async () => {
    await open('/');
    await account.click();
    await menu.getByRole('button', { name: 'Reason for access…' }).click();
    await reason.fill('Audit of June');
    await submit.click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(account).toHaveFocus();
    await account.click();
    await expect.element(menu.getByRole('button', { name: 'Reason for access: Audit of June' })).toBeVisible();
    await expectAccessible();
    await menu.getByRole('button', { name: 'Reason for access: Audit of June' }).click();
    await expect.element(reason).toHaveValue('Audit of June');
    await reason.fill('Audit of July');
    await submit.click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(account).toHaveFocus();
    await account.click();
    await expect.element(menu.getByRole('button', { name: 'Reason for access: Audit of July' })).toBeVisible();
    await menu.getByRole('button', { name: 'Forget the reason' }).click();
    await expect.element(menu.getByRole('button', { name: 'Reason for access…' })).toHaveFocus();
    expect(sessionStorage.getItem('accessReason')).toBeNull();
    expect(authorizedHeaders()).not.toHaveProperty(HEADER);
  });

  test('is forgotten when they sign out, and is nobody else’s', async () => {
    server.answer(AuthService.method.logout, {});
    giveAccessReason('Audit of June');
    await open('/payroll');
    const kept = sessionStorage.getItem('accessReason') ?? '';
    await frame.logout.click();
    await expect.element(frame.banner).toHaveTextContent('Guest');
    expect(sessionStorage.getItem('accessReason')).toBeNull();
    // A closed tab that is opened again has its storage back.
    sessionStorage.setItem('accessReason', kept);
    signIn({ ...person(), id: 'user-2' });
    await open('/admin/users');
    expect(await sent()).toEqual([null]);
    signIn();
    await open('/admin/users');
    expect(await sent()).toEqual([null, 'Audit%20of%20June']);
  });

  test('is sent as a line, whatever was pasted', async () => {
    giveAccessReason(' Ticket\t7\n\ud83d ');
    await open('/admin/users');
    expect(await sent()).toEqual(['Ticket%207']);
    expect(authorizedHeaders()).toMatchObject({ [HEADER]: 'Ticket%207' });
    await close();
    for (const nonsense of ['not JSON', 'null', '[]', '{"owner":"tenant-1/user-1","reason":7}']) {
      clearSession();
      signIn();
      sessionStorage.setItem('accessReason', nonsense);
      expect(authorizedHeaders()).not.toHaveProperty(HEADER);
    }
  });

  test('counts until the page is left where the browser keeps nothing', async () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full.', 'QuotaExceededError');
    });
    giveAccessReason('Audit of June');
    full.mockRestore();
    await open('/admin/users');
    expect(await sent()).toEqual(['Audit%20of%20June']);
  });

  test('isn’t offered to whoever may not see organisations', async () => {
    signIn(person({}));
    await open('/');
    await account.click();
    await expect.element(menu.getByRole('link', { name: 'Settings' })).toBeVisible();
    await expect.element(menu.getByRole('button')).not.toBeInTheDocument();
  });
});
