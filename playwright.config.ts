/** Browser tests against the built app: a real Auth emulator, real Workers, a system Chromium. */
import { defineConfig } from 'playwright/test';
import { SAMPLE_ORIGIN } from './tests/e2e/addresses.ts';
import { findChromium } from './scripts/stack/find-chromium.ts';

const chromium = findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // Tests spend a third of their time waiting, so three keep two cores busy.
  workers: 3,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: SAMPLE_ORIGIN,
    // A service worker would respond instead of the routes that specs intercept; offline.spec.ts and service-worker.spec.ts
    // allow it.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    launchOptions: {
      ...(chromium && { executablePath: chromium.path }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
        // Keeps every request on this machine.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
    },
  ],
});
