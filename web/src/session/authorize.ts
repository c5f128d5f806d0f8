import {
  Code,
  ConnectError,
  type Interceptor,
  type StreamRequest,
  type StreamResponse,
  type UnaryRequest,
} from '@connectrpc/connect';
import { ErrorInfoSchema } from '@/gen/google/rpc/error_details_pb';
import { readUserAnew, recover } from './session';
import { accessToken } from './session-store';

// A refreshed token and a new sign-in are worth one more attempt each.
const MAX_RECOVERIES = 2;

/**
 * Sends the access token, and repeats a call that the server no longer accepts it for. The repeated call is the same
 * one, idempotency key included, so a save that was parked behind the sign-in dialog can't happen twice.
 */
export const authorize: Interceptor = (next) => async (req) => {
  if (!req.stream) return repeating((token) => next(withToken(req, token)));

  const messages = await collect(req);
  const open = (token: string | undefined) =>
    next(withToken({ ...req, message: replay(messages) }, token)) as Promise<StreamResponse>;
  let used: string | undefined;
  const response = await repeating((token) => {
    used = token;
    return open(token);
  });
  return { ...response, message: reopening(response, () => used, open) };
};

/** Runs the attempt with the current token until it is accepted or nothing more can be done. */
async function repeating<T>(attempt: (token: string | undefined) => Promise<T>): Promise<T> {
  for (let recoveries = 0; ; recoveries++) {
    const sent = accessToken();
    try {
      return await attempt(sent);
    } catch (error) {
      // An administrator has asked for something since the user signed in: the application shows what.
      if (isDutyOwed(error)) void readUserAnew();
      if (!isUnauthenticated(error) || recoveries === MAX_RECOVERIES) throw error;
      if (!(await recover(sent, recoveries > 0))) throw error;
    }
  }
}

/**
 * The stream's messages. A refusal can also come as the trailers of a body that has only just begun;
 * the stream is opened anew then, but never after something was delivered.
 */
async function* reopening(
  first: StreamResponse,
  used: () => string | undefined,
  open: (token: string | undefined) => Promise<StreamResponse>,
): StreamResponse['message'] {
  let delivered = false;
  try {
    for await (const message of first.message) {
      delivered = true;
      yield message;
    }
  } catch (error) {
    if (delivered || !isUnauthenticated(error) || !(await recover(used(), false))) throw error;
    yield* (await repeating(open)).message;
  }
}

function withToken<R extends UnaryRequest | StreamRequest>(req: R, token: string | undefined): R {
  const header = new Headers(req.header);
  if (token) header.set('authorization', `Bearer ${token}`);
  return { ...req, header };
}

/** A stream's request can be read once; what was read can be sent again. */
async function collect(req: StreamRequest): Promise<StreamRequestMessage[]> {
  const messages: StreamRequestMessage[] = [];
  for await (const message of req.message) messages.push(message);
  return messages;
}

type StreamRequestMessage = StreamRequest['message'] extends AsyncIterable<infer M> ? M : never;

async function* replay(messages: readonly StreamRequestMessage[]): StreamRequest['message'] {
  yield* messages;
}

function isUnauthenticated(error: unknown): boolean {
  return ConnectError.from(error).code === Code.Unauthenticated;
}

/** Whether the session owes something before it may make the call. */
function isDutyOwed(error: unknown): boolean {
  const [info] = ConnectError.from(error).findDetails(ErrorInfoSchema);
  return info?.reason === 'ERROR_REASON_DUTY_OWED';
}
