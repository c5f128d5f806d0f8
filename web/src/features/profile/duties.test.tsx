import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { AuthService, Duty } from '@/gen/nirmaan/auth/v1/auth_pb';
import { ProfileService } from '@/gen/nirmaan/auth/v1/profile_service_pb';
import { SecondFactorService } from '@/gen/nirmaan/auth/v1/second_factor_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { frame } from '@/testing/frame';
import { person, session, signIn } from '@/testing/people';
import { refused } from '@/testing/refusals';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const { refresh, logout } = AuthService.method;
const { changePassword } = ProfileService.method;
const { beginEnrolment, confirmEnrolment } = SecondFactorService.method;

const heading = page.getByRole('heading', { level: 1, name: 'Before you go on' });
const owing = (...duties: Duty[]) => ({ ...person(), duties });

/** What the server says of the user from now on. */
const owes = (...duties: Duty[]) => server.answer(refresh, session(owing(...duties)));

beforeEach(() => {
  server.answer(beginEnrolment, { secret: 'GEZDGNBVGY3TQOJQ', otpauthUri: 'otpauth://totp/Nirmaan:a?secret=GEZD' });
  server.answer(confirmEnrolment, () => {
    owes(Duty.CHANGE_PASSWORD);
    return { codes: ['ABCD-EFGH-IJKL-MNOP'] };
  });
  server.answer(changePassword, () => {
    owes();
    return { accessToken: 'fresh-2', refreshToken: 'refresh-2' };
  });
});

describe('what a user owes', () => {
  test('is done one after the other, and then comes the page that they wanted', async () => {
    signIn(owing(Duty.ENROL_SECOND_FACTOR, Duty.CHANGE_PASSWORD));
    await open('/payroll');
    await expect.element(heading).toBeVisible();
    await expect.element(frame.banner).not.toBeInTheDocument();
    await expectAccessible();
    await page.getByRole('textbox', { name: 'Your password' }).fill('right');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill('287082');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    const current = page.getByRole('textbox', { name: 'Current password' });
    await expect.element(current).toBeVisible();
    await expectAccessible();
    await current.fill('right');
    await page.getByRole('textbox', { name: 'New password' }).fill('Nine-metre-girder');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect.element(frame.heading).toHaveTextContent('Page Under Construction');
    expect(address()).toBe('/payroll');
  });

  test('is shown as soon as the server refuses a call for it', async () => {
    signIn();
    owes(Duty.CHANGE_PASSWORD);
    const refusal = refused(Code.PermissionDenied, 'Change your password first.', 'DUTY_OWED');
    const refuse = () => {
      throw refusal;
    };
    server.answer(ProfileService.method.getProfile, refuse);
    server.answer(ProfileService.method.listSessions, refuse);
    server.answer(SecondFactorService.method.getSecondFactor, {});
    await open('/profile');
    await expect.element(heading).toBeVisible();
    await expect.element(page.getByText('Somebody else has set your password.')).toBeVisible();
  });

  test('can be left by signing out', async () => {
    signIn(owing(Duty.ENROL_SECOND_FACTOR));
    server.answer(logout, {});
    await open('/payroll');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect.element(page.getByText('Guest', { exact: true })).toBeVisible();
    expect(localStorage).toHaveLength(0);
  });
});
