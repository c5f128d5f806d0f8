import type { APIRequestContext } from '@playwright/test';
import type { Account } from './accounts';
import { asOwner, type Stored, uniqueMobile } from './api';
import { expect, PASSWORD, test } from './fixtures';
import { PIXEL } from './fixtures/pixel';
import { ProfilePO } from './pages/ProfilePO';

const NEXT = 'Nine-metre-girder';
const CURL = 'curl/8.5.0';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';

/** Signs somebody in by another program; answers the server's status and the tokens. */
async function elsewhere(
  request: APIRequestContext,
  { email, tenantName }: Account,
  agent: string,
  password = PASSWORD,
) {
  const headers = { 'user-agent': agent };
  const answer = await request.post('/api/auth/login', {
    headers,
    data: { emailOrMobile: email, password, tenantName },
  });
  const { refreshToken } = (await answer.json()) as { readonly refreshToken?: string };
  return { status: answer.status(), refreshToken };
}

const refreshes = async (request: APIRequestContext, refreshToken: string | undefined) =>
  (await request.post('/api/auth/refresh', { data: { refreshToken } })).status();

test.describe('one’s own account', () => {
  let user: Stored & Account;
  let profile: ProfilePO;

  test.beforeEach(async ({ page, request, signIn }) => {
    profile = new ProfilePO(page);
    user = await (await asOwner(request)).user({ designation: 'Site engineer', mobileNo: uniqueMobile() });
    await signIn(user);
  });

  // Spec: S2.header.image
  test('keeps mobile number and image, which the header shows at once', async ({ page }) => {
    const next = uniqueMobile();
    const mobile = profile.profile.getByRole('textbox', { name: 'Mobile no.' });
    const update = profile.profile.getByRole('button', { name: 'Update' });
    const image = page.getByRole('banner').locator('img');
    await profile.open();
    await expect(profile.profile.getByRole('definition')).toHaveText([user.email, 'Bharat Infra', 'Site engineer']);
    await expect(mobile).toHaveValue(String(user.mobileNo));
    await mobile.fill(next);
    await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL });
    await update.click();
    await expect(page.getByText('Profile updated successfully!')).toBeVisible();
    await expect(image).toHaveAttribute('src', /^\/files\//);
    await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
    await page.reload();
    await expect(mobile).toHaveValue(next);
    await expect(image).toBeVisible();
    await expect(profile.profile.locator('img')).toBeVisible();
    await profile.profile.getByRole('button', { name: 'Remove' }).click();
    await update.click();
    await expect(image).toHaveCount(0);
  });

  test('has a new password, and the session goes on', async ({ page, request, shell }) => {
    const { refreshToken } = await elsewhere(request, user, CURL);
    await profile.open();
    await expect(profile.sessionRows).toHaveCount(2);
    await profile.changePassword('wrong', NEXT);
    await expect(profile.password.getByRole('link', { name: 'The current password is wrong.' })).toBeVisible();
    await profile.changePassword(PASSWORD, 'password');
    const next = profile.password.getByRole('textbox', { name: 'New password' });
    await expect(next).toHaveAttribute('aria-invalid', 'true');
    await profile.changePassword(PASSWORD, NEXT);
    await expect(page.getByText('Password changed successfully!')).toBeVisible();
    await expect(profile.sessionRows).toHaveCount(1);
    expect(await refreshes(request, refreshToken)).toBe(401);
    await page.reload();
    await expect(profile.sessionRows).toHaveCount(1);
    await expect(shell.reauth).toBeHidden();
    expect((await elsewhere(request, user, CURL)).status).toBe(401);
    expect((await elsewhere(request, user, CURL, NEXT)).status).toBe(200);
  });

  test('names its sessions, and ends one or all others', async ({ page, request }) => {
    const curl = await elsewhere(request, user, CURL);
    const firefox = await elsewhere(request, user, FIREFOX);
    const other = await elsewhere(request, user, FIREFOX);
    const dialog = page.getByRole('dialog');
    await profile.open();
    await expect(profile.sessionRows).toHaveCount(4);
    await expect(profile.sessionRows.first()).toContainText('This device');
    await expect(profile.sessionRows.filter({ hasText: 'Firefox on Windows' }).first()).toContainText('127.0.0.1');
    await profile.sessions.getByRole('button', { name: 'End the session on curl' }).click();
    await dialog.getByRole('button', { name: 'End', exact: true }).click();
    await expect(page.getByText('1 session ended.')).toBeVisible();
    await expect(profile.sessionRows).toHaveCount(3);
    expect(await refreshes(request, curl.refreshToken)).toBe(401);

    await profile.sessions.getByRole('button', { name: 'End all others' }).click();
    await dialog.getByRole('button', { name: 'End all others' }).click();
    await expect(page.getByText('2 sessions ended.')).toBeVisible();
    await expect(profile.sessionRows).toHaveCount(1);
    for (const { refreshToken } of [firefox, other]) expect(await refreshes(request, refreshToken)).toBe(401);
  });
});
