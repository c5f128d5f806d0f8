import { readFile } from 'node:fs/promises';
import { asAdmin, asOwner, unique } from './api';
import { accounts, expect, test } from './fixtures';
import { ListPO } from './pages/ListPO';

const LIST = '/admin/audit';

test('the activity tells who changed what, and is downloaded', async ({ page, request, signIn }) => {
  const list = new ListPO(page);
  const api = await asOwner(request);
  const user = await api.user({ designation: 'Clerk' });
  await api.put(`/users/${user.id}`, { email: user.email, designation: 'Accountant', isActive: false });
  await signIn(accounts.owner);
  await list.open(`${LIST}?actor=OWNER%40bharat&entity=user&source=JSON&entityId=${user.id}&from=2020-01-01`);
  await expect(list.rows).toHaveCount(2);
  await expect(list.rows.first()).toContainText('Changed');
  await expect(list.rows.first()).toContainText('owner@bharat.example');
  await expect(list.rows.first()).toContainText('JSON interface');
  const record = list.rows.first().getByRole('link', { name: `${user.email} (inactive)` });
  await expect(record).toHaveAttribute('href', `/admin/users/${user.id}`);
  const changes = list.grid.getByRole('definition');
  await page.getByRole('button', { name: /^Details of Changed, User/ }).click();
  await expect(changes.filter({ hasText: 'Accountant' })).toHaveText('from Clerk → to Accountant');
  await expect(changes.filter({ hasText: 'from Yes' })).toHaveText('from Yes → to No');
  await page.getByRole('button', { name: /^Details of Created, User/ }).click();
  await expect(changes.filter({ hasText: '(hidden)' })).toBeVisible();

  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines.slice(1)) expect(line).toContain(user.id);

  // Everything of the request that changed the user is that change alone.
  await page.getByRole('link', { name: 'Everything of this request' }).first().click();
  await expect(page).toHaveURL(/\?requestId=[\w-]+$/);
  await expect(list.result).toHaveText('Showing page 1 of 1 — 1 total records');
});

test('the history of a contract is told a page at a time', async ({ page, request, signIn }) => {
  const owner = await asOwner(request);
  const { id, bidId } = await owner.contract({ contractName: 'Culvert', paperCost: 12500.5 });
  for (let edit = 1; edit <= 10; edit += 1)
    await owner.put(`/contracts/${id}`, { bidId, contractName: `Culvert ${edit}`, paperCost: 12500.5 });
  await signIn(accounts.owner);
  await page.goto(`/contracts/${id}`);
  await page.getByRole('button', { name: 'History' }).click();
  const panel = page.getByRole('dialog', { name: 'History' });
  const events = panel.getByRole('listitem');
  await expect(events).toHaveCount(10);
  await expect(events.first()).toContainText('Changed by owner@bharat.example');
  await expect(events.first()).toContainText('from Culvert 9 → to Culvert 10');
  await panel.getByRole('button', { name: 'Show older' }).click();
  await expect(events).toHaveCount(11);
  await expect(events.last()).toContainText('Created by owner@bharat.example');
  await expect(events.last()).toContainText('₹12,500.50');
});

test('roles, modules, users and tenants have a history too', async ({ page, request, signIn }) => {
  const admin = await asAdmin(request);
  const role = await admin.role({ Contracts: ['canView'] });
  const module = await admin.post('/modules', { name: `Survey ${unique()}`, description: '' });
  const [user, tenant] = [await admin.user(), await admin.tenant()];
  await signIn(accounts.admin);
  for (const [path, text] of [
    [`/admin/roles/${role.id}/view`, 'Contracts'],
    [`/admin/modules/${module.id}`, 'Survey'],
    [`/admin/users/${user.id}`, user.email],
    [`/admin/tenants/${tenant.id}`, tenant.name],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: 'History' }).click();
    const panel = page.getByRole('dialog', { name: 'History' });
    await expect(panel.getByRole('listitem').last()).toContainText('Created by admin@nirmaan.example');
    await expect(panel).toContainText(text);
  }
});
