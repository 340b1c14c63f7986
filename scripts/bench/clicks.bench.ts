/**
 * What a click costs on /prediction with the CPU slowed four times: input to next paint, tasks over 50 ms and layout
 * shift while ranges, horizons and listings are switched and the deep back-test runs.
 */
import { chromium, type Browser, type Page } from 'playwright';
import { AUTH_ORIGIN, E2E_PORTS } from '../../tests/e2e/addresses.ts';
import { DEMO_ACCOUNT, ensureAccount } from '../stack/accounts.ts';
import { startAuthEmulator } from '../stack/auth-emulator.ts';
import { findChromium } from '../stack/find-chromium.ts';
import { startWorkerServer } from '../stack/worker-server.ts';
import { CPU_SLOWDOWN, median, printTables } from './measure.ts';

const PORT = 8898;
const ROUNDS = 5;
const RANGES = ['1M', '1Y', 'ALL', '1W'];
/** From 7 days to 14, 30, 14 and back, by key: choosing by script is no input for the Event Timing API. */
const HORIZON_KEYS = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'];
const LISTINGS = ['MSFT', 'NVDA', 'AAPL'];
/** Longer than anything that a click starts. */
const SETTLE_MS = 1500;

interface Observed {
  /**
   * Milliseconds from each input to the next paint, by the Event Timing API, which rounds to 8. Keyed by the interaction,
   * whose slowest event counts.
   */
  readonly inputMs: Record<number, number>;
  readonly longTaskMs: number[];
  readonly shifts: number[];
}

declare global {
  var observed: Observed;
}

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
  printTables([await clicks(browser)]);
  await browser.close();
} finally {
  await Promise.all([server.stop(), auth.stop()]);
}

async function clicks(browser: Browser) {
  const page = await signedIn(browser);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const rows = {
    'range switch': await observe(page, RANGES, (range) =>
      page.getByRole('button', { name: range, exact: true }).first().click(),
    ),
    'horizon switch': await observe(page, HORIZON_KEYS, (key) =>
      page.getByRole('combobox', { name: 'Forecast days' }).press(key),
    ),
    'listing switch': await observe(page, LISTINGS, async (ticker) => {
      await page.getByRole('combobox', { name: 'Ticker' }).fill(ticker);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 2, name: ticker, exact: true }).waitFor();
    }),
    'deep back-test': await observe(page, ['run'], async () => {
      await page.getByRole('button', { name: /^Run (back-test|again)$/ }).click();
      await page.getByText(/sessions, scored in/).waitFor();
    }),
  };
  return { title: `/prediction, CPU ${CPU_SLOWDOWN}×, ${ROUNDS} rounds`, rows };
}

async function signedIn(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(observeFromStart);
  await page.goto(`${server.origin}/login`);
  await page.getByLabel('Email').fill(DEMO_ACCOUNT.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_ACCOUNT.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { level: 2, name: 'AAPL', exact: true }).waitFor();
  await page.locator('canvas').first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  return page;
}

/** Runs in the page, before anything of it. */
function observeFromStart(): void {
  globalThis.observed = { inputMs: {}, longTaskMs: [], shifts: [] };
  const { inputMs, longTaskMs, shifts } = globalThis.observed;
  type Entry = PerformanceEntry & {
    readonly interactionId?: number;
    // A layout shift; undefined in other entries.
    readonly value?: number;
    readonly hadRecentInput?: boolean;
  };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Entry[]) {
      const { entryType, duration, interactionId = 0, value = 0, hadRecentInput } = entry;
      if (entryType === 'longtask') longTaskMs.push(duration);
      else if (entryType === 'layout-shift' && hadRecentInput === false) shifts.push(value);
      else if (interactionId > 0) inputMs[interactionId] = Math.max(inputMs[interactionId] ?? 0, duration);
    }
  });
  // Without a threshold the browser reports only events of 104 ms and more.
  const threshold = { durationThreshold: 16 };
  for (const type of ['event', 'longtask', 'layout-shift']) observer.observe({ type, ...threshold });
}

/** Does each thing once a round, one after the other, and gives what the page observed meanwhile. */
async function observe(
  page: Page,
  choices: readonly string[],
  choose: (choice: string) => Promise<unknown>,
): Promise<Record<string, number>> {
  await page.evaluate(() => {
    observed.longTaskMs.length = 0;
    observed.shifts.length = 0;
    for (const id of Object.keys(observed.inputMs)) delete observed.inputMs[Number(id)];
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const choice of choices) {
      // oxlint-disable no-await-in-loop -- one at a time, as a person does it
      await choose(choice);
      await page.waitForTimeout(SETTLE_MS);
      // oxlint-enable no-await-in-loop
    }
  }
  const { longTaskMs, shifts, ...own } = await page.evaluate(() => observed);
  const inputMs = Object.values(own.inputMs);
  return {
    'input to paint, median ms': median(inputMs),
    'slowest, ms': Math.max(0, ...inputMs),
    'tasks over 50 ms': longTaskMs.length,
    'longest task, ms': Math.round(Math.max(0, ...longTaskMs)),
    'layout shift': shifts.reduce((sum, value) => sum + value, 0),
  };
}
