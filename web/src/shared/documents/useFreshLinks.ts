import { createConnectQueryKey } from '@connectrpc/connect-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';

/** Links to previews count for 10 minutes at least. */
const RENEW_MS = 9 * 60_000;

/** Has the documents on the page read anew before their links run out. */
export function useFreshLinks(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const queryKey = createConnectQueryKey({ schema: DocumentService, cardinality: undefined });
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey }), RENEW_MS);
    return () => clearInterval(timer);
  }, [queries]);
}
