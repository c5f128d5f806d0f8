import { createContextKey, createRouterTransport, type Interceptor } from '@connectrpc/connect';
import { refuseIfLate, routes, runningTest, type Test } from './server';

const MADE_IN = createContextKey<Test | undefined>(undefined);

/** Notes which test a call belongs to, before anything holds it up. */
const made: Interceptor = (next) => (req) => {
  req.contextValues.set(MADE_IN, runningTest());
  return next(req);
};

/** Refuses what was held up, by a lock or a dialog, until its test was over. */
const arrives: Interceptor = (next) => (req) => {
  refuseIfLate(req.method, req.contextValues.get(MADE_IN));
  return next(req);
};

/** Takes the place of connect's gRPC-web transport in screen tests: the interceptors are ours, the network is left out. */
export const createGrpcWebTransport = ({ interceptors }: { readonly interceptors: Interceptor[] }) =>
  createRouterTransport(routes, { transport: { interceptors: [made, ...interceptors, arrives] } });
