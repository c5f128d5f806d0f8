import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { DeletedRecord_Kind, DeletedService } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { clearSession } from '@/session/session-store';
import { expectAccessible, expectDialogToFit, expectToFit } from '@/testing/accessible';
import { form } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { withPace } from '@/testing/pace';
import { signIn } from '@/testing/people';
import { page, userEvent, visit } from '@/testing/screen';
import { server } from '@/testing/server';

const { filterContracts, deleteContract } = ContractService.method;
const { describeDeletion, restoreDeleted } = DeletedService.method;

const CULVERT = create(ContractSchema, { id: 'contract-1', bidId: 'BID/1', contractName: 'Culvert' });
const BRIDGE = create(ContractSchema, { id: 'contract-2', bidId: 'BID/2', contractName: 'Bridge' });

const dialog = (bidId = 'BID/1') => form.dialog(`Delete ${bidId}?`);
const undo = page.getByRole('button', { name: 'Undo' });
const toast = page.getByRole('status').filter({ has: undo });

/** How high the dialog is on a large screen, on a phone, and on a small one. */
async function heights(): Promise<number[]> {
  const { innerWidth, innerHeight } = window;
  const found: number[] = [];
  for (const width of [1280, 390, 320]) {
    await expectToFit(width);
    found.push(dialog().element().getBoundingClientRect().height);
  }
  await page.viewport(innerWidth, innerHeight);
  return found;
}

/** Presses Ctrl+Z. */
const undone = () => userEvent.keyboard('{Control>}z{/Control}');

/** The records that the server was asked to bring back. */
const restored = async () => {
  const asked = (await server.calls(restoreDeleted)).map(({ request }) => request);
  expect(asked.every(({ kind }) => kind === DeletedRecord_Kind.CONTRACT)).toBe(true);
  return asked.map(({ id }) => id);
};

/** What the server has. */
let stored: (typeof CULVERT)[];

/** Deletes a contract of the list, after the question. */
async function remove(bidId = 'BID/1') {
  await list.act(bidId, 'Delete');
  await dialog(bidId).getByRole('button', { name: 'Delete' }).click();
  await expect.element(list.menu(bidId)).not.toBeInTheDocument();
  await expect.element(dialog(bidId)).not.toBeInTheDocument();
}

beforeEach(async () => {
  signIn();
  stored = [CULVERT, BRIDGE];
  server.answer(filterContracts, (request) => pageOf(stored, request));
  server.answer(deleteContract, ({ id }) => {
    stored = stored.filter((row) => row.id !== id);
    return {};
  });
  server.answer(restoreDeleted, ({ id }) => {
    stored = [CULVERT, BRIDGE].filter((row) => row.id === id || stored.includes(row));
    return {};
  });
  await list.open('/contracts/list');
});

describe('the question before a deletion', () => {
  test('says what goes along, in a place that is kept for it', async () => {
    const deposits = {
      deposits: 12n,
      depositsAmount: { paise: 1_23_45_678_00n },
      stillOut: { paise: 1_00_45_678_00n },
    };
    server.answer(describeDeletion, { ...deposits, documents: 34n });
    const release = server.hold(describeDeletion);
    await list.act('BID/1', 'Delete');
    await expect
      .element(dialog())
      .toHaveTextContent(
        'Are you sure you want to delete this contract?You can undo it right afterwards, and bring it back from Deleted for 30 days.Looking up',
      );
    const before = await heights();
    release();
    await expect
      .element(dialog())
      .toHaveTextContent('Goes along: 12 deposits of ₹1,23,45,678 and 34 documents. ₹1,00,45,678 is still out.');
    expect(await heights()).toEqual(before);
    const [call] = await server.calls(describeDeletion);
    expect(call?.request).toMatchObject({ kind: DeletedRecord_Kind.CONTRACT, id: 'contract-1' });
    await expectAccessible();
    await expectDialogToFit();
  });

  test('says when nothing goes along, and is asked anew each time', async () => {
    await list.act('BID/1', 'Delete');
    await expect.element(dialog()).toHaveTextContent('Nothing else goes along.');
    await userEvent.keyboard('{Escape}');
    server.answer(describeDeletion, { documents: 1n });
    await list.act('BID/1', 'Delete');
    await expect.element(dialog()).toHaveTextContent('Goes along: 1 document.');
  });

  test('can be answered where nobody can say what goes along', async () => {
    server.fail(describeDeletion);
    await list.act('BID/1', 'Delete');
    await expect.element(dialog()).toHaveTextContent('What goes along can’t be looked up now.');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await list.expectRows(['BID/2']);
  });
});

describe('a deletion', () => {
  test('is undone by the button of its toast', async () => {
    await remove();
    await expect.element(toast).toHaveTextContent('Contract deleted successfully!BID/1');
    await expectAccessible();
    const { innerWidth, innerHeight } = window;
    await expectToFit(320, 390);
    await page.viewport(innerWidth, innerHeight);
    const release = server.hold(restoreDeleted);
    await undo.click();
    await form.expectToast('Bringing it back…');
    await expect.element(undo).not.toBeInTheDocument();
    await expect.element(list.heading).toHaveFocus();
    release();
    await form.expectToast('Brought back.');
    await list.expectRows(['BID/1', 'BID/2']);
    await expect.element(page.getByText('Bringing it back…')).not.toBeInTheDocument();
    expect(await restored()).toEqual(['contract-1']);
  });

  test('is undone by Ctrl+Z, the newest first', async () => {
    await remove('BID/1');
    await remove('BID/2');
    await undone();
    await list.expectRows(['BID/2']);
    await undone();
    await list.expectRows(['BID/1', 'BID/2']);
    await undone();
    expect(await restored()).toEqual(['contract-2', 'contract-1']);
  });

  test('is undone by Z wherever it is on the keyboard, and not under a dialog or while somebody types', async () => {
    await remove('BID/1');
    await list.filter('Bid ID').click();
    await undone();
    (list.heading.element() as HTMLElement).focus();
    await list.act('BID/2', 'Delete');
    await expect.element(dialog('BID/2')).toBeVisible();
    await undone();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog('BID/2')).not.toBeInTheDocument();
    expect(await restored()).toEqual([]);
    const devanagari = { key: 'ज़', code: 'KeyZ', ctrlKey: true, bubbles: true, cancelable: true };
    list.heading.element().dispatchEvent(new KeyboardEvent('keydown', devanagari));
    await list.expectRows(['BID/1', 'BID/2']);
    expect(await restored()).toEqual(['contract-1']);
  });

  test('can be undone only for a while, but as long as the focus is on the offer', async () => {
    await remove();
    await expect.element(undo).toBeVisible();
    const button = undo.element() as HTMLElement;
    button.focus();
    withPace({ undo: 0 });
    button.blur();
    button.focus();
    await expectAccessible();
    await expect.element(undo).toHaveFocus();
    (list.heading.element() as HTMLElement).focus();
    await expect.element(undo).not.toBeInTheDocument();
    await undone();
    expect(await restored()).toEqual([]);
  });

  test('that can’t be undone says why, and can be tried again', async () => {
    const reason = 'Another contract has the bid ID BID/1 by now. Change that one first.';
    const mend = server.fail(restoreDeleted, Code.AlreadyExists, reason);
    await remove();
    await undo.click();
    await form.expectToast(reason);
    await expect.element(page.getByRole('alert')).toHaveTextContent('BID/1');
    await list.expectRows(['BID/2']);
    await expectAccessible();
    mend();
    await undo.click();
    await form.expectToast('Brought back.');
    await list.expectRows(['BID/1', 'BID/2']);
    await expect.element(page.getByText(reason)).not.toBeInTheDocument();
  });

  test('that can’t be undone is no obstacle to undoing the next', async () => {
    await remove('BID/1');
    await remove('BID/2');
    server.fail(restoreDeleted, Code.FailedPrecondition, 'Not now.');
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await form.expectToast('Not now.');
    server.answer(restoreDeleted, ({ id }) => {
      stored = [CULVERT, BRIDGE].filter((row) => row.id === id || stored.includes(row));
      return {};
    });
    await undone();
    await list.expectRows(['BID/2']);
    expect(await restored()).toEqual(['contract-1', 'contract-2']);
  });

  test('can be undone while its toast is in sight, and no more than that are offered', async () => {
    const names = ['BID/1', 'BID/2', 'BID/3', 'BID/4', 'BID/5'];
    stored = names.map((bidId) => create(ContractSchema, { id: bidId, bidId, contractName: 'Road' }));
    // So high that no toast lies over a row's menu.
    await page.viewport(1366, 1600);
    await visit('/contracts/list?size=25');
    await list.expectRows(names);
    for (const name of names) await remove(name);
    await expect.poll(() => undo.elements()).toHaveLength(4);
    const told = undo.elements().map((button) => button.closest('[data-undo]')?.textContent);
    expect(told.map((text) => names.find((name) => text?.includes(name)))).toEqual(names.slice(1));
  });

  test('can be undone after its list was left', async () => {
    await remove();
    await visit('/contracts/bulk-upload');
    await undo.click();
    await form.expectToast('Brought back.');
    expect(await restored()).toEqual(['contract-1']);
  });

  test('is nothing that the next person at the screen could undo', async () => {
    await remove();
    await expect.element(undo).toBeVisible();
    clearSession();
    await expect.element(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
    signIn();
    await visit('/contracts/list');
    await expect.element(list.result).toBeVisible();
    await expect.element(undo).not.toBeInTheDocument();
    await undone();
    expect(await restored()).toEqual([]);
  });
});
