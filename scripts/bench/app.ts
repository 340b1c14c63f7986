/** The built app and a browser, for the benches. */
import { chromium, type Browser, type Page } from 'playwright';
import { AUTH_ORIGIN, E2E_PORTS } from '../../tests/e2e/addresses.ts';
import { DEMO_ACCOUNT, ensureAccount } from '../stack/accounts.ts';
import { startAuthEmulator } from '../stack/auth-emulator.ts';
import { findChromium } from '../stack/find-chromium.ts';
import { startWorkerServer, type WorkerServerSpec } from '../stack/worker-server.ts';

export const WEB_OUT = 'dist/web-bench';
export const BROWSER_FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

const found = findChromium();
/** Playwright's launch options for the machine's Chromium. */
export const LAUNCH = { ...(found && { executablePath: found.path }), args: BROWSER_FLAGS };

/** Runs `use` against the app on the sample market, with a demo account and a browser, and stops everything afterwards. */
export async function withApp(
  spec: Pick<WorkerServerSpec, 'port' | 'buildEnv' | 'isBuilt'>,
  run: (origin: string, browser: Browser) => Promise<void>,
): Promise<void> {
  const auth = startAuthEmulator(E2E_PORTS.auth);
  const vars = { MARKET_DATA: 'sample' };
  const server = startWorkerServer({ ...spec, vars, webOut: WEB_OUT, authOrigin: AUTH_ORIGIN });
  try {
    await Promise.all([auth.ready, server.ready]);
    await ensureAccount(AUTH_ORIGIN, DEMO_ACCOUNT);
    const browser = await chromium.launch(LAUNCH);
    await run(server.origin, browser).finally(() => browser.close());
  } finally {
    await Promise.all([server.stop(), auth.stop()]);
  }
}

/** Signs the demo account in; resolves when its analysis is on screen. */
export async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(DEMO_ACCOUNT.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_ACCOUNT.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { level: 2, name: 'AAPL', exact: true }).waitFor();
}
