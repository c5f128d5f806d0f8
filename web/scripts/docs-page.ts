import { resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

/**
 * Builds the page of the JSON interface into the folder of the application. It is a build of its own: in one build with
 * the application it would be packed into files that every visitor loads.
 */
export function docsPage(): Plugin {
  return afterBuild('docs-page', async ({ root, logLevel, build: settings }) => {
    const { outDir, target, cssTarget, modulePreload, assetsInlineLimit, reportCompressedSize } = settings;
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
  });
}
