import { fileURLToPath } from 'node:url';
import type { RouteObject } from 'react-router';
import { createServer } from 'vite';
import type * as Guarded from '../src/app/guarded-routes.tsx';
import type * as Public from '../src/app/routes.tsx';

/** The addresses of the application as its router declares them, parameters and all. */
export interface Routes {
  /** For everybody. */
  readonly open: readonly string[];
  /** Behind the sign-in. */
  readonly guarded: readonly string[];
}

/** Asks the router itself; Vite reads its TypeScript and its style sheets. */
export async function readRoutes(): Promise<Routes> {
  const server = await createServer({
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
    cacheDir: 'node_modules/.vite/routes',
  });
  try {
    const { appRoutes } = (await server.ssrLoadModule('/src/app/routes.tsx')) as typeof Public;
    const { guardedRoutes } = (await server.ssrLoadModule('/src/app/guarded-routes.tsx')) as typeof Guarded;
    return { open: pathsOf(appRoutes), guarded: pathsOf(guardedRoutes) };
  } finally {
    await server.close();
  }
}

function pathsOf(routes: readonly RouteObject[]): string[] {
  const paths = routes.flatMap(({ path, children = [] }) => [path, ...pathsOf(children)]);
  return [...new Set(paths.filter((path) => path !== undefined && path !== '*'))] as string[];
}
