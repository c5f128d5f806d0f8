import { asAdmin, asOwner } from './api';
import { accounts, expect, test } from './fixtures';
import { ListPO } from './pages/ListPO';

// Spec: S2.user-permissions.route S6.mapping S3.user-permission
test('a user may do what all of their roles grant together', async ({ page, request, signIn }) => {
  const [admin, owner] = [await asAdmin(request), await asOwner(request)];
  const user = await owner.user();
  const estimator = await admin.role({ Contracts: ['canView', 'canEdit'] });
  const reporter = await admin.role({ Contracts: ['canView', 'canReport'], Payments: ['canView'] });
  await owner.map(user, estimator);
  await owner.map(user, reporter);
  await signIn(accounts.owner);
  const list = new ListPO(page);
  await list.open(`/admin/users?email=${user.email}`);
  await list.act(user.email, 'Permissions');
  await expect(page).toHaveURL(`/admin/users/${user.id}/permissions`);

  const table = page.getByRole('grid', { name: `Permissions of ${user.email}` });
  await expect(table.getByRole('rowheader')).toHaveText(['Contracts', 'Payments']);
  const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Contracts' }) });
  await expect(row).toContainText('Tenders, bids, contracts and their deposits');
  await expect(row.getByText('No', { exact: true })).toHaveCount(2);
  const both = [estimator.name, reporter.name].sort().join(', ');
  await expect(table.getByRole('img', { name: `View in Contracts: yes, from ${both}` })).toBeVisible();
  await expect(table.getByRole('img', { name: `Edit in Contracts: yes, from ${estimator.name}` })).toBeVisible();
  await expect(table.getByRole('img', { name: `Report in Contracts: yes, from ${reporter.name}` })).toBeVisible();
  await expect(table.getByRole('img', { name: `View in Payments: yes, from ${reporter.name}` })).toBeVisible();
});
