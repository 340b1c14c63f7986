/** `GET /api/intraday/:ticker` over Yahoo's wire format, its cache, and its rows of the fault matrix. */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { IntradayResponse } from '#worker/contract';
import {
  HOUR_MS,
  MINUTE_MS,
  NOON_MS,
  liveBindings,
  storedKey,
  testWorker,
} from '../support/worker/test-worker.ts';
import {
  NEW_YORK_OPEN_SECONDS as OPEN,
  UNKNOWN_SYMBOL_BODY,
  chartBody,
  chartCalls,
  down,
  fakeUpstream,
  json,
} from '../support/worker/yahoo-upstream.ts';
import type { ChartRow } from '../support/worker/yahoo-upstream.ts';

afterEach(() => vi.restoreAllMocks());

const PATH = '/api/intraday/AAPL';
const MINUTE = 60;
const DAY = 86_400;
const CLOSE = OPEN + 23_400;

/** Rows that rise by 0.01 each. */
const rows = (count: number, from = OPEN, step = MINUTE): ChartRow[] =>
  Array.from({ length: count }, (_, row) => {
    const open = 100 + row / 100;
    return {
      at: from + row * step,
      open,
      high: open + 0.02,
      low: open - 0.01,
      close: open + 0.01,
      volume: 500,
    };
  });
const intradayBody = (bars: readonly ChartRow[], meta: Record<string, unknown> = {}) =>
  chartBody(bars, {
    regularMarketPrice: 101,
    dataGranularity: '1m',
    chartPreviousClose: 99.5,
    tradingPeriods: {
      pre: [[{ start: OPEN - 19_800, end: OPEN }]],
      regular: [[{ start: OPEN, end: CLOSE }]],
      post: [[{ start: CLOSE, end: CLOSE + 14_400 }]],
    },
    ...meta,
  });
async function bodyOf(chart: unknown, path = PATH): Promise<IntradayResponse> {
  fakeUpstream({ chart: () => json(chart) });
  const answer = await testWorker(liveBindings()).request(path);
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('the response', () => {
  test('has the bars, their provenance and the part of the session of each', async () => {
    const bars = rows(150);
    const early = rows(3, OPEN - 5 * MINUTE);
    const body = await bodyOf(intradayBody([...early, ...bars]));
    expect(body).toMatchObject({
      ticker: 'AAPL',
      requested_ticker: 'AAPL',
      company_name: 'Apple Inc.',
      currency: 'USD',
      exchange: 'NASDAQ',
      exchange_timezone: 'America/New_York',
      range: '1d',
      interval_seconds: 60,
      previous_close: 99.5,
      session_parts: [
        { part: 'pre', from: 0, to: 3 },
        { part: 'regular', from: 3, to: 153 },
      ],
      source: 'yahoo',
      as_of: new Date((OPEN + 9000) * 1000).toISOString(),
      fetched_at: new Date(NOON_MS).toISOString(),
      stale: false,
      delayed_minutes: 15,
    });
    expect(body.bars.time).toEqual([...early, ...bars].map(({ at }) => at));
    expect(Object.values(body.bars).map((column) => column[3])).toEqual([
      OPEN,
      100,
      100.02,
      99.99,
      100.01,
      500,
    ]);
  });

  test.each([
    ['', '/v8/finance/chart/AAPL?range=1d&interval=1m&includePrePost=true'],
    ['?range=1d', '/v8/finance/chart/AAPL?range=1d&interval=1m&includePrePost=true'],
    ['?range=5d', '/v8/finance/chart/AAPL?range=5d&interval=5m&includePrePost=true'],
  ])('to %j is requested from Yahoo with its interval and extended hours', async (query, asked) => {
    const upstream = fakeUpstream();
    await testWorker(liveBindings()).request(PATH + query);
    expect(upstream.asked.map(({ pathname, search }) => pathname + search)).toEqual([asked]);
  });

  test('over five days has every day’s parts, including a lunch break', async () => {
    const morning = OPEN - DAY;
    const body = await bodyOf(
      intradayBody([...rows(2, morning, 300), ...rows(1, morning + 9000), ...rows(2, OPEN, 300)], {
        dataGranularity: '5m',
        tradingPeriods: [
          [
            { start: morning, end: morning + 7200 },
            { start: morning + 9000, end: morning + 16_200 },
          ],
          [{ start: OPEN, end: CLOSE }],
        ],
      }),
      `${PATH}?range=5d`,
    );
    expect(body.interval_seconds).toBe(300);
    expect(body.session_parts).toEqual([
      { part: 'regular', from: 0, to: 2 },
      { part: 'regular', from: 2, to: 3 },
      { part: 'regular', from: 3, to: 5 },
    ]);
  });

  test('uses the current day’s hours if the source lists none', async () => {
    const body = await bodyOf(intradayBody(rows(4, OPEN - 2 * MINUTE), { tradingPeriods: null }));
    expect(body.session_parts).toEqual([
      { part: 'pre', from: 0, to: 2 },
      { part: 'regular', from: 2, to: 4 },
    ]);
  });

  test('adds a running row, timed inside its interval, to that interval’s bar', async () => {
    const bars = rows(3);
    const running = { at: OPEN + 2 * MINUTE + 37, open: 103, high: 103, low: 103, close: 103, volume: 0 };
    const body = await bodyOf(intradayBody([...bars, running]));
    expect(body.bars.time).toHaveLength(3);
    expect(Object.values(body.bars).map((column) => column[2])).toEqual([
      OPEN + 2 * MINUTE,
      100.02,
      103,
      100.01,
      103,
      500,
    ]);
  });

  test('states the latest trade, even one after the close', async () => {
    fakeUpstream({
      chart: () => json(intradayBody(rows(30, CLOSE), { regularMarketTime: CLOSE })),
    });
    const { body } = await testWorker(liveBindings(), CLOSE * 1000 + HOUR_MS).request(PATH);
    expect(body.as_of).toBe(new Date((CLOSE + 29 * MINUTE) * 1000).toISOString());
    expect(body.session_parts).toEqual([{ part: 'post', from: 0, to: 30 }]);
  });

  test('for a symbol with one bar has that bar', async () => {
    expect((await bodyOf(intradayBody(rows(1)))).bars.close).toEqual([100.01]);
  });

  test('for a recording is 404, because it has only daily bars', async () => {
    fakeUpstream();
    const answer = await testWorker({ ...liveBindings(), REPLAY: 'true' }).request(PATH);
    expect([answer.status, answer.body.code]).toEqual([404, 'no_data']);
  });
});

describe('a source', () => {
  test('U17, U19, U20 that sends gaps, impossible numbers and disorder loses only those numbers', async () => {
    const broken = rows(12);
    broken[1] = { ...broken[1]!, close: null };
    broken[2] = { ...broken[2]!, low: -1 };
    broken[3] = { ...broken[3]!, open: 0 };
    broken[4] = { ...broken[4]!, volume: null };
    const future = { ...broken[5]!, at: NOON_MS / 1000 + MINUTE };
    const { bars } = await bodyOf(intradayBody([future, ...broken.toReversed(), broken[7]!]));
    expect(bars.time).toEqual([0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((minute) => OPEN + minute * MINUTE));
    expect(bars.low[1]).toBe(Math.min(broken[2]!.open!, broken[2]!.close!));
    expect(bars.volume[3]).toBe(0);
  });

  test.each([
    ['a row dated days ahead', [rows(2, OPEN + 3 * DAY)]],
    ['periods of another form', [rows(2), { tradingPeriods: 'closed' }]],
  ] as const)('U16 that sends %s is refused', async (_, [bars, meta]) => {
    fakeUpstream({ chart: () => json(intradayBody(bars, meta)) });
    const answer = await testWorker(liveBindings()).request(PATH);
    expect([answer.status, answer.body.code]).toEqual([502, 'upstream_bad_payload']);
  });

  test.each([
    ['a price', [[{ ...rows(1)[0]!, high: 1e15 }]], { bars: { high: [rows(1)[0]!.close] } }],
    ['a previous close', [rows(2), { chartPreviousClose: 1e15 }], { previous_close: null }],
    [
      'a period that lasts a month',
      [rows(2), { tradingPeriods: [[{ start: OPEN - 30 * DAY, end: OPEN }]] }],
      { session_parts: [{ part: 'regular', from: 0, to: 2 }] },
    ],
  ] as const)('U19 loses %s outside any range and nothing else', async (_, [bars, meta], expected) => {
    expect(await bodyOf(intradayBody(bars, meta))).toMatchObject(expected);
  });

  test('U18 that has only daily rows, as for a fund, gives no_data', async () => {
    fakeUpstream({ chart: () => json(intradayBody(rows(1), { dataGranularity: '1d' })) });
    const answer = await testWorker(liveBindings()).request(PATH);
    expect([answer.status, answer.body.code]).toEqual([404, 'no_data']);
  });

  test('U21 that spells a share class with a hyphen is tried again, and the response states both spellings', async () => {
    const upstream = fakeUpstream({
      chart: (url) =>
        url.pathname.endsWith('BRK-B')
          ? json(intradayBody(rows(2), { symbol: 'BRK-B' }))
          : json(UNKNOWN_SYMBOL_BODY, 404),
    });
    const { body } = await testWorker(liveBindings()).request('/api/intraday/brk.b');
    expect(body).toMatchObject({ ticker: 'BRK-B', requested_ticker: 'BRK.B' });
    expect(chartCalls(upstream)).toBe(2);
  });

  test('U26 that is down opens the same breaker for both routes', async () => {
    const upstream = fakeUpstream({ chart: down });
    const worker = testWorker(liveBindings());
    for (const ticker of ['A', 'B', 'C']) await worker.request(`/api/intraday/${ticker}`);
    const before = chartCalls(upstream);
    const answer = await worker.request('/api/stock/AAPL');
    expect([answer.status, answer.body.code]).toEqual([503, 'temporarily_unavailable']);
    expect(chartCalls(upstream)).toBe(before);
  });
});

test('U26 the second source’s credits are reserved for histories', async () => {
  const upstream = fakeUpstream({ chart: down });
  const keyed = { TWELVEDATA_BASE_URL: 'https://twelvedata.test', TWELVEDATA_API_KEY: 'key' };
  const answer = await testWorker({ ...liveBindings(), ...keyed }).request(PATH);
  expect([answer.status, answer.body.code]).toEqual([503, 'upstream_unavailable']);
  expect(upstream.asked.every(({ host }) => host.startsWith('upstream'))).toBe(true);
});

describe('the cache', () => {
  test('keeps the two ranges apart, and both apart from the history', async () => {
    const upstream = fakeUpstream();
    const worker = testWorker(liveBindings());
    for (const path of [PATH, `${PATH}?range=5d`, '/api/stock/AAPL', PATH, `${PATH}?range=5d`]) {
      expect((await worker.request(path)).status).toBe(200);
    }
    expect(chartCalls(upstream)).toBe(3);
  });

  test('serves from memory, then from KV in another isolate, and says so', async () => {
    const upstream = fakeUpstream();
    const bindings = liveBindings();
    const worker = testWorker(bindings);
    const first = await worker.request(PATH);
    expect(first.headers.get('Cache-Status')).toBe('candor; fwd=miss; stored');
    const again = await worker.request(PATH);
    expect(again.headers.get('Cache-Status')).toBe('candor; hit; ttl=60; detail=memory');
    const elsewhere = await testWorker(bindings).request(PATH);
    expect(elsewhere.headers.get('Cache-Status')).toBe('candor; hit; ttl=60; detail=kv');
    expect(elsewhere.body).toEqual(first.body);
    const known = { headers: { 'If-None-Match': first.headers.get('ETag') ?? '' } };
    expect((await worker.request(PATH, known)).status).toBe(304);
    expect(chartCalls(upstream)).toBe(1);
  });

  // New York is five hours behind UTC; the clock of `NOON_MS` is a Tuesday.
  test.each([
    ['before the open', -4 * HOUR_MS, 60],
    ['while the market is open', 0, 60],
    ['after hours', 6 * HOUR_MS, 60],
    ['until extended trading has settled', 8.25 * HOUR_MS, 60],
    ['at night until trading begins before the open', 9 * HOUR_MS, 7 * 3600],
    ['at the weekend for a day at most', 4 * 24 * HOUR_MS, DAY],
  ])('keeps bars fresh %s (%i ms from noon) for %i s', async (_, fromNoonMs, seconds) => {
    const at = NOON_MS + fromNoonMs;
    fakeUpstream({ chart: () => json(intradayBody(rows(2, OPEN - 5 * 3600))) });
    const worker = testWorker(liveBindings(), at);
    await worker.request(PATH);
    expect((await worker.request(PATH)).headers.get('Cache-Status')).toBe(
      `candor; hit; ttl=${seconds}; detail=memory`,
    );
  });

  test.each(['', '{', 'null', '{"source":"yahoo","bars":{}}'])(
    'K04 counts a corrupt entry %j as a miss, and overwrites it only with a valid fetch',
    async (stored) => {
      const upstream = fakeUpstream({ chart: down });
      const bindings = liveBindings();
      const metadata = {
        version: 2,
        etag: '"x"',
        fetchedAtSeconds: NOON_MS / 1000,
        freshUntilSeconds: NOON_MS / 1000 + 60,
        byteLength: stored.length,
      };
      await env.MARKET_CACHE.put(storedKey(bindings, 'intraday'), stored, { metadata });
      expect((await testWorker(bindings).request(PATH)).status).toBe(503);
      expect(await env.MARKET_CACHE.get(storedKey(bindings, 'intraday'))).toBe(stored);
      upstream.chart = () => json(intradayBody(rows(2)));
      expect((await testWorker(bindings).request(PATH)).body.bars.close).toHaveLength(2);
    },
  );

  test('K06 serves the last good bars as stale with their age for 30 days', async () => {
    const upstream = fakeUpstream();
    const worker = testWorker(liveBindings());
    const { body: good } = await worker.request(PATH);
    upstream.chart = down;
    for (const days of [1, 29]) {
      worker.clock.ms = NOON_MS + days * DAY * 1000;
      const answer = await worker.request(PATH);
      expect(answer.body).toEqual({ ...good, stale: true });
      expect(answer.headers.get('Cache-Status')).toMatch(`candor; hit; ttl=${60 - days * DAY}; detail=`);
      expect(answer.headers.get('Cache-Control')).toBe('no-cache');
    }
    worker.clock.ms = NOON_MS + 30 * DAY * 1000;
    expect((await worker.request(PATH)).status).toBe(503);
  });

  test('K09 needs one call, one KV read and one KV write for 200 cold requests', async () => {
    const upstream = fakeUpstream();
    const get = vi.spyOn(env.MARKET_CACHE, 'getWithMetadata');
    const put = vi.spyOn(env.MARKET_CACHE, 'put');
    const worker = testWorker(liveBindings());
    const answers = await Promise.all(Array.from({ length: 200 }, () => worker.request(PATH)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect([chartCalls(upstream), get.mock.calls.length, put.mock.calls.length]).toEqual([1, 1, 1]);
  });

  test('U23 keeps its bars over older ones', async () => {
    const upstream = fakeUpstream({ chart: () => json(intradayBody(rows(150))) });
    const worker = testWorker(liveBindings());
    await worker.request(PATH);
    upstream.chart = () => json(intradayBody(rows(20), { regularMarketTime: OPEN + 19 * MINUTE }));
    worker.clock.ms += MINUTE_MS;
    await worker.request(PATH);
    expect((await worker.request(PATH)).body.bars.time).toHaveLength(150);
  });
});
