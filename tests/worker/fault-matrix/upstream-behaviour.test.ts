/** Upstream rows of the fault matrix about behaviour over time; `upstream-faults` has single responses. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { runs } from '#support/runs.ts';
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  NOON_MS,
  STOCK,
  afterItsTime,
  liveBindings,
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

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const limit = (headers: Record<string, string> = {}) =>
  new Response('Too Many Requests', { status: 429, headers });

describe('U01 a hang before headers', () => {
  test('G5 without an entry is tried twice and gives 504 after 5 s', async () => {
    vi.useFakeTimers();
    const upstream = fakeUpstream({ chart: (_, init) => hang(init) });
    const worker = testWorker(liveBindings(), NOON_MS, null);
    const answer = await afterItsTime(worker.request(STOCK));
    expect(answer).toMatchObject({ status: 504, body: { code: 'upstream_timeout' }, tookMs: 5000 });
    expect(chartCalls(upstream)).toBe(2);
  });

  test('with an entry is invisible', async () => {
    vi.useFakeTimers();
    const upstream = fakeUpstream();
    const worker = testWorker(liveBindings(), NOON_MS, null);
    await afterItsTime(worker.request(STOCK));
    upstream.chart = (_, init) => hang(init);
    worker.clock.ms += MINUTE_MS;
    const answer = await afterItsTime(worker.request(STOCK));
    expect(answer).toMatchObject({ status: 200, body: { stale: false }, tookMs: 0 });
  });
});

test('U04 a reset connection is retried once, and the retry may succeed', async () => {
  let calls = 0;
  const upstream = fakeUpstream({
    chart: () => {
      calls += 1;
      return calls === 1 ? Promise.reject(new TypeError('reset')) : json(chartBody());
    },
  });
  expect((await testWorker(liveBindings()).request(STOCK)).status).toBe(200);
  expect(chartCalls(upstream)).toBe(2);
});

describe('U05 429 with Retry-After: 120', () => {
  test('is not retried, and nothing is requested for 120 s', async () => {
    const upstream = fakeUpstream({ chart: () => limit({ 'Retry-After': '120' }) });
    const worker = testWorker(liveBindings());
    const first = await worker.request(STOCK);
    expect([first.status, first.body.code]).toEqual([503, 'upstream_rate_limited']);
    expect(first.headers.get('Retry-After')).toBe('120');
    worker.clock.ms += 119_999;
    const waiting = await worker.request('/api/stock/MSFT');
    expect([waiting.status, waiting.body.code]).toEqual([503, 'upstream_rate_limited']);
    expect(waiting.headers.get('Retry-After')).toBe('1');
    expect(chartCalls(upstream)).toBe(1);
    worker.clock.ms += 1;
    upstream.chart = () => json(chartBody());
    expect((await worker.request(STOCK)).status).toBe(200);
    expect(chartCalls(upstream)).toBe(2);
  });
});

test('U06 Retry-After as a date holds until that date', async () => {
  const worker = testWorker(liveBindings());
  const until = new Date(worker.clock.ms + 300_000).toUTCString();
  fakeUpstream({ chart: () => limit({ 'Retry-After': until }) });
  expect((await worker.request(STOCK)).headers.get('Retry-After')).toBe('300');
});

test('U08 a 503 is retried once, and a response without an entry has Retry-After', async () => {
  const upstream = fakeUpstream({ chart: down });
  const answer = await testWorker(liveBindings()).request(STOCK);
  expect(answer.headers.get('Retry-After')).toBe('30');
  expect(chartCalls(upstream)).toBe(2);
});

test('U09 a refusal is not retried', async () => {
  const upstream = fakeUpstream({ chart: () => new Response('no', { status: 401 }) });
  await testWorker(liveBindings()).request(STOCK);
  expect(chartCalls(upstream)).toBe(1);
});

test('U12 a body with a wrong type is cancelled unread', async () => {
  let cancelled = false;
  fakeUpstream({
    chart: () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(1024)),
          cancel: () => {
            cancelled = true;
          },
        }),
        { headers: { 'Content-Type': 'text/html' } },
      ),
  });
  await testWorker(liveBindings()).request(STOCK);
  expect(cancelled).toBe(true);
});

describe('U17 holes, U19 impossible numbers, U20 disorder', () => {
  test('lose only themselves: the rest is sorted, one bar per date, none from the future', async () => {
    const rows = risingRows(100);
    const broken = rows.map((row) => ({ ...row }));
    broken[5] = { ...broken[5]!, close: null };
    broken[6] = { ...broken[6]!, close: -1 };
    broken[7] = { ...broken[7]!, open: 0 };
    broken[8] = { ...broken[8]!, volume: -1 };
    const future = { ...rows.at(-1)!, at: NEW_YORK_OPEN_SECONDS + 86_400, close: 999 };
    const shuffled = [future, ...broken.toReversed(), broken[50]!];
    fakeUpstream({
      chart: () =>
        new Response(
          JSON.stringify(chartBody(shuffled, { regularMarketPrice: 110 })).replace(':110,', ':1.1e2,'),
          { headers: { 'Content-Type': 'application/json' } },
        ),
    });
    const { status, body } = await testWorker(liveBindings()).request(`${STOCK}?view=columns&v=2`);
    expect(status).toBe(200);
    expect(body.columns.day_gaps).toHaveLength(98);
    expect(body.columns.day_gaps.slice(1).every((gap: number) => gap > 0)).toBe(true);
    expect(body.columns.volume[6]).toBe(0);
  });

  test('1e999 as the current price is replaced by the last close', async () => {
    fakeUpstream({
      chart: () =>
        new Response(
          JSON.stringify(chartBody()).replace(/"regularMarketPrice":[\d.]+/, '"regularMarketPrice":1e999'),
          { headers: { 'Content-Type': 'application/json' } },
        ),
    });
    const answer = await testWorker(liveBindings()).request(STOCK);
    expect([answer.status, answer.body.current_price]).toEqual([200, 108]);
  });
});

test('U22 an alias that differs in punctuation is accepted and named', async () => {
  fakeUpstream({ chart: () => json(chartBody(risingRows(), { symbol: 'BRK-B' })) });
  const { body } = await testWorker(liveBindings()).request('/api/stock/BRK.B');
  expect(body).toMatchObject({ ticker: 'BRK-B', requested_ticker: 'BRK.B' });
});

test('U24 keys of the prototype in a body change nothing', async () => {
  const poisoned = JSON.stringify(chartBody()).replace(
    '"meta":{',
    '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"meta":{"toString":"x","__proto__":{"polluted":1},',
  );
  fakeUpstream({
    chart: () => new Response(poisoned, { headers: { 'Content-Type': 'application/json' } }),
  });
  const { status, text } = await testWorker(liveBindings()).request(STOCK);
  expect(status).toBe(200);
  expect(text).not.toContain('polluted');
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

describe('U26 every provider down', () => {
  const TICKERS = ['AAPL', 'MSFT', 'BRK.B', '^GSPC', 'EURUSD=X'];
  test.each([
    ['24 hours', DAY_MS],
    ['7 days', 7 * DAY_MS],
  ])(
    'for %s: every seen ticker is served stale with its own time, an unseen one gets 503',
    async (_, forMs) => {
      const upstream = fakeUpstream({
        chart: (url) => {
          const symbol = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
          return json(chartBody(risingRows(), { symbol }));
        },
      });
      const worker = testWorker(liveBindings());
      const path = (ticker: string) => `/api/stock/${encodeURIComponent(ticker)}?view=columns&v=2`;
      const before = new Map<string, string>();
      for (const ticker of TICKERS) before.set(ticker, (await worker.request(path(ticker))).body.as_of);
      upstream.chart = down;
      worker.clock.ms += forMs;
      for (const ticker of TICKERS) {
        const { status, body, headers } = await worker.request(path(ticker));
        expect(status).toBe(200);
        expect(body).toMatchObject({ as_of: before.get(ticker) });
        expect(headers.get('Cache-Status')).toMatch(/^candor; hit; ttl=-/);
      }
      expect((await worker.request('/api/stock/TSLA')).status).toBe(503);
    },
  );

  test('G4 an hour of requests every second costs at most 130 calls', async () => {
    const upstream = fakeUpstream();
    const worker = testWorker(liveBindings());
    await worker.request(`${STOCK}?view=columns&v=2`);
    const before = upstream.asked.length;
    upstream.chart = down;
    upstream.fundamentals = down;
    worker.clock.ms += MINUTE_MS;
    const requests = runs(36_000);
    for (let request = 0; request < requests; request++) {
      // Every tenth requests an unseen ticker, which must wait for the upstream or the breaker.
      const path = request % 10 === 0 ? '/api/stock/TSLA' : `${STOCK}?view=columns&v=2`;
      const { status } = await worker.request(path);
      expect(status).toBe(request % 10 === 0 ? 503 : 200);
      worker.clock.ms += HOUR_MS / requests;
    }
    expect(upstream.asked.length - before).toBeLessThanOrEqual(130);
  });
});

test('G4 in normal operation retries stay below a tenth of the calls', async () => {
  let calls = 0;
  const upstream = fakeUpstream({
    chart: () => {
      calls += 1;
      return calls % 5 === 0 ? down() : json(chartBody(risingRows(), { instrumentType: 'CRYPTOCURRENCY' }));
    },
  });
  const worker = testWorker(liveBindings(), undefined, null);
  const minutes = 400;
  for (let minute = 0; minute < minutes; minute++) {
    await worker.request(`${STOCK}?view=columns&v=2`);
    worker.clock.ms += MINUTE_MS;
  }
  expect(chartCalls(upstream)).toBeLessThanOrEqual(minutes * 1.1 + 10);
});

describe('U27 a hostile news item', () => {
  const news = (items: unknown[]) => fakeUpstream({ search: () => json({ quotes: [], news: items }) });
  const item = (id: number, more: Record<string, unknown> = {}) => ({
    uuid: `n${id}`,
    title: `Apple item ${id}`,
    publisher: 'Wire',
    link: `https://news.test/${id}`,
    providerPublishTime: NEW_YORK_OPEN_SECONDS,
    relatedTickers: ['AAPL'],
    ...more,
  });

  test('keeps its text and loses its link; a long headline is cut; the list is capped', async () => {
    news([
      item(1, { link: 'javascript:alert(1)' }),
      item(2, { link: 'data:text/html,<script>' }),
      item(3, { link: 'https://user:password@news.test/' }),
      item(4, { title: 'x'.repeat(10_000) }),
      ...Array.from({ length: 150 }, (_, index) => item(10 + index)),
    ]);
    const { status, body } = await testWorker(liveBindings()).request('/api/news/AAPL');
    expect(status).toBe(200);
    expect(body.news.length).toBeLessThanOrEqual(100);
    for (const article of body.news) {
      expect(article.url).toMatch(/^(https:\/\/news\.test\/\d+)?$/);
      expect(article.headline.length).toBeLessThanOrEqual(300);
    }
  });
});
