import { Code, ConnectError } from '@connectrpc/connect';
import { uploadFile } from '@/session/upload';

const URL_PATH = '/api/documents/upload';

/** What a document belongs to, and what it is. */
export interface DocumentFacts {
  readonly tenantId: string;
  readonly entityType: string;
  readonly entityId: string;
  /** The server's own when empty. */
  readonly docType: string;
  readonly purpose: string;
}

/**
 * Stores a file as a document.
 *
 * @throws ConnectError with the server's sentence, which is empty when it has none for people
 */
export async function sendDocument(
  file: File,
  facts: DocumentFacts,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<void> {
  const { status, lines } = await uploadFile({
    url: URL_PATH,
    file,
    field: 'file',
    fields: { ...facts },
    accept: 'application/json',
    signal,
    onUploadProgress: onProgress,
  });
  if (status >= 400) throw new ConnectError(told(lines[0]), Code.FailedPrecondition);
}

/** The sentence of the server's answer; a proxy's error page has none. */
function told(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return '';
  return typeof answer.message === 'string' ? answer.message : '';
}
