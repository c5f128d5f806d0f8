import { resolve } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';

/**
 * Builds the page of the JSON interface into the folder of the application. It is a build of its own: in one build with
 * the application it would be packed into files that every visitor loads.
 */
export function docsPage(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'nirmaan:docs-page',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const { root, logLevel } = config;
        const { outDir, target, cssTarget, modulePreload, assetsInlineLimit, reportCompressedSize } = config.build;
        await build({
          root,
          configFile: false,
          publicDir: false,
          ...(logLevel && { logLevel }),
          build: {
            ...{ outDir, target, cssTarget, modulePreload, assetsInlineLimit, reportCompressedSize },
            emptyOutDir: false,
            // The viewer comes as one file.
            chunkSizeWarningLimit: 2048,
            rolldownOptions: { input: resolve(root, 'api/docs.html') },
          },
        });
      },
    },
  };
}
