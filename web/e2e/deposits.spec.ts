import type { Page } from '@playwright/test';
import { asOwner, type Stored, unique } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { FormPO } from './pages/FormPO';
import { ListPO } from './pages/ListPO';

const SERVICE = '**/nirmaan.contracts.v1.SecurityDepositService';

/** Every field of a deposit that isn't the server's, as the form calls it and as it is typed. */
const FIELDS = {
  'Deposit type': 'PERFORMANCE_SECURITY',
  'Instrument no.': 'BG/2158/IGPER/3116',
  Amount: '3,25,000.50',
  'Created date': '01/02/2026',
  'Submitted date': '03/02/2026',
  'Returned date': '20/08/2026',
  'Transferred to own account': '24/08/2026',
  'Bank name': 'State Bank of India',
  'Bank account no.': '00990014001234',
  'Account holder name': 'Bharat Infra Pvt. Ltd.',
  'Bank address': 'Station Road, Nadiad 387001',
  Comment: 'Valid until sixty days after completion',
} as const;

/** The same as it is read. */
const SHOWN: Record<string, string> = {
  ...FIELDS,
  'Deposit type': 'Performance security',
  Amount: '₹3,25,000.50',
  'Created date': '01 Feb 2026',
  'Submitted date': '03 Feb 2026',
  'Returned date': '20 Aug 2026',
  'Transferred to own account': '24 Aug 2026',
};

/** Fills the form; the type is a text with suggestions, and so not a mere textbox. */
async function fill(page: Page, { 'Deposit type': type, ...rest }: Readonly<Record<string, string>>): Promise<void> {
  const form = new FormPO(page);
  const input = page.getByRole('combobox', { name: 'Deposit type' });
  await input.fill(type ?? '');
  await input.press('Escape');
  await form.fill(rest);
}

const STATUSES = [
  'Draft',
  'Submitted',
  'Pending',
  'Pending release',
  'Pending refund',
  'Released',
  'Refunded',
  'Returned',
  'Forfeited',
  'Rejected',
  'Cancelled',
];

test.describe('the deposits of a contract', () => {
  let contract: Stored;
  let at: string;

  test.beforeEach(async ({ request, signIn }) => {
    contract = await (await asOwner(request)).contract();
    at = `/contracts/${contract.id}/security-deposit`;
    await signIn(accounts.owner);
  });

  // Spec: S2.deposits.list
  test('are listed under their contract, whole, sorted and narrowed', async ({ page, request }) => {
    const api = await asOwner(request);
    await api.deposit(contract, { instrumentNo: 'DD 1', amount: 9000, depositSubmitedDate: '2026-01-05' });
    await api.deposit(contract, {
      instrumentNo: 'BG 2',
      depositType: 'RETENTION',
      amount: 80_000,
      status: 'FORFEITED',
    });
    await api.deposit(contract, { instrumentNo: 'FDR 3', amount: 100_000, status: 'PENDING' });
    const list = new ListPO(page);
    await list.open(at);
    await expect(list.heading).toHaveText('Security deposits');
    await expect(list.column(1)).toHaveText(['FDR 3', 'BG 2', 'DD 1']);
    await expect(list.rows.last()).toContainText('₹9,000');
    await expect(list.rows.last()).toContainText('05 Jan 2026');
    await list.sortButton('Amount').click();
    await expect(list.column(4)).toHaveText(['₹9,000', '₹80,000', '₹1,00,000']);
    await list.filter('Deposit type').fill('reten');
    await expect(list.column(1)).toHaveText(['BG 2']);
    await expect(page).toHaveURL(`${at}?depositType=reten&sort=amount`);
    await page.goto(`${at}?status=RELEASED`);
    await expect(page.getByText('No deposits match these filters')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(list.rows).toHaveCount(3);
    const above = page.getByRole('navigation', { name: 'Breadcrumb' });
    await above.getByRole('link', { name: String(contract.bidId) }).click();
    await expect(page).toHaveURL(`/contracts/${contract.id}`);
  });

  // Spec: S2.deposits.create S2.deposits.form-fields S3.deposit
  test('are added with every field, and read as they were written', async ({ page }) => {
    const form = new FormPO(page);
    await page.goto(at);
    await expect(page.getByText('No deposits yet')).toBeVisible();
    await page.getByRole('link', { name: 'Add Security Deposit' }).first().click();
    await expect(page).toHaveURL(`${at}/create`);
    await fill(page, FIELDS);
    await form.create.click();
    await form.expectToast('Deposit created successfully!');
    await expect(page).toHaveURL(at);
    await page.getByRole('link', { name: FIELDS['Instrument no.'] }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Performance security BG/2158/IGPER/3116');
    for (const [term, value] of Object.entries(SHOWN)) {
      const shown = page.locator('dl > div').filter({ has: page.getByRole('term').getByText(term, { exact: true }) });
      await expect(shown.getByRole('definition'), term).toContainText(value);
    }
  });

  // Spec: S2.deposits.create S2.deposits.form-status S4.deposit.create
  test('begin as submitted, returned or pending, at both addresses', async ({ page }) => {
    for (const address of ['new', 'create']) {
      await page.goto(`${at}/${address}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add Security Deposit');
      const status = page.getByRole('combobox', { name: 'Status' });
      await expect(status).toHaveValue('Submitted');
      await status.click();
      await expect(page.getByRole('option')).toHaveText(['Submitted', 'Returned', 'Pending']);
    }
  });

  // Spec: S5.deposit.required S5.deposit.amount
  test('need a type, an instrument and an amount above 0', async ({ page }) => {
    const form = new FormPO(page);
    await page.goto(`${at}/create`);
    await form.create.click();
    await expect(form.summary).toBeFocused();
    for (const label of ['Deposit type', 'Instrument no.', 'Amount']) {
      await expect(form.summary).toContainText(`${label} is required.`);
    }
    await fill(page, { 'Deposit type': 'EMD', 'Instrument no.': 'DD 1', Amount: '0' });
    await form.create.click();
    await expect(form.summary).toContainText('Amount must be above 0.');
    await expect(form.field('Amount')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
  });

  // Spec: S2.deposits.edit S2.deposits.view S2.deposits.form-status S4.deposit.any-transition
  test('change to any status, and tell the course of it', async ({ page, request }) => {
    const form = new FormPO(page);
    const deposit = await (await asOwner(request)).deposit(contract, { instrumentNo: 'DD 77', status: 'FORFEITED' });
    await page.goto(`${at}/${deposit.id}/edit`);
    const status = page.getByRole('combobox', { name: 'Status' });
    await expect(status).toHaveValue('Forfeited');
    await status.click();
    await expect(page.getByRole('option')).toHaveText(STATUSES);
    await page.getByRole('option', { name: 'Draft', exact: true }).click();
    await form.fill({ Amount: '1,00,000' });
    await form.update.click();
    await form.expectToast('Deposit updated successfully!');
    for (const address of [`${at}/${deposit.id}`, `${at}/${deposit.id}/view`]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('EMD DD 77');
      await expect(page.getByRole('main')).toContainText('₹1,00,000');
      const course = page.getByRole('region', { name: 'Status history' }).getByRole('listitem');
      await expect(course).toHaveText([
        /created as Submitted/,
        /from Submitted → to Forfeited/,
        /from Forfeited → to Draft/,
      ]);
    }
  });

  // Spec: S2.deposits.delete-question
  test('are deleted after a question, which stays when it fails', async ({ page, request, allowConsole }) => {
    allowConsole(/500/);
    await (await asOwner(request)).deposit(contract, { instrumentNo: 'DD 8' });
    const list = new ListPO(page);
    await list.open(at);
    await list.act('DD 8', 'Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete DD 8?' });
    await expect(dialog).toContainText('Are you sure you want to delete this deposit?');
    await page.route(`${SERVICE}/DeleteSecurityDeposit`, (route) => route.fulfill({ status: 500 }));
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Failed to delete deposit. Please try again.');
    await page.unroute(`${SERVICE}/DeleteSecurityDeposit`);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Deposit deleted successfully!')).toBeVisible();
    await expect(page.getByText('No deposits yet')).toBeVisible();
  });

  // Spec: S8.deposits.list-failed S8.deposits.fetch-failed S8.deposits.save-failed
  test('say what failed, and try again', async ({ page, request, allowConsole }) => {
    allowConsole(/500/);
    const form = new FormPO(page);
    const deposit = await (await asOwner(request)).deposit(contract, { instrumentNo: 'DD 9' });
    await page.route(`${SERVICE}/*`, (route) => route.fulfill({ status: 500 }));
    await page.goto(at);
    await expect(page.getByRole('alert')).toContainText('Failed to load security deposits');
    for (const address of [`${at}/${deposit.id}`, `${at}/${deposit.id}/edit`]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to load security deposit.');
    }
    await page.goto(`${at}/create`);
    await fill(page, { 'Deposit type': 'EMD', 'Instrument no.': 'DD 10', Amount: '5000' });
    await form.create.click();
    await expect(form.summary).toContainText('Failed to save deposit. Please try again.');
    await page.unroute(`${SERVICE}/*`);
    await form.create.click();
    await form.expectToast('Deposit created successfully!');
  });

  test('are found below their own contract only', async ({ page, request }) => {
    const api = await asOwner(request);
    const deposit = await api.deposit(contract);
    const other = await api.contract();
    await page.goto(`/contracts/${other.id}/security-deposit/${deposit.id}`);
    await expect(page.getByText('There is nothing at this address.')).toBeVisible();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`are accessible, ${colorScheme}`, async ({ page, request }) => {
      test.slow();
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const deposit = await (await asOwner(request)).deposit(contract, { instrumentNo: `DD ${unique()}` });
      for (const address of [at, `${at}/${deposit.id}`, `${at}/create`]) {
        await page.goto(address);
        await expect(page.getByText(String(deposit.instrumentNo)).or(page.getByLabel('Comment')).first()).toBeVisible();
        await expectAccessible(page);
        for (const width of [683, 390, 320]) {
          await page.setViewportSize({ width, height: 844 });
          await expectNoSidewaysScroll(page);
        }
        await expectAccessible(page);
        await page.setViewportSize({ width: 1366, height: 768 });
      }
    });
  }
});

// Spec: S6.deposits.masked S6.deposits.contracts
test('whoever may not edit sees account numbers in part, and which right is missing', async ({
  page,
  request,
  signIn,
}) => {
  const api = await asOwner(request);
  const contract = await api.contract();
  const deposit = await api.deposit(contract, { instrumentNo: 'DD 11', bankAccountNo: '009900140012345678' });
  const at = `/contracts/${contract.id}/security-deposit`;
  await signIn(accounts.viewer);
  await page.goto(`${at}/${deposit.id}`);
  await expect(page.getByRole('main')).toContainText(/[^0-9]5678/);
  await expect(page.getByRole('main')).not.toContainText('0012345678');
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await expect(edit).toHaveAttribute('aria-disabled', 'true');
  await edit.focus();
  await expect(page.getByRole('tooltip')).toHaveText('You need the Edit permission for Contracts.');
  const list = new ListPO(page);
  await list.open(at);
  await list.menu('DD 11').click();
  for (const entry of ['Edit', 'Delete']) {
    const item = page.getByRole('menuitem', { name: new RegExp(`^${entry}`) });
    await expect(item).toContainText(`You need the ${entry} permission for Contracts.`);
  }
  await page.goto(`${at}/new`);
  await expect(page.getByText('You need the Create permission for Contracts.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeDisabled();
});
