import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { chunks } from './scripts/chunks.ts';
import { withoutUnusedDates } from './scripts/dates-styles.ts';
import { precompress } from './scripts/precompress.ts';
import { prerender } from './scripts/prerender.ts';

const SERVER = process.env.NIRMAAN_SERVER ?? 'http://127.0.0.1:8080';

// The package leads bundlers to its development build, warnings and all.
const ROUTER = fileURLToPath(new URL('./node_modules/react-router/dist/production/index.mjs', import.meta.url));

export default defineConfig(({ command }) => ({
  // In this order: what is written as HTML is compressed too.
  plugins: [react(), prerender(), precompress()],
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
    modulePreload: { polyfill: false },
    // The content security policy allows fonts and images from files only.
    assetsInlineLimit: 0,
    // The sizes that matter are checked by scripts/budget.mjs.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1024,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': SERVER,
      '/files': SERVER,
      '^/nirmaan\\..*': SERVER,
    },
  },
  test: { include: ['src/**/*.test.{ts,tsx}'], environment: 'node' },
}));
