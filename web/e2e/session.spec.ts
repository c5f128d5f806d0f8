import { accounts, expect, PASSWORD, test } from './fixtures';

test.describe('signing in', () => {
  // Spec: S3.login-result S3.stored-user S4.auth.login S9.storage-keys
  test('takes a mobile number as well, and stores the tokens and the user', async ({ page, login, shell }) => {
    await login.open();
    await login.submit({ email: '9000000011', tenantName: 'bharat infra' }, PASSWORD);
    await expect(shell.banner).toHaveText('Signed in as owner@bharat.example');
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

  test('says when the server is out of reach, and when it refuses', async ({ page, login, allowConsole }) => {
    allowConsole(/ERR_FAILED/);
    const call = '**/nirmaan.auth.v1.AuthService/Login';
    await page.route(call, (route) => route.abort());
    await login.open();
    await login.submit(accounts.owner, 'not the password');
    await expect(login.failure).toHaveText('Network error. Please try again.');
    await page.unroute(call);
    await login.button.click();
    await expect(login.failure).toHaveText('Invalid credentials. Please try again.');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });
});

// Spec: S4.auth.logout S4.auth.logout-home
test('signing out takes other tabs along, and ends the session on the server', async ({
  context,
  page,
  request,
  shell,
  signInAnew,
}) => {
  await signInAnew(accounts.owner);
  const token = await page.evaluate(() => localStorage.getItem('refreshToken'));
  const other = await context.newPage();
  await other.goto('/payroll');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

  const ended = page.waitForResponse('**/nirmaan.auth.v1.AuthService/Logout');
  await shell.logout.click();
  await expect(page).toHaveURL('/');
  await expect(shell.banner).toHaveText('Guest');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await expect(other).toHaveURL('/');
  await expect(other.getByRole('banner').getByText('Guest')).toBeVisible();
  await ended;
  const answer = await request.post('/api/auth/refresh', { data: { refreshToken: token } });
  expect(answer.status()).toBe(401);
});

test('an expired access token is renewed once, unseen', async ({ page, shell, signInAnew }) => {
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
  const password = shell.reauth.getByRole('textbox', { name: 'Password' });
  await password.fill('wrong');
  await shell.reauth.getByRole('button', { name: 'Sign in and continue' }).click();
  await expect(shell.reauth.getByRole('alert')).toHaveText('Invalid credentials. Please try again.');
  await password.fill(PASSWORD);
  await shell.reauth.getByRole('button', { name: 'Sign in and continue' }).click();
  await expect(page.getByText('Contract created successfully!')).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});
