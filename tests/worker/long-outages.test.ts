/** Requirements that no single row of the fault matrix shows. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { vendorBudget } from '#support/worker/vendor-budget.ts';
import { runs } from '../support/runs.ts';
import {
  DAY_MS,
  MINUTE_MS,
  NOON_MS,
  STOCK,
  liveBindings,
  testWorker,
} from '../support/worker/test-worker.ts';
import type { TestWorker } from '../support/worker/test-worker.ts';
import {
  NEW_YORK_OPEN_SECONDS,
  chartBody,
  chartCalls,
  down,
  fakeUpstream,
  json,
  risingRows,
} from '../support/worker/yahoo-upstream.ts';

afterEach(() => vi.restoreAllMocks());
beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));

/** A chart of the requested symbol, quoted at `quotedSeconds`. */
function chartOf(url: URL, quotedSeconds = NEW_YORK_OPEN_SECONDS + 9000): Response {
  const symbol = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
  return json(
    chartBody(risingRows(), {
      symbol,
      instrumentType: 'CRYPTOCURRENCY',
      regularMarketTime: quotedSeconds,
    }),
  );
}

/** KV in memory, visible to all isolates at once. */
function memoryKv(): KVNamespace {
  const stored = new Map<string, object>();
  return {
    getWithMetadata: async (key: string) => stored.get(key) ?? { value: null, metadata: null },
    put: async (key: string, value: Uint8Array, options: { metadata: unknown }) => {
      stored.set(key, { value, metadata: options.metadata });
    },
  } as unknown as KVNamespace;
}

describe('G1 the upstream is down', () => {
  const TICKERS = Array.from({ length: runs(500) }, (_, index) => `SEEN${index}`);
  const OUTAGES = [
    ['24 hours', DAY_MS],
    ['7 days', 7 * DAY_MS],
  ] as const;

  /** How many tickers return 200, labelled stale, with their previous time. */
  async function servedStale(worker: TestWorker, asOf: ReadonlyMap<string, string>): Promise<number> {
    let served = 0;
    for (const ticker of TICKERS) {
      const { status, body, headers } = await worker.request(`/api/stock/${ticker}?view=columns&v=2`);
      const isStale = /ttl=-/.test(headers.get('Cache-Status') ?? '');
      if (status === 200 && isStale && body.as_of === asOf.get(ticker)) served += 1;
    }
    return served;
  }

  test('for 24 hours and for 7 days, and all seen tickers are served, by this isolate and by a new one', async () => {
    // Each ticker has its own time, so that mix-ups would show.
    const upstream = fakeUpstream({
      chart: (url) => chartOf(url, NEW_YORK_OPEN_SECONDS + Number(url.pathname.split('SEEN')[1])),
    });
    const bindings = liveBindings();
    const kv = memoryKv();
    const worker = testWorker(bindings, NOON_MS, kv);
    const asOf = new Map<string, string>();
    for (const ticker of TICKERS) {
      asOf.set(ticker, (await worker.request(`/api/stock/${ticker}?view=columns&v=2`)).body.as_of);
    }
    expect(new Set(asOf.values()).size).toBe(TICKERS.length);
    upstream.chart = down;
    upstream.fundamentals = down;
    for (const [name, forMs] of OUTAGES) {
      worker.clock.ms = NOON_MS + forMs;
      const warm = await servedStale(worker, asOf);
      const cold = await servedStale(testWorker(bindings, worker.clock.ms, kv), asOf);
      expect([name, warm, cold]).toEqual([name, TICKERS.length, TICKERS.length]);
    }
  });
});

test('U31 with the call budget spent a new listing gets Retry-After, a known one its last entry', async () => {
  fakeUpstream({ chart: (url) => chartOf(url), fundamentals: down });
  const shared = vendorBudget(() => worker.clock.ms);
  const bindings = {
    ...liveBindings(),
    YAHOO_CALLS_PER_MINUTE: '2',
    VENDOR_BUDGET: { getByName: () => shared },
  };
  const worker = testWorker(bindings, NOON_MS + MINUTE_MS / 2);
  expect((await worker.request(STOCK)).status).toBe(200);
  worker.clock.ms += 2 * MINUTE_MS;
  expect((await worker.request('/api/stock/MSFT')).status).toBe(200);
  expect((await worker.request('/api/stock/NVDA')).status).toBe(200);
  const { status, body, headers } = await worker.request('/api/stock/TSLA');
  expect([status, body.code, headers.get('Retry-After')]).toEqual([503, 'call_budget_spent', '30']);
  await worker.request(STOCK);
  const known = await worker.request(STOCK);
  expect(known.status).toBe(200);
  expect(known.headers.get('Cache-Status')).toMatch(/ttl=-\d+; detail=call_budget_spent$/);
});

describe('G20 twenty isolates and 500 listings', () => {
  const ISOLATES = 20;
  const PER_MINUTE = runs(120);
  const TICKERS = Array.from({ length: runs(500) }, (_, index) => `SEEN${index}`);

  test('serve every listing once, then outlast a day of 429 without exceeding the call budget', async () => {
    const clock = { ms: NOON_MS };
    const calls = new Map<number, number>();
    const vendor: { isLimiting: boolean } = { isLimiting: false };
    const counted = (reply: (url: URL) => Response) => (url: URL) => {
      const minute = Math.floor(clock.ms / MINUTE_MS);
      calls.set(minute, (calls.get(minute) ?? 0) + 1);
      return vendor.isLimiting ? json('Too Many Requests', 429, { 'Retry-After': '60' }) : reply(url);
    };
    fakeUpstream({
      chart: counted((url) => chartOf(url, clock.ms / 1000)),
      fundamentals: counted(() => json({ timeseries: { result: [], error: null } })),
    });
    const shared = vendorBudget(() => clock.ms);
    const bindings = {
      ...liveBindings(),
      YAHOO_CALLS_PER_MINUTE: String(PER_MINUTE),
      VENDOR_BUDGET: { getByName: () => shared },
    };
    const kv = memoryKv();
    const workers = Array.from({ length: ISOLATES }, () => testWorker(bindings, NOON_MS, kv));
    const ask = async (ticker: string, isolate: number) => {
      const worker = workers[isolate % ISOLATES]!;
      worker.clock.ms = clock.ms;
      return worker.request(`/api/stock/${ticker}?view=columns&v=2`);
    };

    // All listings are new; those that find the budget spent get Retry-After.
    let unseen: readonly string[] = TICKERS;
    let minutes = 0;
    for (; unseen.length > 0 && minutes < 20; minutes++) {
      const left: string[] = [];
      for (const [index, ticker] of unseen.slice(0, 2 * PER_MINUTE).entries()) {
        const { status, headers, body } = await ask(ticker, index);
        if (status === 200) continue;
        expect([status, body.code]).toEqual([503, 'call_budget_spent']);
        expect(Number(headers.get('Retry-After'))).toBeLessThanOrEqual(60);
        left.push(ticker);
      }
      unseen = [...left, ...unseen.slice(2 * PER_MINUTE)];
      clock.ms += MINUTE_MS;
    }
    expect([unseen, minutes < 20]).toEqual([[], true]);

    vendor.isLimiting = true;
    const steps = runs(24 * 6);
    const missing: string[] = [];
    for (let step = 0; step < steps; step++) {
      clock.ms += DAY_MS / steps;
      const isLast = step === steps - 1;
      for (let index = 0; index < (isLast ? TICKERS.length : ISOLATES); index++) {
        const ticker = TICKERS[(index * 7 + step * 61) % TICKERS.length]!;
        const { status, headers } = await ask(ticker, index + step);
        const isLabelled = /ttl=-\d+; detail=\w+/.test(headers.get('Cache-Status') ?? '');
        if (status !== 200 || !isLabelled) missing.push(`${ticker} ${status}`);
      }
    }
    expect(missing).toEqual([]);

    vendor.isLimiting = false;
    for (let minute = 0; minute < 5; minute++) {
      clock.ms += MINUTE_MS;
      for (let index = 0; index < PER_MINUTE; index++) {
        await ask(TICKERS[(index + minute * PER_MINUTE) % TICKERS.length]!, index);
      }
    }
    expect(Math.max(...calls.values())).toBeLessThanOrEqual(PER_MINUTE);
    const { headers } = await ask(TICKERS[0]!, 0);
    expect(headers.get('Cache-Status')).not.toContain('rate_limited');
  });
});

describe('G9 the public cache suite (cache-tests.fyi), stale behaviours:', () => {
  /** A Worker with an entry that has just become stale. */
  async function staleCopy() {
    const upstream = fakeUpstream();
    const worker = testWorker(liveBindings());
    await worker.request(STOCK);
    worker.clock.ms += MINUTE_MS;
    return { upstream, worker };
  }

  test('stale-while-revalidate serves the entry at once and replaces it after the response', async () => {
    const { upstream, worker } = await staleCopy();
    upstream.chart = (url) => chartOf(url, NEW_YORK_OPEN_SECONDS + 9060);
    const before = chartCalls(upstream);
    const asOf = (await worker.request(STOCK)).body.as_of;
    expect(chartCalls(upstream)).toBe(before + 1);
    expect((await worker.request(STOCK)).body.as_of).not.toBe(asOf);
  });

  test('stale-while-revalidate-window lets the entry expire after 30 days, and the response waits for a new one', async () => {
    const { upstream, worker } = await staleCopy();
    const nowMs = NOON_MS + 30 * DAY_MS;
    worker.clock.ms = nowMs;
    upstream.chart = (url) => chartOf(url, nowMs / 1000);
    const { body, headers } = await worker.request(STOCK);
    expect(body).toMatchObject({ stale: false, as_of: new Date(nowMs).toISOString() });
    expect(headers.get('Cache-Status')).toBe('candor; fwd=miss; stored');
  });

  test.each([
    ['stale-sie-close: the origin closes the connection', () => Promise.reject(new TypeError('closed'))],
    ['stale-sie-503: the origin answers 503', down],
  ])('%s, and the entry is served', async (_, chart) => {
    const { upstream, worker } = await staleCopy();
    upstream.chart = chart;
    // The first request starts the failing refresh, the second comes after it.
    for (let request = 0; request < 2; request++) {
      const answer = await worker.request(STOCK);
      expect(answer.status).toBe(200);
      expect(answer.body.stale).toBe(request === 1);
    }
  });
});

test('G19 hours of requests every minute write each key at most once in 15 minutes', async () => {
  const TICKERS = ['BTC-USD', 'ETH-USD', 'AAPL', 'MSFT', 'NVDA'];
  const clock = { ms: NOON_MS };
  fakeUpstream({ chart: (url) => chartOf(url, clock.ms / 1000) });
  const writes = new Map<string, number[]>();
  const kv = memoryKv();
  const put = kv.put.bind(kv);
  vi.spyOn(kv, 'put').mockImplementation(async (key, value, options) => {
    writes.set(key, [...(writes.get(key) ?? []), clock.ms]);
    return put(key, value, options);
  });
  const worker = testWorker(liveBindings(), NOON_MS, kv);
  const minutes = runs(24 * 60);
  for (let minute = 0; minute < minutes; minute++) {
    clock.ms = worker.clock.ms = NOON_MS + minute * MINUTE_MS;
    for (const ticker of TICKERS) await worker.request(`/api/stock/${ticker}?view=columns&v=2`);
  }
  const gaps = [...writes.values()].flatMap((times) =>
    times.slice(1).map((time, index) => time - (times[index] ?? 0)),
  );
  const total = [...writes.values()].reduce((sum, times) => sum + times.length, 0);
  // One write of prices every 15 minutes and one of fundamentals a day.
  expect(total).toBeGreaterThanOrEqual(TICKERS.length * Math.floor(minutes / 16));
  expect(total).toBeLessThanOrEqual(TICKERS.length * (minutes / 15 + 2));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(15 * MINUTE_MS);
});
