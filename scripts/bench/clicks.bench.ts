/**
 * What a click costs on /prediction with the CPU slowed four times: input to next paint, tasks over 50 ms and layout
 * shift while ranges, horizons and listings are switched and the deep back-test runs.
 */
import type { Browser, Page } from 'playwright';
import { signIn, withApp } from './app.ts';
import { CPU_SLOWDOWN, median, printTables } from './measure.ts';
import { forget, observeFromStart } from './observe-page.ts';

const PORT = 8898;
const ROUNDS = 5;
const RANGES = ['1M', '1Y', 'ALL', '1W'];
/** From 7 days to 14, 30, 14 and back, by key: choosing by script is no input for the Event Timing API. */
const HORIZON_KEYS = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'];
const LISTINGS = ['MSFT', 'NVDA', 'AAPL'];
/** Longer than anything that a click starts. */
const SETTLE_MS = 1500;

await withApp({ port: PORT }, async (origin, browser) => printTables([await clicks(origin, browser)]));

async function clicks(origin: string, browser: Browser) {
  const page = await signedIn(origin, browser);
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

async function signedIn(origin: string, browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(observeFromStart);
  await signIn(page, origin);
  await page.locator('canvas').first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  return page;
}

/** Does each thing once a round, one after the other, and gives what the page observed meanwhile. */
async function observe(
  page: Page,
  choices: readonly string[],
  choose: (choice: string) => Promise<unknown>,
): Promise<Record<string, number>> {
  await forget(page);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const choice of choices) {
      await choose(choice);
      await page.waitForTimeout(SETTLE_MS);
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
