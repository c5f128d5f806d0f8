import type {
  DescMessage,
  DescMethod,
  DescMethodUnary,
  DescService,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import { callUnaryMethod, createConnectQueryKey, useTransport } from '@connectrpc/connect-query';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isNotFound } from './errors';
import { takeAnswer, takeOut } from './written';

/** The services, or single methods, whose answers a write makes stale. */
export type Stale = readonly (DescService | DescMethod)[];

const keysOf = (stale: Stale) =>
  stale.map((schema) =>
    schema.kind === 'service'
      ? createConnectQueryKey({ schema, cardinality: undefined })
      : createConnectQueryKey({ schema: schema as DescMethodUnary, cardinality: undefined }),
  );

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
  const keys = keysOf(stale);
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

/** What a write may say beside its input. */
interface WriteOptions {
  readonly headers?: HeadersInit;
  /** The ids of the records that it deletes: their rows leave the lists. */
  readonly deletes?: readonly string[];
  /** What it changes without the answer saying how: until it is read again, nothing of it is shown. */
  readonly unsaid?: Stale | undefined;
}

/**
 * Calls a method; the promise is kept as soon as the server has answered. What the answer tells is shown from then on, and
 * what else the call has made stale is read anew meanwhile.
 */
export type Write = <In extends DescMessage, Out extends DescMessage>(
  method: DescMethodUnary<In, Out>,
  input: MessageInitShape<In>,
  options?: WriteOptions,
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
  return useCallback<Write>(
    async (method, input, { headers, deletes = [], unsaid = [] } = {}) => {
      const readOf = (of: Stale) => keysOf(of).flatMap((queryKey) => queries.getQueryCache().findAll({ queryKey }));
      const goOn = () => {
        takeOut(readOf(stale), deletes);
        for (const query of readOf(unsaid)) query.reset();
        void readAnew(queries, [...stale, ...unsaid]);
      };
      const answer = await callUnaryMethod(transport, method, input, { headers }).catch((error: unknown) => {
        // Somebody else was quicker: the row goes as well.
        if (deletes.length > 0 && isNotFound(error)) goOn();
        throw error;
      });
      takeAnswer(readOf(stale), answer);
      goOn();
      return answer;
    },
    [transport, queries, stale],
  );
}
