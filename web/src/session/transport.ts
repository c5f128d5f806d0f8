import { createGrpcWebTransport } from '@connectrpc/connect-web';
import { accessReasonHeader } from './access-reason';
import { authorize } from './authorize';
import { deadline, transportOptions } from './bare-transport';
import { accessToken } from './session-store';

/** The transport of every screen: token, refresh, in-place sign-in and a deadline for each attempt. */
export const transport = createGrpcWebTransport({ ...transportOptions, interceptors: [authorize, deadline] });

/** The headers by which a request outside the transport, such as an upload, says who asks, and why. */
export function authorizedHeaders(): Record<string, string> {
  const token = accessToken();
  return { ...(token && { authorization: `Bearer ${token}` }), ...accessReasonHeader() };
}
