import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { person, signIn } from '@/testing/people';
import { aUser } from '@/testing/platform';
import { open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const { getUser, endSessions } = UserService.method;

const USER = '/admin/users/user-7';
const button = page.getByRole('main').getByRole('button', { name: 'End sessions' });
const dialog = page.getByRole('dialog', { name: 'End all sessions of' });
const confirm = dialog.getByRole('button', { name: 'End sessions' });

beforeEach(() => {
  signIn();
  server.answer(getUser, aUser());
});

describe('the sessions of a user', () => {
  test('are ended after a question, and again when that failed', async () => {
    server.fail(endSessions, Code.PermissionDenied, 'This user has rights that you don’t have.');
    await open(USER);
    await button.click();
    await expect.element(dialog).toHaveTextContent('They are signed out everywhere at once');
    // The name comes a moment after the text.
    await expect.element(dialog).toHaveAccessibleName('End all sessions of ravi@bharat.example?');
    await expectAccessible();
    await confirm.click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('This user has rights that you don’t have.');
    server.answer(endSessions, ({ id }) => ({ ended: id === 'user-7' ? 2 : 0 }));
    await confirm.click();
    await form.expectToast('2 sessions ended.');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('are left alone when the question is answered no', async () => {
    await open(USER);
    await button.click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(await server.calls(endSessions)).toHaveLength(0);
  });

  test('are not ended without the right', async () => {
    signIn(person({ User: ['view'] }));
    await open(USER);
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  });
});
