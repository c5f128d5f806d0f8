import type { Page } from '@playwright/test';
import type { Account } from './accounts';
import { asOwner, type Stored } from './api';
import { expect, expectAccessible, expectNoSidewaysScroll, PASSWORD, test } from './fixtures';
import { LoginPO } from './pages/LoginPO';
import { totp } from './totp';

const PHONE = { width: 390, height: 844 };

/** Presses Tab until something of this name has the focus; fails when it never has. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return element?.labels?.[0]?.textContent ?? element?.ariaLabel ?? element?.textContent ?? '';
    });
    if (name.test(focused)) return;
  }
  throw new Error(`nothing called ${name} was reached`);
}

/** Fills the form of the sign-in page without a mouse. */
async function signInByKeyboard(page: Page, { email, tenantName }: Account): Promise<void> {
  await new LoginPO(page).open();
  await tabTo(page, /^E-mail or mobile/);
  await page.keyboard.type(email);
  await tabTo(page, /^Password/);
  await page.keyboard.type(PASSWORD);
  await tabTo(page, /^Tenant name/);
  await page.keyboard.type(tenantName);
  await page.keyboard.press('Enter');
}

test.describe('a second factor', () => {
  let user: Stored & Account;

  test.beforeEach(async ({ request }) => {
    user = await (await asOwner(request)).user();
  });

  test('is set up, signed in with and shown once more, by keyboard and on a phone', async ({
    page,
    request,
    shell,
    allowConsole,
  }) => {
    test.slow();
    // What is refused until there is a code.
    allowConsole(/40[13]/);
    const dialog = page.getByRole('dialog');
    await signInByKeyboard(page, user);
    await expect(shell.banner).toHaveText(`Signed in as ${user.email}`);
    await page.goto('/profile');
    await expect(page.getByText('You sign in with your password alone.')).toBeVisible();
    await tabTo(page, /^Set up$/);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Your password' })).toBeFocused();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    const secret = (await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? '';
    await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused();
    await page.keyboard.type(totp(secret));
    await page.keyboard.press('Enter');
    const kept = dialog.getByRole('button', { name: 'I have kept them' });
    await expect(kept).toBeFocused();
    const codes = await dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    await page.keyboard.press('Enter');
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible();

    // Who has just shown it isn't asked again.
    await tabTo(page, /^New app password$/);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type('Tally');
    await page.keyboard.press('Enter');
    const password = (await dialog.getByRole('status', { name: 'App password of Tally' }).textContent()) ?? '';
    await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await shell.logout.click();
    // The address is the public page's before the session is gone.
    await expect(shell.banner).toHaveText('Guest');

    await signInByKeyboard(page, user);
    const code = page.getByRole('textbox', { name: 'Code' });
    await expect(code).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('The code is wrong or was used already.');
    await code.fill(totp(secret, 1));
    await page.keyboard.press('Enter');
    await expect(shell.banner).toHaveText(`Signed in as ${user.email}`);

    // A program's session has shown none: what asks for it waits for one, on a phone as well.
    const data = { emailOrMobile: user.email, password, tenantName: user.tenantName };
    const answer = await request.post('/api/auth/login', { data });
    const tokens = (await answer.json()) as { readonly accessToken: string; readonly refreshToken: string };
    await page.evaluate(({ accessToken, refreshToken }) => {
      localStorage.setItem('accessToken', accessToken);
      localStorage.setItem('refreshToken', refreshToken);
    }, tokens);
    await page.setViewportSize(PHONE);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'New app password' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Second');
    await dialog.getByRole('button', { name: 'New app password' }).click();
    const question = page.getByRole('dialog', { name: 'Is it you?' });
    await expect(question.getByRole('textbox', { name: 'Code' })).toBeFocused();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await question.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await question.getByRole('textbox', { name: 'Recovery code' }).fill((codes[0] ?? '').toLowerCase());
    await question.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByRole('status', { name: 'App password of Second' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
  });
});
