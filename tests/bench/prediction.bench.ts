/**
 * Budget W2: /prediction of a signed-in user on a slow phone. Time until a chart is painted as built, beside the same page
 * whose own code and data wait for the SDK's first event.
 */
import { chromium, type Browser } from 'playwright';
import { AUTH_ORIGIN, E2E_PORTS } from '../e2e/addresses.ts';
import { DEMO_ACCOUNT, ensureAccount } from '../stack/accounts.ts';
import { startAuthEmulator } from '../stack/auth-emulator.ts';
import { startWorkerServer } from '../stack/worker-server.ts';
import { findChromium } from '../support/find-chromium.ts';
import { median } from './median.ts';
import { startRun } from './report/bench-run.ts';
import { SLOW_PHONE, SLOW_PHONE_WORDS, slowDown } from './slow-phone.ts';

const PORT = 8897;
const ROUNDS = 7;
/** The page's own chunks and its data. What they share with other pages is not held, so a page really gated is slower. */
const GATED = [{ urlPattern: '*/assets/stock-*' }, { urlPattern: '*/api/*' }];
/** The SDK asks this with a stored session before its first event. */
const LOOKUP = /accounts:lookup/;

type Session = Awaited<ReturnType<typeof signIn>>;

const finish = startRun('prediction');
const auth = await startAuthEmulator(E2E_PORTS);
const server = startWorkerServer({
  port: PORT,
  webOut: 'dist/web-bench',
  authOrigin: AUTH_ORIGIN,
  vars: { MARKET_DATA: 'sample' },
});
const found = findChromium();
try {
  await Promise.all([auth.ready, server.ready]);
  await ensureAccount(AUTH_ORIGIN, DEMO_ACCOUNT);
  const browser = await chromium.launch({
    ...(found && { executablePath: found.path }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const session = await signIn(browser);
  const built: number[] = [];
  const gated: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // oxlint-disable no-await-in-loop -- measured in turn, so that a slow moment meets both
    built.push(await chartPaintedMs(browser, session, false));
    gated.push(await chartPaintedMs(browser, session, true));
    // oxlint-enable no-await-in-loop
  }
  await browser.close();
  finish({
    tables: [
      {
        title: `First chart of /prediction painted, signed in, ${SLOW_PHONE_WORDS}, median of ${ROUNDS}`,
        rows: {
          'as built': { ms: Math.round(median(built)) },
          'gated by the SDK’s first event': { ms: Math.round(median(gated)) },
        },
      },
    ],
    figures: { 'chart painted ÷ gated': median(built) / median(gated) },
  });
} finally {
  await Promise.all([server.stop(), auth.stop()]);
}

/** The storage of a browser that has signed in. */
async function signIn(browser: Browser) {
  const page = await browser.newPage({ serviceWorkers: 'block' });
  await page.goto(`${server.origin}/login`);
  await page.getByLabel('Email').fill(DEMO_ACCOUNT.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_ACCOUNT.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { level: 2, name: 'AAPL', exact: true }).waitFor();
  const stored = await page.context().storageState();
  await page.context().close();
  return stored;
}

async function chartPaintedMs(browser: Browser, storageState: Session, isGated: boolean): Promise<number> {
  const context = await browser.newContext({ ...SLOW_PHONE, storageState });
  const page = await context.newPage();
  const isOpen = page
    .waitForEvent('requestfinished', (request) => request.method() === 'POST' && LOOKUP.test(request.url()))
    .then(() => undefined);
  // Both go through the same hands; only one has to wait there. Playwright's own would switch the browser's cache off.
  const session = await context.newCDPSession(page);
  session.on('Fetch.requestPaused', async ({ requestId }) => {
    if (isGated) await isOpen;
    await session.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: GATED });
  await slowDown(page);
  await page.goto(`${server.origin}/prediction`, { waitUntil: 'commit' });
  await page.locator('canvas').first().waitFor({ state: 'attached' });
  const paintedMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // The second frame starts when the first one was handed on for painting.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
      }),
  );
  await isOpen;
  await context.close();
  return paintedMs;
}
