import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS, CHROMIUM } from './scripts/chromium.ts';

const given = process.env.BASE_URL;
const baseURL = given ?? 'http://127.0.0.1:8080';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // scripts/test runs what failed once more, alone.
  retries: 0,
  workers: 2,
  reporter: [['list']],
  // Timeouts that catch hangs, not measures of speed: a test that reaches one has failed already.
  timeout: 90_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Nothing fades: what is visible can be measured at once.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1366, height: 768 },
    // A trace costs every test something: `--retries 1` makes one of what failed.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: CHROMIUM,
      args: BROWSER_ARGUMENTS,
    },
  },
  // With an address given, the server is somebody else's to start.
  ...(given
    ? {}
    : {
        webServer: {
          command: 'cargo run --quiet --manifest-path ../Cargo.toml --bin nirmaan -- serve --demo',
          env: { NIRMAAN_DATA_DIR: 'test-results/data' },
          url: `${baseURL}/readyz`,
          timeout: 600_000,
          reuseExistingServer: true,
        },
      }),
});
