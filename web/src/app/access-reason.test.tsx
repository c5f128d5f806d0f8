import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { person, signIn } from '@/testing/people';
import { refused } from '@/testing/refusals';
import { open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const { filterUsers } = UserService.method;

const dialog = page.getByRole('dialog', { name: 'Why do you look at this organisation’s data?' });
const reason = dialog.getByRole('textbox', { name: 'Reason' });
const submit = dialog.getByRole('button', { name: 'Continue' });
const account = page.getByRole('button', { name: 'owner@bharat.example' });
const menu = page.getByRole('navigation', { name: 'Account' });

const HEADER = 'x-nirmaan-reason';
const SAY_WHY = 'Say why you read what belongs to another organisation.';

const sent = () => server.calls(filterUsers).map(({ headers }) => headers.get(HEADER));

beforeEach(() => {
  signIn();
  server.answer(filterUsers, {});
});

describe('why a user of the platform looks at an organisation', () => {
  test('is asked for where the server wants it, and sent from then on', async () => {
    server.answer(filterUsers, () => {
      if (!sent().at(-1)) throw refused(Code.PermissionDenied, SAY_WHY, 'ACCESS_REASON_REQUIRED');
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
    await expect.poll(sent).toEqual([null, 'Ticket%207%3A%20%E0%A4%AB%E0%A5%8B%E0%A4%A8']);
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
    await account.click();
    await expect.element(menu.getByRole('button', { name: 'Reason for access: Audit of June' })).toBeVisible();
    await expectAccessible();
    await menu.getByRole('button', { name: 'Forget the reason' }).click();
    await expect.element(menu.getByRole('button', { name: 'Reason for access…' })).toBeVisible();
    expect(sessionStorage.getItem('accessReason')).toBeNull();
  });

  test('isn’t offered to whoever may not see organisations', async () => {
    signIn(person({}));
    await open('/');
    await account.click();
    await expect.element(menu.getByRole('link', { name: 'Settings' })).toBeVisible();
    await expect.element(menu.getByRole('button')).not.toBeInTheDocument();
  });
});
