import { describe, expect, it } from 'vitest';
import { commonRequest, type ListSpec, listSearch, parseListParams } from './list-params';

const spec: ListSpec = {
  filters: [
    { kind: 'text', name: 'name', label: 'Name' },
    {
      kind: 'multi',
      name: 'status',
      label: 'Status',
      options: [
        { value: 'DRAFT', label: 'Draft' },
        { value: 'CLOSED', label: 'Closed' },
      ],
    },
    { kind: 'exact', name: 'type', label: 'Type is', say: (value) => value.toLowerCase() },
    { kind: 'date', name: 'from', label: 'From' },
    { kind: 'date', name: 'to', label: 'To' },
  ],
  sortable: ['name'],
};
const parse = (text: string) => parseListParams(new URLSearchParams(text), spec);

describe('list parameters in the address', () => {
  // Spec: S9.page-size S9.sort-default
  it('are the defaults when it is bare', () => {
    expect(parse('')).toEqual({
      page: 1,
      size: 10,
      sort: 'createdAt',
      desc: true,
      filters: { name: [], status: [], type: [], from: [], to: [] },
    });
  });

  // Spec: S5.page-size
  it('survive nonsense', () => {
    const params = parse('page=-3&size=abc&sort=password&dir=sideways&status=FOO&from=2026-02-30&name=%20&x=1');
    expect(params).toEqual({ ...parse(''), size: 1 });
    expect(parse('size=0').size).toBe(1);
    expect(parse('size=1e9').size).toBe(1);
    expect(parse('size=5000').size).toBe(200);
    expect(parse('page=99999').page).toBe(10_001);
    expect(parse('page=99999&size=200').page).toBe(501);
  });

  it('are no longer than the server reads', () => {
    expect(parse(`name=${'x'.repeat(201)}`).filters.name).toEqual(['x'.repeat(200)]);
    const many = Array.from({ length: 51 }, (_, number) => `type=T${number}`);
    expect(parse(many.join('&')).filters.type).toHaveLength(50);
    expect(parse(`type=${'x'.repeat(201)}&type=x`).filters.type).toEqual(['x']);
    const one: ListSpec = {
      filters: [{ kind: 'exact', name: 'id', label: 'Of', say: String, isSingle: true }],
      sortable: [],
    };
    expect(parseListParams(new URLSearchParams('id=a&id=b'), one).filters.id).toEqual(['a']);
  });

  it('have the page size that the user prefers where the address says none', () => {
    const preferred = { ...spec, size: 25 };
    const read = (text: string) => parseListParams(new URLSearchParams(text), preferred);
    expect(read('').size).toBe(25);
    expect(read('size=10').size).toBe(10);
    expect(listSearch(read('size=10'), preferred)).toBe('size=10');
    expect(listSearch(read('size=25'), preferred)).toBe('');
  });

  it('keep texts that a link set to the letter', () => {
    expect(parse('type=EMD&type=Bank%20guarantee&type=EMD&type=').filters.type).toEqual(['EMD', 'Bank guarantee']);
    expect(parse(`type=${'x'.repeat(201)}`).filters.type).toEqual([]);
  });

  it('come back as one canonical address', () => {
    const text = 'status=CLOSED&page=2&status=DRAFT&dir=desc&sort=name&name=road&size=25';
    expect(listSearch(parse(text), spec)).toBe(
      'name=road&status=DRAFT&status=CLOSED&sort=name&dir=desc&size=25&page=2',
    );
    expect(listSearch(parse('sort=createdAt&dir=desc&page=1&size=10'), spec)).toBe('');
    expect(listSearch(parse('dir=asc'), spec)).toBe('dir=asc');
  });

  // Spec: S9.page-index
  it('become whole days and a page from 0 on the wire', () => {
    expect(commonRequest(parse('from=2026-04-01&page=3&sort=name'))).toEqual({
      pagination: { page: 2, size: 10 },
      sort: { field: 'name', direction: 'asc' },
      dateRange: { from: '2026-04-01T00:00:00Z', to: '' },
    });
  });
});
