/** `npm run screens`: pictures for the documentation, taken from the stack of the browser tests. */
import { defineConfig } from 'playwright/test';
import tests from '../../playwright.config.ts';

export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: 'take-screens.ts',
  globalSetup: '../../tests/e2e/global-setup.ts',
  outputDir: '../../test-results',
  timeout: 120_000,
  projects: [{ name: 'screens' }],
});
