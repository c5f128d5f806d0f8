import { accounts, expect, expectAccessible, expectNoSidewaysScroll, PASSWORD, test } from './fixtures';

/** The part of the OpenAPI document that the page's contents are held to. */
interface Described {
  readonly tags: readonly { readonly name: string }[];
}

/** The viewer puts a link into the button that opens a call. */
const VIEWERS_OWN = ['nested-interactive'];

test.describe('the page of the JSON interface', () => {
  test('lists every area, and says of a call who may make it', async ({ page, request }) => {
    const { tags } = (await (await request.get('/api/openapi.json')).json()) as Described;
    await page.goto('/api/docs');
    await expect(page).toHaveTitle('JSON interface · Nirmaan');
    await expect(page.getByRole('region', { name: 'Guide' })).toContainText(
      'The access token is sent with every other',
    );
    await expect(page.locator('.opblock-tag a')).toHaveText(tags.map(({ name }) => name));

    await page.getByRole('link', { name: 'ContractService', exact: true }).click();
    const update = page.locator('.opblock', { hasText: 'PUT/contracts/{id}' });
    await update.getByRole('button', { name: 'Replaces every editable field' }).click();
    await expect(update).toContainText('Who may call: Whoever has a role that grants edit on Contracts.');
    await expect(update).toContainText('"bidId": "GJ/2026/71"');
    await expect(page).toHaveURL('/api/docs#/ContractService/ContractService_UpdateContract');

    await expectAccessible(page, 'html', VIEWERS_OWN);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
  });

  test('makes a call with the token of a login, and keeps the token nowhere', async ({
    page,
    request,
    allowConsole,
  }) => {
    // Of every address with an underscore, as the names of operations have; it is found all the same.
    allowConsole(/^Deprecated: escaping deep link whitespace/);
    const { email, tenantName } = accounts.owner;
    const login = await request.post('/api/auth/login', {
      data: { emailOrMobile: email, password: PASSWORD, tenantName },
    });
    const { accessToken } = (await login.json()) as { readonly accessToken: string };

    await page.goto('/api/docs#/ProfileService/ProfileService_GetProfile');
    await page.locator('.scheme-container').getByRole('button', { name: 'Authorize' }).click();
    const dialog = page.locator('.dialog-ux');
    await dialog.getByRole('textbox').fill(accessToken);
    await dialog.getByRole('button', { name: 'Apply credentials' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();

    const profile = page.locator('.opblock', { hasText: 'GET/profile' }).first();
    await profile.getByRole('button', { name: 'Try it out' }).click();
    await profile.getByRole('button', { name: 'Execute' }).click();
    const answer = profile.locator('.live-responses-table');
    await expect(answer.locator('.response-col_status').last()).toHaveText('200');
    await expect(answer).toContainText(email);
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
  });
});
