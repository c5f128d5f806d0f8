import type { Plugin, ResolvedConfig } from 'vite';

/** Does something to the folder of a build once it is written, in the order in which the plugins stand. */
export function afterBuild(name: string, work: (config: ResolvedConfig) => Promise<void>): Plugin {
  let config: ResolvedConfig;
  return {
    name: `nirmaan:${name}`,
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: { sequential: true, handler: () => work(config) },
  };
}
