import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Settings_Theme, SettingsService } from '@/gen/nirmaan/common/v1/settings_service_pb';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { expectAccessible, expectToFit } from '@/testing/accessible';
import { frame, targets } from '@/testing/frame';
import { person, signIn } from '@/testing/people';
import { address, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';
import { withSettings } from '@/testing/settings';
import { settled } from '@/testing/settled';
import { expectTooltip } from '@/testing/tooltip';

/** The entries of the menu, in order. */
const MENU = {
  Home: '/',
  About: '/about',
  Tenants: '/admin/tenants',
  Users: '/admin/users',
  Modules: '/admin/modules',
  Roles: '/admin/roles',
  Contracts: '/contracts',
  Projects: '/projects',
  Tasks: '/project-tasks',
  'General Task': '/general-tasks',
  Notifications: '/notification',
  Reminders: '/reminders',
  Inventories: '/inventories',
  Payroll: '/payroll',
  Vehicles: '/vehicles',
  'Vehicle Insurance': '/vehicle-insurance',
  Attendance: '/attendane',
  Payments: '/payments',
  Estimations: '/estimations',
  Reports: '/reports',
  GST: '/gst',
};

beforeEach(() => signIn());

describe('the menu', () => {
  // Spec: S2.sidebar.items S2.sidebar.targets
  test('has every entry for whoever may view all', async () => {
    await open('/payroll');
    await expect.element(frame.menu).toBeVisible();
    const entries = targets(frame.menuItems);
    expect(entries).toEqual(MENU);
    expect(Object.keys(entries)).toEqual(Object.keys(MENU));
  });

  // Spec: S6.menu.view S6.menu.case
  test('shows what may be viewed, however the module is written', async () => {
    signIn(person({ CONTRACTS: ['view'], gst: ['view'], Projects: ['create', 'edit', 'delete', 'report'] }));
    await open('/payroll');
    await expect.element(frame.menu).toBeVisible();
    expect(targets(frame.menuItems)).toEqual({ Contracts: '/contracts', GST: '/gst' });
  });

  test('marks the current area', async () => {
    server.answer(ProjectService.method.filterProjects, {});
    await open('/projects/list');
    await expect.element(frame.menu.getByRole('link', { name: 'Projects' })).toHaveAttribute('aria-current', 'page');
    expect(document.querySelectorAll('nav[aria-label="Main"] [aria-current]')).toHaveLength(1);
  });

  // Spec: S2.sidebar.collapsed S4.sidebar.expanded S4.sidebar.toggle
  test('starts expanded, collapses to icons with names, and remembers it', async () => {
    const width = () => Math.round(frame.menu.element().getBoundingClientRect().width);
    const labels = () =>
      [...document.querySelectorAll('nav[aria-label="Main"] a span')].map((label) => label.clientWidth);
    await open('/payroll');
    const collapse = page.getByRole('button', { name: 'Collapse the menu' });
    await expect.element(collapse).toHaveAttribute('aria-expanded', 'true');
    await expect.poll(width).toBe(223);
    expect(Math.min(...labels())).toBeGreaterThan(10);
    await collapse.click();
    await expect.poll(width).toBe(59);
    expect(Math.max(...labels()), 'icons alone').toBeLessThanOrEqual(1);
    expect(frame.menuItems.elements().filter((item) => !item.querySelector('svg'))).toEqual([]);
    frame.menu.getByRole('link', { name: 'Payroll' }).element().focus();
    await userEvent.tab();
    await expect.element(frame.menu.getByRole('link', { name: 'Vehicles', exact: true })).toHaveFocus();
    await expect.element(page.getByRole('tooltip', { name: 'Vehicles' })).toBeVisible();
    await expectAccessible();
    await open('/payroll');
    const expand = page.getByRole('button', { name: 'Expand the menu' });
    await expect.element(expand).toHaveAttribute('aria-expanded', 'false');
    await expand.click();
    await expect.poll(width).toBe(223);
    await expect.element(collapse).toHaveAttribute('aria-expanded', 'true');
  });
});

describe('the frame', () => {
  // Spec: S2.header.username S2.header.tooltip
  test('names the user and the organisation', async () => {
    await open('/payroll');
    await expect.element(frame.header).toHaveTextContent('Bharat Infra');
    await expect.element(frame.banner).toHaveTextContent('Signed in as owner@bharat.example');
    await expectTooltip(frame.header.getByRole('button', { name: 'owner@bharat.example' }), 'owner@bharat.example');
  });

  // Spec: S2.header.home S2.header.logout
  test('has Home and Logout, and no Login', async () => {
    await open('/payroll');
    await expect.element(frame.logout).toBeVisible();
    await expect.element(frame.header.getByRole('link', { name: 'Login' })).not.toBeInTheDocument();
    await frame.header.getByRole('link', { name: 'Home', exact: true }).click();
    await expect.poll(address).toBe('/');
  });

  // Spec: S2.layout.public-pages S2.footer.links S2.footer.copyright
  test('shows the public pages with the menu to users', async () => {
    await open('/');
    await expect.element(frame.heading).toHaveTextContent('Every tender');
    await expect.element(frame.menu).toBeVisible();
    await expect.element(frame.footer).toHaveTextContent(`© ${new Date().getFullYear()}`);
    expect(targets(frame.footer.getByRole('link'))).toEqual({ Home: '/', About: '/about', Contact: '/contact' });
    await expectAccessible();
    await expectToFit(320, 1366);
    await frame.footer.getByRole('link', { name: 'About' }).click();
    await expect.poll(address).toBe('/about');
    await expect.element(frame.heading).toHaveTextContent('Software that keeps the tender register honest.');
    await expect.element(frame.menu).toBeVisible();
    await expectAccessible();
    await expectToFit(320);
  });

  test('can be skipped, and moves the focus to the heading after navigation', async () => {
    await open('/payroll');
    await expect.element(frame.heading).toBeVisible();
    // Where the focus is after a full load: before everything.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    await userEvent.tab();
    await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('main')).toHaveFocus();
    await frame.menu.getByRole('link', { name: 'Reports' }).click();
    await expect.poll(() => document.title).toBe('Reports · Nirmaan');
    await expect.element(frame.heading).toHaveFocus();
  });

  test('keeps the chosen theme, here and on the server', async () => {
    withSettings();
    const { updateSettings } = SettingsService.method;
    const stored = async () => (await server.calls(updateSettings)).map(({ request }) => request.settings?.theme);
    const html = document.documentElement;
    await open('/payroll');
    await settled();
    await frame.header.getByTitle('Dark').click();
    await expect.element(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
    expect(await stored()).toEqual([Settings_Theme.DARK]);
    await open('/payroll');
    await expect.element(frame.theme('Dark')).toBeChecked();
    await expect.element(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await frame.header.getByTitle('Light').click();
    await expect.element(html).toHaveAttribute('data-mantine-color-scheme', 'light');
    expect(await stored()).toEqual([Settings_Theme.DARK, Settings_Theme.LIGHT]);
  });

  test('says when the device is offline', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get');
    await open('/payroll');
    await expect.element(frame.heading).toBeVisible();
    const banner = page.getByText('You are offline.');
    await expect.element(banner).not.toBeInTheDocument();
    online.mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    await expect.element(banner).toBeVisible();
    await expectAccessible();
    online.mockRestore();
    window.dispatchEvent(new Event('online'));
    await expect.element(banner).not.toBeInTheDocument();
  });
});

describe('on a phone', () => {
  test('the menu is a drawer that is out of the way when closed', async () => {
    await page.viewport(390, 844);
    await open('/payroll');
    await expect.element(frame.heading).toBeVisible();
    const menu = document.querySelector('nav[aria-label="Main"]');
    // Out of sight is not out of the tab order.
    expect(menu?.closest('[inert]')).not.toBeNull();
    const button = page.getByRole('button', { name: 'Open the menu' });
    await button.click();
    await expect.element(frame.menu.getByRole('link', { name: 'Contracts' })).toBeInViewport();
    expect(menu?.closest('[inert]')).toBeNull();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
    await expect.poll(() => menu?.closest('[inert]')).not.toBeNull();
    await button.click();
    await frame.menu.getByRole('link', { name: 'Reports' }).click();
    await expect.poll(address).toBe('/reports');
    await expect.poll(() => menu?.closest('[inert]')).not.toBeNull();
    await expectToFit(320);
  });
});

describe('pages', () => {
  // Spec: S2.placeholders.pages S2.placeholders.attendane S2.placeholders.undefined
  test('that are being built say so, each under its own name', async () => {
    for (const [path, name] of [
      ['/payroll', 'Payroll'],
      ['/attendance', 'Attendance'],
      ['/attendane', 'Attendance'],
      ['/tasks', 'Tasks'],
      ['/general-tasks', 'General Task'],
      ['/estimations', 'Estimations'],
      ['/reports', 'Reports'],
      ['/notification', 'Notifications'],
      ['/reminders', 'Reminders'],
      ['/gst', 'GST'],
    ] as const) {
      await open(path);
      await expect.element(frame.heading).toHaveTextContent(/^Page Under Construction$/);
      expect(address()).toBe(path);
      expect(document.title).toBe(`${name} · Nirmaan`);
      const main = page.getByRole('main');
      await expect.element(main.getByRole('button', { name: 'Back' })).toBeVisible();
      await expect.element(main.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
    }
  });

  // Spec: S2.placeholders.back S2.placeholders.home
  test('that are being built lead back, and home', async () => {
    await open('/payroll');
    await frame.menu.getByRole('link', { name: 'Estimations' }).click();
    await expect.poll(address).toBe('/estimations');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.poll(address).toBe('/payroll');
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
    await expect.poll(address).toBe('/');
    // A visit that begins here has nothing to go back to.
    await open('/gst');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.poll(address).toBe('/');
    expect(window.history.state).toMatchObject({ idx: 0 });
  });

  test('that do not exist say so', async () => {
    await open('/no-such-page');
    await expect.element(frame.heading).toHaveTextContent('Page not found');
    expect(address()).toBe('/no-such-page');
  });
});
