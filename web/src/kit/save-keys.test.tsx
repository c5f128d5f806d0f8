import { beforeEach, describe, expect, test } from 'vitest';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { form } from '@/testing/form';
import { list } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';

const { createContract, filterContracts } = ContractService.method;

const CREATE = '/contracts/create';
const NAMED = { 'Bid ID': 'BID/8', 'Contract name': 'Overhead tank 120 KL' };
const SAVE = '{Control>}s{/Control}';
const SEND = '{Control>}{Enter}{/Control}';

beforeEach(() => {
  signIn();
  server.answer(createContract, { id: 'new' });
  server.answer(filterContracts, {});
});

/** Waits for the list that follows a contract that was created once. */
async function expectCreated(): Promise<void> {
  await form.expectToast('Contract created successfully!');
  await expect.element(list.result).toBeVisible();
  expect(await server.calls(createContract)).toHaveLength(1);
}

describe('Ctrl+S and Ctrl+Enter', () => {
  test.each([SAVE, SEND, '{Meta>}s{/Meta}', '{Meta>}{Enter}{/Meta}'])(
    '%s saves from a field of several lines',
    async (keys) => {
      await open(CREATE);
      await form.fill({ ...NAMED, Comments: 'Two covers' });
      form.field('Comments').element().focus();
      await userEvent.keyboard(keys);
      await expectCreated();
      const [call] = await server.calls(createContract);
      expect(call?.request.contract).toMatchObject({ bidId: 'BID/8', comments: 'Two covers' });
    },
  );

  test('save from a choice instead of opening its list', async () => {
    await open(CREATE);
    await form.fill(NAMED);
    page.getByRole('combobox', { name: 'Status', exact: true }).element().focus();
    await userEvent.keyboard(SEND);
    await expectCreated();
  });

  test('save once for a key that is held down, and on a keyboard of another script', async () => {
    await open(CREATE);
    await form.fill(NAMED);
    const release = server.hold(createContract);
    const press = (repeat: boolean) =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'े', code: 'KeyS', ctrlKey: true, bubbles: true, cancelable: true, repeat }),
      );
    expect(press(false), 'the browser saves no page').toBe(false);
    press(true);
    release();
    await expectCreated();
  });

  test('save what is in the field that has the focus, or say what is wrong with it', async () => {
    await open(CREATE);
    await form.fill(NAMED);
    const closing = form.field('Closing date');
    closing.element().focus();
    await userEvent.keyboard(`31/2/26${SAVE}`);
    await expect.element(form.summary).toHaveFocus();
    expect(await server.calls(createContract)).toEqual([]);
    await closing.fill('5 Mar 2027');
    await userEvent.keyboard(SAVE);
    await expectCreated();
    const [call] = await server.calls(createContract);
    expect(call?.request.contract?.closingDate).toMatchObject({ year: 2027, month: 3, day: 5 });
  });

  test('save the page from wherever the focus is on it, but nothing below a dialog', async () => {
    await open(CREATE);
    await form.fill(NAMED);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
    const asked = form.dialog('Leave without saving?');
    await expect.element(asked).toBeVisible();
    await userEvent.keyboard(SAVE);
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect.element(asked).not.toBeInTheDocument();
    page.getByRole('heading', { level: 1 }).element().focus();
    // Enter is for what has the focus, and that is no field.
    await userEvent.keyboard(SEND);
    page.getByRole('link', { name: 'Milestones' }).element().focus();
    await userEvent.keyboard(SEND);
    expect(await server.calls(createContract)).toEqual([]);
    await userEvent.keyboard(SAVE);
    await expectCreated();
  });

  test('save nothing that may not be saved', async () => {
    await open(CREATE);
    await form.fill(NAMED);
    // The right is taken in the midst of it: what was typed stays to be seen, and isn't sent.
    signIn(person({ Contracts: ['view'] }));
    await expect.element(form.create).toBeDisabled();
    await userEvent.keyboard(SAVE);
    await expect.element(page.getByText('You need the Create permission for Contracts.')).toBeVisible();
    for (const [name, value] of Object.entries(NAMED)) await expect.element(form.field(name)).toHaveValue(value);
    expect(await server.calls(createContract)).toEqual([]);
  });
});
