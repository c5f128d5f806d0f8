import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { Contract_Status } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { filterRequest, type RequestFilter } from './filter-request';
import { parseListParams } from './list-params';

const contracts = ContractService.method.filterContracts.input;

const filters: RequestFilter<typeof contracts>[] = [
  { kind: 'text', name: 'bidId', label: 'Bid ID' },
  {
    kind: 'multi',
    name: 'status',
    label: 'Status',
    options: ['DRAFT', 'CLOSED'].map((value) => ({ value, label: value })),
  },
  {
    kind: 'select',
    name: 'paperCost',
    field: 'hasPaperCost',
    label: 'Paper cost',
    options: [{ value: 'true', label: 'Yes' }],
  },
  { kind: 'date', name: 'from', label: 'From' },
];

const asked = (search: string) =>
  create(
    contracts,
    filterRequest(contracts, filters, parseListParams(new URLSearchParams(search), { filters, sortable: ['bidId'] })),
  );

test('each filter sets the field of its name, as the field wants it', () => {
  expect(asked('bidId=GJ%2F7&status=DRAFT&status=CLOSED&paperCost=true')).toMatchObject({
    bidId: 'GJ/7',
    status: [Contract_Status.DRAFT, Contract_Status.CLOSED],
    hasPaperCost: true,
  });
  expect(asked('')).toMatchObject({ bidId: '', status: [] });
  expect(asked('').dateRange).toBeUndefined();
});

test('page, order and days of creation go along', () => {
  expect(asked('page=3&size=25&sort=bidId&dir=desc&from=2026-04-01')).toMatchObject({
    pagination: { page: 2, size: 25 },
    sort: { field: 'bidId', direction: 'desc' },
    dateRange: { from: '2026-04-01T00:00:00Z', to: '' },
  });
});

test('a filter that is false is not one that is not set', () => {
  const users = UserService.method.filterUsers.input;
  const isActive = ['true', 'false'].map((value) => ({ value, label: value }));
  const spec = {
    filters: [{ kind: 'select' as const, name: 'isActive', label: 'Active', options: isActive }],
    sortable: [],
  };
  const of = (search: string) =>
    create(users, filterRequest(users, spec.filters, parseListParams(new URLSearchParams(search), spec))).isActive;
  expect([of('isActive=false'), of('isActive=true'), of('')]).toEqual([false, true, undefined]);
});

test('what the request doesn’t know is the screen’s own', () => {
  const tasks = TaskService.method.filterTasks.input;
  const spec = { filters: [{ kind: 'exact' as const, name: 'view', label: 'View', say: String }], sortable: [] };
  const request = filterRequest(tasks, spec.filters, parseListParams(new URLSearchParams('view=schedule'), spec));
  expect(request).not.toHaveProperty('view');
});
