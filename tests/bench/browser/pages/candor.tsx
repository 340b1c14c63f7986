/** The product's whole stock page, every card of it, with its network answered here. */
import '../../../../web/shared/styles/base.css';
import { encodeCandles } from '#compute';
import type { StockColumnsResponse } from '#worker/contract';
import { createRoot } from 'react-dom/client';
import { Providers } from '../../../../web/app/providers.tsx';
import { StockPage } from '../../../../web/features/stock/stock-page.tsx';
import { publish } from './bench-page.ts';
import { LISTINGS, TICKERS, type BenchRange, type BenchTicker } from './listings.ts';

function stock(ticker: BenchTicker): StockColumnsResponse {
  const candles = LISTINGS[ticker];
  const now = new Date().toISOString();
  return {
    ticker,
    requested_ticker: ticker,
    company_name: `${ticker} Inc.`,
    currency: 'USD',
    exchange: 'NASDAQ',
    exchange_timezone: 'America/New_York',
    market_state: 'closed',
    trading_calendar: 'nyse',
    current_price: candles.close.at(-1) ?? Number.NaN,
    volume: 1e6,
    market_cap: 2e12,
    pe_ratio: 30,
    day_high: null,
    day_low: null,
    source: 'sample',
    as_of: now,
    fetched_at: now,
    stale: false,
    delayed_minutes: 0,
    columns: encodeCandles(candles),
  };
}

const ANSWER_MS = 300;

globalThis.fetch = (input) => {
  const ticker = TICKERS.find((name) => String(input).includes(`/api/stock/${name}`));
  const body =
    ticker === undefined ? { news: [], score: 0.4, label: 'Bullish', article_count: 3 } : stock(ticker);
  // As long as a near server takes: what is fetched behind a listing that was seen before must not count for its click.
  return new Promise((answer) => {
    setTimeout(() => answer(Response.json(body)), ANSWER_MS);
  });
};

history.replaceState(null, '', '/prediction?range=1W');
createRoot(document.getElementById('root') ?? document.body).render(
  <Providers config={{ apiKey: 'bench', authDomain: '', projectId: '', appId: '', emulatorUrl: null }}>
    <StockPage />
  </Providers>,
);

let isShown: () => boolean = () => false;

const heading = (ticker: string) =>
  [...document.querySelectorAll('h2')].some(({ textContent }) => textContent === ticker);

function showRange(range: BenchRange) {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === range);
  isShown = () => button?.getAttribute('aria-pressed') === 'true';
  button?.click();
}

/** The summary of the last chart on the page names the listing that it shows. */
function isWhole(ticker: BenchTicker): boolean {
  const summaries = [...document.querySelectorAll('figcaption')].map(({ textContent }) => textContent);
  return summaries.length >= 3 && summaries.every((text) => text.startsWith(ticker));
}

function showWholeTicker(ticker: BenchTicker) {
  showTicker(ticker);
  isShown = () => isWhole(ticker);
}

function showTicker(ticker: BenchTicker) {
  const input = document.querySelector('input');
  if (input === null) throw new Error('The page has no ticker field');
  // React listens to the native setter's event, not to the property.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, ticker);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  isShown = () => heading(ticker);
  input.form?.requestSubmit();
}

async function until(holds: () => boolean): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- waits for the page
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function getReady(): Promise<void> {
  await until(() => document.querySelectorAll('canvas').length === 3);
  // Both listings have been seen once, as in a session under way.
  for (const ticker of ['MSFT', 'AAPL'] as const) {
    showTicker(ticker);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await until(() => isWhole(ticker) && document.querySelector('[aria-busy="true"]') === null);
  }
}

publish({ ready: getReady(), showRange, showTicker, showWholeTicker, isShown: () => isShown() });
