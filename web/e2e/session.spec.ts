import { asAdmin } from './api';
import { accounts, expect, expectAccessible, PASSWORD, test } from './fixtures';
import { ListPO } from './pages/ListPO';

const REFRESH = '**/nirmaan.auth.v1.AuthService/Refresh';
const LOGIN = '**/nirmaan.auth.v1.AuthService/Login';

test.describe('signing in', () => {
  // Spec: S2.header.guest S4.auth.load
  test('leads back to the page that a guest wanted', async ({ page, login, shell }) => {
    await page.goto('/contracts?from=link');
    await expect(page).toHaveURL('/');
    await expect(shell.banner).toHaveText('Guest');
    await shell.header.getByRole('link', { name: 'Login' }).click();
    await login.submit(accounts.owner, PASSWORD);
    await expect(page).toHaveURL('/contracts?from=link');
    await expect(shell.banner).toHaveText('Signed in as owner@bharat.example');
  });

  // Spec: S3.login-result S3.stored-user S4.auth.login S9.storage-keys
  test('stores the tokens and the user', async ({ page, signInAnew }) => {
    await signInAnew(accounts.owner);
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored.accessToken).toBeTruthy();
    expect(stored.refreshToken).toBeTruthy();
    expect(JSON.parse(stored.user ?? '{}')).toEqual({
      id: expect.stringMatching(/./),
      tenantId: expect.stringMatching(/./),
      tenantName: 'Bharat Infra',
      username: 'owner@bharat.example',
      email: 'owner@bharat.example',
      profileImage: expect.any(String),
      permissions: expect.arrayContaining([expect.objectContaining({ moduleName: 'Contracts', canView: true })]),
    });
  });

  test('takes a mobile number as well', async ({ login, shell }) => {
    await login.open();
    await login.submit({ email: '9000000011', tenantName: 'bharat infra' }, PASSWORD);
    await expect(shell.banner).toHaveText('Signed in as owner@bharat.example');
  });

  // Spec: S2.login.form S5.login.required
  test('needs all three fields', async ({ page, login }) => {
    await login.open();
    await login.button.click();
    await expect(login.emailOrMobile).toBeFocused();
    await expect(login.emailOrMobile).toHaveAccessibleDescription('E-mail or mobile is required.');
    await expect(login.password).toHaveAccessibleDescription('Password is required.');
    await expect(login.tenantName).toHaveAccessibleDescription(/Tenant name is required\.$/);
    await expectAccessible(page);
  });

  test('says why it failed', async ({ page, login }) => {
    await login.open();
    await login.submit(accounts.owner, 'not the password');
    await expect(login.failure).toHaveText('Invalid credentials. Please try again.');
    await expect(login.button).toBeEnabled();
    await expectAccessible(page);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  // Spec: S8.login.server
  test('tells the server’s reason', async ({ request, login }) => {
    const admin = await asAdmin(request);
    const tenant = await admin.tenant();
    const { email } = await admin.user({ tenantId: tenant.id });
    await admin.put(`/tenants/${tenant.id}`, { ...tenant, status: 'SUSPENDED' });
    await login.open();
    await login.submit({ email, tenantName: tenant.name }, PASSWORD);
    await expect(login.failure).toHaveText("This organisation's account is suspended.");
  });

  // Spec: S8.login.fallback
  test('has a sentence of its own when the server gives none', async ({ page, login }) => {
    await page.route(LOGIN, (route) =>
      route.fulfill({ headers: { 'content-type': 'application/grpc-web+proto', 'grpc-status': '13' } }),
    );
    await login.open();
    await login.submit(accounts.owner, PASSWORD);
    await expect(login.failure).toHaveText('Invalid credentials. Please try again.');
  });

  test('says when the server is out of reach', async ({ page, login, allowConsole }) => {
    allowConsole(/ERR_FAILED/);
    await page.route(LOGIN, (route) => route.abort());
    await login.open();
    await login.submit(accounts.owner, PASSWORD);
    await expect(login.failure).toHaveText('Network error. Please try again.');
  });

  test('warns of Caps Lock and shows the password on request', async ({ page, login }) => {
    await login.open();
    await login.password.focus();
    await login.password.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true });
    await expect(page.getByText('Caps Lock is on.')).toBeVisible();
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(login.password).toHaveAttribute('type', 'text');
  });
});

test.describe('signing out', () => {
  // Spec: S4.auth.logout S4.auth.logout-home
  test('clears the browser and takes other tabs along', async ({ context, page, shell, signInAnew }) => {
    await signInAnew(accounts.owner);
    const other = await context.newPage();
    await other.goto('/payroll');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

    await shell.logout.click();
    await expect(page).toHaveURL('/');
    await expect(shell.banner).toHaveText('Guest');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);

    await expect(other).toHaveURL('/');
    await expect(other.getByRole('banner').getByText('Guest')).toBeVisible();
  });

  // Spec: S4.auth.login-home
  test('does not send the next user to the page it happened on', async ({ page, login, shell, signInAnew }) => {
    await signInAnew(accounts.owner);
    await page.goto('/payroll');
    await shell.logout.click();
    await shell.header.getByRole('link', { name: 'Login' }).click();
    await login.submit(accounts.deccan, PASSWORD);
    await expect(shell.banner).toHaveText('Signed in as owner@deccan.example');
    await expect(page).toHaveURL('/');
  });

  test('ends the session on the server', async ({ page, request, shell, signInAnew }) => {
    await signInAnew(accounts.owner);
    const token = await page.evaluate(() => localStorage.getItem('refreshToken'));
    const ended = page.waitForResponse('**/nirmaan.auth.v1.AuthService/Logout');
    await shell.logout.click();
    await ended;
    const answer = await request.post('/api/auth/refresh', { data: { refreshToken: token } });
    expect(answer.status()).toBe(401);
  });
});

test.describe('an expired access token', () => {
  test('is renewed once, unseen', async ({ page, shell, signInAnew }) => {
    await signInAnew(accounts.owner);
    await page.evaluate(() => localStorage.setItem('accessToken', 'expired'));
    let refreshes = 0;
    page.on('request', (request) => {
      if (request.url().includes('AuthService/Refresh')) refreshes++;
    });
    await page.goto('/contracts');
    await expect(shell.heading).toHaveText('Contracts');
    await expect(page.getByRole('main').getByText('₹').first()).toBeVisible();
    expect(refreshes).toBe(1);
    await expect(shell.reauth).toBeHidden();
  });

  test('does not end the session when the refresh call fails otherwise', async ({
    page,
    shell,
    signInAnew,
    allowConsole,
  }) => {
    allowConsole(/503/);
    await signInAnew(accounts.owner);
    await page.route(REFRESH, (route) => route.fulfill({ status: 503 }));
    await page.evaluate(() => localStorage.setItem('accessToken', 'expired'));
    await page.goto('/contracts');
    await expect(shell.banner).toHaveText('Signed in as owner@bharat.example');
    await expect(page).toHaveURL('/contracts');
    await expect(shell.reauth).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('user'))).not.toBeNull();
  });
});

test('an outage of the refresh call leaves the rows, and says so', async ({
  page,
  shell,
  signInAnew,
  allowConsole,
}) => {
  allowConsole(/503/);
  await signInAnew(accounts.owner);
  const list = new ListPO(page);
  await list.open('/contracts/list');
  const rows = await list.rows.count();
  await page.route(REFRESH, (route) => route.fulfill({ status: 503 }));
  await page.evaluate(() => localStorage.setItem('accessToken', 'expired'));
  await list.sortButton('Bid ID').click();
  const banner = page.getByRole('main').getByRole('alert');
  await expect(banner).toContainText('Failed to fetch contracts');
  await expect(banner).toContainText('Network error. Please try again.');
  await expect(list.rows).toHaveCount(rows);
  await expect(shell.reauth).toBeHidden();
  await expectAccessible(page);

  await page.unroute(REFRESH);
  await banner.getByRole('button', { name: 'Try again' }).click();
  await expect(banner).toBeHidden();
  await expect(list.header('Bid ID')).toHaveAttribute('aria-sort', 'ascending');
  await expect(shell.banner).toHaveText('Signed in as owner@bharat.example');
});

test.describe('a session that ended', () => {
  test.beforeEach(async ({ page, signInAnew }) => {
    await signInAnew(accounts.owner);
    await page.evaluate(() => {
      localStorage.setItem('accessToken', 'expired');
      localStorage.setItem('refreshToken', 'spent');
    });
    await page.goto('/contracts');
  });

  test('is revived in place', async ({ page, shell }) => {
    await expect(shell.reauth).toBeVisible();
    await expectAccessible(page);
    const password = shell.reauth.getByRole('textbox', { name: 'Password' });
    await expect(password).toBeFocused();
    await password.fill('wrong');
    await shell.reauth.getByRole('button', { name: 'Sign in and continue' }).click();
    await expect(shell.reauth.getByRole('alert')).toHaveText('Invalid credentials. Please try again.');
    await password.fill(PASSWORD);
    await shell.reauth.getByRole('button', { name: 'Sign in and continue' }).click();
    await expect(shell.reauth).toBeHidden();
    await expect(page).toHaveURL('/contracts');
    await expect(page.getByRole('main').getByText('₹').first()).toBeVisible();
  });

  test('can be left for later', async ({ page, shell }) => {
    await shell.reauth.getByRole('button', { name: 'Not now' }).click();
    await expect(shell.reauth).toBeHidden();
    await expect(shell.banner).toHaveText('Signed in as owner@bharat.example');
    await expect(page).toHaveURL('/contracts');
  });

  test('can be ended for another account', async ({ page, shell }) => {
    await shell.reauth.getByRole('button', { name: 'Use another account' }).click();
    await expect(page).toHaveURL('/');
    await expect(shell.banner).toHaveText('Guest');
  });
});

// Spec: S4.auth.load
test('another user signing in elsewhere starts this tab over', async ({ context, page, shell, signInAnew }) => {
  await signInAnew(accounts.owner);
  await page.goto('/payroll');
  await expect(shell.heading).toBeVisible();
  const other = await context.newPage();
  await other.goto('/about');
  await other.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('user') ?? '{}');
    localStorage.setItem('user', JSON.stringify({ ...user, id: 'somebody-else', username: 'other@bharat.example' }));
  });
  await expect(page).toHaveURL('/');
  await expect(shell.banner).toHaveText('Signed in as other@bharat.example');
});

test('a save that meets the end of the session goes on after signing in', async ({ page, shell, signInAnew }) => {
  await signInAnew(accounts.owner);
  await page.goto('/contracts/create');
  const bidId = page.getByRole('textbox', { name: 'Bid ID' });
  const unique = `E2E-${Date.now()}`;
  await bidId.fill(unique);
  await page.getByRole('textbox', { name: 'Contract name' }).fill('Culvert at km 12');
  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'expired');
    localStorage.setItem('refreshToken', 'spent');
  });
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('ContractService/CreateContract')) keys.push(request.headers()['idempotency-key']);
  });
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(shell.reauth).toBeVisible();
  await expect(bidId).toHaveValue(unique);
  await shell.reauth.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await shell.reauth.getByRole('button', { name: 'Sign in and continue' }).click();
  await expect(page.getByText('Contract created successfully!')).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});
