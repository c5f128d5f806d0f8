import { type DescMethod, getOption, hasOption } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError, type Interceptor, type StreamRequest, type UnaryRequest } from '@connectrpc/connect';
import { createGrpcWebTransport } from '@connectrpc/connect-web';
import { file, limits } from '@/gen/nirmaan/access/v1/access_pb';
import { t } from '@/i18n/base';

const SHORT_DEADLINE_SECONDS = 15;
const LONG_DEADLINE_SECONDS = 60;

/** How long a call may take: what the protocol says of the method, else as long as others of its kind. */
export function deadlineOf(method: DescMethod): number {
  const { seconds } = getOption(method, limits);
  if (seconds > 0) return seconds * 1000;
  const isRead = method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;
  // Whoever asks for a file or a stream wants all there is, and not a page of it.
  const isShort = isRead && method.methodKind === 'unary' && !hasOption(method, file);
  return (isShort ? SHORT_DEADLINE_SECONDS : LONG_DEADLINE_SECONDS) * 1000;
}

/**
 * Bounds each attempt of a call. Connect's own timeout runs from the first attempt on and would end a call
 * that waits for the user to sign in again.
 */
export const deadline: Interceptor = (next) => async (req) => {
  const ms = deadlineOf(req.method);
  const attempt = new AbortController();
  const timer = setTimeout(() => attempt.abort(), ms);
  const header = new Headers(req.header);
  // A stream may last; only its beginning is bounded, and by us alone.
  if (!req.stream) header.set('grpc-timeout', `${ms}m`);
  const bounded: UnaryRequest | StreamRequest = {
    ...req,
    header,
    signal: AbortSignal.any([req.signal, attempt.signal]),
  };
  try {
    return await next(bounded);
  } catch (error) {
    if (attempt.signal.aborted && !req.signal.aborted) {
      throw new ConnectError(t.errors.timeout, Code.DeadlineExceeded, undefined, undefined, error);
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
};

/** `fetch` whose failure to reach the server is Unavailable; connect would call it Internal, a fault of the server. */
const reach: typeof globalThis.fetch = async (input, init) => {
  try {
    return await globalThis.fetch(input, init);
  } catch (error) {
    if (error instanceof TypeError) {
      throw new ConnectError(t.errors.network, Code.Unavailable, undefined, undefined, error);
    }
    throw error;
  }
};

/** What both transports have in common: gRPC-web, binary, same origin. */
export const transportOptions = { baseUrl: '/', useBinaryFormat: true, fetch: reach };

/** A transport that adds no token and never asks to sign in: for signing in, refreshing and signing out. */
export const bareTransport = createGrpcWebTransport({ ...transportOptions, interceptors: [deadline] });

/** The same for what has to reach the server even if the tab is closed meanwhile. */
export const keepaliveTransport = createGrpcWebTransport({
  ...transportOptions,
  fetch: (input, init) => reach(input, { ...init, keepalive: true }),
  interceptors: [deadline],
});
