import { asAdmin, unique, uniqueMobile } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { ListPO } from './pages/ListPO';

const LIST = '/admin/tenants';
const SERVICE = '**/nirmaan.platform.v1.TenantService';
const SORTABLE = [
  'Name',
  'Subdomain',
  'Schema name',
  'Contact e-mail',
  'Mobile no.',
  'WhatsApp no.',
  'Status',
  'Comment',
  'Created',
  'Updated',
];

test.describe('the list of tenants', () => {
  let list: ListPO;

  test.beforeEach(async ({ page, signIn }) => {
    list = new ListPO(page);
    await signIn(accounts.admin);
  });

  // Spec: S2.tenants.list S2.tenants.paging-text S9.page-size
  test('shows the tenants and how many there are', async ({ page }) => {
    await list.open(LIST);
    await expect(list.heading).toHaveText('Tenants');
    await expect(list.result).toHaveText(/^Showing page 1 of [\d,]+ — [\d,]+ total records$/);
    await expect(list.header('Created')).toHaveAttribute('aria-sort', 'descending');
    await expect(page.getByRole('combobox', { name: 'Page size' })).toHaveValue('10');
  });

  // Spec: S2.tenants.filter-texts
  test('filters by every text', async ({ page, request }) => {
    const name = unique();
    const values = {
      Name: `Firm ${name}`,
      Subdomain: name,
      'Contact e-mail': `${name}@firm.example`,
      'Mobile no.': uniqueMobile(),
      'WhatsApp no.': uniqueMobile(),
    };
    const api = await asAdmin(request);
    await api.tenant({
      name: values.Name,
      subdomain: name,
      contactEmail: values['Contact e-mail'],
      mobileNo: values['Mobile no.'],
      whatsAppNo: values['WhatsApp no.'],
    });
    for (const [label, text] of Object.entries(values)) {
      await list.open(LIST);
      await list.filter(label).fill(text.toUpperCase());
      await expect(list.result).toHaveText('Showing page 1 of 1 — 1 total records');
      await expect(list.rows.getByRole('link')).toHaveText(values.Name);
      await expect(list.chip(`${label}: ${text.toUpperCase()}`)).toBeVisible();
    }
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  });

  // Spec: S2.tenants.filter-status S2.tenants.filter-dates
  test('filters by statuses and days', async ({ page, request }) => {
    const name = unique();
    const api = await asAdmin(request);
    for (const status of ['ACTIVE', 'SUSPENDED', 'TERMINATED']) {
      const own = `${name}${status.toLowerCase()}`;
      await api.tenant({ name: own, subdomain: own, schemaName: own, status });
    }
    await list.open(`${LIST}?name=${name}`);
    await expect(list.rows).toHaveCount(3);
    await list.choice('Status').click();
    await page.getByRole('option', { name: 'Suspended' }).click();
    await page.getByRole('option', { name: 'Terminated' }).click();
    await page.keyboard.press('Escape');
    await expect(list.rows).toHaveCount(2);
    await expect(page).toHaveURL(/status=SUSPENDED&status=TERMINATED$/);
    await list.chip('Status: Suspended').click();
    await expect(list.rows).toHaveCount(1);
    await expect(list.rows).toContainText('Terminated');
    await page.getByRole('textbox', { name: 'To date' }).fill('01/01/2020');
    await page.getByRole('textbox', { name: 'To date' }).blur();
    await expect(page.getByText('No tenants match these filters')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await page.getByRole('textbox', { name: 'From date' }).fill('01/01/2020');
    await page.getByRole('textbox', { name: 'From date' }).blur();
    await expect(page).toHaveURL(/from=2020-01-01$/);
    await expect(list.rows.first()).toBeVisible();
  });

  // Spec: S2.tenants.sort
  test('sorts by every column, up and down', async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width: 1600, height: 900 });
    for (const name of SORTABLE) {
      await list.open(LIST);
      for (const direction of ['ascending', 'descending']) {
        await list.sortButton(name).click();
        await expect(list.header(name)).toHaveAttribute('aria-sort', direction);
        await expect(list.grid).toHaveAttribute('aria-busy', 'false');
        await expect(list.rows.first()).toBeVisible();
      }
    }
  });

  // Spec: S2.tenants.page-size S2.tenants.paging S5.page-size
  test('turns pages of any size, 1 at least', async ({ page, request }) => {
    const name = unique();
    const api = await asAdmin(request);
    for (const place of ['a', 'b', 'c']) {
      await api.tenant({ name: name + place, subdomain: name + place, schemaName: name + place });
    }
    await list.open(`${LIST}?name=${name}&sort=name`);
    const size = page.getByRole('combobox', { name: 'Page size' });
    await size.fill('2');
    await size.press('Enter');
    await expect(list.result).toHaveText('Showing page 1 of 2 — 3 total records');
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(list.result).toHaveText('Showing page 2 of 2 — 3 total records');
    await expect(list.rows.getByRole('link')).toHaveText([`${name}c`]);
    await page.getByRole('link', { name: 'Prev' }).click();
    await expect(list.rows).toHaveCount(2);
    await size.fill('0');
    await size.press('Enter');
    await expect(list.result).toHaveText('Showing page 1 of 3 — 3 total records');
    await size.fill('some');
    await size.blur();
    await expect(list.rows).toHaveCount(1);
  });

  // Spec: S2.tenants.actions S2.tenants.delete-question
  test('deletes after asking; the tenant stays listed as deleted', async ({ page, request, allowConsole }) => {
    allowConsole(/500/);
    const { name } = await (await asAdmin(request)).tenant();
    await list.open(`${LIST}?name=${encodeURIComponent(name)}`);
    await list.menu(name).click();
    await expect(page.getByRole('menuitem')).toHaveText(['View', 'Edit', 'Delete']);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByText('Are you sure you want to delete this tenant?')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(list.menu(name)).toBeFocused();
    await expect(list.rows).toContainText('Active');

    await page.route(`${SERVICE}/DeleteTenant`, (route) => route.fulfill({ status: 500 }), { times: 1 });
    await list.act(name, 'Delete');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Failed to delete tenant. Please try again.');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Tenant deleted successfully!')).toBeVisible();
    await expect(list.rows).toContainText('Deleted');
    await list.menu(name).click();
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toContainText('This tenant is deleted already.');
  });

  test('does not offer to delete the platform’s own', async ({ page }) => {
    await list.open(`${LIST}?subdomain=nirmaan`);
    await list.menu('Nirmaan').click();
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toContainText('own tenant can’t be deleted');
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  });

  // Spec: S8.tenants.list-failed
  test('says when it can’t be loaded, and tries again', async ({ page, allowConsole }) => {
    allowConsole(/500/);
    await page.route(`${SERVICE}/FilterTenants`, (route) => route.fulfill({ status: 500 }));
    await page.goto(LIST);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch tenants');
    await expectAccessible(page);
    await page.unroute(`${SERVICE}/FilterTenants`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(list.rows.first()).toBeVisible();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is accessible and fits, ${colorScheme}`, async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await list.open(LIST);
      await expect(list.rows.first()).toBeVisible();
      await expectAccessible(page);
      await list.rows.first().getByRole('button').click();
      await expect(page.getByRole('menuitem', { name: 'View' })).toBeVisible();
      await expectAccessible(page);
      await list.open(`${LIST}?name=nobody-has-this-name`);
      await expect(page.getByText('No tenants match these filters')).toBeVisible();
      await expectAccessible(page);
      for (const width of [1024, 390, 320]) {
        await page.setViewportSize({ width, height: 700 });
        await list.open(LIST);
        await expect(page.getByRole('link', { name: 'Next' })).toBeAttached();
        await expectNoSidewaysScroll(page);
      }
      await expectAccessible(page);
    });
  }
});

test.describe('outside the platform', () => {
  test('the tenants are refused in place', async ({ page, signIn }) => {
    await signIn(accounts.owner);
    await page.goto('/about');
    await page.goto(LIST);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unauthorized');
    await expect(
      page.getByText('You do not have the necessary permissions to view this page. Please contact the administrator.'),
    ).toBeVisible();
    await expect(page).toHaveURL(LIST);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect(page).toHaveURL('/about');
  });
});
