import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import { callUnaryMethod, useTransport } from '@connectrpc/connect-query';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isNotFound } from './errors';
import { keysOf, readAnew, type Stale } from './stale';
import { tellTabs } from './tabs';
import { takeAnswer, takeOut } from './written';

/**
 * Tells this tab and the others of a change: what they have read of it is read anew. `useWrite` does so by itself; whatever
 * changes something by other means, such as an upload, calls this.
 *
 * @param predicate leaves out queries that this tab keeps up to date by other means
 */
export function afterWrite(queries: QueryClient, stale: Stale, predicate?: (query: Query) => boolean): void {
  const keys = keysOf(stale);
  tellTabs(keys);
  void readAnew(queries, keys, predicate);
}

/** The same as a hook. */
export function useAfterWrite(): (stale: Stale) => void {
  const queries = useQueryClient();
  return useCallback((stale) => afterWrite(queries, stale), [queries]);
}

/** Has what was read of these read anew in this tab, and waits for what is on the screen. */
export function useReadAnew(): (stale: Stale) => Promise<void> {
  const queries = useQueryClient();
  return useCallback((stale) => readAnew(queries, keysOf(stale)), [queries]);
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
        afterWrite(queries, [...stale, ...unsaid]);
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
