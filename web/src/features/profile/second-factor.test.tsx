import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AppPasswordService } from '@/gen/nirmaan/auth/v1/app_password_service_pb';
import { ProfileService } from '@/gen/nirmaan/auth/v1/profile_service_pb';
import { SecondFactorService } from '@/gen/nirmaan/auth/v1/second_factor_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { signIn } from '@/testing/people';
import { instant } from '@/testing/platform';
import { invalid } from '@/testing/refusals';
import { open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const { getSecondFactor, beginEnrolment, confirmEnrolment, renewRecoveryCodes, removeSecondFactor } =
  SecondFactorService.method;

const card = page.getByRole('region', { name: 'Second factor' });
// It has its name when it is whole.
const dialog = page.getByRole('dialog', { name: /second factor|recovery codes/ });
const password = dialog.getByRole('textbox', { name: 'Your password' });
const code = dialog.getByRole('textbox', { name: 'Code' });
const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');

const TEN = Array.from({ length: 10 }, (_, at) => `ABCD-EFGH-IJKL-MNO${at}`);
const ON = { since: instant('2026-05-19T08:35:00Z'), recoveryCodesLeft: 10 };
const WRONG = 'The password is wrong.';

/** Answers a call to whoever knows the password. */
function toTheRight<T>(answer: () => T) {
  return (request: { password: string }) => {
    if (request.password !== 'right') throw invalid({ password: WRONG });
    return answer();
  };
}

async function prove(button: string): Promise<void> {
  const submit = dialog.getByRole('button', { name: button });
  await submit.click();
  await expect.element(password).toHaveAccessibleDescription(/Password is required\.$/);
  await password.fill('not it');
  await submit.click();
  await expect.element(password).toHaveAccessibleDescription(new RegExp(`${WRONG}$`));
  await password.fill('right');
  await submit.click();
}

beforeEach(() => {
  signIn();
  server.answer(ProfileService.method.getProfile, { id: 'user-1', email: 'owner@bharat.example', version: 3n });
  server.answer(ProfileService.method.listSessions, {});
  server.answer(getSecondFactor, {});
  server.answer(AppPasswordService.method.listAppPasswords, {});
});

describe('the second factor', () => {
  test('is set up with the password and a code, and tells the recovery codes once', async () => {
    server.answer(
      beginEnrolment,
      toTheRight(() => ({
        secret: 'GEZDGNBVGY3TQOJQ',
        otpauthUri: 'otpauth://totp/Nirmaan:a?secret=GEZDGNBVGY3TQOJQ',
      })),
    );
    server.answer(confirmEnrolment, ({ code }) => {
      if (code !== '287082') throw invalid({ code: 'The code is wrong.' });
      server.answer(getSecondFactor, ON);
      return { codes: TEN };
    });
    await open('/profile');
    await expect.element(card).toHaveTextContent('You sign in with your password alone.');
    await card.getByRole('button', { name: 'Set up' }).click();
    await expect.element(password).toHaveFocus();
    await expectAccessible();
    await prove('Continue');
    await expect.element(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    await expect.element(dialog).toHaveTextContent('GEZD GNBV GY3T QOJQ');
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expectAccessible();
    await code.fill('123456');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect.element(code).toHaveAccessibleDescription(/^The code is wrong\./);
    await code.fill('287082');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect.element(codes).toHaveLength(10);
    await expectAccessible();
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(card).toHaveTextContent('On since 19 May 2026, 2:05 pm. 10 recovery codes are left.');
  });

  test('gives new recovery codes, to be copied, kept as a file or printed', async () => {
    server.answer(getSecondFactor, { ...ON, recoveryCodesLeft: 1 });
    server.answer(
      renewRecoveryCodes,
      toTheRight(() => ({ codes: TEN })),
    );
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const print = vi.spyOn(window, 'print').mockReturnValue();
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await open('/profile');
    await expect.element(card).toHaveTextContent('1 recovery code is left.');
    await card.getByRole('button', { name: 'New recovery codes' }).click();
    await prove('Make new codes');
    await expect.element(codes).toHaveLength(10);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await expect.element(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(copy).toHaveBeenCalledWith(TEN.join('\n'));
    await dialog.getByRole('button', { name: 'Download' }).click();
    expect(save.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual([
      'nirmaan-recovery-codes.txt',
    ]);
    await dialog.getByRole('button', { name: 'Print' }).click();
    expect(print).toHaveBeenCalledOnce();
  });

  test('is removed with the password', async () => {
    server.answer(getSecondFactor, ON);
    server.answer(
      removeSecondFactor,
      toTheRight(() => {
        server.answer(getSecondFactor, {});
        return {};
      }),
    );
    await open('/profile');
    await card.getByRole('button', { name: 'Remove' }).click();
    await expect.element(dialog).toHaveTextContent('Your password alone signs you in again.');
    await prove('Remove');
    await form.expectToast('Second factor removed.');
    await expect.element(card).toHaveTextContent('You sign in with your password alone.');
  });

  test('is asked for again when it couldn’t be loaded', async () => {
    server.fail(getSecondFactor);
    await open('/profile');
    await expect.element(card).toHaveTextContent('Failed to load your second factor');
    server.answer(getSecondFactor, {});
    await card.getByRole('button', { name: 'Try again' }).click();
    await expect.element(card).toHaveTextContent('You sign in with your password alone.');
  });
});
