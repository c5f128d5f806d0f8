import { Code, ConnectError, type Interceptor, type StreamRequest, type UnaryRequest } from '@connectrpc/connect';
import { createGrpcWebTransport } from '@connectrpc/connect-web';
import { t } from '@/i18n/base';

const READ_DEADLINE_MS = 15_000;
const WRITE_DEADLINE_MS = 60_000;
// Exports read everything there is, and have as long as a write.
const READS = /^(Get|List|Filter|Search|Find|Count|Download)/;

/**
 * Bounds each attempt of a call. Connect's own timeout runs from the first attempt on and would end a call
 * that waits for the user to sign in again.
 */
export const deadline: Interceptor = (next) => async (req) => {
  const ms = READS.test(req.method.name) ? READ_DEADLINE_MS : WRITE_DEADLINE_MS;
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
