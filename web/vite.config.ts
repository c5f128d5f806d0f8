import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BROWSER_ARGUMENTS, CHROMIUM } from './scripts/chromium.ts';
import { chunks } from './scripts/chunks.ts';
import { withoutUnusedDates } from './scripts/dates-styles.ts';
import { docsPage } from './scripts/docs-page.ts';
import { precompress } from './scripts/precompress.ts';
import { prerender } from './scripts/prerender.ts';
import { retryStyles } from './scripts/retry-styles.ts';

const SERVER = process.env.NIRMAAN_SERVER ?? 'http://127.0.0.1:8080';

// The package leads bundlers to its development build, warnings and all.
const ROUTER = fileURLToPath(new URL('./node_modules/react-router/dist/production/index.mjs', import.meta.url));

/**
 * What the files of a build are called. Hashes are most of what the lists of modules to preload weigh, since they don't compress:
 * they have as few characters as the bundler allows, of 6 bits each.
 */
const NAMES = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
};

/** What screen tests have in a module's place. */
const testing = (file: string) => fileURLToPath(new URL(`./src/testing/${file}`, import.meta.url));

/** What measures the tests' CPU time: nothing but for `scripts/test slow`. */
const MEASURES = process.env.NIRMAAN_CPU_TIME ? ['src/testing/cpu-time.ts'] : [];

const UNIT = { environment: 'node', setupFiles: MEASURES, restoreMocks: true, unstubGlobals: true } as const;

/** The unit tests that put something in a module's place. */
const MOCKING = readdirSync(fileURLToPath(new URL('./src', import.meta.url)), { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name))
  .filter((name) => name.endsWith('.test.ts'))
  .filter((name) => readFileSync(new URL(name, import.meta.url), 'utf8').includes('vi.mock('));

export default defineConfig(({ command }) => ({
  // In this order: what is written as HTML is compressed too.
  plugins: [react(), retryStyles(), prerender(), docsPage(), precompress()],
  define: { BUILD_YEAR: JSON.stringify(new Date().getFullYear()) },
  resolve: {
    alias: [
      { find: '@', replacement: fileURLToPath(new URL('./src', import.meta.url)) },
      ...(command === 'build' ? [{ find: /^react-router$/, replacement: ROUTER }] : []),
    ],
  },
  css: { postcss: { plugins: [withoutUnusedDates()] } },
  build: {
    // Lightning CSS rewrites `light-dark()` for older browsers, and the colours vanish from production builds.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // All of these preload modules by themselves.
    modulePreload: {
      polyfill: false,
      // What index.html itself loads is there before any page is asked for.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !/\/(react|rolldown-runtime)-[^/]+$/.test(file)),
    },
    // The content security policy allows fonts and images from files only.
    assetsInlineLimit: 0,
    // The sizes that matter are checked by scripts/budget.mjs.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1024,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        ...NAMES,
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      // The page of the JSON interface is in the sources, whatever the server has in it.
      '/api': { target: SERVER, bypass: ({ url }) => (url === '/api/docs' ? '/api/docs.html' : undefined) },
      '/files': SERVER,
      '^/nirmaan\\..*': SERVER,
    },
  },
  test: {
    projects: [
      // Rules and other functions, without a browser.
      {
        extends: true,
        test: {
          ...UNIT,
          name: 'unit',
          include: ['src/**/*.test.ts'],
          exclude: MOCKING,
          // Loading all modules anew for each file took ten times as long as the tests.
          isolate: false,
        },
      },
      // Each with modules of its own: others would get what it puts in a module's place.
      { extends: true, test: { ...UNIT, name: 'unit-mocks', include: MOCKING } },
      // Whole screens in a browser, over a server that each test speaks for.
      {
        extends: true,
        resolve: {
          alias: [
            { find: '@connectrpc/connect-web', replacement: testing('connect-web.ts') },
            // By whichever path a file imports it.
            { find: /^(@|\.{1,2})\/(.*\/)?pace$/, replacement: testing('pace.ts') },
          ],
        },
        test: {
          name: 'screens',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['src/testing/setup.ts', ...MEASURES],
          // Timeouts that catch hangs, not measures of speed: a test that reaches one has failed already.
          testTimeout: 90_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 20_000 } },
          // What one test leaves behind is put away before the next anyway, whichever file that is in: loading all modules
          // anew for each file took a quarter of the time.
          isolate: false,
          // So are spies and stubs: left in place, they would answer for the browser in whichever test comes next.
          restoreMocks: true,
          unstubGlobals: true,
          // One would leave the other core idle while it waits.
          maxWorkers: 2,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: CHROMIUM, args: BROWSER_ARGUMENTS },
              contextOptions: { locale: 'en-IN', timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1366, height: 768 } }],
          },
        },
      },
    ],
  },
}));
