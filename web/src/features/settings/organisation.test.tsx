import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { TenantSettingsService } from '@/gen/nirmaan/platform/v1/tenant_settings_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { person, signIn } from '@/testing/people';
import { address, open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const { getTenantSettings, updateTenantSettings } = TenantSettingsService.method;
const PATH = '/settings/organisation';

const main = page.getByRole('main');
const rule = (name: string) => main.getByRole('checkbox', { name: new RegExp(`^${name}`) });

beforeEach(() => {
  signIn();
  server.answer(getTenantSettings, { fourEyes: true });
});

describe('what the organisation asks', () => {
  test('is reached from one’s own settings', async () => {
    await open('/settings');
    const link = main.getByRole('link', { name: 'Organisation settings' });
    // Neither underlined nor blue, as browsers have theirs.
    await expect.element(link).toHaveStyle({ color: 'rgb(0, 104, 113)', textDecorationLine: 'none' });
    await link.click();
    await expect.element(rule('Four eyes')).toBeChecked();
    await main.getByRole('link', { name: 'Settings', exact: true }).click();
    await expect.poll(address).toBe('/settings');
    await page.getByRole('main').getByRole('link', { name: 'Organisation settings' }).click();
    await expect.element(main.getByText('They hold for everybody of Bharat Infra.')).toBeVisible();
  });

  test('is changed one by one, and counts at once', async () => {
    server.answer(updateTenantSettings, ({ settings }) => {
      server.answer(getTenantSettings, { fourEyes: true, changeFirstPassword: settings?.changeFirstPassword });
      return {};
    });
    await open(PATH);
    await rule('A password of one’s own').click();
    await expect.element(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeInTheDocument();
    await expect.element(rule('A password of one’s own')).toBeChecked();
    // What wasn't touched isn't sent: somebody else may be changing it.
    const sent = (await server.calls(updateTenantSettings)).map(({ request }) => request.settings);
    expect(sent.map((settings) => [settings?.fourEyes, settings?.changeFirstPassword])).toEqual([[undefined, true]]);
    await expectAccessible();
  });

  test('that can’t be saved goes back, with the reason', async () => {
    server.fail(updateTenantSettings, Code.Unavailable);
    await open(PATH);
    await rule('Four eyes').click();
    await expect.element(main.getByRole('alert')).toHaveTextContent('Network error. Please try again.');
    await expect.element(rule('Four eyes')).toBeChecked();
  });

  test('is there to be read without the right', async () => {
    signIn(person({ User: ['view'] }));
    await open(PATH);
    await expect.element(rule('Four eyes')).toBeDisabled();
    await expect.element(main.getByText('You can see these settings, and not change them.')).toBeVisible();
    await expectAccessible();
  });

  test('says when it can’t be had', async () => {
    server.fail(getTenantSettings, Code.Unavailable);
    await open(PATH);
    await expect.element(main.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
