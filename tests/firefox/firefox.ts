/**
 * `npm run firefox`: the main flows in the Firefox of this system, on the sample market and the Auth emulator. Not part of
 * `npm test`: ends with a line and status 0 where no Firefox is installed, with 1 when a flow or the console fails.
 */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUTH_ORIGIN, E2E_PORTS, FULL_RECORD_FROM } from '../e2e/addresses.ts';
import { DEMO_ACCOUNT, ensureAccount } from '../stack/accounts.ts';
import { startAuthEmulator } from '../stack/auth-emulator.ts';
import { replayRecord } from '../stack/record-replay.ts';
import { startWorkerServer } from '../stack/worker-server.ts';
import { findProgram } from '../support/find-program.ts';
import { openFirefox, type FirefoxPage } from './firefox-page.ts';

const NAMES = ['firefox', 'firefox-esr'];
const PICTURE = 'test-results/firefox.png';
/** WebDriver's codes of keys. */
const ARROW_DOWN = '\uE015';
const ENTER = '\uE007';

/** Canvases with something drawn on them. */
const PAINTED = `[...document.querySelectorAll('canvas')].filter((canvas) => {
  if (canvas.width === 0) return false;
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let painted = 0;
  for (let i = 3; i < data.length; i += 4) if (data[i] > 0) painted += 1;
  return painted > 500;
}).length`;

const text = (selector: string) => `(document.querySelector(${JSON.stringify(selector)})?.textContent ?? '')`;

/** Each flow goes on where the one before it ended. */
const FLOWS: Readonly<Record<string, (page: FirefoxPage, origin: string) => Promise<void>>> = {
  'home is there, its cards are labelled as simulated': async (page, origin) => {
    await page.open(`${origin}/`);
    await page.see('link', 'Log In');
    await page.until(`document.body.textContent.includes('Simulated prices')`);
  },
  'the theme changes and is kept': async (page) => {
    await page.click('button', 'Switch to light theme');
    await page.until(`document.documentElement.dataset.theme === 'light' && localStorage.theme === 'light'`);
    await page.click('button', 'Switch to dark theme');
    await page.until(`document.documentElement.dataset.theme === 'dark' && localStorage.theme === 'dark'`);
  },
  'a guest is led to sign in, and then to the page asked for': async (page, origin) => {
    await page.open(`${origin}/prediction?range=6M`);
    await page.fill('textbox', 'Email', DEMO_ACCOUNT.email);
    await page.fill(null, 'Password', DEMO_ACCOUNT.password);
    await page.click('button', 'Sign In');
    await page.see('heading', 'AAPL');
    await page.until(`location.pathname === '/prediction' && location.search.includes('range=6M')`);
  },
  'three charts are painted': (page) => page.until(`${PAINTED} >= 3`),
  'a suggestion is found and chosen': async (page) => {
    await page.fill('combobox', 'Ticker', 'NVD');
    await page.until(
      `[...document.querySelectorAll('[role=option]')].some((o) => o.textContent.includes('NVDA'))`,
    );
    await page.press('combobox', 'Ticker', ARROW_DOWN);
    await page.press('combobox', 'Ticker', ENTER);
    await page.see('heading', 'NVDA');
    await page.until(`location.search.includes('ticker=NVDA')`);
  },
  'a range is switched': async (page) => {
    await page.click('button', '1Y');
    await page.until(`location.search.includes('range=1Y')`);
    await page.until(`${PAINTED} >= 3`);
  },
  'a horizon is switched by keyboard': async (page) => {
    await page.press('combobox', 'Forecast days', ARROW_DOWN);
    await page.see('heading', 'Stock Price Prediction (14 days)');
    await page.until(`location.search.includes('days=14')`);
  },
  'the deep back-test runs in its own thread': async (page) => {
    await page.click('button', 'Run back-test');
    await page.until(`document.body.textContent.includes('scored in')`);
  },
  'a star puts a listing on the watchlist, with its price': async (page, origin) => {
    await page.click('button', 'NVDA on my watchlist');
    await page.open(`${origin}/watchlist`);
    await page.see('link', 'NVDA');
    await page.until(`/NVDA.*\\$\\d/.test(${text('table')})`);
  },
  'a comparison is drawn and tabled': async (page, origin) => {
    await page.open(`${origin}/compare?tickers=AAPL,MSFT&range=1Y`);
    await page.until(`${PAINTED} >= 1`);
    await page.until(
      `/AAPL.*MSFT.*SPY/.test([...document.querySelectorAll('tbody')].at(-1)?.textContent ?? '')`,
    );
  },
  'the public record is shown and derived anew': async (page, origin) => {
    await page.open(`${origin}/track-record?ledger=replay`);
    await page.click('button', 'Recompute in your browser');
    await page.until(`document.body.textContent.includes('chain unbroken')`);
  },
  'signing out leads home': async (page, origin) => {
    await page.open(`${origin}/profile`);
    await page.click('button', 'Sign Out');
    await page.until(`location.pathname === '/'`);
    await page.see('link', 'Log In');
  },
};

process.exitCode = await main();

async function main(): Promise<number> {
  const program = findProgram(NAMES);
  if (program === null) {
    console.log(`Skipped: no Firefox on this system (looked for ${NAMES.join(', ')}).`);
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), 'candor-firefox-stack-'));
  const envFile = join(folder, 'no-keys.env');
  await writeFile(envFile, '');
  const recording = createRequire(import.meta.url).resolve('@observablehq/sample-datasets/aapl.csv');
  await copyFile(recording, join(folder, 'AAPL.csv'));
  const persistTo = join(folder, 'state');
  await replayRecord({ folder, tickers: ['AAPL'], from: FULL_RECORD_FROM, persistTo });
  const auth = await startAuthEmulator(E2E_PORTS);
  const server = startWorkerServer({
    port: E2E_PORTS.sampleWorker,
    webOut: 'dist/web-firefox',
    authOrigin: AUTH_ORIGIN,
    persistTo,
    envFile,
    vars: { MARKET_DATA: 'sample' },
    // Nothing leaves the machine: letters stand for logos.
    buildEnv: { VITE_LOGO_URL_TEMPLATE: '' },
  });
  try {
    await Promise.all([auth.ready, server.ready]);
    await ensureAccount(AUTH_ORIGIN, DEMO_ACCOUNT);
    const page = await openFirefox(program);
    console.log(page.version);
    try {
      return await run(page, server.origin);
    } finally {
      await page.close();
    }
  } finally {
    await Promise.all([server.stop(), auth.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stops at the first flow that fails, with a picture of the page. */
async function run(page: FirefoxPage, origin: string): Promise<number> {
  for (const [name, flow] of Object.entries(FLOWS)) {
    let failure: unknown = null;
    try {
      // oxlint-disable-next-line no-await-in-loop -- each goes on where the one before ended
      await flow(page, origin);
    } catch (cause) {
      failure = cause;
    }
    if (failure === null && page.problems.length === 0) {
      console.log(`  ok    ${name}`);
      continue;
    }
    console.log(`  FAIL  ${name}`);
    for (const line of [...(failure instanceof Error ? [failure.message] : []), ...page.problems]) {
      console.log(`        ${line}`);
    }
    // oxlint-disable-next-line no-await-in-loop -- the last thing done
    await page.screenshot(PICTURE);
    console.log(`        picture: ${PICTURE}`);
    return 1;
  }
  console.log(`${Object.keys(FLOWS).length} flows, no console error, no policy violation.`);
  return 0;
}
