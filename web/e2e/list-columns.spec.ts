import { asAdmin, newFirm } from './api';
import { expect, expectAccessible, test } from './fixtures';
import { ListPO } from './pages/ListPO';

const HEADERS = [
  'Bid ID',
  'Contract name',
  'Type',
  'Status',
  'Paper cost',
  'Bid value',
  'Actual value',
  'Start',
  'End',
];

test.describe('the columns of a list', () => {
  test('are hidden, ordered and reset with the keyboard, and kept', async ({ page, request, signInAnew }) => {
    const { account, api } = await newFirm(request);
    await api.contract();
    await signInAnew(account);
    const list = new ListPO(page);
    await list.open('/contracts/list');
    const headers = list.grid.getByRole('columnheader');
    await expect(headers).toHaveText([...HEADERS, 'Actions']);

    const dialog = page.getByRole('dialog', { name: 'Columns of this list' });
    const button = page.getByRole('button', { name: 'Columns', exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('checkbox', { name: 'Bid ID' })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: 'Type' }).press('Space');
    const up = dialog.getByRole('button', { name: 'Move Contract name up' });
    await up.press('Enter');
    await expect(dialog.getByText('Contract name is now 1 of 9.')).toBeAttached();
    // At the top there is no further up, and the focus is still in the row.
    await expect(up).toBeHidden();
    await expect(dialog.getByRole('button', { name: 'Move Contract name down' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    const arranged = ['Contract name', 'Bid ID', ...HEADERS.slice(3), 'Actions'];
    await expect(headers).toHaveText(arranged);
    expect(await api.get('/settings')).toMatchObject({ columns: [{ list: 'contracts', hidden: ['contractType'] }] });
    await page.reload();
    await expect(headers).toHaveText(arranged);

    await button.click();
    await dialog.getByRole('button', { name: 'Reset to the usual columns' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(headers).toHaveText([...HEADERS, 'Actions']);
  });

  test('are those of the cards on a phone', async ({ page, request, signInAnew }) => {
    const { account, api } = await newFirm(request);
    await api.contract();
    const order = ['bidId', 'actualEndDate', 'contractType'];
    await api.put('/settings', { columns: [{ list: 'contracts', order, hidden: ['actualStartDate'] }] });
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAnew(account);
    await page.goto('/contracts/list');
    await expect(page.getByRole('list', { name: 'All contracts' }).getByRole('term')).toHaveText([
      'End',
      'Type',
      'Actual value',
    ]);
  });

  test('stay as they are when they can’t be stored', async ({ page, request, signInAnew, allowConsole }) => {
    allowConsole(/ERR_FAILED/);
    const { account, api } = await newFirm(request);
    await api.contract();
    await signInAnew(account);
    const list = new ListPO(page);
    await list.open('/contracts/list');
    await page.route('**/nirmaan.common.v1.SettingsService/UpdateSettings', (route) => route.abort());
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns of this list' });
    await dialog.getByRole('checkbox', { name: 'Type' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Network error. Please try again.');
    await expect(dialog.getByRole('checkbox', { name: 'Type' })).not.toBeChecked();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(list.header('Type')).toBeVisible();
  });
});

test.describe('the views of a list', () => {
  test('are saved, opened, changed and deleted', async ({ page, request, signInAnew }) => {
    test.slow();
    const { account, api } = await newFirm(request);
    await api.contract({ status: 'SUBMITTED' });
    await api.contract();
    await signInAnew(account);
    const list = new ListPO(page);
    await list.open('/contracts/list?status=SUBMITTED&sort=bidId&size=25');
    const dialog = page.getByRole('dialog', { name: 'Views of this list' });
    const views = page.getByRole('button', { name: 'Views', exact: true });
    const name = dialog.getByRole('textbox', { name: 'Save what is shown now' });
    const save = dialog.getByRole('button', { name: 'Save view' });

    await views.click();
    await expect(dialog.getByText('No view is saved yet.')).toBeVisible();
    await save.click();
    await expect(dialog.getByText('Name is required.')).toBeVisible();
    await expect(name).toBeFocused();
    await name.fill('Sent bids');
    await save.click();
    await expect(dialog.getByRole('link', { name: 'Sent bids' })).toBeVisible();
    await expect(dialog.getByText('Only you see it')).toBeVisible();
    await name.fill('Sent bids');
    await save.click();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(name).toHaveValue('Sent bids');
    await page.keyboard.press('Escape');

    await list.open('/contracts/list');
    await expect(list.rows).toHaveCount(2);
    await views.click();
    await dialog.getByRole('link', { name: 'Sent bids' }).click();
    await expect(page).toHaveURL('/contracts/list?status=SUBMITTED&sort=bidId&size=25');
    await expect(list.rows).toHaveCount(1);

    await views.click();
    await expect(dialog.getByText(/^Shown now/)).toBeVisible();
    await list.act('Sent bids', 'Rename');
    const rename = dialog.getByRole('textbox', { name: 'Name', exact: true });
    await rename.fill('Offers');
    await rename.press('Enter');
    await expect(dialog.getByRole('link', { name: 'Offers' })).toBeVisible();
    await list.act('Offers', 'Share with the organisation');
    await expect(dialog.getByText('Shared with your organisation')).toBeVisible();
    await list.act('Offers', 'Delete');
    await page.getByRole('dialog', { name: 'Delete Offers?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByText('No view is saved yet.')).toBeVisible();
  });

  test('are shared with the organisation, and the others’ stay theirs', async ({ page, request, signInAnew }) => {
    const { account, tenant, api } = await newFirm(request);
    const view = { list: 'contracts', query: 'status=DRAFT', isShared: true };
    await api.post('/settings/views', { ...view, name: 'Drafts of all' });
    await api.post('/settings/views', { ...view, name: 'Mine alone', isShared: false });
    const admin = await asAdmin(request);
    const colleague = await admin.user({ tenantId: tenant.id });
    await admin.map(colleague, await admin.role({ Contracts: ['canView'] }));
    await signInAnew({ email: colleague.email, tenantName: tenant.name });
    const list = new ListPO(page);
    await list.open('/contracts/list?status=SUBMITTED');
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Views of this list' });
    await expect(dialog.getByRole('list').getByRole('link')).toHaveText(['Drafts of all']);
    await expect(dialog.getByText(`Shared by ${account.email}`)).toBeVisible();
    await expect(list.menu('Drafts of all')).toBeHidden();
    await dialog.getByRole('link', { name: 'Drafts of all' }).click();
    await expect(page).toHaveURL('/contracts/list?status=DRAFT');
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('columns and views are accessible', async ({ page, request, signInAnew }) => {
      const { account, api } = await newFirm(request);
      await api.post('/settings/views', { list: 'contracts', name: 'Drafts', query: 'status=DRAFT' });
      await signInAnew(account);
      await page.goto('/contracts/list');
      await page.getByRole('button', { name: 'Columns', exact: true }).click();
      await expect(page.getByRole('checkbox', { name: 'Type' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Views', exact: true }).click();
      await expect(page.getByRole('link', { name: 'Drafts' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Actions for Drafts' }).click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
      await expectAccessible(page);
    });
  });
}
