import { beforeEach, describe, expect, test } from 'vitest';
import { MailLinkService } from '@/gen/nirmaan/auth/v1/mail_link_service_pb';
import { ProfileService } from '@/gen/nirmaan/auth/v1/profile_service_pb';
import { SecondFactorService } from '@/gen/nirmaan/auth/v1/second_factor_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { signIn } from '@/testing/people';
import { invalid } from '@/testing/refusals';
import { open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const { getMailOptions, requestEmailChange } = MailLinkService.method;

const section = page.getByRole('form', { name: 'Change e-mail' });
const newEmail = section.getByRole('textbox', { name: 'New e-mail' });
const password = section.getByRole('textbox', { name: 'Your password' });
const send = section.getByRole('button', { name: 'Mail me a link' });

beforeEach(() => {
  signIn();
  server.answer(ProfileService.method.getProfile, { id: 'user-1', email: 'owner@bharat.example', version: 3n });
  server.answer(ProfileService.method.listSessions, {});
  server.answer(SecondFactorService.method.getSecondFactor, {});
  server.answer(getMailOptions, { links: true });
  server.answer(requestEmailChange, {});
});

describe('one’s own e-mail address', () => {
  test('is asked for with the password, and confirmed by mail', async () => {
    await open('/profile');
    await newEmail.fill(' asha@bharat.example ');
    await password.fill('granite pulley 26');
    await expectAccessible();
    await send.click();
    await form.expectToast('A link is on its way to asha@bharat.example. It counts for 24 hours.');
    expect((await server.calls(requestEmailChange)).map(({ request }) => request)).toMatchObject([
      { newEmail: 'asha@bharat.example', password: 'granite pulley 26' },
    ]);
    await expect.element(newEmail).toHaveValue('');
    await expect.element(password).toHaveValue('');
  });

  test('is told at its field when it isn’t taken', async () => {
    server.answer(requestEmailChange, () => {
      throw invalid({ password: 'The current password is wrong.' });
    });
    await open('/profile');
    await send.click();
    await expect.element(newEmail).toHaveAttribute('aria-invalid', 'true');
    expect(await server.calls(requestEmailChange)).toEqual([]);
    await newEmail.fill('asha@bharat.example');
    await password.fill('wrong');
    await send.click();
    await expect.element(password).toHaveAccessibleDescription(/The current password is wrong\./);
    await expect.element(newEmail).toHaveValue('asha@bharat.example');
  });

  test('is an administrator’s to change where no mail is sent', async () => {
    server.answer(getMailOptions, { links: false });
    await open('/profile');
    await expect.element(page.getByRole('form', { name: 'Change password' })).toBeVisible();
    await expect.element(section).not.toBeInTheDocument();
  });
});
