import { create } from '@bufbuild/protobuf';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { FilterContractsResponseSchema } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { SecurityDepositSchema } from '@/gen/nirmaan/contracts/v1/security_deposit_pb';
import { SearchContractDepositsResponseSchema } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { TenantSettingsSchema } from '@/gen/nirmaan/platform/v1/tenant_settings_service_pb';
import { ProjectSchema } from '@/gen/nirmaan/projects/v1/project_pb';
import { takeAnswer, takeOut } from './written';

const contract = (id: string, bidId: string) => create(ContractSchema, { id, bidId });
const FIRST = contract('1', 'BID/1');
const SECOND = contract('2', 'BID/2');
const LIST = create(FilterContractsResponseSchema, { content: [FIRST, SECOND], totalElements: 40n, number: 3 });

/** A cache that has read these, a while ago. */
function cacheOf(read: Readonly<Record<string, unknown>>) {
  const queries = new QueryClient();
  for (const [name, data] of Object.entries(read)) queries.setQueryData([name], data, { updatedAt: 1_000 });
  const cache = queries.getQueryCache();
  return {
    read: cache.getAll(),
    of: (name: string) => cache.find({ queryKey: [name] })?.state,
  };
}

test('the answer to a write takes the place of the record, wherever it was read', () => {
  const settings = create(TenantSettingsSchema, { version: 1n });
  const cache = cacheOf({ one: FIRST, other: SECOND, list: LIST, settings, text: 'no message' });
  const [other, text] = [cache.of('other')?.data, cache.of('text')?.data];
  const answer = contract('1', 'BID/9');
  takeAnswer(cache.read, answer);
  expect(cache.of('one')?.data).toEqual(answer);
  expect(cache.of('list')?.data).toEqual({ ...LIST, content: [answer, SECOND] });
  expect([cache.of('other')?.data, cache.of('text')?.data]).toEqual([other, text]);
  // There is only one, which has no id.
  const changed = create(TenantSettingsSchema, { version: 2n, fourEyes: true });
  takeAnswer(cache.read, changed);
  expect(cache.of('settings')?.data).toEqual(changed);
});

test('a list is no younger for a row that was changed or is gone', () => {
  const cache = cacheOf({ one: FIRST, list: LIST });
  takeAnswer(cache.read, contract('1', 'BID/9'));
  takeOut(cache.read, ['2']);
  expect(cache.of('list')?.dataUpdatedAt).toBe(1_000);
  expect(cache.of('one')?.dataUpdatedAt).toBeGreaterThan(1_000);
});

test('a record of another kind, or one that was never stored, takes nothing’s place', () => {
  const draft = contract('', 'BID/0');
  const cache = cacheOf({ one: FIRST, list: LIST, draft });
  takeAnswer(cache.read, create(ProjectSchema, { id: '1' }));
  takeAnswer(cache.read, contract('', 'BID/5'));
  expect([cache.of('one')?.data, cache.of('list')?.data, cache.of('draft')?.data]).toEqual([FIRST, LIST, draft]);
});

test('what a repeated create answers takes no newer record’s place', () => {
  const newer = create(ContractSchema, { id: '1', version: 3n });
  const cache = cacheOf({ one: newer, list: { ...LIST, content: [newer] } });
  takeAnswer(cache.read, create(ContractSchema, { id: '1', version: 1n }));
  expect(cache.of('one')?.data).toEqual(newer);
  expect(cache.of('list')?.data).toMatchObject({ content: [newer] });
});

test('a row beside a page’s own was never counted', () => {
  const deposit = create(SecurityDepositSchema, { id: '7' });
  const page = create(SearchContractDepositsResponseSchema, {
    content: [FIRST],
    deposits: [deposit],
    totalElements: 1n,
  });
  const cache = cacheOf({ page });
  takeOut(cache.read, ['7']);
  expect(cache.of('page')?.data).toEqual({ ...page, deposits: [] });
});

test('a deleted row is no longer counted', () => {
  const cache = cacheOf({ list: LIST, rows: [FIRST] });
  takeOut(cache.read, ['2', '7']);
  expect(cache.of('list')?.data).toEqual({ ...LIST, content: [FIRST], totalElements: 39n });
  takeOut(cache.read, []);
  expect(cache.of('rows')?.data).toEqual([FIRST]);
});
