import { useMemo } from 'react';
import { useParams } from 'react-router';
import type { Crumb } from '@/kit/PageHeader';
import { type ResourcePaths, resourcePaths } from './resource-routes';

/** The ids in the address of records that live below another one. */
export type RouteIds = Readonly<Record<string, string>>;

/** Where a kind of record lives. */
export interface PlaceDef {
  /** For example `/contracts`, or below another one `/contracts/:contractId/security-deposit`. */
  path: string;
  /** The screens that live elsewhere than usual below `path`. */
  at?: Partial<ResourcePaths>;
  /** The pages above the list. A function of the address is called while rendering, so that it may be a hook. */
  breadcrumbs?: readonly Crumb[] | ((ids: RouteIds) => readonly Crumb[]);
  /** The pages above end with the list itself, whose address then isn't always the same. */
  wholeTrail?: boolean;
  titles: { list: string };
}

const NONE: readonly Crumb[] = [];

/** Where the page is: the ids of its address, the addresses of the screens beside it, and the pages above them. */
export function usePlace({ path, at, breadcrumbs: above = NONE, wholeTrail, titles }: PlaceDef) {
  const params = useParams();
  const ids = useMemo(() => Object.fromEntries(Object.entries(params).map(([name, id]) => [name, id ?? ''])), [params]);
  const paths = useMemo(() => {
    // The router's own generatePath would travel with the router, to every guest.
    const base = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '');
    return resourcePaths(base, at);
  }, [path, at, ids]);
  const breadcrumbs = typeof above === 'function' ? above(ids) : above;
  const below = wholeTrail ? breadcrumbs : [...breadcrumbs, { label: titles.list, to: paths.list }];
  return { ids, paths, breadcrumbs, below };
}
