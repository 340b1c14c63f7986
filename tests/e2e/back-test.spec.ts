/** The deep back-test: run, progress, cancel, results, and a page that stays responsive. */
import { candlesFromRows, encodeCandles } from '#compute';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { analyse, answerStock, card, tile } from './stock-page.ts';
import { violations } from './violations.ts';

const DAY_S = 86_400;

const backTest = (page: Page) => card(page, 'Deep back-test');

test.beforeEach(async ({ signedInPage: page }) => {
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
});

test('by keyboard: run, verdict, calibration, years and errors with intervals, another horizon', async ({
  signedInPage: page,
}) => {
  const run = backTest(page).getByRole('button', { name: 'Run back-test' });
  await run.focus();
  await page.keyboard.press('Enter');
  await expect(backTest(page).getByRole('status')).toHaveText(
    /^[\d,]+ forecasts over [\d,]+ sessions, scored in \d+\.\d\d s\.$/,
  );
  await expect(backTest(page)).toContainText(
    /Over [\d,]+ daily forecasts of 7 days from .* the range (was better than|was worse than|could not be told apart from) one of constant volatility\./,
  );
  await expect(
    backTest(page).getByRole('img', { name: /7-day ranges.*points off the diagonal/ }),
  ).toBeVisible();
  const years = backTest(page).getByRole('region', { name: 'Skill by year' }).getByRole('row');
  await expect(years.nth(1)).toContainText(
    /^\d{4}\d+\d+ apart[+−]\d+\.\d\d%[+−]\d+\.\d\d% to [+−]\d+\.\d\d%/,
  );
  await expect(backTest(page).getByRole('row', { name: /^Loss of the range/ })).toContainText(
    /% to .*% to .*% to /,
  );
  await expect(backTest(page)).toContainText('Sample market: simulated prices, no evidence about real ones.');
  // The button that ran it has kept the focus.
  await expect(backTest(page).getByRole('button', { name: 'Run again' })).toBeFocused();

  await backTest(page).getByText('View as table').click();
  await expect(
    backTest(page).getByRole('region', { name: 'Calibration: table' }).getByRole('row'),
  ).toHaveCount(12);
  await backTest(page).getByRole('button', { name: '30 days' }).press('Enter');
  await expect(backTest(page)).toContainText(/daily forecasts of 30 days/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await violations(page)).toEqual([]);
});

test('shows its progress and can be cancelled', async ({ signedInPage: page }) => {
  // A thread that never answers, so that the run stays at its start.
  await page.evaluate(() => {
    const counts = { terminated: 0 };
    class SilentWorker extends EventTarget {
      postMessage() {}
      terminate() {
        counts.terminated += 1;
      }
    }
    Object.assign(globalThis, { Worker: SilentWorker, counts });
  });
  await backTest(page).getByRole('button', { name: 'Run back-test' }).click();
  await expect(backTest(page).getByRole('progressbar', { name: 'Back-test' })).toBeVisible();
  await expect(backTest(page).getByRole('status')).toHaveText('Running.');
  expect(await violations(page)).toEqual([]);
  await backTest(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(backTest(page).getByRole('status')).toHaveText('Cancelled.');
  await expect(backTest(page).getByRole('progressbar')).toBeHidden();
  await expect(backTest(page).getByRole('button', { name: 'Run back-test' })).toBeFocused();
  const terminated = () =>
    page.evaluate(() => (globalThis as unknown as { counts: { terminated: number } }).counts.terminated);
  await expect.poll(terminated).toBe(1);
});

for (const bars of [1250, 5000]) {
  test(`${bars} sessions are scored in a thread of their own`, async ({ signedInPage: page, problems }) => {
    problems.expect(/api\/(news|sentiment)\/LONG/);
    await answerStock(page, 'LONG', { status: 200, json: longListing('LONG', bars) });
    await analyse(page, 'LONG');
    await expect(backTest(page)).toContainText(`${bars.toLocaleString('en-US')} sessions`);
    const thread = page.waitForEvent('worker');
    await backTest(page).getByRole('button', { name: 'Run back-test' }).click();
    await thread;
    await expect(backTest(page).getByRole('status')).toHaveText(
      new RegExp(`over ${bars.toLocaleString('en-US')} sessions, scored in`),
    );
  });
}

test('a layout of another width, as for paper, keeps the results', async ({ signedInPage: page }) => {
  await backTest(page).getByRole('button', { name: 'Run back-test' }).click();
  const status = backTest(page).getByRole('status');
  await expect(status).toHaveText(/scored in/);
  const said = await status.innerText();
  await page.setViewportSize({ width: 800, height: 900 });
  await expect(status).toHaveText(said);
  await expect(backTest(page).getByRole('region', { name: 'Skill by year' })).toBeVisible();
  await analyse(page, 'TSLA');
  await expect(backTest(page).getByRole('button', { name: 'Run back-test' })).toBeVisible();
});

test('on a phone the results fit without sideways scroll @phone', async ({ signedInPage: page }) => {
  await backTest(page).getByRole('button', { name: 'Run back-test' }).tap();
  await expect(backTest(page).getByRole('status')).toHaveText(/scored in/);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
});

/** An answer of the stock route with so many daily bars, whose swings change with time. */
function longListing(ticker: string, bars: number) {
  let close = 100;
  const rows = Array.from({ length: bars }, (_, i) => {
    const swing = 0.01 + 0.008 * Math.sin(i / 120);
    const open = close;
    close = round(Math.max(5, open * (1 + swing * Math.sin(i * 12.9898) * 1.4)));
    return {
      time: (Math.floor(Date.now() / 1000 / DAY_S) - bars + i) * DAY_S,
      open,
      high: round(Math.max(open, close) * (1 + swing / 3)),
      low: round(Math.min(open, close) * (1 - swing / 3)),
      close,
      volume: 1_000_000,
    };
  });
  return {
    v: 2,
    ticker,
    requested_ticker: ticker,
    company_name: 'Long History Inc.',
    currency: 'USD',
    exchange: 'NASDAQ',
    exchange_timezone: 'America/New_York',
    trading_calendar: 'daily',
    instrument: 'equity',
    session: null,
    session_left: 0,
    current_price: close,
    volume: 1_000_000,
    market_cap: null,
    pe_ratio: null,
    day_high: null,
    day_low: null,
    source: 'sample',
    as_of: new Date().toISOString(),
    fetched_at: new Date().toISOString(),
    delayed_minutes: 0,
    columns: encodeCandles(candlesFromRows(rows)),
  };
}

function round(price: number): number {
  return Math.round(price * 100) / 100;
}
