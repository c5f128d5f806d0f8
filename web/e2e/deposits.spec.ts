import type { Page } from '@playwright/test';
import { DEPOSIT_FIELDS } from '../src/testing/filled.ts';
import { asOwner } from './api';
import { accounts, expect, test } from './fixtures';
import { FormPO } from './pages/FormPO';

/** All that is typed; the type is a text with suggestions, and so not a mere textbox. */
const FIELDS = { 'Deposit type': 'PERFORMANCE_SECURITY', ...DEPOSIT_FIELDS };

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

async function fill(page: Page, { 'Deposit type': type, ...rest }: Readonly<Record<string, string>>): Promise<void> {
  const form = new FormPO(page);
  const input = page.getByRole('combobox', { name: 'Deposit type' });
  await input.fill(type ?? '');
  await input.press('Escape');
  await form.fill(rest);
}

// Spec: S2.deposits.create S2.deposits.form-fields S3.deposit S2.deposits.view S2.deposits.edit
test('a deposit is added with every field, read as it was written, and changed in its status', async ({
  page,
  request,
  signIn,
}) => {
  const contract = await (await asOwner(request)).contract();
  const at = `/contracts/${contract.id}/security-deposit`;
  await signIn(accounts.owner);
  const form = new FormPO(page);
  await page.goto(`${at}/create`);
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

  const course = page.getByRole('region', { name: 'Status history' }).getByRole('listitem');
  await expect(course).toHaveText([/created as Submitted/]);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Forfeited' }).click();
  await form.fill({ Amount: '1,00,000' });
  await form.update.click();
  await form.expectToast('Deposit updated successfully!');
  await expect(course).toHaveText([/created as Submitted/, /from Submitted → to Forfeited/]);
  await expect(page.getByRole('main')).toContainText('₹1,00,000');
});

test('a deposit whose answer was lost is one when it is restored after a reload and created again', async ({
  page,
  request,
  signIn,
  allowConsole,
}) => {
  const api = await asOwner(request);
  const contract = await api.contract();
  const at = `/contracts/${contract.id}/security-deposit`;
  await signIn(accounts.owner);
  const form = new FormPO(page);
  await page.goto(`${at}/create`);
  await fill(page, FIELDS);
  // The server has it, and the connection breaks.
  await page.route('**/CreateSecurityDeposit', async (route) => {
    await route.fetch();
    await route.abort();
  });
  allowConsole(/CreateSecurityDeposit/);
  await form.create.click();
  await expect(form.summary).toContainText('Press Create again: it won’t be created twice.');
  await page.unroute('**/CreateSecurityDeposit');
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  await form.create.click();
  await form.expectToast('Deposit created successfully!');
  await expect(page).toHaveURL(at);
  const deposits: unknown = await api.get(at);
  expect(deposits).toHaveLength(1);
});

// Spec: S6.deposits.masked S6.deposits.contracts
test('whoever may not edit sees account numbers in part, and adds nothing', async ({ page, request, signInAnew }) => {
  const api = await asOwner(request);
  const contract = await api.contract();
  const deposit = await api.deposit(contract, { instrumentNo: 'DD 11', bankAccountNo: '009900140012345678' });
  const at = `/contracts/${contract.id}/security-deposit`;
  // A form that isn’t offered renews the session, to see whether the right was granted meanwhile.
  await signInAnew(accounts.viewer);
  await page.goto(`${at}/${deposit.id}`);
  await expect(page.getByRole('main')).toContainText(/[^0-9]5678/);
  await expect(page.getByRole('main')).not.toContainText('0012345678');
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await page.goto(`${at}/new`);
  await expect(page.getByText('You need the Create permission for Contracts.')).toBeVisible();
});
