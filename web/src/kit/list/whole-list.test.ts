import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { describe, expect, test } from 'vitest';
import { type ListSpec, parseListParams } from './list-params';
import { type WholeListRules, wholeList } from './whole-list';

interface Row {
  name: string;
  state: string;
  createdAt: ReturnType<typeof timestampFromMs>;
  updatedAt?: ReturnType<typeof timestampFromMs>;
}

const row = (name: string, state: string, created: number, updated?: number): Row => ({
  name,
  state,
  createdAt: timestampFromMs(created),
  updatedAt: updated === undefined ? undefined : timestampFromMs(updated),
});

const ROWS = [
  row('Payments', 'on', 1, 9),
  row('about', 'on', 1),
  row('Reports 10', 'off', 3, 5),
  row('Reports 9', 'on', 2),
];

const SPEC: ListSpec = {
  filters: [
    { kind: 'text', name: 'name', label: 'Name' },
    { kind: 'select', name: 'state', label: 'State', options: ['on', 'off'].map((value) => ({ value, label: value })) },
  ],
  sortable: ['name'],
};

const RULES: WholeListRules<Row> = {
  filters: { name: { contains: ({ name }) => name }, state: { equals: ({ state }) => state } },
  sort: { name: ({ name }) => name },
};

const names = (search: string) =>
  wholeList(ROWS, parseListParams(new URLSearchParams(search), SPEC), RULES).rows.map(({ name }) => name);

describe('a list that the server answers whole', () => {
  test.each([
    ['', ['Reports 10', 'Reports 9', 'Payments', 'about']],
    ['dir=asc', ['Payments', 'about', 'Reports 9', 'Reports 10']],
    ['sort=name', ['about', 'Payments', 'Reports 9', 'Reports 10']],
    ['sort=name&dir=desc', ['Reports 10', 'Reports 9', 'Payments', 'about']],
    ['sort=updatedAt&dir=desc', ['Payments', 'Reports 10', 'about', 'Reports 9']],
    ['name=REP', ['Reports 10', 'Reports 9']],
    ['name=re%CC%81p', ['Reports 10', 'Reports 9']],
    ['name=rep&state=off', ['Reports 10']],
    ['name=nothing', []],
  ])('?%s is %j', (search, expected) => {
    expect(names(search)).toEqual(expected);
  });

  test('counts what is left', () => {
    const params = parseListParams(new URLSearchParams('state=on'), SPEC);
    expect(wholeList(ROWS, params, RULES).total).toBe(3);
  });
});
