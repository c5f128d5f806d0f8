/** One choice of a filter; choices with the same group are shown under one heading. */
export interface FilterOption {
  value: string;
  label: string;
  group?: string;
}

type FilterKind =
  | { kind: 'text' | 'date' }
  /** Any of some texts, or one, to the letter. Only links set it, so that it has chips and no field. */
  | { kind: 'exact'; say: (value: string) => string; isSingle?: true }
  | { kind: 'select' | 'multi'; options: readonly FilterOption[] };

/** The filter's name in the address, and the field of the request where that is called otherwise. */
type FilterName<Field extends string> = { name: Field; field?: undefined } | { name: string; field: Field };

/** One filter of a list, as the URL, the filter bar, the chips and the request know it. */
export type FilterDef<Field extends string = string> = FilterKind & FilterName<Field> & { label: string };

/** What a list lets its user vary; everything in the URL that it does not name is dropped. */
export interface ListSpec {
  filters: readonly FilterDef[];
  /** Column ids that may be sorted by; createdAt and updatedAt always may. */
  sortable: readonly string[];
  /** Rows a page where the address doesn't say. */
  size?: number;
}

/** What the URL asks of a list. `page` counts from 1 here and from 0 on the wire. */
export interface ListParams {
  page: number;
  size: number;
  sort: string;
  desc: boolean;
  /** Values by filter name; a filter that is not set has an empty list. */
  filters: Readonly<Record<string, readonly string[]>>;
}

/** Rows a page when neither the address nor the user's settings say. */
export const DEFAULT_SIZE = 10;
/** The server answers no more rows than this at once. */
const MAX_SIZE = 200;
/** The server skips no more rows than this; a page beyond is an error and not an empty answer. */
const MAX_SKIPPED = 100_000;
const MAX_TEXT = 200;
const MAX_EXACT = 50;
const DEFAULT_SORT = 'createdAt';

/** A whole number of at least 1; anything unreadable is 1, as the page-size field promises. */
export function wholeNumber(text: string, max: number): number {
  const digits = text.trim();
  if (!/^\d{1,15}$/.test(digits)) return 1;
  return Math.min(Math.max(Number(digits), 1), max);
}

/** The page size that a person typed. */
export const pageSizeOf = (text: string): number => wholeNumber(text, MAX_SIZE);

/** Whether the text names a day that exists, as YYYY-MM-DD. */
export function isIsoDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  // A day beyond the month's end rolls over instead of failing, so the text has to come back unchanged.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

function filterValues(def: FilterDef, given: readonly string[]): string[] {
  switch (def.kind) {
    case 'text': {
      const text = (given[0] ?? '').trim().slice(0, MAX_TEXT);
      return text ? [text] : [];
    }
    case 'exact':
      return [...new Set(given)]
        .filter((text) => text !== '' && text.length <= MAX_TEXT)
        .slice(0, def.isSingle ? 1 : MAX_EXACT);
    case 'date':
      return given.slice(0, 1).filter(isIsoDay);
    case 'select':
      return given.slice(0, 1).filter((value) => def.options.some((option) => option.value === value));
    case 'multi':
      // In the order of the options, so that one choice has one address.
      return def.options.map((option) => option.value).filter((value) => given.includes(value));
  }
}

/** Reads the address. Hand-typed nonsense falls back to the default of the part that it spoils. */
export function parseListParams(search: URLSearchParams, spec: ListSpec): ListParams {
  const askedSize = search.get('size');
  const size = askedSize === null ? (spec.size ?? DEFAULT_SIZE) : pageSizeOf(askedSize);
  const page = search.get('page');
  const sort = search.get('sort') ?? '';
  const sortable = spec.sortable.includes(sort) || sort === 'updatedAt';
  const direction = search.get('dir');
  return {
    page: page === null ? 1 : wholeNumber(page, Math.floor(MAX_SKIPPED / size) + 1),
    size,
    sort: sortable ? sort : DEFAULT_SORT,
    desc: sortable ? direction === 'desc' : direction !== 'asc',
    filters: Object.fromEntries(spec.filters.map((def) => [def.name, filterValues(def, search.getAll(def.name))])),
  };
}

/** Writes the one address of these parameters: fixed order, defaults left out. */
export function listSearch(params: ListParams, spec: ListSpec): string {
  const search = new URLSearchParams();
  for (const { name } of spec.filters) {
    for (const value of params.filters[name] ?? []) search.append(name, value);
  }
  const byDefault = params.sort === DEFAULT_SORT;
  if (!byDefault) search.set('sort', params.sort);
  if (params.desc !== byDefault) search.set('dir', params.desc ? 'desc' : 'asc');
  if (params.size !== (spec.size ?? DEFAULT_SIZE)) search.set('size', String(params.size));
  if (params.page !== 1) search.set('page', String(params.page));
  return search.toString();
}

/** The common pair of filters on the time of creation. */
export const createdFilters = (from: string, to: string): FilterDef<'from' | 'to'>[] => [
  { kind: 'date', name: 'from', label: from },
  { kind: 'date', name: 'to', label: to },
];

/** The paging, sorting and creation span that every filter request takes. */
export function commonRequest({ page, size, sort, desc, filters }: ListParams) {
  const from = filters.from?.[0];
  const to = filters.to?.[0];
  return {
    pagination: { page: page - 1, size },
    sort: { field: sort, direction: desc ? 'desc' : 'asc' },
    dateRange: from || to ? { from: from ? `${from}T00:00:00Z` : '', to: to ? `${to}T23:59:59Z` : '' } : undefined,
  };
}
