import type { DescMethod, DescMethodUnary, DescService } from '@bufbuild/protobuf';
import { createConnectQueryKey } from '@connectrpc/connect-query';
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Said by a write that may change what any answer tells, such as the name of a user. */
export const ALL = 'all';

/** The services, or single methods, whose answers a write makes stale; or all. */
export type Stale = readonly (DescService | DescMethod | typeof ALL)[];

/** Matches every query, including those that aren't RPC calls. */
export const EVERYTHING: QueryKey = [];

// Services and methods are told apart where this is done; its types ask for one of them.
const keyOf = (schema: DescService | DescMethod): QueryKey =>
  createConnectQueryKey({ schema: schema as DescMethodUnary, cardinality: undefined });

/** What the queries of these have in common: the names of the services and methods; of all, nothing. */
export const keysOf = (stale: Stale): QueryKey[] =>
  stale.includes(ALL) ? [EVERYTHING] : stale.flatMap((schema) => (schema === ALL ? [] : [keyOf(schema)]));

/**
 * Has what was read under these keys read anew, and waits for what is on the screen. What is asked once for a question isn't.
 *
 * @param predicate leaves out queries that are kept up to date by other means
 */
export async function readAnew(
  queries: QueryClient,
  keys: readonly QueryKey[],
  predicate?: (query: Query) => boolean,
): Promise<void> {
  const stillFirst = (query: Query) => query.state.data === undefined && query.state.fetchStatus === 'fetching';
  const isWanted = (query: Query) => query.meta?.isAskedOnce !== true && (predicate?.(query) ?? true);
  const cache = queries.getQueryCache();
  const begun = keys.flatMap((queryKey) => cache.findAll({ queryKey, predicate: isWanted }).filter(stillFirst));
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey, predicate: isWanted })));
  // A first reading that was under way goes on in the place of a new one, and may tell of the state before.
  await Promise.all(begun.map(({ queryKey }) => queries.invalidateQueries({ queryKey, exact: true })));
}
