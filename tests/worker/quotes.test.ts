import { analyse, decodeCandles, moveRarity, sliceCandles } from '#compute';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { READS_PER_REQUEST } from '../../worker/snapshot/list-rows.ts';
import { quotesSchema } from '../../worker/contract/contract.ts';
import type { DatedPrices, QuoteEntry, QuoteReady } from '../../worker/contract/contract.ts';
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

/** `T00` … as many as asked for. */
const names = (count: number) => Array.from({ length: count }, (_, i) => `T${String(i).padStart(2, '0')}`);
const addressOf = (tickers: readonly string[]) => `/api/quotes?tickers=${tickers.join(',')}`;

/** Yahoo with a chart for every symbol that it is asked for. */
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

/** Asks until nothing is due any more, as the page does. Answers how many requests that took. */
async function untilComplete(worker: TestWorker, tickers: readonly string[]): Promise<number> {
  for (let requests = 1; requests < 50; requests++) {
    const { body } = await worker.request(addressOf(tickers));
    if (body.due === 0) return requests;
  }
  throw new Error('the batch never became complete');
}

describe('GET /api/quotes', () => {
  test('answers a row per ticker in the order asked for, each once, with its provenance', async () => {
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

  test('says of each listing what its own analysis says', async () => {
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
    const candles = decodeCandles(columns.columns);
    if (!candles.ok) throw new Error(candles.error.reason);
    const own = analyse({
      candles: candles.value,
      currentPrice: columns.current_price,
      sessionLeft: columns.session_left,
      horizonDays: 7,
      calendar: columns.trading_calendar,
      sessions: columns.sessions,
    });
    expect(own).toMatchObject({ value: { signal: { level: quote!.ai_signal } } });
    const before = sliceCandles(candles.value, 0, -1);
    const earlier = analyse({
      candles: before,
      currentPrice: before.close.at(-1)!,
      sessionLeft: 0,
      horizonDays: 7,
      calendar: columns.trading_calendar,
      sessions: columns.sessions,
    });
    expect(earlier).toMatchObject({ value: { signal: { level: quote!.signal_before } } });
    const rarity = moveRarity(candles.value, columns.current_price)!;
    expect(quote!.move_rarity).toEqual({ sessions: rarity.sessions, as_large: rarity.asLarge });
  });

  test('an unknown symbol does not spoil the others', async () => {
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

describe('what a batch costs', () => {
  test('a cold batch asks the upstream for six listings and leaves the others for the next call', async () => {
    const upstream = everySymbol();
    const { body } = await testWorker(liveBindings()).request(addressOf(names(50)));
    expect(READS_PER_REQUEST).toBe(6);
    expect(upstream.asked).toHaveLength(READS_PER_REQUEST);
    expect(statuses(body.quotes)).toEqual({ ready: 6, pending: 44, failed: 0 });
    expect(body.due).toBe(44);
    v.parse(quotesSchema, body);
  });

  test('fifty listings cost fifty upstream calls cold, none warm, none from KV, three after a minute of trading', async () => {
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
    // Twenty listings a call.
    expect(refreshed).toEqual({ requests: 3, upstreamCalls: 3 });
  });

  test('asks for no fundamentals and no news', async () => {
    const upstream = everySymbol();
    await testWorker(liveBindings()).request(addressOf(['AAPL', 'MSFT']));
    expect(chartCalls(upstream)).toBe(upstream.asked.length);
  });

  test('where no batch can renew them, stale entries are answered at once, the oldest refreshed first', async () => {
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

  test('a source that is down is asked at most six times and then left alone for 30 s; old entries stay', async () => {
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

  test('an unknown symbol is remembered: it takes no place from the others', async () => {
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
  /** A watchlist whose bars are known, a minute later; `later` is what the vendor then says of both. */
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

  test('renews a list in one call, and says what a chart would say', async () => {
    const { charts, body, upstream } = await renewed({ meta: later });
    expect([charts, upstream.asked.length, body.due]).toEqual([0, 1, 0]);
    everySymbol().chart = (url) =>
      json(chartBody(undefined, { symbol: url.pathname.split('/').at(-1)!, ...later }));
    const whole = await testWorker(liveBindings(), NOON_MS + MINUTE_MS).request(addressOf(['AAPL', 'MSFT']));
    expect(body.quotes).toEqual(whole.body.quotes);
    expect(body.quotes[0]).toMatchObject({ current_price: 109.25, stale: false });
  });

  test('does not reach the stock page, which needs the day’s volume and range', async () => {
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
  ])('leaves a listing to its chart where %s', async (_, vendor, minutes) => {
    expect((await renewed(vendor, minutes)).charts).toBe(2);
  });

  test('leaves a listing to its chart where sessions lie between', async () => {
    const wednesday = { ...risingRows().at(-1)!, at: NEW_YORK_OPEN_SECONDS + 86_400, close: 109 };
    const rows = [...risingRows(), wednesday];
    const meta = { regularMarketPrice: 109.5, regularMarketTime: wednesday.at + 9000 };
    // The last bar that is known is of a session that was not over.
    expect((await renewed({ rows, meta }, 24 * 60)).charts).toBe(2);
  });

  test('is waited for 400 ms, and no chart is asked for meanwhile', async () => {
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

describe('how long a response may be cached', () => {
  test('a complete one like any price, with a validator', async () => {
    const worker = testWorker();
    const { headers } = await worker.request(addressOf(['AAPL', 'MSFT']));
    expect(headers.get('Cache-Control')).toBe('public, max-age=15');
    expect(headers.get('Cloudflare-CDN-Cache-Control')).toContain('max-age=60');
    const again = await worker.request(addressOf(['AAPL', 'MSFT']), {
      headers: { 'If-None-Match': headers.get('ETag')! },
    });
    expect(again.status).toBe(304);
  });

  test('one with pending, failed or stale rows not at all: the next call knows more', async () => {
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
