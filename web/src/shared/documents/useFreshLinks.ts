import { useEffect } from 'react';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import { useReadAnew } from '@/kit/write';

/** Links to previews count for 10 minutes at least. */
const RENEW_MS = 9 * 60_000;

/** Has the documents on the page read anew before their links run out. */
export function useFreshLinks(): void {
  const readAnew = useReadAnew();
  useEffect(() => {
    const timer = setInterval(() => void readAnew([DocumentService]), RENEW_MS);
    return () => clearInterval(timer);
  }, [readAnew]);
}
