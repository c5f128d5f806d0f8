import { asOwner } from './api';
import { accounts, expect, test } from './fixtures';
import { FormPO } from './pages/FormPO';

test('what is changed and deleted in one tab is so in the other, without a reload', async ({
  context,
  page,
  request,
  signIn,
}) => {
  const api = await asOwner(request);
  const contract = await api.contract();
  await api.deposit(contract, { instrumentNo: 'DD 11', amount: 1_00_000 });
  await signIn(accounts.owner);
  const at = `/contracts/${contract.id}/security-deposit`;
  await page.goto(at);
  const other = await context.newPage();
  await other.goto(at);
  const row = other.getByRole('row').filter({ hasText: 'DD 11' });
  await expect(row).toContainText('₹1,00,000');

  const form = new FormPO(page);
  await page.getByRole('link', { name: 'DD 11' }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await form.fill({ Amount: '1,25,000' });
  await form.update.click();
  await form.expectToast('Deposit updated successfully!');
  await expect(row).toContainText('₹1,25,000');

  await page.goto(at);
  await page.getByRole('button', { name: 'Actions for DD 11' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await form.expectToast('Deposit deleted successfully!');
  await expect(row).toBeHidden();
});
