import type {
  DescMessage,
  DescMethod,
  DescMethodUnary,
  DescService,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import { callUnaryMethod, createConnectQueryKey, useTransport } from '@connectrpc/connect-query';
import { type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** The services, or single methods, whose answers a write makes stale. */
export type Stale = readonly (DescService | DescMethod)[];

/**
 * Has what was read of these read anew, and waits for what is on the screen.
 *
 * @param predicate leaves out queries that are kept up to date by other means
 */
export async function readAnew(
  queries: QueryClient,
  stale: Stale,
  predicate?: (query: Query) => boolean,
): Promise<void> {
  const keys = stale.map((schema) =>
    schema.kind === 'service'
      ? createConnectQueryKey({ schema, cardinality: undefined })
      : createConnectQueryKey({ schema: schema as DescMethodUnary, cardinality: undefined }),
  );
  const stillFirst = (query: Query) => query.state.data === undefined && query.state.fetchStatus === 'fetching';
  const cache = queries.getQueryCache();
  const begun = keys.flatMap((queryKey) => cache.findAll({ queryKey, predicate }).filter(stillFirst));
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey, predicate })));
  // A first reading that was under way goes on in the place of a new one, and may tell of the state before.
  await Promise.all(begun.map(({ queryKey }) => queries.invalidateQueries({ queryKey, exact: true })));
}

/** The same as a hook, for what changes something by other means than `useWrite`, such as an upload. */
export function useReadAnew(): (stale: Stale) => Promise<void> {
  const queries = useQueryClient();
  return useCallback((stale) => readAnew(queries, stale), [queries]);
}

/** Calls a method; the promise is kept when what the call has made stale was read anew. */
export type Write = <In extends DescMessage, Out extends DescMessage>(
  method: DescMethodUnary<In, Out>,
  input: MessageInitShape<In>,
  headers?: HeadersInit,
) => Promise<MessageShape<Out>>;

/**
 * Changes something by a call, after which what is shown of it has to be read anew. What keeps the new state itself, such
 * as the tree of tasks, the settings, or a form that goes on from the answer, makes the call without this.
 *
 * @param stale what the write makes stale
 */
export function useWrite(stale: Stale): Write {
  const transport = useTransport();
  const queries = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess: () => readAnew(queries, stale),
  });
  return useCallback(
    function write<In extends DescMessage, Out extends DescMessage>(
      method: DescMethodUnary<In, Out>,
      input: MessageInitShape<In>,
      headers?: HeadersInit,
    ) {
      const answer = mutateAsync(() => callUnaryMethod(transport, method, input, { headers }));
      return answer as Promise<MessageShape<Out>>;
    },
    [transport, mutateAsync],
  );
}
