import { newFirm } from './api';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { ListPO } from './pages/ListPO';

const THEME = 'data-mantine-color-scheme';

test.describe('settings', () => {
  test('are kept on the server and hold on another device', async ({ browser, page, request, shell, signInAnew }) => {
    const { account, api } = await newFirm(request);
    for (let n = 0; n < 3; n++) await api.contract();
    await signInAnew(account);
    await page.getByRole('button', { name: account.email }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/settings');
    await expect(shell.heading).toHaveText('Settings');

    await page.getByRole('main').getByRole('radio', { name: /^Dark/ }).check();
    await expect(page.locator('html')).toHaveAttribute(THEME, 'dark');
    await page.getByRole('radio', { name: /^Compact/ }).check();
    const size = page.getByRole('combobox', { name: 'Page size' });
    await size.fill('2');
    await size.press('Enter');
    await expect.poll(() => api.get('/settings')).toMatchObject({ theme: 'DARK', density: 'COMPACT', pageSize: 2 });

    const device = await browser.newContext({ colorScheme: 'light' });
    const elsewhere = await device.newPage();
    // The same session there; what that device keeps by itself is not copied.
    const session = await page.evaluate(() =>
      ['accessToken', 'refreshToken', 'user'].map((key) => [key, localStorage.getItem(key) ?? ''] as const),
    );
    await elsewhere.addInitScript((stored) => {
      for (const [key, value] of stored) localStorage.setItem(key, value);
    }, session);
    const list = new ListPO(elsewhere);
    await list.open('/contracts/list');
    await expect(list.rows).toHaveCount(2);
    await expect(elsewhere.locator('html')).toHaveAttribute(THEME, 'dark');
    await expect(list.rows.first()).toHaveCSS('height', /^(3\d|4\d)(\.\d+)?px$/);
    await device.close();
  });

  test('hold at once in every tab', async ({ context, page, request, shell, signInAnew }) => {
    const { account } = await newFirm(request);
    await signInAnew(account);
    await page.goto('/settings');
    await expect(shell.heading).toBeVisible();
    const other = await context.newPage();
    await other.goto('/payroll');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('radio', { name: /^Compact/ }).check();
    await page.getByRole('main').getByRole('radio', { name: /^Dark/ }).check();
    await expect(other.locator('[data-density="compact"]')).toBeVisible();
    await expect(other.locator('html')).toHaveAttribute(THEME, 'dark');
  });

  test('follow the switch in the top bar', async ({ page, request, shell, signInAnew }) => {
    const { account, api } = await newFirm(request);
    await signInAnew(account);
    await page.goto('/settings');
    await expect(shell.heading).toBeVisible();
    const fetched = page.waitForResponse('**/nirmaan.common.v1.SettingsService/UpdateSettings');
    await shell.theme('Dark').check({ force: true });
    await expect(page.getByRole('main').getByRole('radio', { name: /^Dark/ })).toBeChecked();
    await fetched;
    await expect.poll(async () => (await api.get('/settings')).theme).toBe('DARK');
  });

  test('that can’t be stored are taken back, with the reason', async ({
    page,
    request,
    shell,
    signInAnew,
    allowConsole,
  }) => {
    allowConsole(/ERR_FAILED/);
    const { account } = await newFirm(request);
    await signInAnew(account);
    await page.goto('/settings');
    await expect(shell.heading).toBeVisible();
    await page.route('**/nirmaan.common.v1.SettingsService/UpdateSettings', (route) => route.abort());
    await page.getByRole('radio', { name: /^Compact/ }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Network error. Please try again.');
    await expect(page.getByRole('radio', { name: /^Comfortable/ })).toBeChecked();
  });

  test('give a list its page size where the address says none', async ({ page, request, signInAnew }) => {
    const { account, api } = await newFirm(request);
    for (let n = 0; n < 3; n++) await api.contract();
    await api.put('/settings', { pageSize: 2 });
    await signInAnew(account);
    const list = new ListPO(page);
    await list.open('/contracts/list');
    await expect(list.rows).toHaveCount(2);
    await list.open('/contracts/list?size=10');
    await expect(list.rows).toHaveCount(3);
    await expect(page).toHaveURL('/contracts/list?size=10');
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${colorScheme} theme`, () => {
      test.use({ colorScheme });

      test('are accessible and fit a phone', async ({ page, request, shell, signInAnew }) => {
        const { account } = await newFirm(request);
        await signInAnew(account);
        await page.goto('/settings');
        await expect(shell.heading).toBeVisible();
        await expectAccessible(page);
        await page.setViewportSize({ width: 320, height: 640 });
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      });
    });
  }
});
