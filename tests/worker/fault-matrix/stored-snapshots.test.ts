/** A snapshot's encoding: the same bytes in memory, in KV and on the wire, and the effect of a broken value in KV. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  MINUTE_MS,
  NOON_MS,
  STOCK,
  afterItsTime,
  liveBindings,
  storedKey,
  testWorker,
} from '#support/worker/test-worker.ts';
import {
  NEW_YORK_OPEN_SECONDS,
  chartBody,
  chartCalls,
  down,
  fakeUpstream,
  hang,
  json,
  risingRows,
} from '#support/worker/yahoo-upstream.ts';

beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const COLUMNS = `${STOCK}?view=columns&v=2`;
/** Tuesday 2026-11-17, two hours after the close: the price is fresh until the next open. */
const EVENING_MS = Date.UTC(2026, 10, 17, 23, 0, 1);

interface Metadata {
  readonly version: number;
  readonly byteLength: number;
  readonly etag: string;
}

async function kvValue(bindings: { YAHOO_BASE_URL: string }) {
  const { value, metadata } = await env.MARKET_CACHE.getWithMetadata<Metadata>(storedKey(bindings), 'text');
  if (value === null || metadata === null) throw new Error('nothing was stored');
  return { value, metadata };
}

/** A snapshot stored by one isolate, and its response. */
async function stored(atMs = NOON_MS, path = COLUMNS) {
  const upstream = fakeUpstream();
  const bindings = liveBindings();
  const first = await testWorker(bindings, atMs).request(path);
  const get = vi.spyOn(env.MARKET_CACHE, 'getWithMetadata');
  const before = upstream.asked.length;
  return { upstream, bindings, first, get, asked: () => upstream.asked.length - before };
}

describe('the bytes of a snapshot', () => {
  test('are the same in KV, on the wire, from another isolate and from its memory', async () => {
    const { bindings, first, get, asked } = await stored();
    const { value, metadata } = await kvValue(bindings);
    get.mockClear();
    expect(value).toBe(first.text);
    expect(metadata.etag).toBe(first.headers.get('ETag'));
    const worker = testWorker(bindings, NOON_MS + MINUTE_MS - 1);
    const handed = await worker.request(COLUMNS);
    expect(handed.text).toBe(first.text);
    expect(handed.headers.get('ETag')).toBe(first.headers.get('ETag'));
    expect(handed.headers.get('Cache-Status')).toBe('candor; hit; ttl=0; detail=kv');
    expect(handed.headers.get('Age')).toBeNull();
    expect(handed.headers.get('Cache-Control')).toBe('public, max-age=15');
    const again = await worker.request(COLUMNS);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('Cache-Status')).toBe('candor; hit; ttl=0; detail=memory');
    expect([get.mock.calls.length, asked()]).toEqual([1, 0]);
  });

  test('contain nothing that depends on the time of reading', async () => {
    const { bindings, first } = await stored(EVENING_MS);
    expect(first.body).not.toHaveProperty('stale');
    expect(first.body).not.toHaveProperty('market_state');
    expect(first.headers.get('Cache-Status')).toBe('candor; fwd=miss; stored');
    const worker = testWorker(bindings, (NEW_YORK_OPEN_SECONDS + 86_400) * 1000);
    const stale = await worker.request(COLUMNS);
    expect(stale.text).toBe(first.text);
    expect(stale.headers.get('Cache-Status')).toBe('candor; hit; ttl=0; detail=revalidating');
    expect(stale.headers.get('Cache-Control')).toBe('no-cache');
  });

  test('also serve the analysis, which states the market at the time of the response', async () => {
    const { bindings, get, asked } = await stored(EVENING_MS);
    for (const [ms, state] of [
      [EVENING_MS, 'post'],
      [(NEW_YORK_OPEN_SECONDS + 37_800) * 1000, 'closed'],
      [(NEW_YORK_OPEN_SECONDS + 86_400 - 19_800) * 1000, 'pre'],
    ] as const) {
      const { body } = await testWorker(bindings, ms).request(STOCK);
      expect(body).toMatchObject({ stale: false, market_state: state, current_price: 108 });
    }
    expect(get).toHaveBeenCalledTimes(3);
    expect(asked()).toBe(0);
  });

  test('may be stored by a request for the analysis', async () => {
    const { bindings, asked } = await stored(NOON_MS, STOCK);
    expect((await testWorker(bindings).request(COLUMNS)).body).toMatchObject({ v: 2, current_price: 108 });
    expect(asked()).toBe(0);
  });

  test('serve 304, HEAD, a prefetch and a list row', async () => {
    const { bindings, first, asked } = await stored();
    const etag = first.headers.get('ETag') ?? '';
    const revalidated = await testWorker(bindings).request(COLUMNS, { headers: { 'If-None-Match': etag } });
    expect([revalidated.status, revalidated.text]).toEqual([304, '']);
    const head = await testWorker(bindings).request(COLUMNS, { method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('ETag')]).toEqual([200, '', etag]);
    const prefetch = await testWorker(bindings).request(COLUMNS, { headers: { Purpose: 'prefetch' } });
    expect(prefetch.text).toBe(first.text);
    const worker = testWorker(bindings);
    await worker.request(COLUMNS);
    const { body } = await worker.request('/api/quotes?tickers=AAPL');
    expect(body).toMatchObject({ due: 0, quotes: [{ status: 'ready', current_price: 108 }] });
    expect(asked()).toBe(0);
  });

  test('are read from KV once for many concurrent requests', async () => {
    const { bindings, first, get } = await stored();
    const worker = testWorker(bindings);
    const answers = await Promise.all(Array.from({ length: 100 }, () => worker.request(COLUMNS)));
    for (const { text } of answers) expect(text).toBe(first.text);
    expect(get).toHaveBeenCalledTimes(1);
  });

  test('have metadata of at most 1,024 bytes', async () => {
    const { bindings } = await stored();
    const { metadata } = await kvValue(bindings);
    expect(JSON.stringify(metadata).length).toBeLessThanOrEqual(1024);
  });
});

test.each([`${STOCK}?view=columns`, `${STOCK}?view=columns&v=1`, `${STOCK}?view=columns&v=3`])(
  'a page of another version is told to reload: %s',
  async (path) => {
    const { status, body, headers } = await testWorker().request(path);
    expect([status, body.code]).toEqual([409, 'page_outdated']);
    expect(headers.get('Cache-Control')).toBe('no-store');
  },
);

describe('fundamentals', () => {
  const known = (marketCap: number) =>
    json({
      timeseries: {
        result: [
          {
            meta: { symbol: ['AAPL'], type: ['trailingMarketCap'] },
            trailingMarketCap: [
              { asOfDate: '2026-11-16', currencyCode: 'USD', reportedValue: { raw: marketCap } },
            ],
          },
        ],
        error: null,
      },
    });

  const fundamentalsCalls = ({ asked }: { asked: readonly URL[] }) =>
    asked.filter(({ pathname }) => pathname.includes('fundamentals')).length;

  test.each([
    ['is down', down],
    ['limits us', () => new Response('', { status: 429, headers: { 'Retry-After': '30' } })],
    ['sends another form', () => json({ timeseries: {} })],
  ])(
    'whose source %s do not change the price’s freshness and have their own retry schedule',
    async (_, fault) => {
      const upstream = fakeUpstream({ fundamentals: fault });
      const worker = testWorker(liveBindings(), EVENING_MS);
      const { body } = await worker.request(COLUMNS);
      expect(body).toMatchObject({ fundamentals_due: true, market_cap: null });
      // After 5 minutes, then after twice the last wait, until the market opens.
      let calls = 1;
      for (const minutes of [5, 10, 20, 40, 80, 160, 320]) {
        worker.clock.ms += minutes * MINUTE_MS - 1;
        await worker.request(COLUMNS);
        expect(fundamentalsCalls(upstream)).toBe(calls);
        worker.clock.ms += 1;
        const { headers } = await worker.request(COLUMNS);
        expect(headers.get('Cache-Status')).toMatch(/^candor; hit; ttl=\d+; detail=memory$/);
        calls += 1;
        expect(fundamentalsCalls(upstream)).toBe(calls);
      }
      expect(chartCalls(upstream)).toBe(1);
    },
  );

  test('that fail are not requested with each price in an open market', async () => {
    const upstream = fakeUpstream({ fundamentals: down });
    const worker = testWorker(liveBindings(), NOON_MS, null);
    for (let minute = 0; minute < 14; minute++) {
      await worker.request(COLUMNS);
      worker.clock.ms += MINUTE_MS;
    }
    expect([chartCalls(upstream), fundamentalsCalls(upstream)]).toEqual([14, 2]);
  });

  test('that fail cost a list no additional price request', async () => {
    const upstream = fakeUpstream({ fundamentals: down });
    const worker = testWorker(liveBindings(), EVENING_MS);
    await worker.request(COLUMNS);
    worker.clock.ms += 60 * MINUTE_MS;
    const { body } = await worker.request('/api/quotes?tickers=AAPL');
    expect(body).toMatchObject({ due: 0, quotes: [{ status: 'ready', stale: false }] });
    expect(chartCalls(upstream)).toBe(1);
  });

  test('that hang delay a price by 400 ms, and complete it under a new validator once they arrive', async () => {
    let answer: (response: Response) => void = () => undefined;
    fakeUpstream({ fundamentals: () => new Promise((resolve) => (answer = resolve)) });
    const bindings = liveBindings();
    const worker = testWorker(bindings, EVENING_MS);
    const pending = worker.request(COLUMNS);
    setTimeout(() => answer(known(3e12)), 700);
    const first = await pending;
    expect(first.body.fundamentals_due).toBe(true);
    const second = await worker.request(COLUMNS);
    expect(second.body).toMatchObject({
      market_cap: expect.any(Number),
      fetched_at: first.body.fetched_at,
    });
    expect(second.body).not.toHaveProperty('fundamentals_due');
    expect(second.headers.get('ETag')).not.toBe(first.headers.get('ETag'));
    // Written although the key was just written, so that another isolate finds it complete.
    expect((await kvValue(bindings)).value).toBe(second.text);
  });

  test('that a list skipped are requested by the first request for the listing', async () => {
    const upstream = fakeUpstream({ fundamentals: () => known(3e12) });
    const worker = testWorker(liveBindings(), EVENING_MS);
    await worker.request('/api/quotes?tickers=AAPL');
    expect(upstream.asked).toHaveLength(1);
    expect((await worker.request(COLUMNS)).body.market_cap).toBeGreaterThan(0);
    expect(chartCalls(upstream)).toBe(1);
  });

  test('are kept across price refreshes while their source fails', async () => {
    const upstream = fakeUpstream({ fundamentals: () => known(3e12) });
    const worker = testWorker(liveBindings());
    const before = (await worker.request(COLUMNS)).body.market_cap;
    upstream.fundamentals = down;
    upstream.chart = () =>
      json(
        chartBody(risingRows(), {
          regularMarketPrice: 54,
          regularMarketTime: NEW_YORK_OPEN_SECONDS + 9060,
        }),
      );
    worker.clock.ms += MINUTE_MS;
    await worker.request(COLUMNS);
    const { body } = await worker.request(COLUMNS);
    expect(body.current_price).toBe(54);
    expect(body.market_cap).toBeCloseTo(before / 2, -3);
  });

  test('that hang delay only one response', async () => {
    vi.useFakeTimers();
    const upstream = fakeUpstream({ fundamentals: (_, init) => hang(init) });
    const worker = testWorker(liveBindings(), EVENING_MS, null);
    expect((await afterItsTime(worker.request(COLUMNS))).tookMs).toBe(400);
    const asked = upstream.asked.length;
    expect((await afterItsTime(worker.request(COLUMNS))).tookMs).toBe(0);
    expect(upstream.asked).toHaveLength(asked);
  });
});

describe('K04 a value in KV', () => {
  const put = (bindings: { YAHOO_BASE_URL: string }, value: string, metadata: object) =>
    env.MARKET_CACHE.put(storedKey(bindings), value, { metadata });

  test.each<[string, (value: string, metadata: Metadata) => [string, object]]>([
    ['cut', (value, metadata) => [value.slice(0, -2), metadata]],
    ['emptied', (_, metadata) => ['', metadata]],
    ['of another version', (value, metadata) => [value, { ...metadata, version: 3 }]],
    ['with a validator that is none', (value, metadata) => [value, { ...metadata, etag: '"x\r\ny"' }]],
    ['that is no snapshot', (value, metadata) => [value.replace('"nyse"', '"mars"'), metadata]],
    ['without its length', (value, { byteLength: _bytes, ...metadata }) => [value, metadata]],
  ])('%s is a miss and stays until a valid fetch', async (_, broken) => {
    const { upstream, bindings } = await stored();
    const { value, metadata } = await kvValue(bindings);
    await put(bindings, ...broken(value, metadata));
    upstream.chart = down;
    const refused = await testWorker(bindings).request(COLUMNS);
    expect([refused.status, refused.body.code]).toEqual([503, 'upstream_unavailable']);
    expect((await kvValue(bindings)).value).toBe(broken(value, metadata)[0]);
    upstream.chart = () => json(chartBody());
    expect((await testWorker(bindings).request(COLUMNS)).status).toBe(200);
    expect((await kvValue(bindings)).value).toBe(value);
  });
});
