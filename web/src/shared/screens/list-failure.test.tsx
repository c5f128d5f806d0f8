import { Code, ConnectError } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '@/app/query-client';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { expectAccessible, expectToFit } from '@/testing/accessible';
import { leave } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { signIn } from '@/testing/people';
import { deleted } from '@/testing/refusals';
import { address, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';

const { filterContracts } = ContractService.method;
const ALL = Array.from({ length: 25 }, (_, index) => ({ id: `contract-${index}`, bidId: `BID/${index}` }));
const FIRST = ALL.slice(0, 10).map(({ bidId }) => bidId);
const backToRows = page.getByRole('link', { name: 'Go back to these rows' });
/** How the rows are drawn. */
const look = () => getComputedStyle(document.querySelector('tbody') as HTMLElement).filter;
const pages = page.getByRole('navigation', { name: 'Pages' });

beforeEach(() => {
  signIn();
  server.answer(filterContracts, (request) => pageOf(ALL, request));
});

describe('rows that can’t be had', () => {
  test.each([
    ['a filter', () => list.filter('Bid ID').fill('BID/2')],
    ['a page', () => list.next.click()],
    ['another order', () => list.sortButton('Bid ID').click()],
    [
      'another size of page',
      async () => {
        await list.pageSize.fill('5');
        leave(list.pageSize);
      },
    ],
  ])('after %s say so over those before, dimmed, and without their total', async (_, change) => {
    await list.open('/contracts/list');
    await expect.element(list.result).toHaveTextContent('Showing page 1 of 3 — 25 total records');
    const mend = server.fail(filterContracts);
    await change();
    await expect.element(list.failure).toHaveTextContent('Failed to fetch contracts');
    await expect.element(page.getByText('Below are the rows shown before, read less than a minute ago.')).toBeVisible();
    await list.expectRows(FIRST);
    expect(look()).toBe('grayscale(1)');
    await expect.element(list.result).not.toBeInTheDocument();
    await expect.element(pages).not.toBeInTheDocument();

    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(list.failure).not.toBeInTheDocument();
    await expect.element(list.result).toBeVisible();
    expect(look()).toBe('none');
  });

  test('leave the way back to those that are shown', async () => {
    await list.open('/contracts/list?page=2');
    await list.expectRows(ALL.slice(10, 20).map(({ bidId }) => bidId));
    server.fail(filterContracts);
    await list.filter('Bid ID').fill('BID/2');
    await expect.element(backToRows).toBeVisible();
    await expectAccessible();
    await expectToFit(1440, 390, 320);
    await page.viewport(1280, 800);
    await backToRows.click();
    await expect.element(list.failure).not.toBeInTheDocument();
    expect(address()).toBe('/contracts/list?page=2');
    await expect.element(list.filter('Bid ID')).toHaveValue('');
    await expect.element(list.result).toHaveTextContent('Showing page 2 of 3 — 25 total records');
  });

  test('are waited for without the total of those before', async () => {
    await list.open('/contracts/list');
    const release = server.hold(filterContracts);
    await list.filter('Bid ID').fill('BID/2');
    await expect.element(list.grid).toHaveAttribute('aria-busy', 'true');
    await expect.element(list.result).not.toBeInTheDocument();
    await expect.element(pages).not.toBeInTheDocument();
    release();
    await expect.element(list.result).toBeVisible();
  });

  test('are sorted the other way round by a second click, though the first isn’t answered yet', async () => {
    await list.open('/contracts/list');
    const release = server.hold(filterContracts);
    await list.sortButton('Bid ID').click();
    await expect.poll(address).toBe('/contracts/list?sort=bidId');
    await list.sortButton('Bid ID').click();
    await expect.poll(address).toBe('/contracts/list?sort=bidId&dir=desc');
    release();
    await expect.element(list.header('Bid ID')).toHaveAttribute('aria-sort', 'descending');
  });

  test('keep the order by which those before are sorted, and hold these while somebody looks', async () => {
    await list.open('/contracts/list?sort=bidId');
    server.fail(filterContracts);
    await list.sortButton('Contract name').click();
    await expect.element(list.failure).toBeVisible();
    await expect.element(list.header('Bid ID')).toHaveAttribute('aria-sort');
    await expect.element(list.header('Contract name')).not.toHaveAttribute('aria-sort', 'ascending');
    const lost = queryClient
      .getQueryCache()
      .findAll({ predicate: (query) => query.state.data !== undefined && !query.getObserversCount() });
    expect(lost).toEqual([]);
  });

  test('are exported as those that match, however many they are', async () => {
    await list.open('/contracts/list');
    const button = page.getByRole('button', { name: 'Export', exact: true });
    await button.click();
    await expect.element(page.getByText('25 contracts', { exact: true })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    server.fail(filterContracts);
    await list.filter('Bid ID').fill('BID/2');
    await expect.element(list.failure).toBeVisible();
    await button.click();
    await expect.element(page.getByText('All contracts that match the filters', { exact: true })).toBeVisible();
  });

  test('of a record that was deleted say so', async () => {
    await list.open('/contracts/list');
    server.answer(filterContracts, () => {
      throw deleted({ kind: 'CONTRACT', id: 'contract-1', name: 'BID/1' });
    });
    await list.filter('Bid ID').fill('BID/2');
    await expect.element(page.getByText('Contract BID/1 was deleted by')).toBeVisible();
  });

  test('after none leave no rows to speak of', async () => {
    await list.open('/contracts/list');
    server.answer(filterContracts, (request) => pageOf([], request));
    await list.filter('Bid ID').fill('BID/2');
    await expect.element(page.getByText('No contracts match these filters')).toBeVisible();
    server.fail(filterContracts);
    await list.filter('Bid ID').fill('BID/3');
    await expect.element(list.failure).toHaveTextContent('Failed to fetch contracts');
    await expect.element(page.getByText('Below are the rows shown before')).not.toBeInTheDocument();
    await expect.element(backToRows).not.toBeInTheDocument();
  });

  test('for what only stands between are said beside those before', async () => {
    await list.open('/contracts/list');
    server.answer(filterContracts, () => {
      throw new ConnectError('HTTP 403', Code.PermissionDenied);
    });
    await list.filter('Bid ID').fill('BID/2');
    await expect.element(backToRows).toBeVisible();
    await list.expectRows(FIRST);
  });
});
