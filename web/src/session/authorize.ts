import {
  Code,
  ConnectError,
  type Interceptor,
  type StreamRequest,
  type StreamResponse,
  type UnaryRequest,
} from '@connectrpc/connect';
import { ErrorInfoSchema } from '@/gen/google/rpc/error_details_pb';
import { accessReason, accessReasonHeader } from './access-reason';
import { ask, type Wanted } from './asking';
import { type Caller, caller, readUserAnew, recover } from './session';

// A refreshed token and a new sign-in are worth one more attempt each.
const MAX_RECOVERIES = 2;

const WANTED: Readonly<Record<string, Wanted>> = {
  ERROR_REASON_STEP_UP_REQUIRED: 'code',
  ERROR_REASON_ACCESS_REASON_REQUIRED: 'reason',
};

/**
 * Sends the access token, and repeats a call that the server no longer accepts it for, or for which it wants something of
 * the user first. The repeated call is the same one, idempotency key included, so a save that was parked behind a dialog
 * can't happen twice.
 */
export const authorize: Interceptor = (next) => async (req) => {
  const { who } = caller();
  if (!req.stream) return repeating(who, (token) => next(withToken(req, token)));

  const messages = await collect(req);
  const open = (token: string | undefined) =>
    next(withToken({ ...req, message: replay(messages) }, token)) as Promise<StreamResponse>;
  let token: string | undefined;
  let said = '';
  const response = await repeating(who, (used) => {
    token = used;
    said = accessReason();
    return open(used);
  });
  return { ...response, message: reopening(response, () => ({ who, token, reason: said }), open) };
};

/** Runs the attempt with the person's current token until it is accepted or nothing more can be done. */
async function repeating<T>(who: string | undefined, attempt: (token: string | undefined) => Promise<T>): Promise<T> {
  const given = new Set<Wanted>();
  for (let recoveries = 0; ; ) {
    const sent = caller();
    if (sent.who !== who) throw new ConnectError('The session of this call has ended.', Code.Unauthenticated);
    const said = accessReason();
    try {
      return await attempt(sent.token);
    } catch (error) {
      // An administrator has asked for something since the user signed in: the application shows what.
      if (reasonOf(error) === 'ERROR_REASON_DUTY_OWED') void readUserAnew();
      const wanted = wantedBy(error);
      if (wanted && !given.has(wanted) && (await give(wanted, said))) {
        given.add(wanted);
        continue;
      }
      if (!isUnauthenticated(error) || recoveries === MAX_RECOVERIES) throw error;
      if (!(await recover(sent, recoveries > 0))) throw error;
      recoveries++;
    }
  }
}

/** Asks the user for what is wanted, unless a call that was refused earlier has brought it meanwhile. */
async function give(wanted: Wanted, said: string): Promise<boolean> {
  const reason = accessReason();
  return (wanted === 'reason' && reason !== '' && reason !== said) || ask(wanted);
}

/**
 * The stream's messages. A refusal can also come as the trailers of a body that has only just begun;
 * the stream is opened anew then, but never after something was delivered.
 */
async function* reopening(
  first: StreamResponse,
  sent: () => Caller & { readonly reason: string },
  open: (token: string | undefined) => Promise<StreamResponse>,
): StreamResponse['message'] {
  let delivered = false;
  try {
    for await (const message of first.message) {
      delivered = true;
      yield message;
    }
  } catch (error) {
    const wanted = wantedBy(error);
    const { reason, ...asked } = sent();
    const helped = async () => (wanted ? give(wanted, reason) : isUnauthenticated(error) && recover(asked, false));
    if (delivered || !(await helped())) throw error;
    yield* (await repeating(asked.who, open)).message;
  }
}

/** Who asks, and why. */
function withToken<R extends UnaryRequest | StreamRequest>(req: R, token: string | undefined): R {
  const header = new Headers(req.header);
  if (token) header.set('authorization', `Bearer ${token}`);
  for (const [name, value] of Object.entries(accessReasonHeader())) header.set(name, value);
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

/** What the user has to give before the call may be made. */
function wantedBy(error: unknown): Wanted | undefined {
  return WANTED[reasonOf(error) ?? ''];
}

function reasonOf(error: unknown): string | undefined {
  const [info] = ConnectError.from(error).findDetails(ErrorInfoSchema);
  return info?.reason;
}
