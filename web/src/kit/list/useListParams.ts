import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type ListParams, type ListSpec, listSearch, parseListParams } from './list-params';

/** What to change; everything that is not named stays, but the page starts over unless it is named. */
export type ListPatch = Partial<ListParams>;

/**
 * Sets one filter, or changes the values that it has by now; `replace` continues the history entry of the edit before.
 */
export type SetFilter = (
  name: string,
  values: readonly string[] | ((now: readonly string[]) => readonly string[]),
  options?: { replace: boolean },
) => void;

/** The list's parameters, with the address as their only store: nothing is copied into component state. */
export function useListParams(spec: ListSpec) {
  const [search, setSearch] = useSearchParams();
  const params = useMemo(() => parseListParams(search, spec), [search, spec]);
  const canonical = listSearch(params, spec);

  // A shared or hand-typed address is tidied in place, so that two people see the same one.
  const given = search.toString();
  useEffect(() => {
    if (given !== canonical) setSearch(canonical, { replace: true, preventScrollReset: true });
  }, [given, canonical, setSearch]);

  const patch = useCallback(
    (change: ListPatch | ((now: ListParams) => ListPatch), { replace = false } = {}) => {
      // The address itself and not the last render's: leaving a filter for a header changes both within a moment.
      const now = parseListParams(new URLSearchParams(window.location.search), spec);
      const changed = typeof change === 'function' ? change(now) : change;
      const filters = { ...now.filters, ...changed.filters };
      setSearch(listSearch({ ...now, page: 1, ...changed, filters }, spec), { replace, preventScrollReset: true });
    },
    [spec, setSearch],
  );
  /** Sorts by a column; by the one that was asked for last, the other way round. */
  const sortBy = useCallback(
    (id: string) => patch(({ sort, desc }) => ({ sort: id, desc: sort === id && !desc })),
    [patch],
  );
  const setFilter: SetFilter = useCallback(
    (name, values, options) =>
      patch(
        ({ filters }) => ({
          filters: { [name]: typeof values === 'function' ? values(filters[name] ?? []) : values },
        }),
        options,
      ),
    [patch],
  );

  /** The address of another page of the same list, for a real link. */
  const pageHref = (page: number) => `?${listSearch({ ...params, page }, spec)}`;

  return { params, patch, sortBy, setFilter, pageHref };
}
