import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { ProfileService } from '@/gen/nirmaan/auth/v1/profile_service_pb';
import { SecondFactorService } from '@/gen/nirmaan/auth/v1/second_factor_service_pb';
import { accessToken, refreshToken } from '@/session/session-store';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { signIn } from '@/testing/people';
import { instant } from '@/testing/platform';
import { invalid } from '@/testing/refusals';
import { open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const { getProfile, changePassword, listSessions, endSession, endOtherSessions } = ProfileService.method;

const NEXT = 'Nine-metre-girder';

const passwords = page.getByRole('form', { name: 'Change password' });
const current = passwords.getByRole('textbox', { name: 'Current password' });
const next = passwords.getByRole('textbox', { name: 'New password' });
const rows = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');

const session = (id: string, userAgent: string, isCurrent = false) => ({
  id,
  userAgent,
  address: '203.0.113.7',
  createdAt: instant('2026-05-19T08:35:00Z'),
  lastUsedAt: instant('2026-05-20T04:10:00Z'),
  isCurrent,
});
const HERE = session('s-1', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36', true);
const OFFICE = session('s-2', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0');
const SCRIPT = session('s-3', 'curl/8.5.0');

/** Fills the form that changes the password, and sends it. */
async function change(from: string, to: string): Promise<void> {
  await current.fill(from);
  await next.fill(to);
  await passwords.getByRole('button', { name: 'Change password' }).click();
}

beforeEach(() => {
  signIn();
  server.answer(getProfile, { id: 'user-1', email: 'owner@bharat.example', tenantName: 'Bharat Infra', version: 3n });
  server.answer(SecondFactorService.method.getSecondFactor, {});
  server.answer(listSessions, { sessions: [HERE, OFFICE, SCRIPT] });
});

describe('the password', () => {
  test('is changed with the old one, and the session goes on', async () => {
    const wrong = 'The current password is wrong.';
    const common = 'This password is too common: choose three or four words.';
    server.answer(changePassword, ({ currentPassword, newPassword }) => {
      if (currentPassword !== 'right') throw invalid({ current_password: wrong });
      if (newPassword === 'password') throw invalid({ new_password: common });
      server.answer(listSessions, { sessions: [HERE] });
      return { accessToken: 'fresh-2', refreshToken: 'refresh-2' };
    });
    await open('/profile');
    await change('not it', NEXT);
    await passwords.getByRole('link', { name: wrong }).click();
    await expect.element(current).toHaveFocus();
    await change('right', 'password');
    await expect.element(passwords.getByRole('link', { name: common })).toBeVisible();
    await expect.element(next).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    await change('right', NEXT);
    await form.expectToast('Password changed successfully!');
    await expect.element(current).toHaveValue('');
    await expect.element(next).toHaveValue('');
    await expect.element(rows).toHaveLength(1);
    expect([accessToken(), refreshToken()]).toEqual(['fresh-2', 'refresh-2']);
    expect((await server.calls(listSessions)).at(-1)?.headers.get('authorization')).toBe('Bearer fresh-2');
  });

  test('needs both', async () => {
    await open('/profile');
    await change('', '');
    const problems = passwords.getByRole('listitem');
    await expect.element(problems).toHaveLength(2);
    expect(problems.elements().map(({ textContent }) => textContent)).toEqual([
      'Current password is required.',
      'New password is required.',
    ]);
    await expectAccessible();
    expect(await server.calls(changePassword)).toEqual([]);
  });
});

describe('one’s sessions', () => {
  test('are named, the one in use without an end', async () => {
    await open('/profile');
    await expect.element(rows).toHaveLength(3);
    await expect.element(rows.nth(0)).toHaveTextContent('Chrome on LinuxThis device');
    await expect.element(rows.nth(0).getByRole('button')).not.toBeInTheDocument();
    await expect
      .element(rows.nth(1))
      .toHaveTextContent(
        /Firefox on Windows203\.0\.113\.7Last used 20 May 2026, 9:40 am\s*Signed in 19 May 2026, 2:05 pm/,
      );
    await expect.element(rows.nth(2)).toHaveTextContent('curl');
  });

  test('are ended one by one, after a question', async () => {
    server.fail(endSession);
    await open('/profile');
    await page.getByRole('button', { name: 'End the session on curl' }).click();
    const dialog = form.dialog('End curl?');
    await expect.element(dialog).toHaveTextContent('Are you sure you want to end this session?');
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await dialog.getByRole('button', { name: 'End', exact: true }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Failed to end the session. Please try again.');
    await expectAccessible();
    // It has ended meanwhile, which is what was wanted.
    server.fail(endSession, Code.NotFound, 'Session not found.');
    server.answer(listSessions, { sessions: [HERE, OFFICE] });
    await dialog.getByRole('button', { name: 'End', exact: true }).click();
    await form.expectToast('1 session ended.');
    await expect.element(rows).toHaveLength(2);
    expect((await server.calls(endSession)).map(({ request }) => request.id)).toEqual(['s-3', 's-3']);
    expect(await server.calls(endOtherSessions)).toEqual([]);
  });

  test('are ended all but this one, after a question', async () => {
    server.answer(endOtherSessions, () => {
      server.answer(listSessions, { sessions: [HERE] });
      return { ended: 2 };
    });
    await open('/profile');
    await page.getByRole('button', { name: 'End all others' }).click();
    const dialog = form.dialog('End all other sessions?');
    await expect.element(dialog).toHaveTextContent('Are you sure you want to end all your other sessions?');
    expect(await server.calls(endOtherSessions)).toEqual([]);
    await dialog.getByRole('button', { name: 'End all others' }).click();
    await form.expectToast('2 sessions ended.');
    await expect.element(rows).toHaveLength(1);
    await expect.element(page.getByText('You are signed in nowhere else.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'End all others' })).not.toBeInTheDocument();
    expect(await server.calls(endOtherSessions)).toHaveLength(1);
  });
});
