import { Code, ConnectError } from '@connectrpc/connect';
import { t } from '@/i18n/base';
import { caller, recover } from './session';
import { authorizedHeaders } from './transport';

/** A file on its way to the server. */
export interface Upload {
  readonly url: string;
  readonly file: File;
  /** The name of the form field that carries the file. */
  readonly field: string;
  /** Other fields of the form, which are sent before the file. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly accept: 'application/x-ndjson' | 'application/json';
  /** Share of the file that was sent, 0 to 1. */
  readonly onUploadProgress?: (share: number) => void;
  /** Called with each line of the answer as it arrives. */
  readonly onLine?: (line: unknown) => void;
  readonly signal?: AbortSignal;
}

/** What the server answered: its status and the JSON values of its lines. */
export interface UploadAnswer {
  readonly status: number;
  readonly lines: unknown[];
}

const UNAUTHORIZED = 401;

/**
 * Sends a file as multipart by XMLHttpRequest, which alone tells how much was sent. Aborting the signal cancels the
 * request; a refused token is renewed, or the user signs in again, and the file is sent once more.
 *
 * @throws ConnectError Unavailable when the server can't be reached, Canceled when the signal aborted
 */
export async function uploadFile(upload: Upload): Promise<UploadAnswer> {
  const sent = caller();
  const answer = await send(upload);
  if (answer.status !== UNAUTHORIZED || !(await recover(sent, false))) return answer;
  return send(upload);
}

function send({
  url,
  file,
  field,
  fields = {},
  accept,
  onUploadProgress,
  onLine,
  signal,
}: Upload): Promise<UploadAnswer> {
  return new Promise((resolve, reject) => {
    const canceled = () => reject(new ConnectError('The upload was cancelled.', Code.Canceled));
    if (signal?.aborted) return canceled();

    const request = new XMLHttpRequest();
    const lines: unknown[] = [];
    let read = 0;

    function takeLines(final: boolean) {
      const text = request.responseText;
      for (;;) {
        const end = text.indexOf('\n', read);
        if (end < 0 && !(final && read < text.length)) return;
        const line = text.slice(read, end < 0 ? undefined : end).trim();
        read = end < 0 ? text.length : end + 1;
        if (line) take(parseLine(line));
      }
    }

    function take(value: unknown) {
      lines.push(value);
      if (request.status < 400) onLine?.(value);
    }

    const abort = () => request.abort();
    request.open('POST', url);
    request.setRequestHeader('accept', accept);
    for (const [name, value] of Object.entries(authorizedHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onUploadProgress?.(total > 0 ? loaded / total : 0);
    request.onprogress = () => takeLines(false);
    request.onload = () => {
      takeLines(true);
      resolve({ status: request.status, lines });
    };
    request.onerror = () => reject(new ConnectError(t.errors.network, Code.Unavailable));
    request.onabort = canceled;
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort, { once: true });

    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append(field, file);
    request.send(body);
  });
}

/** A proxy's error page is no JSON; it is kept as text for the caller to judge by the status. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
