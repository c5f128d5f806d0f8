import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { person, signIn } from '@/testing/people';
import { aUser } from '@/testing/platform';
import { open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const { getUser, removeSecondFactor } = UserService.method;

const USER = '/admin/users/user-7';
const button = page.getByRole('main').getByRole('button', { name: 'Remove second factor' });
const dialog = page.getByRole('dialog', { name: 'Remove the second factor of' });
const confirm = dialog.getByRole('button', { name: 'Remove second factor' });

beforeEach(() => {
  signIn();
  server.answer(getUser, { ...aUser(), hasSecondFactor: true });
});

describe('the second factor of a user', () => {
  test('is removed after a question, and again when that failed', async () => {
    server.fail(removeSecondFactor, Code.PermissionDenied, 'This user has rights that you don’t have.');
    await open(USER);
    await button.click();
    await expect.element(dialog).toHaveTextContent('Make sure that it is they who ask.');
    await expectAccessible();
    await confirm.click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('This user has rights that you don’t have.');
    server.answer(removeSecondFactor, () => {
      server.answer(getUser, aUser());
      return aUser();
    });
    await confirm.click();
    await form.expectToast('Second factor removed.');
    await expect.element(button).not.toBeInTheDocument();
    expect((await server.calls(removeSecondFactor)).map(({ request }) => request.id)).toEqual(['user-7', 'user-7']);
  });

  test('is left alone when the question is answered no', async () => {
    await open(USER);
    await button.click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(await server.calls(removeSecondFactor)).toHaveLength(0);
  });

  test('is not removed without the right, nor where there is none', async () => {
    signIn(person({ User: ['view'] }));
    await open(USER);
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    server.answer(getUser, aUser());
    await open(USER);
    await expect.element(page.getByRole('button', { name: 'End sessions' })).toBeVisible();
    await expect.element(button).not.toBeInTheDocument();
  });
});
