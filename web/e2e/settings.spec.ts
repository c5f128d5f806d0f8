import { newFirm } from './api';
import { expect, test } from './fixtures';
import { ListPO } from './pages/ListPO';

const THEME = 'data-mantine-color-scheme';

test('settings hold in every tab and on every device', async ({ browser, context, page, request, shell, signIn }) => {
  test.slow();
  const { account, api } = await newFirm(request);
  for (let n = 0; n < 3; n++) await api.contract();
  await signIn(account);
  await page.goto('/payroll');
  await page.getByRole('button', { name: account.email }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/settings');
  await expect(shell.heading).toHaveText('Settings');
  const session = await page.evaluate(() =>
    ['accessToken', 'refreshToken', 'user'].map((key) => [key, localStorage.getItem(key) ?? ''] as const),
  );
  const other = await context.newPage();
  // Each tab asks for the settings when it opens: what is changed meanwhile is another test's matter.
  const fetched = other.waitForResponse('**/nirmaan.common.v1.SettingsService/GetSettings');
  await other.goto('/payroll');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await fetched;

  await page.getByRole('main').getByRole('radio', { name: /^Dark/ }).check();
  await expect(page.locator('html')).toHaveAttribute(THEME, 'dark');
  await page.getByRole('radio', { name: /^Compact/ }).check();
  await expect(other.locator('[data-density="compact"]')).toBeVisible();
  await expect(other.locator('html')).toHaveAttribute(THEME, 'dark');
  const size = page.getByRole('combobox', { name: 'Page size' });
  await size.fill('2');
  await size.press('Enter');
  await expect.poll(() => api.get('/settings')).toMatchObject({ theme: 'DARK', density: 'COMPACT', pageSize: 2 });

  // The same session there; what this device keeps by itself is not copied.
  const device = await browser.newContext({ colorScheme: 'light' });
  const elsewhere = await device.newPage();
  await elsewhere.addInitScript((stored) => {
    for (const [key, value] of stored) localStorage.setItem(key, value);
  }, session);
  const list = new ListPO(elsewhere);
  await list.open('/contracts/list');
  await expect(list.rows).toHaveCount(2);
  await expect(elsewhere.locator('html')).toHaveAttribute(THEME, 'dark');
  await expect(list.rows.first()).toHaveCSS('height', '36px');
  await device.close();
});
