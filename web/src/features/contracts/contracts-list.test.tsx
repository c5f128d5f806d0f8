import { create } from '@bufbuild/protobuf';
import { beforeEach, describe, expect, test } from 'vitest';
import { Contract_Status, ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { answerContractPanels } from '@/testing/contracts';
import { form, leave } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { ENDLESS, withPace } from '@/testing/pace';
import { person, signIn } from '@/testing/people';
import { address, focusTop, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';
import { settled } from '@/testing/settled';

const LIST = '/contracts/list';
const { filterContracts, getContract, deleteContract } = ContractService.method;

const CONTRACTS = Array.from({ length: 60 }, (_, place) =>
  create(ContractSchema, {
    id: `contract-${place}`,
    bidId: `BID/${place}`,
    contractName: `Road works, part ${place}`,
    status: Contract_Status.CLOSED,
  }),
);

const matching = (bidId: string) => CONTRACTS.filter((contract) => contract.bidId.includes(bidId));

/** What the list asked for last. */
const asked = async () => (await server.calls(filterContracts)).at(-1)?.request;

const none = page.getByText('No contracts match these filters');

describe('the list of contracts', () => {
  beforeEach(() => {
    signIn();
    server.answer(filterContracts, (request) => pageOf(matching(request.bidId), request));
  });

  test('is walked through with Tab in the order it is read', async () => {
    await list.open(`${LIST}?size=2`);
    const parts: Record<string, string> = {
      skip: '.skip',
      header: '[role="banner"], body header',
      menu: 'nav[aria-label="Main"], nav[aria-label="Main"] ~ *',
      filters: 'search',
      tools: 'div:has(> p[role="status"])',
      grid: 'table',
      title: 'main nav[aria-label="Breadcrumb"], main div:has(> div > h1)',
      footer: 'footer',
    };
    const places: string[] = [];
    focusTop();
    for (let stop = 0; stop < 90 && places.at(-1) !== 'footer'; stop += 1) {
      await userEvent.tab();
      const focused = document.activeElement;
      const found = Object.entries(parts).find(([, selector]) => focused?.closest(selector));
      const place = found?.[0] ?? (focused?.closest('main') ? 'pager' : 'menu');
      if (places.at(-1) !== place) places.push(place);
    }
    expect(places).toEqual(['skip', 'header', 'menu', 'title', 'filters', 'tools', 'grid', 'pager', 'footer']);
  });

  // Spec: S9.sort-toggle
  test('sorts with Enter and Space on a real button, and keeps the focus', async () => {
    await list.open(LIST);
    expect(page.getByRole('columnheader').elements()).toHaveLength(10);
    list.sortButton('Bid ID').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(list.header('Bid ID')).toHaveAttribute('aria-sort', 'ascending');
    expect(address()).toBe(`${LIST}?sort=bidId`);
    expect((await asked())?.sort).toMatchObject({ field: 'bidId', direction: 'asc' });
    await userEvent.keyboard(' ');
    await expect.element(list.header('Bid ID')).toHaveAttribute('aria-sort', 'descending');
    expect(address()).toBe(`${LIST}?sort=bidId&dir=desc`);
    expect((await asked())?.sort).toMatchObject({ field: 'bidId', direction: 'desc' });
    await expect.element(list.sortButton('Bid ID')).toHaveFocus();
    expect(document.querySelectorAll('[aria-sort]')).toHaveLength(1);
  });

  // Spec: S2.contracts.sort S9.sort-default
  test('asks for the newest first, and for the order of each column that offers one', async () => {
    await list.open(LIST);
    expect((await asked())?.sort).toMatchObject({ field: 'createdAt', direction: 'desc' });
    for (const [header, field] of [
      ['Bid ID', 'bidId'],
      ['Contract name', 'contractName'],
      ['Type', 'contractType'],
      ['Status', 'status'],
      ['Paper cost', 'paperCost'],
      ['Bid value', 'tenderBidValue'],
      ['Actual value', 'tenderActualValue'],
      ['Start', 'actualStartDate'],
      ['End', 'actualEndDate'],
    ] as const) {
      await list.sortButton(header).click();
      await expect.element(list.header(header)).toHaveAttribute('aria-sort', 'ascending');
      expect((await asked())?.sort).toMatchObject({ field, direction: 'asc' });
    }
  });

  // Spec: S2.contracts.filter-texts
  test('asks for each text in its own field', async () => {
    await list.open(`${LIST}?bidId=b&contractName=n&referenceNo=r&licenseHolderName=h&contractType=t`);
    for (const [label, text] of [
      ['Bid ID', 'b'],
      ['Contract name', 'n'],
      ['Reference no.', 'r'],
      ['Licence holder name', 'h'],
      ['Contract type', 't'],
    ] as const) {
      await expect.element(list.filter(label)).toHaveValue(text);
      await expect.element(list.chip(`${label}: ${text}`)).toBeVisible();
    }
    expect(await asked()).toMatchObject({
      bidId: 'b',
      contractName: 'n',
      referenceNo: 'r',
      licenseHolderName: 'h',
      contractType: 't',
    });
  });

  // Spec: S2.contracts.list
  test('is told by its address: a shared link shows the same', async () => {
    const shared = `${LIST}?contractName=a&status=SUBMITTED&status=REJECTED&sort=bidId&size=7&page=2`;
    await list.open(shared);
    await list.expectRows(CONTRACTS.slice(7, 14).map(({ bidId }) => bidId));
    await expect.element(list.filter('Contract name')).toHaveValue('a');
    await expect.element(list.choice('Status')).toHaveTextContent('2 selected');
    await expect.element(list.header('Bid ID')).toHaveAttribute('aria-sort', 'ascending');
    expect(address()).toBe(shared);
    expect(await asked()).toMatchObject({
      contractName: 'a',
      status: [Contract_Status.SUBMITTED, Contract_Status.REJECTED],
      pagination: { page: 1, size: 7 },
    });
  });

  test('is filtered at a pause in typing, by Enter, or when the field is left', async () => {
    withPace({ filter: ENDLESS });
    await list.open(LIST);
    await list.filter('Bid ID').click();
    await userEvent.keyboard('BID/42');
    expect(await server.calls(filterContracts)).toHaveLength(1);
    await userEvent.keyboard('{Enter}');
    await list.expectRows(['BID/42']);
    expect(address()).toBe(`${LIST}?bidId=BID%2F42`);
    await userEvent.keyboard('{Backspace}');
    expect(await server.calls(filterContracts)).toHaveLength(2);
    leave(list.filter('Bid ID'));
    await expect.poll(address).toBe(`${LIST}?bidId=BID%2F4`);
    expect(await server.calls(filterContracts)).toHaveLength(3);
  });

  test('Back undoes an edit of a filter as one step', async () => {
    await list.open(LIST);
    for (const letters of ['B', 'BID/4', 'BID/42']) {
      await list.filter('Bid ID').fill(letters);
      // The address follows at each pause.
      await expect.poll(address).toBe(`${LIST}?bidId=${encodeURIComponent(letters)}`);
    }
    // Drawn too, so that there is nothing left to be told when the field is left.
    await expect.element(list.chip('Bid ID: BID/42')).toBeVisible();
    leave(list.filter('Bid ID'));
    window.history.back();
    await expect.poll(address).toBe(LIST);
    await expect.element(list.filter('Bid ID')).toHaveValue('');
    await list.expectRows(CONTRACTS.slice(0, 10).map(({ bidId }) => bidId));
  });

  test('Back from a record restores page and place', async () => {
    answerContractPanels();
    server.answer(getContract, ({ id }) => CONTRACTS.find((contract) => contract.id === id) ?? {});
    await list.open(`${LIST}?size=25&page=2`);
    const link = page.getByRole('link', { name: 'BID/45' });
    link.element().scrollIntoView({ block: 'center' });
    await settled();
    let place = 0;
    link.element().addEventListener('click', () => {
      place = window.scrollY;
    });
    await link.click();
    expect(place).toBeGreaterThan(0);
    await expect.element(list.heading).toHaveTextContent('Road works, part 45');
    window.history.back();
    await expect.element(link).toBeVisible();
    expect(address()).toBe(`${LIST}?size=25&page=2`);
    await expect.poll(() => window.scrollY).toBe(place);
  });

  // Spec: S5.page-size S9.page-size
  test('survives nonsense in the address', async () => {
    await list.open(`${LIST}?page=99999`);
    await expect.poll(address).toBe(`${LIST}?page=6`);
    await list.expectRows(CONTRACTS.slice(50).map(({ bidId }) => bidId));
    await list.open(`${LIST}?status=FOO&from=2026-02-31&to=x&sort=password&dir=sideways&page=-3`);
    await expect.poll(address).toBe(LIST);
    await list.expectRows(CONTRACTS.slice(0, 10).map(({ bidId }) => bidId));
    expect(await asked()).toMatchObject({
      status: [],
      sort: { field: 'createdAt', direction: 'desc' },
      pagination: { page: 0, size: 10 },
    });
    expect((await asked())?.dateRange).toBeUndefined();
    for (const size of ['abc', '0']) {
      await list.open(`${LIST}?size=${size}`);
      await list.expectRows(['BID/0']);
      expect((await asked())?.pagination?.size).toBe(1);
    }
  });

  // Spec: S2.contracts.page-size S5.page-size
  test('takes any page size and falls back to 1', async () => {
    await list.open(LIST);
    await list.pageSize.fill('13');
    await userEvent.keyboard('{Enter}');
    await list.expectRows(CONTRACTS.slice(0, 13).map(({ bidId }) => bidId));
    expect(address()).toBe(`${LIST}?size=13`);
    await list.next.click();
    await expect.poll(address).toBe(`${LIST}?size=13&page=2`);
    await list.pageSize.fill('many');
    leave(list.pageSize);
    await list.expectRows(['BID/0']);
    expect(address()).toBe(`${LIST}?size=1`);
  });

  // Spec: S2.contracts.filter-status
  test('offers all statuses to filter by', async () => {
    await list.open(LIST);
    await list.choice('Status').click();
    await expect.element(page.getByRole('listbox').getByRole('option')).toHaveLength(19);
    await expectAccessible();
  });

  // Spec: S2.contracts.filter-status
  test('filters by any of several statuses, and removes each on its own', async () => {
    await list.open(LIST);
    await list.pick('Status', ['Draft', 'Closed']);
    await expect.poll(address).toBe(`${LIST}?status=DRAFT&status=CLOSED`);
    expect((await asked())?.status).toEqual([Contract_Status.DRAFT, Contract_Status.CLOSED]);
    await list.chip('Status: Draft').click();
    await expect.poll(address).toBe(`${LIST}?status=CLOSED`);
    expect((await asked())?.status).toEqual([Contract_Status.CLOSED]);
  });

  test('keeps each of several choices that are made and taken back in one go', async () => {
    await list.open(LIST);
    await list.choice('Status').click();
    await expect.element(page.getByRole('option', { name: 'Draft' })).toBeVisible();
    for (const name of ['Draft', 'Closed', 'Awarded']) list.pressNow(page.getByRole('option', { name }));
    await expect.poll(address).toBe(`${LIST}?status=DRAFT&status=CLOSED&status=AWARDED`);
    await userEvent.keyboard('{Escape}');
    await expect.element(list.chip('Status: Awarded')).toBeVisible();
    for (const name of ['Draft', 'Awarded']) list.pressNow(list.chip(`Status: ${name}`));
    await expect.poll(address).toBe(`${LIST}?status=CLOSED`);
  });

  // Spec: S2.contracts.filter-dates S9.date-range
  test('filters by whole days, and clears all filters where nothing matches', async () => {
    await list.open(LIST);
    server.answer(filterContracts, {});
    await list.day('From date').fill('01/01/2031');
    leave(list.day('From date'));
    expect((await asked())?.dateRange).toMatchObject({ from: '2031-01-01T00:00:00Z', to: '' });
    await list.day('To date').fill('28/02/2031');
    leave(list.day('To date'));
    const days = { from: '2031-01-01T00:00:00Z', to: '2031-02-28T23:59:59Z' };
    expect((await asked())?.dateRange).toMatchObject(days);
    await expect.poll(address).toBe(`${LIST}?from=2031-01-01&to=2031-02-28`);
    await expect.element(list.chip('To date: 28 Feb 2031')).toBeVisible();
    await expect.element(none).toBeVisible();
    await expectAccessible();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await expect.poll(address).toBe(LIST);
    await expect.element(page.getByText('BID/9', { exact: true })).toBeVisible();
  });

  test('folds its filters on a phone', async () => {
    await page.viewport(390, 844);
    await list.open(`${LIST}?bidId=BID/4`);
    await expect.element(list.filter('Bid ID')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    await expect.element(list.filter('Bid ID')).toHaveValue('BID/4');
    await expectAccessible();
  });

  // Spec: S2.contracts.actions S2.contracts.deposit-action S2.contracts.documents-action
  test('leads from a row to its contract, a new deposit and its documents', async () => {
    await list.open(LIST);
    await list.menu('BID/1').click();
    for (const [name, path] of [
      ['View', ''],
      ['Edit', '/edit'],
      ['Add Security Deposit', '/security-deposit/create'],
      ['Add Supporting Docs', '/supporting-docs'],
    ] as const) {
      const entry = page.getByRole('menuitem', { name, exact: true });
      await expect.element(entry).toHaveAttribute('href', `/contracts/contract-1${path}`);
    }
  });

  // Spec: S2.contracts.actions S2.contracts.delete-question
  test('deletes after asking, and says when it can’t', async () => {
    await list.open(LIST);
    await list.act('BID/1', 'Delete');
    const dialog = form.dialog('Delete BID/1?');
    await expect.element(dialog).toHaveTextContent('Are you sure you want to delete this contract?');
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(list.menu('BID/1')).toHaveFocus();
    expect(await server.calls(deleteContract)).toEqual([]);

    server.fail(deleteContract);
    await list.act('BID/1', 'Delete');
    const remove = dialog.getByRole('button', { name: 'Delete', exact: true });
    await remove.click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Failed to delete contract. Please try again.');
    await expectAccessible();
    const left = CONTRACTS.filter(({ id }) => id !== 'contract-1');
    server.answer(deleteContract, () => {
      server.answer(filterContracts, (request) => pageOf(left, request));
      return {};
    });
    await remove.click();
    await form.expectToast('Contract deleted successfully!');
    await list.expectRows(left.slice(0, 10).map(({ bidId }) => bidId));
    await expect.element(list.heading).toHaveFocus();
    expect((await server.calls(deleteContract)).map(({ request }) => request.id)).toEqual(['contract-1', 'contract-1']);
  });

  test('keeps its rows, dimmed, while newer ones are on their way', async () => {
    await list.open(LIST);
    const release = server.hold(filterContracts);
    await list.sortButton('Bid ID').click();
    await expect.element(list.grid).toHaveAttribute('aria-busy', 'true');
    expect(list.column(1)).toContain('BID/0');
    const body = document.querySelector('tbody') as HTMLElement;
    await expect.element(body).toHaveStyle({ opacity: '0.55' });
    release();
    await expect.element(list.grid).toHaveAttribute('aria-busy', 'false');
    await expect.element(body).toHaveStyle({ opacity: '1' });
  });

  // Spec: S8.contracts.list-failed
  test('says what failed, and tries again', async () => {
    const mend = server.fail(filterContracts);
    await open(LIST);
    await expect.element(list.failure).toHaveTextContent('Failed to fetch contracts');
    await expectAccessible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('BID/9', { exact: true })).toBeVisible();
  });
});

test('without rights, the buttons say which one is missing', async () => {
  signIn(person({ Contracts: ['view'] }));
  server.answer(filterContracts, (request) => pageOf(CONTRACTS, request));
  await list.open(LIST);
  await page.getByRole('button', { name: 'Create Contract' }).hover();
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('You need the Create permission for Contracts.');
  await list.menu('BID/0').click();
  await expect
    .element(page.getByRole('menuitem', { name: 'Delete' }))
    .toHaveTextContent('You need the Delete permission');
  await expect.element(page.getByRole('menuitem', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible();
});
