import { createGrpcWebTransport } from '@connectrpc/connect-web';
import { authorize } from './authorize';
import { deadline, transportOptions } from './bare-transport';
import { accessToken } from './session-store';

/** The transport of every screen: token, refresh, in-place sign-in and a deadline for each attempt. */
export const transport = createGrpcWebTransport({ ...transportOptions, interceptors: [authorize, deadline] });

/** The headers that a request outside the transport, such as an upload, is authorised by. */
export function authorizedHeaders(): Record<string, string> {
  const token = accessToken();
  return token ? { authorization: `Bearer ${token}` } : {};
}
