import { analyse, moveRarity, sliceCandles } from '#compute';
import { analysisInputOf } from '../support/worker/analysis-input.ts';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { READS_PER_REQUEST } from '#worker/snapshot/cached-market-data.ts';
import { quotesSchema } from '#worker/contract';
import type { DatedPrices, QuoteEntry, QuoteReady } from '#worker/contract';
import { MINUTE_MS, NOON_MS, liveBindings, testWorker } from '../support/worker/test-worker.ts';
import type { TestWorker } from '../support/worker/test-worker.ts';
import {
  chartBody,
  chartCalls,
  fakeUpstream,
  json,
  NEW_YORK_OPEN_SECONDS,
  risingRows,
  sparkBody,
  sparkSymbols,
  UNKNOWN_SYMBOL_BODY,
} from '../support/worker/yahoo-upstream.ts';

afterEach(() => vi.restoreAllMocks());
beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));

/** `count` tickers from `T00` on. */
const names = (count: number) => Array.from({ length: count }, (_, i) => `T${String(i).padStart(2, '0')}`);
const addressOf = (tickers: readonly string[]) => `/api/quotes?tickers=${tickers.join(',')}`;

/** Yahoo with a chart for every requested symbol. */
function everySymbol() {
  return fakeUpstream({
    chart: (url) =>
      json(chartBody(undefined, { symbol: decodeURIComponent(url.pathname.split('/').at(-1)!) })),
    spark: (url) => json(sparkBody(sparkSymbols(url))),
  });
}

const statuses = (quotes: readonly QuoteEntry[]) => {
  const count = { ready: 0, pending: 0, failed: 0 };
  for (const { status } of quotes) count[status] += 1;
  return count;
};

/** Requests until nothing is due, as the page does. Returns the number of requests. */
async function untilComplete(worker: TestWorker, tickers: readonly string[]): Promise<number> {
  for (let requests = 1; requests < 50; requests++) {
    const { body } = await worker.request(addressOf(tickers));
    if (body.due === 0) return requests;
  }
  throw new Error('the batch never became complete');
}

describe('GET /api/quotes', () => {
  test('returns a row per ticker in the requested order, each once, with its provenance', async () => {
    const { status, body } = await testWorker().request('/api/quotes?tickers=msft,AAPL,MSFT,BTC-USD');
    expect(status).toBe(200);
    v.parse(quotesSchema, body);
    expect(body.quotes.map((quote: QuoteEntry) => quote.requested_ticker)).toEqual([
      'MSFT',
      'AAPL',
      'BTC-USD',
    ]);
    expect(body).toMatchObject({ horizon_days: 7, due: 0 });
    expect(body.quotes[1]).toMatchObject({
      status: 'ready',
      ticker: 'AAPL',
      company_name: 'Apple Inc.',
      currency: 'USD',
      market_state: 'open',
      source: 'sample',
      stale: false,
      as_of: new Date(NOON_MS).toISOString(),
      fetched_at: new Date(NOON_MS).toISOString(),
      delayed_minutes: 0,
    });
    expect(body.quotes[1].closes).toHaveLength(30);
  });

  test('has the same figures as each listing’s own analysis', async () => {
    const worker = testWorker();
    const [quote] = (await worker.request('/api/quotes?tickers=NVDA')).body.quotes as QuoteReady[];
    const { body: analysis } = await worker.request('/api/stock/NVDA?days=7');
    expect(quote).toMatchObject({
      current_price: analysis.current_price,
      day_change: analysis.day_change,
      day_change_percent: analysis.day_change_percent,
      ai_signal: analysis.ai_signal,
      probability_buy: analysis.forecast.probability_buy,
      probability_sell: analysis.forecast.probability_sell,
      closes: analysis.historical_data.prices.slice(-30),
    });
    const { dates, prices } = analysis.historical_data as DatedPrices;
    const first = dates.findIndex((date) => date.startsWith('2026'));
    expect(quote!.year_closes.dates.at(-1)).toBe(dates[first]);
    expect(quote!.year_closes.prices.at(-1)).toBe(prices[first]);
    const { body: columns } = await worker.request('/api/stock/NVDA?view=columns&v=2');
    const input = analysisInputOf(columns, 7);
    const own = analyse(input);
    expect(own).toMatchObject({ value: { signal: { level: quote!.ai_signal } } });
    const before = sliceCandles(input.candles, 0, -1);
    const earlier = analyse({
      ...input,
      candles: before,
      quote: { price: before.close.at(-1)!, sessionLeft: 0 },
    });
    expect(earlier).toMatchObject({ value: { signal: { level: quote!.signal_before } } });
    expect(quote!.move_rarity).toEqual(moveRarity(input.candles, columns.current_price));
  });

  test('an unknown symbol does not affect the others', async () => {
    const { body } = await testWorker().request('/api/quotes?tickers=AAPL,NOSUCH,MSFT');
    v.parse(quotesSchema, body);
    expect(statuses(body.quotes)).toEqual({ ready: 2, pending: 0, failed: 1 });
    expect(body.quotes[1]).toEqual({
      status: 'failed',
      requested_ticker: 'NOSUCH',
      code: 'unknown_symbol',
      error: 'Couldn’t find NOSUCH.',
    });
  });

  test.each([
    '',
    'tickers=',
    'tickers=AAPL,',
    'tickers=,AAPL',
    'tickers=AAPL;MSFT',
    'tickers=AAPL,%20',
    'tickers=AAPL,<x>',
    'tickers=AAPL&tickers=MSFT',
    `tickers=${names(51).join(',')}`,
  ])('refuses "%s"', async (query) => {
    const { status, body } = await testWorker().request(`/api/quotes?${query}`);
    expect([status, body.code]).toEqual([400, 'invalid_tickers']);
  });
});

describe('upstream calls for a list', () => {
  test('are at most six when cold; the other listings are left to the next request', async () => {
    const upstream = everySymbol();
    const { body } = await testWorker(liveBindings()).request(addressOf(names(50)));
    expect(READS_PER_REQUEST).toBe(6);
    expect(upstream.asked).toHaveLength(READS_PER_REQUEST);
    expect(statuses(body.quotes)).toEqual({ ready: 6, pending: 44, failed: 0 });
    expect(body.due).toBe(44);
    v.parse(quotesSchema, body);
  });

  test('are fifty for fifty cold listings, none warm or from KV, three after a minute of trading', async () => {
    const upstream = everySymbol();
    const bindings = liveBindings();
    const worker = testWorker(bindings);
    const tickers = names(50);
    const calls = async (from: TestWorker) => {
      const before = upstream.asked.length;
      const requests = await untilComplete(from, tickers);
      return { requests, upstreamCalls: upstream.asked.length - before };
    };
    const cold = await calls(worker);
    const warm = await calls(worker);
    const fromKv = await calls(testWorker(bindings));
    worker.clock.ms += MINUTE_MS;
    const refreshed = await calls(worker);
    console.log('GET /api/quotes, 50 tickers:', JSON.stringify({ cold, warm, fromKv, refreshed }));
    expect(cold).toEqual({ requests: 9, upstreamCalls: 50 });
    expect(warm).toEqual({ requests: 1, upstreamCalls: 0 });
    expect(fromKv).toEqual({ requests: 9, upstreamCalls: 0 });
    // Twenty listings per call.
    expect(refreshed).toEqual({ requests: 3, upstreamCalls: 3 });
  });

  test('include no fundamentals or news', async () => {
    const upstream = everySymbol();
    await testWorker(liveBindings()).request(addressOf(['AAPL', 'MSFT']));
    expect(chartCalls(upstream)).toBe(upstream.asked.length);
  });

  test('refresh the oldest entries first if no batch works, while stale ones are served at once', async () => {
    const upstream = everySymbol();
    upstream.spark = () => json({}, 404);
    const worker = testWorker(liveBindings());
    await worker.request(addressOf(names(6)));
    worker.clock.ms += MINUTE_MS / 2;
    await worker.request(addressOf(names(12)));
    worker.clock.ms += MINUTE_MS / 2;
    upstream.asked.length = 0;
    const { body } = await worker.request(addressOf(names(12).toReversed()));
    expect(body.quotes.every((quote: QuoteReady) => !quote.stale)).toBe(true);
    const charts = upstream.asked.filter((url) => url.pathname.includes('/chart/'));
    expect(charts.map((url) => url.pathname.split('/').at(-1)).sort()).toEqual(names(6));
  });

  test('are at most six to a source that is down, then none for 30 s; old entries stay', async () => {
    const upstream = everySymbol();
    const worker = testWorker(liveBindings());
    await worker.request(addressOf(names(3)));
    worker.clock.ms += MINUTE_MS;
    upstream.chart = () => json({}, 503);
    upstream.spark = upstream.chart;
    await untilComplete(worker, names(8));
    upstream.asked.length = 0;
    const { body } = await worker.request(addressOf(names(8)));
    expect(statuses(body.quotes)).toEqual({ ready: 3, pending: 0, failed: 5 });
    expect(body.quotes.slice(0, 3).every((quote: QuoteReady) => quote.stale)).toBe(true);
    expect(body.due).toBe(0);
    expect(upstream.asked).toHaveLength(0);
  });

  test('are none for a remembered unknown symbol', async () => {
    const upstream = fakeUpstream({ chart: () => json(UNKNOWN_SYMBOL_BODY, 404) });
    const worker = testWorker(liveBindings());
    await worker.request(addressOf(names(6)));
    worker.clock.ms += MINUTE_MS;
    upstream.asked.length = 0;
    const { body } = await worker.request(addressOf(names(6)));
    expect(statuses(body.quotes)).toEqual({ ready: 0, pending: 0, failed: 6 });
    expect(upstream.asked).toHaveLength(0);
  });
});

describe('U32 a batch of prices', () => {
  /** A watchlist with known bars, a minute later; `later` is the vendor's new data for both listings. */
  async function renewed(later: { rows?: ReturnType<typeof risingRows>; meta?: object }, minutes = 1) {
    const upstream = everySymbol();
    const worker = testWorker(liveBindings());
    await worker.request(addressOf(['AAPL', 'MSFT']));
    worker.clock.ms += minutes * MINUTE_MS;
    const { rows = risingRows(), meta = {} } = later;
    upstream.chart = (url) => json(chartBody(rows, { symbol: url.pathname.split('/').at(-1)!, ...meta }));
    upstream.spark = (url) => json(sparkBody(sparkSymbols(url), rows, { ...meta }));
    upstream.asked.length = 0;
    await worker.request(addressOf(['AAPL', 'MSFT']));
    const charts = chartCalls(upstream);
    const { body } = await worker.request(addressOf(['AAPL', 'MSFT']));
    return { charts, body, worker, upstream };
  }

  const later = { regularMarketPrice: 109.25, regularMarketTime: NEW_YORK_OPEN_SECONDS + 9060 };

  test('refreshes a list in one call, with the same figures as a chart', async () => {
    const { charts, body, upstream } = await renewed({ meta: later });
    expect([charts, upstream.asked.length, body.due]).toEqual([0, 1, 0]);
    everySymbol().chart = (url) =>
      json(chartBody(undefined, { symbol: url.pathname.split('/').at(-1)!, ...later }));
    const whole = await testWorker(liveBindings(), NOON_MS + MINUTE_MS).request(addressOf(['AAPL', 'MSFT']));
    expect(body.quotes).toEqual(whole.body.quotes);
    expect(body.quotes[0]).toMatchObject({ current_price: 109.25, stale: false });
  });

  test('does not affect the stock page, which needs the day’s volume and range', async () => {
    const { worker, upstream } = await renewed({ meta: later });
    await worker.request('/api/stock/AAPL');
    expect(chartCalls(upstream)).toBe(1);
    const { body } = await worker.request('/api/stock/AAPL');
    expect(body).toMatchObject({ current_price: 109.25, volume: 1_234_567 });
  });

  test.each<[string, ...Parameters<typeof renewed>]>([
    ['the session is over', { meta: { regularMarketTime: NEW_YORK_OPEN_SECONDS + 23_400 } }, 4 * 60 + 1],
    [
      'a split has changed the closes',
      { rows: risingRows().map((row) => ({ ...row, close: row.close! / 2 })) },
    ],
    ['it is older than what is known', { meta: { regularMarketTime: NEW_YORK_OPEN_SECONDS + 60 } }],
  ])('leaves a listing to its chart if %s', async (_, vendor, minutes) => {
    expect((await renewed(vendor, minutes)).charts).toBe(2);
  });

  test('leaves a listing to its chart if sessions lie between', async () => {
    const wednesday = { ...risingRows().at(-1)!, at: NEW_YORK_OPEN_SECONDS + 86_400, close: 109 };
    const rows = [...risingRows(), wednesday];
    const meta = { regularMarketPrice: 109.5, regularMarketTime: wednesday.at + 9000 };
    // The last known bar belongs to an unfinished session.
    expect((await renewed({ rows, meta }, 24 * 60)).charts).toBe(2);
  });

  test('delays a response by at most 400 ms, and no chart is requested meanwhile', async () => {
    const upstream = everySymbol();
    const worker = testWorker(liveBindings());
    await worker.request(addressOf(['AAPL', 'MSFT']));
    worker.clock.ms += MINUTE_MS;
    let respond: () => void = () => undefined;
    upstream.spark = (url) =>
      new Promise((resolve) => {
        respond = () => resolve(json(sparkBody(sparkSymbols(url), undefined, later)));
      });
    upstream.asked.length = 0;
    const response = await worker.open(addressOf(['AAPL', 'MSFT']));
    const { quotes, due } = (await response.json()) as { quotes: QuoteReady[]; due: number };
    expect([quotes[0]!.current_price, due]).toEqual([108, 2]);
    respond();
    await vi.waitFor(async () => {
      const { body } = await worker.request(addressOf(['AAPL', 'MSFT']));
      expect([body.quotes[0].current_price, body.due]).toEqual([109.25, 0]);
    });
    expect(chartCalls(upstream)).toBe(0);
  });
});

describe('the cache policy of a response', () => {
  test('is that of a price, with a validator, if it is complete', async () => {
    const worker = testWorker();
    const { headers } = await worker.request(addressOf(['AAPL', 'MSFT']));
    expect(headers.get('Cache-Control')).toBe('public, max-age=15');
    expect(headers.get('Cloudflare-CDN-Cache-Control')).toContain('max-age=60');
    const again = await worker.request(addressOf(['AAPL', 'MSFT']), {
      headers: { 'If-None-Match': headers.get('ETag')! },
    });
    expect(again.status).toBe(304);
  });

  test('is no-store with pending, failed or stale rows, because the next request gets more', async () => {
    everySymbol().spark = () => json({}, 500);
    const worker = testWorker(liveBindings());
    const pending = await worker.request(addressOf(names(7)));
    expect(pending.headers.get('Cache-Control')).toBe('no-store');
    worker.clock.ms += MINUTE_MS;
    const stale = await worker.request(addressOf(names(2)));
    expect(stale.headers.get('Cache-Control')).toBe('no-store');
    const failed = await testWorker().request(addressOf(['AAPL', 'NOSUCH']));
    expect(failed.headers.get('Cache-Control')).toBe('no-store');
  });
});
