import type { DescMessage, DescMethodUnary, DescService, MessageInitShape } from '@bufbuild/protobuf';
import { callUnaryMethod, createConnectQueryKey, useTransport } from '@connectrpc/connect-query';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/**
 * Calls a method and then has everything that its answer makes stale read anew.
 *
 * @param services the services whose answers a write makes stale; the same array at every call
 */
export function useWrite(services: readonly DescService[]) {
  const transport = useTransport();
  const queries = useQueryClient();
  return useCallback(
    async <In extends DescMessage, Out extends DescMessage>(
      method: DescMethodUnary<In, Out>,
      input: MessageInitShape<In>,
      headers?: HeadersInit,
    ) => {
      const answer = await callUnaryMethod(transport, method, input, { headers });
      await Promise.all(
        services.map((schema) =>
          queries.invalidateQueries({ queryKey: createConnectQueryKey({ schema, cardinality: undefined }) }),
        ),
      );
      return answer;
    },
    [transport, queries, services],
  );
}
