import { createRouterTransport, type Interceptor } from '@connectrpc/connect';
import { routes } from './server';

/** Takes the place of connect's gRPC-web transport in screen tests: the interceptors are ours, the network is left out. */
export const createGrpcWebTransport = ({ interceptors }: { readonly interceptors: Interceptor[] }) =>
  createRouterTransport(routes, { transport: { interceptors } });
