import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { ListColumnsSchema, SettingsService } from '@/gen/nirmaan/common/v1/settings_service_pb';
import { ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { signIn } from '@/testing/people';
import { open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';
import { storedSettings, withSettings } from '@/testing/settings';

const LIST = '/contracts/list';
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

const dialog = form.dialog('Columns of this list');
const button = page.getByRole('button', { name: 'Columns', exact: true });
const box = (header: string) => dialog.getByRole('checkbox', { name: header });
const save = dialog.getByRole('button', { name: 'Save' });

/** Waits until the list has these columns. */
const expectHeaders = (headers: readonly string[]) =>
  expect
    .poll(() => [...document.querySelectorAll('thead th')].map(({ textContent }) => textContent))
    .toEqual([...headers, 'Actions']);

describe('the columns of a list', () => {
  beforeEach(() => {
    signIn();
    withSettings();
    const contract = create(ContractSchema, { id: 'contract-1', bidId: 'BID/1', contractName: 'Culvert' });
    server.answer(ContractService.method.filterContracts, (request) => pageOf([contract], request));
  });

  test('are hidden, ordered and reset with the keyboard, and stored', async () => {
    await list.open(LIST);
    await expectHeaders(HEADERS);
    button.element().focus();
    await userEvent.keyboard('{Enter}');
    // What says which row it is stays.
    await expect.element(box('Bid ID')).toBeDisabled();
    await expectAccessible();
    box('Type').element().focus();
    await userEvent.keyboard(' ');
    const up = dialog.getByRole('button', { name: 'Move Contract name up' });
    up.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('Contract name is now 1 of 9.')).toBeInTheDocument();
    // At the top there is no further up, and the focus is still in the row.
    await expect.element(up).not.toBeInTheDocument();
    await expect.element(dialog.getByRole('button', { name: 'Move Contract name down' })).toHaveFocus();
    save.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
    await expectHeaders(['Contract name', 'Bid ID', ...HEADERS.slice(3)]);
    expect((await storedSettings())?.columns).toMatchObject([{ list: 'contracts', hidden: ['contractType'] }]);
    expect((await storedSettings())?.columns[0]?.order.slice(0, 2)).toEqual(['contractName', 'bidId']);

    await button.click();
    await dialog.getByRole('button', { name: 'Reset to the usual columns' }).click();
    await expect.element(box('Type')).toBeChecked();
    await save.click();
    await expectHeaders(HEADERS);
    expect((await storedSettings())?.columns).toEqual([]);
  });

  test('are those of the cards on a phone', async () => {
    const order = ['bidId', 'actualEndDate', 'contractType'];
    const columns = [create(ListColumnsSchema, { list: 'contracts', order, hidden: ['actualStartDate'] })];
    withSettings({ columns });
    await page.viewport(390, 844);
    await open(LIST);
    await expect
      .poll(() => [...document.querySelectorAll('main li dt')].map(({ textContent }) => textContent))
      .toEqual(['End', 'Type', 'Actual value']);
    await expectAccessible();
  });

  test('stay as they are when they can’t be stored', async () => {
    server.fail(SettingsService.method.updateSettings, Code.Unavailable);
    await list.open(LIST);
    await button.click();
    await box('Type').click();
    await save.click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Network error. Please try again.');
    await expect.element(box('Type')).not.toBeChecked();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expectHeaders(HEADERS);
  });
});
