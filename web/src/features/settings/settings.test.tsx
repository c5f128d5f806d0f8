import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { SearchService } from '@/gen/nirmaan/common/v1/search_service_pb';
import {
  ListColumnsSchema,
  Settings_Density,
  Settings_Theme,
  SettingsService,
} from '@/gen/nirmaan/common/v1/settings_service_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { followColorScheme, setColorScheme } from '@/kit/color-scheme';
import { clearSession, followOtherTabs } from '@/session/session-store';
import { changeSettings } from '@/shared/settings/settings-server';
import { DEFAULT_SETTINGS, keepSettings } from '@/shared/settings/settings-store';
import { expectAccessible } from '@/testing/accessible';
import { list } from '@/testing/list';
import { signIn } from '@/testing/people';
import { address, close, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';
import { storedSettings, withSettings } from '@/testing/settings';

const LIST = '/contracts/list';
const { getSettings, updateSettings } = SettingsService.method;
const { filterContracts } = ContractService.method;

const COLUMNS = [create(ListColumnsSchema, { list: 'contracts', hidden: ['status'] })];

const main = page.getByRole('main');
const choice = (name: string) => main.getByRole('radio', { name: new RegExp(`^${name}`) });

const painted = () => document.documentElement.getAttribute('data-mantine-color-scheme');

/** Opens the page and waits for what other devices have set. */
async function openSettings(): Promise<void> {
  await open('/settings');
  await expect.element(list.heading).toHaveTextContent('Settings');
  expect(await server.calls(getSettings)).not.toEqual([]);
}

describe('settings', () => {
  beforeEach(() => {
    signIn();
    withSettings();
  });

  test('hold at once, and are stored over what another device has set', async () => {
    await openSettings();
    withSettings({ columns: COLUMNS });
    await choice('Dark').click();
    await expect.poll(painted).toBe('dark');
    await choice('Compact').click();
    await expect.poll(() => document.querySelector('[data-density=compact]')).not.toBeNull();
    await list.pageSize.fill('2');
    await userEvent.keyboard('{Enter}');
    expect(await storedSettings()).toMatchObject({
      theme: Settings_Theme.DARK,
      density: Settings_Density.COMPACT,
      pageSize: 2,
      columns: [{ list: 'contracts', hidden: ['status'] }],
    });
    await expect.element(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeInTheDocument();
    await expectAccessible();
  });

  test('that another tab has just changed are not put back by an older answer', async () => {
    const release = server.hold(getSettings);
    server.answer(SearchService.method.search, {});
    await open('/payroll');
    expect(await server.calls(getSettings)).toHaveLength(1);
    // Tabs share what the browser keeps.
    keepSettings({ ...DEFAULT_SETTINGS, density: 'compact' });
    await expect.poll(() => document.querySelector('[data-density=compact]')).not.toBeNull();
    release();
    // What is asked for later is answered later.
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
    await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('road');
    await expect.element(page.getByText('Nothing found for “road”')).toBeVisible();
    expect(document.querySelector('[data-density=compact]')).not.toBeNull();
  });

  test('that are stored while somebody signs out are kept for nobody', async () => {
    const release = server.hold(updateSettings);
    const stored = changeSettings((settings) => ({ ...settings, density: 'compact' }));
    expect(await server.calls(updateSettings)).toHaveLength(1);
    clearSession();
    release();
    await stored;
    expect(localStorage).toHaveLength(0);
  });

  test('that a tab kept while another one signed out are forgotten when it hears of that', () => {
    onTestFinished(followOtherTabs());
    keepSettings(DEFAULT_SETTINGS);
    for (const name of ['session', 'accessToken', 'refreshToken', 'user']) localStorage.removeItem(name);
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(localStorage).toHaveLength(0);
  });

  test('follow the switch in the top bar', async () => {
    await openSettings();
    await page.getByRole('banner').getByTitle('Dark').click();
    await expect.element(choice('Dark')).toBeChecked();
    await expect.poll(painted).toBe('dark');
    expect((await storedSettings())?.theme).toBe(Settings_Theme.DARK);
  });

  test('don’t darken the paper when they arrive while a page is printed', async () => {
    await openSettings();
    onTestFinished(followColorScheme());
    window.dispatchEvent(new Event('beforeprint'));
    setColorScheme('dark');
    expect(painted()).toBe('light');
    window.dispatchEvent(new Event('afterprint'));
    expect(painted()).toBe('dark');
    expect(await storedSettings()).toMatchObject({ theme: Settings_Theme.DARK });
  });

  test('take in the theme that was chosen before signing in', async () => {
    clearSession();
    await open('/about');
    await page.getByRole('banner').getByTitle('Dark').click();
    await expect.poll(painted).toBe('dark');
    signIn();
    await open('/payroll');
    expect((await storedSettings())?.theme).toBe(Settings_Theme.DARK);
    // It is the account's from now on: another device, where none was chosen, takes it over.
    await close();
    localStorage.clear();
    setColorScheme('auto');
    expect(painted()).toBe('light');
    signIn();
    await open('/payroll');
    await expect.poll(painted).toBe('dark');
    expect(await server.calls(updateSettings)).toHaveLength(1);
  });

  test('that can’t be stored are taken back, with the reason', async () => {
    server.fail(updateSettings, Code.Unavailable);
    await openSettings();
    await choice('Compact').click();
    await expect.element(main.getByRole('alert')).toHaveTextContent('Network error. Please try again.');
    await expect.element(choice('Comfortable')).toBeChecked();
    expect(document.querySelector('[data-density=compact]')).toBeNull();
    await expectAccessible();
  });

  test('give a list its page size where the address says none', async () => {
    withSettings({ pageSize: 2 });
    server.answer(filterContracts, {});
    const sizes = async () => (await server.calls(filterContracts)).at(-1)?.request.pagination?.size;
    await open(LIST);
    expect(await sizes()).toBe(2);
    expect(address()).toBe(LIST);
    await open(`${LIST}?size=10`);
    expect(await sizes()).toBe(10);
    expect(address()).toBe(`${LIST}?size=10`);
  });

  test('reset the columns of all lists', async () => {
    withSettings({ columns: COLUMNS, pageSize: 25 });
    await openSettings();
    await expect.element(page.getByText('1 list has columns of your own.')).toBeVisible();
    await page.getByRole('button', { name: 'Reset all columns' }).click();
    await expect.element(page.getByText('Every list has its usual columns.')).toBeVisible();
    expect(await storedSettings()).toMatchObject({ columns: [], pageSize: 25 });
  });
});
