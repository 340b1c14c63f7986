/** KV, clock and concurrency rows of the fault matrix, against real local KV. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  DAY_MS,
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
  json,
  risingRows,
} from '#support/worker/yahoo-upstream.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));

describe('K01 a KV read', () => {
  test.each([
    ['that throws', 0, () => Promise.reject(new Error('500'))],
    ['that takes longer than 500 ms', 500, () => new Promise<never>(() => undefined)],
  ])('%s counts as a miss; nothing is deleted and no error is stored', async (_, tookMs, get) => {
    vi.useFakeTimers();
    fakeUpstream({ chart: down });
    vi.spyOn(env.MARKET_CACHE, 'getWithMetadata').mockImplementation(get);
    const put = vi.spyOn(env.MARKET_CACHE, 'put');
    const remove = vi.spyOn(env.MARKET_CACHE, 'delete');
    const answer = await afterItsTime(testWorker(liveBindings()).request(STOCK));
    expect(answer.status).toBe(503);
    expect(answer.tookMs).toBe(tookMs);
    expect(put.mock.calls.filter(([key]) => key.startsWith('stock/'))).toEqual([]);
    expect(remove).not.toHaveBeenCalled();
  });
});

test('K02 with KV and upstream down memory is served; a cold isolate returns 503, and KV once it is back', async () => {
  const upstream = fakeUpstream();
  const bindings = liveBindings();
  const warm = testWorker(bindings);
  await warm.request(STOCK);
  upstream.chart = down;
  const broken = vi
    .spyOn(env.MARKET_CACHE, 'getWithMetadata')
    .mockImplementation(() => Promise.reject(new Error('down')));
  warm.clock.ms += DAY_MS;
  expect((await warm.request(STOCK)).body.stale).toBe(true);
  const cold = testWorker(bindings, warm.clock.ms);
  await cold.request(STOCK);
  await cold.request(STOCK);
  const refused = await cold.request(STOCK);
  expect([refused.status, refused.body.code]).toEqual([503, 'upstream_unavailable']);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  broken.mockRestore();
  expect((await cold.request(STOCK)).body).toMatchObject({ stale: true, current_price: 108 });
});

test('K03 a refused KV write is retried after 15 minutes, while memory serves', async () => {
  let price = 108;
  fakeUpstream({
    chart: () =>
      json(
        chartBody(risingRows(), {
          regularMarketPrice: (price += 0.01),
          regularMarketTime: NEW_YORK_OPEN_SECONDS + 9000 + price,
        }),
      ),
  });
  const put = vi
    .spyOn(env.MARKET_CACHE, 'put')
    .mockImplementation(() => Promise.reject(new Error('429 Too Many Requests')));
  const worker = testWorker(liveBindings());
  const writes = () => put.mock.calls.filter(([key]) => key.startsWith('stock/')).length;
  for (let minute = 0; minute < 15; minute++) {
    expect((await worker.request(STOCK)).status).toBe(200);
    worker.clock.ms += MINUTE_MS;
  }
  expect(writes()).toBe(1);
  await worker.request(STOCK);
  expect(writes()).toBe(2);
});

test.each([
  '',
  '{',
  '[]',
  'null',
  '{"fetched_at":1}',
  '{"fetched_at":1,"body":{"source":"yahoo","columns":{}}}',
])('K04 a corrupt entry %j is a miss, and stays until a valid fetch overwrites it', async (stored) => {
  const upstream = fakeUpstream({ chart: down });
  const bindings = liveBindings();
  await env.MARKET_CACHE.put(storedKey(bindings), stored);
  expect((await testWorker(bindings).request(STOCK)).status).toBe(503);
  expect(await env.MARKET_CACHE.get(storedKey(bindings))).toBe(stored);
  upstream.chart = () => json(chartBody());
  expect((await testWorker(bindings).request(STOCK)).status).toBe(200);
  expect(await env.MARKET_CACHE.get(storedKey(bindings))).toContain('"source":"yahoo"');
});

test('K05 a KV replica older than memory changes nothing', async () => {
  const upstream = fakeUpstream();
  const bindings = liveBindings();
  const worker = testWorker(bindings);
  await worker.request(STOCK);
  const replica = await env.MARKET_CACHE.getWithMetadata(storedKey(bindings), 'arrayBuffer');
  upstream.chart = () =>
    json(
      chartBody(risingRows(), {
        regularMarketPrice: 110,
        regularMarketTime: NEW_YORK_OPEN_SECONDS + 9100,
      }),
    );
  worker.clock.ms += MINUTE_MS;
  await worker.request(STOCK);
  await env.MARKET_CACHE.put(storedKey(bindings), replica.value!, { metadata: replica.metadata });
  upstream.chart = down;
  worker.clock.ms += DAY_MS;
  expect((await worker.request(STOCK)).body).toMatchObject({ stale: true, current_price: 110 });
});

test('K06 an entry past two refreshes, a day or 29 days is stale with its age; after 30 days it is absent', async () => {
  const upstream = fakeUpstream();
  const worker = testWorker(liveBindings());
  await worker.request(STOCK);
  upstream.chart = down;
  for (const ms of [2 * MINUTE_MS, DAY_MS + 1, 30 * DAY_MS - 1]) {
    worker.clock.ms = NOON_MS + ms;
    const { body, headers } = await worker.request(STOCK);
    expect(body.stale).toBe(true);
    expect(headers.get('Age')).toBeNull();
    expect(Number(/ttl=(-?\d+)/.exec(headers.get('Cache-Status') ?? '')?.[1])).toBe(
      Math.floor(60 - ms / 1000),
    );
  }
  worker.clock.ms = NOON_MS + 30 * DAY_MS;
  expect((await worker.request(STOCK)).status).toBe(503);
});

test('K07 without KV, memory and the upstream serve, and it is logged once', async () => {
  fakeUpstream();
  const warn = vi.spyOn(console, 'warn');
  const worker = testWorker({ ...liveBindings(), ENVIRONMENT: 'production' }, NOON_MS, null);
  for (let request = 0; request < 3; request++) expect((await worker.request(STOCK)).status).toBe(200);
  expect(warn.mock.calls.filter(([line]) => String(line).includes('MARKET_CACHE'))).toHaveLength(1);
});

test.each([
  [60, false],
  [61, true],
])('K08 an entry fetched %i s in the future is stale: %s', async (aheadSeconds, stale) => {
  fakeUpstream();
  const bindings = liveBindings();
  await testWorker(bindings).request(STOCK);
  const isolate = testWorker(bindings, NOON_MS - aheadSeconds * 1000);
  expect((await isolate.request(STOCK)).body.stale).toBe(stale);
});

test('K08 an entry from the future does not outlast a current fetch', async () => {
  const upstream = fakeUpstream();
  const bindings = liveBindings();
  await testWorker(bindings, NOON_MS + DAY_MS).request(STOCK);
  const isolate = testWorker(bindings, NOON_MS);
  await isolate.request(STOCK);
  expect((await isolate.request(STOCK)).body).toMatchObject({
    stale: false,
    fetched_at: new Date(NOON_MS).toISOString(),
  });
  expect(chartCalls(upstream)).toBe(2);
});

test('K09, G2 1,000 cold requests for one ticker cost one upstream call, one KV read and one KV write', async () => {
  const upstream = fakeUpstream({
    chart: async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return json(chartBody());
    },
  });
  const get = vi.spyOn(env.MARKET_CACHE, 'getWithMetadata');
  const put = vi.spyOn(env.MARKET_CACHE, 'put');
  const worker = testWorker(liveBindings());
  const answers = await Promise.all(
    Array.from({ length: 1000 }, () => worker.request(`${STOCK}?view=columns&v=2`)),
  );
  expect(answers.every((answer) => answer.status === 200)).toBe(true);
  const stockCalls = (calls: unknown[][]) => calls.filter(([key]) => String(key).startsWith('stock/')).length;
  const counts = [chartCalls(upstream), stockCalls(get.mock.calls), stockCalls(put.mock.calls)];
  expect(counts).toEqual([1, 1, 1]);
}, 30_000);

test('K10 1,000 cold requests for 1,000 tickers have at most 6 open calls each, and get 429 above the quota', async () => {
  const upstream = fakeUpstream({ chart: () => json({ chart: { result: [], error: null } }) });
  let allowed = 300;
  const limiter: RateLimit = { limit: async () => ({ success: allowed-- > 0 }) };
  const worker = testWorker({ ...liveBindings(), API_RATE_LIMITER: limiter });
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, index) =>
      worker.request(`/api/stock/T${index}`, { headers: { 'CF-Connecting-IP': '203.0.113.7' } }),
    ),
  );
  const limited = answers.filter(({ status }) => status === 429);
  expect(limited).toHaveLength(700);
  expect(limited[0]?.body.code).toBe('rate_limited');
  expect(limited[0]?.headers.get('Retry-After')).toBe('60');
  expect(upstream.asked.length).toBeLessThanOrEqual(300 * 6);
}, 30_000);

describe('a flight', () => {
  const never = () => new Promise<never>(() => undefined);

  test('K12 finishes and stores its result even without followers', async () => {
    const upstream = fakeUpstream();
    const worker = testWorker(liveBindings());
    const abort = new AbortController();
    const lost = worker.request(STOCK, { signal: abort.signal }).catch(() => null);
    abort.abort();
    await lost;
    upstream.chart = down;
    expect((await worker.request(STOCK)).status).toBe(200);
  });

  test('K13 is aborted at its deadline, and the key stays usable', async () => {
    const aborted: boolean[] = [];
    const upstream = fakeUpstream({
      chart: (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => {
            aborted.push(true);
            reject(new DOMException('aborted', 'AbortError'));
          });
        }),
    });
    vi.useFakeTimers();
    const worker = testWorker(liveBindings(), NOON_MS, null);
    expect((await afterItsTime(worker.request(STOCK))).status).toBe(504);
    expect(aborted).toEqual([true, true]);
    worker.clock.ms += 30_000;
    upstream.chart = () => json(chartBody());
    expect((await afterItsTime(worker.request(STOCK))).status).toBe(200);
  });

  test('K14 that ended with its isolate lets the next isolate start from KV', async () => {
    const upstream = fakeUpstream();
    const bindings = liveBindings();
    await testWorker(bindings).request(STOCK);
    upstream.chart = never;
    const dying = testWorker(bindings, NOON_MS + MINUTE_MS);
    void dying.request(STOCK);
    upstream.chart = down;
    const next = await testWorker(bindings, NOON_MS + MINUTE_MS).request(STOCK);
    expect(next.body).toMatchObject({ stale: false, current_price: 108 });
  }, 15_000);
});

test('K15 exactly one of 100 requests waiting for a half-open breaker probes', async () => {
  const upstream = fakeUpstream({ chart: down });
  const worker = testWorker(liveBindings());
  for (let request = 0; request < 3; request++) await worker.request(`/api/stock/A${request}`);
  worker.clock.ms += 30_000;
  const before = upstream.asked.length;
  upstream.chart = async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return down();
  };
  await Promise.all(Array.from({ length: 100 }, (_, index) => worker.request(`/api/stock/B${index}`)));
  expect(upstream.asked.length - before).toBe(1);
});

test('K16 an unexpected exception gives 500 internal as JSON without its cause', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = { fetch: () => Promise.reject(new Error('secret')) } as unknown as Fetcher;
  const answer = await testWorker({ ASSETS: broken }).request('/prediction');
  expect(answer.status).toBe(500);
  expect(answer.body).toEqual({
    error: 'Something went wrong on the server.',
    code: 'internal',
    request_id: answer.headers.get('X-Request-Id'),
  });
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
});
