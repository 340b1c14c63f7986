/** Many prices in one call: Yahoo's batch of closes, and the sample market's. */
import { parseTicker } from '#compute';
import type { Ticker } from '#compute';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { LatestPrice } from '#worker/providers/market-data.ts';
import { createSampleMarketData } from '#worker/providers/sample/sample-market-data.ts';
import { Yahoo } from '#worker/providers/yahoo/yahoo.ts';
import { NOON_MS } from '#support/worker/test-worker.ts';
import {
  chartCalls,
  fakeUpstream,
  json,
  NEW_YORK_OPEN_SECONDS,
  risingRows,
  sparkBody,
  sparkSymbols,
} from '#support/worker/yahoo-upstream.ts';

afterEach(() => vi.restoreAllMocks());

const DAY = 86_400;
const TUESDAY = Date.UTC(2026, 10, 17) / 1000;
const clock = { now: () => NOON_MS, random: () => 0 };

function tickers(...symbols: readonly string[]): Ticker[] {
  return symbols.map((symbol) => {
    const parsed = parseTicker(symbol);
    if (!parsed.ok) throw new Error(symbol);
    return parsed.value;
  });
}

const yahoo = () => new Yahoo(['https://yahoo.test'], clock);
const pricesOf = async (...symbols: readonly string[]) =>
  yahoo().latestPrices(tickers(...symbols), new AbortController().signal);

// oxlint-disable-next-line typescript/no-explicit-any -- tests spoil it in ways that no type allows
type SparkRow = Record<string, any>;

/** The prices from Yahoo's body for AAPL and MSFT, with its first row changed. */
async function withFirstRow(change: (row: SparkRow) => void) {
  const body = sparkBody(['AAPL', 'MSFT']) as { spark: { result: SparkRow[] } };
  change(body.spark.result[0]!);
  fakeUpstream({ spark: () => json(body) });
  const prices = await pricesOf('AAPL', 'MSFT');
  if (!prices.ok) throw new Error(prices.error.reason);
  return [...prices.value];
}

/** Date and close of the last two bars. */
const lastCloses = (latest: LatestPrice | undefined) =>
  Array.from(latest?.candles.time.slice(-2) ?? [], (date, bar) => [
    date,
    latest?.candles.close.slice(-2)[bar],
  ]);

describe('a batch of Yahoo', () => {
  test('has each listing’s price, time, date, previous close, hours and delay, without a crumb', async () => {
    const upstream = fakeUpstream({ spark: (url) => json(sparkBody(sparkSymbols(url))) });
    const prices = await pricesOf('AAPL', '^GSPC');
    expect(upstream.asked.map((url) => url.pathname + url.search)).toEqual([
      '/v7/finance/spark?symbols=AAPL,%5EGSPC&range=5d&interval=1d&includePrePost=false',
    ]);
    if (!prices.ok) throw new Error(prices.error.reason);
    expect([...prices.value.keys()]).toEqual(['AAPL', '^GSPC']);
    expect(prices.value.get(tickers('AAPL')[0]!)).toMatchObject({
      source: 'yahoo',
      listing: { symbol: 'AAPL', companyName: 'Apple Inc.', currency: 'USD', calendar: 'nyse' },
      asOfSeconds: NEW_YORK_OPEN_SECONDS + 9000,
      sessions: { day_gaps: [TUESDAY / DAY, 1], opens: [570, 570] },
      delayedMinutes: 15,
    });
    expect(lastCloses(prices.value.get(tickers('AAPL')[0]!))).toEqual([
      [TUESDAY - DAY, 107.9],
      [TUESDAY, 108],
    ]);
  });

  test('requests twenty symbols per call, including both spellings of a share class', async () => {
    const upstream = fakeUpstream({
      spark: (url) => json(sparkBody(sparkSymbols(url).filter((symbol) => symbol !== 'BRK.B'))),
    });
    const many = Array.from({ length: 40 }, (_, index) => `T${index}`);
    const prices = await pricesOf('BRK.B', ...many);
    expect(upstream.asked.map((url) => sparkSymbols(url).length)).toEqual([20, 20, 2]);
    if (!prices.ok) throw new Error(prices.error.reason);
    expect(prices.value.size).toBe(41);
    expect(prices.value.get(tickers('BRK.B')[0]!)?.listing.symbol).toBe('BRK-B');
  });

  test.each<[string, (row: SparkRow) => void]>([
    ['is no row', (row) => delete row['response']],
    ['is empty', (row) => (row['response'] = [])],
    ['has no description', (row) => delete row['response'][0].meta],
    ['has no price', (row) => (row['response'][0].meta.regularMarketPrice = null)],
    ['has a price of zero', (row) => (row['response'][0].meta.regularMarketPrice = 0)],
    ['has an absurd price', (row) => (row['response'][0].meta.regularMarketPrice = 1e12)],
    ['has no time of a trade', (row) => delete row['response'][0].meta.regularMarketTime],
    ['is of next week', (row) => (row['response'][0].meta.regularMarketTime += 7 * DAY)],
    ['is of another symbol', (row) => (row['response'][0].meta.symbol = 'TSLA')],
    ['has an unknown timezone', (row) => (row['response'][0].meta.exchangeTimezoneName = 'Mars/Olympus')],
    ['has columns of two lengths', (row) => row['response'][0].timestamp.pop()],
    ['has no symbol', (row) => delete row['symbol']],
  ])('leaves out only a row that %s', async (_, change) => {
    const prices = await withFirstRow(change);
    expect(prices.map(([ticker]) => ticker)).toEqual(['MSFT']);
  });

  test.each<[string, (row: SparkRow) => void]>([
    ['text for a close', (row) => (row['response'][0].indicators.quote[0].close[3] = '107')],
    ['an absurd close', (row) => (row['response'][0].indicators.quote[0].close[3] = 1e300)],
    ['an absurd time', (row) => (row['response'][0].timestamp[3] = 1e15)],
  ])('does not accept %s as a close', async (_, change) => {
    const [first] = await withFirstRow(change);
    expect(lastCloses(first?.[1]).map(([, close]) => close)).toEqual([107.8, 108]);
  });

  test('ignores gaps, uses the later of two rows of a day, and never the running day as the previous close', async () => {
    const [friday, monday, tuesday] = risingRows().slice(-3);
    const again = { ...monday!, at: monday!.at + 60, close: 90 };
    const gap = { ...monday!, at: monday!.at + 120, close: null };
    fakeUpstream({ spark: () => json(sparkBody(['AAPL'], [friday!, monday!, again, gap, tuesday!])) });
    const prices = await pricesOf('AAPL');
    const [latest] = prices.ok ? [...prices.value.values()] : [];
    expect(lastCloses(latest)[0]).toEqual([TUESDAY - DAY, 90]);
  });

  test('has a price even without a previous close', async () => {
    const prices = await withFirstRow((row) => {
      const { timestamp, indicators } = row['response'][0];
      timestamp.splice(0, timestamp.length - 1);
      indicators.quote[0].close.splice(0, indicators.quote[0].close.length - 1);
    });
    expect(lastCloses(prices[0]?.[1])).toEqual([[TUESDAY, 108]]);
  });

  test('leaves out unknown symbols, and a failed call affects only its own symbols', async () => {
    fakeUpstream();
    expect(await pricesOf('NOSUCH')).toEqual({ ok: true, value: new Map() });
    const many = Array.from({ length: 21 }, (_, index) => `T${index}`);
    fakeUpstream({
      spark: (url) => (sparkSymbols(url).length === 20 ? json({}) : json(sparkBody(sparkSymbols(url)))),
    });
    const prices = await pricesOf(...many);
    expect(prices.ok && [...prices.value.keys()]).toEqual(['T20']);
    fakeUpstream({
      spark: () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } }),
    });
    expect(await pricesOf('AAPL')).toEqual({ ok: false, error: { reason: 'upstream_bad_payload' } });
  });

  test('that fails repeatedly does not stop the charts', async () => {
    const upstream = fakeUpstream({ spark: () => json({}, 500) });
    const source = yahoo();
    const { signal } = new AbortController();
    for (const symbol of ['A', 'B', 'C', 'D']) await source.latestPrices(tickers(symbol), signal);
    expect((await source.stock(tickers('AAPL')[0]!, signal)).ok).toBe(true);
    expect(chartCalls(upstream)).toBe(1);
  });
});

test('the sample market’s batch equals its single listings', async () => {
  const source = createSampleMarketData(() => NOON_MS);
  const { signal } = new AbortController();
  const asked = tickers('AAPL', 'VOD.L', 'BTC-USD', 'NOSUCH');
  const prices = await source.latestPrices(asked, signal);
  if (!prices.ok) throw new Error(prices.error.reason);
  expect([...prices.value.keys()]).toEqual(['AAPL', 'VOD.L', 'BTC-USD']);
  for (const [ticker, latest] of prices.value) {
    const stock = await source.stock(ticker, signal);
    if (!stock.ok) throw new Error(stock.error.reason);
    expect(latest).toEqual(stock.value);
  }
});
