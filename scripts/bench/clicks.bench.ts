/**
 * What a click costs on /prediction with the CPU slowed four times: input to next paint, tasks over 50 ms and layout
 * shift while ranges, horizons and listings are switched and the deep back-test runs.
 */
import type { Browser, Page } from 'playwright';
import { signIn, withApp } from './app.ts';
import { CPU_SLOWDOWN, printTables } from './measure.ts';
import { observe, openObserved, SETTLE_MS } from './observe-page.ts';

const PORT = 8898;
const RANGES = ['1M', '1Y', 'ALL', '1W'];
/** From 7 days to 14, 30, 14 and back, by key: choosing by script is no input for the Event Timing API. */
const HORIZON_KEYS = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'];
const LISTINGS = ['MSFT', 'NVDA', 'AAPL'];

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
  return { title: `/prediction, CPU ${CPU_SLOWDOWN}×`, rows };
}

async function signedIn(origin: string, browser: Browser): Promise<Page> {
  const page = await openObserved(browser);
  await signIn(page, origin);
  await page.locator('canvas').first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  return page;
}
