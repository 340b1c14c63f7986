/** The main job on real prices: AAPL, May 2013 to May 2018, through the real adapter from a stand-in vendor. */
import { join } from 'node:path';
import type { LocalServer } from '#scripts/stack/local-server.ts';
import { startVendor } from '#scripts/stack/vendor/vendor-server.ts';
import { E2E_PORTS, RECORDINGS_FOLDER, REPLAY_ORIGIN } from './addresses.ts';
import { expect, signIn, storeUser, test } from './fixtures.ts';
import { readRecordedFigures, type RecordedFigures } from './recorded-figures.ts';
import { card, expectPainted, tile } from './stock-page.ts';

test.use({ baseURL: REPLAY_ORIGIN });
// One vendor serves them all, and the last one takes it down.
test.describe.configure({ mode: 'serial' });

let vendor: LocalServer;
let held: Promise<unknown> = Promise.resolve();
let recorded: RecordedFigures;

test.beforeAll(async () => {
  vendor = await startVendor({ folder: RECORDINGS_FOLDER, port: E2E_PORTS.vendor, held: () => held });
  recorded = readRecordedFigures(join(RECORDINGS_FOLDER, 'AAPL.csv'));
});
test.afterAll(() => vendor.close());

test('a slow vendor delays its figures and nothing else', async ({ page, storedUser }) => {
  await page.goto('/settings');
  await storeUser(page, storedUser);
  // `wrangler dev` holds a compressed document back.
  await page.setExtraHTTPHeaders({ 'Accept-Encoding': 'identity' });
  // Not made by a page whose document brings the figures. The vendor is slower than the document waits: it responds after it.
  const asked = page.waitForRequest(/\/api\/stock\/AAPL/);
  held = asked;
  await page.goto('/prediction?ticker=AAPL', { waitUntil: 'commit' });
  await expect(page.getByRole('combobox', { name: 'Ticker' })).toHaveValue('AAPL');
  await expect(tile(page, 'Current Price')).toContainText('$188.59');
});

test('a user signs in, searches, chooses with the keyboard, and sees the full analysis of the recorded prices', async ({
  page,
  account,
}) => {
  await test.step('sign in', async () => {
    await page.goto('/prediction');
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, account);
    await expect(page).toHaveURL(/\/prediction/);
  });

  await test.step('search and choose', async () => {
    const ticker = page.getByRole('combobox', { name: 'Ticker' });
    await ticker.fill('');
    await ticker.pressSequentially('aap');
    await expect(ticker).toHaveValue('AAP');
    const option = page.getByRole('option', { name: /AAPL/ });
    await expect(option).toContainText('Apple');
    await ticker.press('ArrowDown');
    await expect(option).toHaveAttribute('aria-selected', 'true');
    const fetched = page.waitForResponse((response) => response.url().includes('/api/stock/AAPL'));
    await ticker.press('Enter');
    expect((await fetched).status()).toBe(200);
    await expect(ticker).toHaveValue('AAPL');
    await expect(option).toBeHidden();
  });

  await test.step('header and tiles', async () => {
    expect(recorded.lastDate).toBe('2018-05-11');
    await expect(page.getByText('Apple · ')).toBeVisible();
    await expect(tile(page, 'Current Price')).toContainText('$188.59');
    await expect(tile(page, 'Current Price')).toContainText(signed(recorded.dayChangePercent));
    await expect(tile(page, 'Predicted Price')).toContainText(/\$\d+\.\d\d/);
    await expect(tile(page, 'Expected Change')).toContainText(/[+−]\$\d+\.\d\d/);
    await expect(tile(page, 'Volume')).toContainText('25.81M');
    // Nothing about shares outstanding was recorded, so no market cap may be shown.
    await expect(tile(page, 'Volume')).toContainText('Mkt Cap N/A');
    await expect(page.getByText('Sample market: simulated prices')).toHaveCount(0);
  });

  await test.step('forecast', async () => {
    const forecast = card(page, 'Stock Price Prediction (7 days)');
    await expectPainted(forecast.locator('canvas').first());
    const rows = card(page, 'Forecast Signals').getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(8);
    await expect(rows.nth(1)).toContainText(/BUY|SELL|HOLD/);
  });

  await test.step('candles with the moving average', async () => {
    const candles = card(page, 'Technical Chart (Candlestick)');
    await expectPainted(candles.locator('canvas').first());
    await expect(candles.getByText(`$${recorded.sma20.toFixed(2)}`).first()).toBeVisible();
  });

  await test.step('performance over every range', async () => {
    const performance = card(page, 'Performance');
    for (const [label, days] of Object.entries({ '1W': 7, '1M': 30, '3M': 90, '6M': 180, '1Y': 365 })) {
      const percent = performance.locator('dl > div', { hasText: label });
      await expect(percent, label).toContainText(signed(recorded.changePercentOver(days)));
    }
    for (const label of ['1W', '1M', '3M', '6M', '1Y', 'ALL']) {
      const button = performance.getByRole('button', { name: label, exact: true });
      await button.click();
      await expect(button).toHaveAttribute('aria-pressed', 'true');
    }
    await expectPainted(performance.locator('canvas').first());
  });

  await test.step('indicators', async () => {
    const indicators = card(page, 'Technical Indicators');
    await expect(indicators.getByRole('heading', { name: /RSI \(14\)/ })).toContainText(
      recorded.rsi14.toFixed(2),
    );
    await expect(indicators.getByRole('heading', { name: /EMA \(20\)/ })).toContainText(/\$\d+\.\d\d/);
    await expect(indicators.getByRole('heading', { name: /MACD/ })).toContainText(/-?\d+\.\d\d/);
    await expect(indicators).toContainText('Oversold (30)');
    await expect(indicators).toContainText('Overbought (70)');
  });

  await test.step('sentiment and news', async () => {
    await expect(page.getByText('Real-time market sentiment analysis')).toBeVisible();
    const news = card(page, 'Latest News');
    await expect(news.getByRole('link')).toHaveCount(5);
    await expect(news.getByRole('link').first()).toHaveAttribute('target', '_blank');
    await expect(news.getByRole('link').first()).toContainText('Apple falls 0.8% to 188.59');
    await news.getByRole('button', { name: 'Load more news (5 more articles)' }).click();
    await expect(news.getByRole('link')).toHaveCount(10);
  });
});

function signed(percent: number): string {
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(2)}%`;
}
