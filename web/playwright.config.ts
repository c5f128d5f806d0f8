import { defineConfig } from '@playwright/test';

const given = process.env.BASE_URL;
const baseURL = given ?? 'http://127.0.0.1:8080';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A busy machine may be slow once; what fails twice is broken. The summary names whatever was tried again.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  workers: process.env.CI ? 2 : 1,
  reporter: [['list']],
  expect: { timeout: 10_000 },
  use: {
    baseURL,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Nothing fades: what is visible can be measured at once.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1366, height: 768 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
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
