import type { APIRequestContext } from '@playwright/test';
import type { Account } from './accounts';
import { asOwner, type Stored, uniqueMobile } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, PASSWORD, test } from './fixtures';
import { PIXEL } from './fixtures/pixel';
import { ProfilePO } from './pages/ProfilePO';

const NEXT = 'Nine-metre-girder';

/** Signs somebody in elsewhere; answers the tokens. */
async function elsewhere(request: APIRequestContext, { email, tenantName }: Account, userAgent: string) {
  const answer = await request.post('/api/auth/login', {
    headers: { 'user-agent': userAgent },
    data: { emailOrMobile: email, password: PASSWORD, tenantName },
  });
  return (await answer.json()) as { readonly refreshToken: string };
}

const refreshes = async (request: APIRequestContext, refreshToken: string) =>
  (await request.post('/api/auth/refresh', { data: { refreshToken } })).status();

test.describe('one’s own account', () => {
  let user: Stored & Account;
  let profile: ProfilePO;

  test.beforeEach(async ({ page, request, signInAnew }) => {
    profile = new ProfilePO(page);
    user = await (await asOwner(request)).user({ designation: 'Site engineer', mobileNo: uniqueMobile() });
    await signInAnew(user);
  });

  // Spec: S2.header.tooltip S2.header.default-icon
  test('is reached from the header', async ({ page }) => {
    const avatar = page.getByRole('banner').getByRole('button', { name: user.email });
    await expect(avatar.locator('svg')).toBeVisible();
    await avatar.hover();
    await expect(page.getByRole('tooltip', { name: user.email })).toBeVisible();
    await avatar.click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(avatar).toBeFocused();
    await expect(page.getByRole('link', { name: 'My account' })).toBeHidden();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'My account' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My account');
    await expect(page.getByRole('link', { name: 'My account' })).toBeHidden();
  });

  test('shows what the administrator has set', async () => {
    await profile.open();
    await expect(profile.profile.getByRole('definition')).toHaveText([user.email, 'Bharat Infra', 'Site engineer']);
  });

  // Spec: S2.header.image
  test('keeps mobile number and image, which the header shows at once', async ({ page }) => {
    await profile.open();
    const mobile = profile.profile.getByRole('textbox', { name: 'Mobile no.' });
    await expect(mobile).toHaveValue(String(user.mobileNo));
    const next = uniqueMobile();
    await mobile.fill(next);
    await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL });
    await expect(profile.profile.getByText('Unsaved changes')).toBeVisible();
    await profile.profile.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByText('Profile updated successfully!')).toBeVisible();
    await expect(profile.profile.getByText('Unsaved changes')).toBeHidden();
    const image = page.getByRole('banner').locator('img');
    await expect(image).toHaveAttribute('src', /^\/files\//);
    await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
    await page.reload();
    await expect(mobile).toHaveValue(next);
    await expect(profile.profile.locator('img')).toBeVisible();
    await profile.profile.getByRole('button', { name: 'Remove' }).click();
    await profile.profile.getByRole('button', { name: 'Update' }).click();
    await expect(image).toHaveCount(0);
  });

  test('refuses what is no mobile number and what is no image', async ({ page }) => {
    await profile.open();
    await profile.profile.getByRole('textbox', { name: 'Mobile no.' }).fill('123');
    await page.locator('input[type=file]').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: PIXEL });
    await expect(page.getByText('Unsupported image format. Allowed: JPEG, PNG, WEBP, GIF.')).toBeVisible();
    await profile.profile.getByRole('button', { name: 'Update' }).click();
    const problem = profile.profile.getByRole('link', { name: 'Please enter a valid 10-digit mobile number.' });
    await expect(problem).toBeVisible();
    await problem.click();
    await expect(profile.profile.getByRole('textbox', { name: 'Mobile no.' })).toBeFocused();
    await expectAccessible(page);
  });

  test('is not overwritten when an administrator changed it first', async ({ page, request }) => {
    await profile.open();
    const api = await asOwner(request);
    const theirs = uniqueMobile();
    await api.put(`/users/${user.id}`, { ...(await api.get(`/users/${user.id}`)), mobileNo: theirs });
    const mobile = profile.profile.getByRole('textbox', { name: 'Mobile no.' });
    await mobile.fill(uniqueMobile());
    await profile.profile.getByRole('button', { name: 'Update' }).click();
    const dialog = page.getByRole('dialog', { name: 'Changed by somebody else' });
    await expect(dialog).toContainText(`Changed by ${accounts.owner.email} at`);
    await dialog.getByRole('button', { name: 'Reload theirs' }).click();
    await expect(mobile).toHaveValue(theirs);
    await expect(profile.profile.getByText('Unsaved changes')).toBeHidden();
  });

  test('asks before unsaved changes are left by Logout', async ({ page, shell }) => {
    await profile.open();
    await profile.profile.getByRole('textbox', { name: 'Mobile no.' }).fill('9');
    await shell.logout.click();
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(shell.banner).toHaveText(`Signed in as ${user.email}`);
    await shell.logout.click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(shell.banner).toHaveText('Guest');
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  });

  test('has a new password, and the session goes on', async ({ page, request, shell, login }) => {
    const { refreshToken } = await elsewhere(request, user, 'curl/8.5.0');
    await profile.open();
    await expect(profile.sessionRows).toHaveCount(2);
    await profile.changePassword('wrong', NEXT);
    await expect(profile.password.getByRole('link', { name: 'The current password is wrong.' })).toBeVisible();
    await profile.changePassword(PASSWORD, 'password');
    await expect(profile.password.getByRole('textbox', { name: 'New password' })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await profile.changePassword(PASSWORD, NEXT);
    await expect(page.getByText('Password changed successfully!')).toBeVisible();
    await expect(profile.password.getByRole('textbox', { name: 'Current password' })).toHaveValue('');
    await expect(profile.sessionRows).toHaveCount(1);
    expect(await refreshes(request, refreshToken)).toBe(401);
    await page.reload();
    await expect(profile.sessionRows).toHaveCount(1);
    await expect(shell.reauth).toBeHidden();
    await shell.logout.click();
    await expect(shell.banner).toHaveText('Guest');
    await login.open();
    await login.submit(user, NEXT);
    await expect(shell.banner).toHaveText(`Signed in as ${user.email}`);
  });

  test('needs both passwords', async ({ page }) => {
    await profile.open();
    await profile.changePassword('', '');
    await expect(profile.password.getByRole('listitem')).toHaveText([
      'Current password is required.',
      'New password is required.',
    ]);
    await expectAccessible(page);
  });

  test('names its sessions, and ends one or all others', async ({ page, request }) => {
    const curl = await elsewhere(request, user, 'curl/8.5.0');
    const firefox = await elsewhere(
      request,
      user,
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
    );
    const phone = await elsewhere(
      request,
      user,
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    );
    await profile.open();
    await expect(profile.sessionRows).toHaveCount(4);
    await expect(profile.sessionRows.first()).toContainText('This device');
    await expect(profile.sessionRows.first().getByRole('button')).toHaveCount(0);
    await expect(profile.sessionRows.filter({ hasText: 'Firefox on Windows' })).toContainText('Last used');
    await expect(profile.sessionRows.filter({ hasText: 'Safari on iPhone' })).toContainText('127.0.0.1');
    await profile.sessions.getByRole('button', { name: 'End the session on curl' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Are you sure you want to end this session?');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'End', exact: true }).click();
    await expect(page.getByText('1 session ended.')).toBeVisible();
    await expect(profile.sessionRows).toHaveCount(3);
    expect(await refreshes(request, curl.refreshToken)).toBe(401);

    await profile.sessions.getByRole('button', { name: 'End all others' }).click();
    await expect(dialog).toContainText('Are you sure you want to end all your other sessions?');
    await dialog.getByRole('button', { name: 'End all others' }).click();
    await expect(page.getByText('2 sessions ended.')).toBeVisible();
    await expect(profile.sessionRows).toHaveCount(1);
    await expect(page.getByText('You are signed in nowhere else.')).toBeVisible();
    expect(await refreshes(request, firefox.refreshToken)).toBe(401);
    expect(await refreshes(request, phone.refreshToken)).toBe(401);
  });

  test('says what can’t be loaded, and tries again', async ({ page, allowConsole }) => {
    allowConsole(/500/);
    const calls = /ProfileService\/(GetProfile|ListSessions)$/;
    await page.route(calls, (route) => route.fulfill({ status: 500 }));
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to load your account');
    await expectAccessible(page);
    await page.unroute(calls);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(profile.profile).toBeVisible();
    await expect(profile.sessionRows.first()).toBeVisible();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is accessible and fits, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await profile.open();
      await expect(profile.sessionRows.first()).toBeVisible();
      await expectAccessible(page);
      for (const width of [683, 390, 320]) {
        await page.setViewportSize({ width, height: 700 });
        await expectNoSidewaysScroll(page);
      }
      await expectAccessible(page);
    });
  }
});

test('a guest is sent home from their account, and back after signing in', async ({ page, login, shell }) => {
  await page.goto('/profile');
  await expect(page).toHaveURL('/');
  await shell.header.getByRole('link', { name: 'Login' }).click();
  await login.submit(accounts.viewer, PASSWORD);
  await expect(page).toHaveURL('/profile');
});
