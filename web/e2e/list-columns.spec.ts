import { newFirm } from './api';
import { expect, test } from './fixtures';
import { ListPO } from './pages/ListPO';

const LIST = '/contracts/list';
const QUERY = 'status=SUBMITTED&sort=bidId&size=25';

test('the columns of a list are kept', async ({ page, request, signIn }) => {
  const { account, api } = await newFirm(request);
  await api.contract();
  await signIn(account);
  const list = new ListPO(page);
  const headers = list.grid.getByRole('columnheader');
  await list.open(LIST);
  await expect(headers.nth(2)).toHaveText('Type');
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns of this list' });
  await dialog.getByRole('checkbox', { name: 'Type' }).uncheck();
  await dialog.getByRole('button', { name: 'Move Contract name up' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await api.get('/settings')).toMatchObject({ columns: [{ list: 'contracts', hidden: ['contractType'] }] });
  await page.reload();
  await expect(headers).toHaveText([/^Contract name$/, /^Bid ID$/, /^Status$/, ...Array<RegExp>(6).fill(/./)]);
});

test('the views of a list are kept, opened and changed', async ({ page, request, signIn }) => {
  const { account, api } = await newFirm(request);
  await api.contract({ status: 'SUBMITTED' });
  await api.contract();
  const list = new ListPO(page);
  const dialog = page.getByRole('dialog', { name: 'Views of this list' });
  const views = page.getByRole('button', { name: 'Views', exact: true });
  const name = dialog.getByRole('textbox', { name: 'Save what is shown now' });
  await signIn(account);
  await list.open(`${LIST}?${QUERY}`);
  await expect(list.rows).toHaveCount(1);
  await views.click();
  await name.fill('Sent bids');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog.getByRole('link', { name: 'Sent bids' })).toBeVisible();
  // The server alone knows which names there are, and says it at the field.
  await name.fill('sent BIDS');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await list.act('Sent bids', 'Rename');
  const rename = dialog.getByRole('textbox', { name: 'Name', exact: true });
  await rename.fill('Offers');
  await rename.press('Enter');
  await list.act('Offers', 'Share with the organisation');
  await expect(dialog.getByText('Shared with your organisation')).toBeVisible();

  await list.open(LIST);
  await expect(list.rows).toHaveCount(2);
  await views.click();
  await dialog.getByRole('link', { name: 'Offers' }).click();
  await expect(page).toHaveURL(`${LIST}?${QUERY}`);
  await expect(list.rows).toHaveCount(1);
  await views.click();
  await list.act('Offers', 'Delete');
  await page.getByRole('dialog', { name: 'Delete Offers?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByText('No view is saved yet.')).toBeVisible();
});
