/** A listing whose source always returns broken data: its cost, and its effect on other listings. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, liveBindings, testWorker } from '../support/worker/test-worker.ts';
import { chartBody, chartCalls, fakeUpstream, json, risingRows } from '../support/worker/yahoo-upstream.ts';

beforeEach(() => {
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const symbolOf = (url: URL) => decodeURIComponent(url.pathname.split('/').at(-1) ?? '');

/** A chart with times in microseconds: finite, but far beyond any date. */
function absurd(symbol: string): unknown {
  return chartBody(
    risingRows().map((row) => ({ ...row, at: row.at * 1e6 })),
    { symbol, regularMarketTime: 1.7e15 },
  );
}

test('20 requests for a listing with broken data cost one call of its source', async () => {
  const upstream = fakeUpstream({ chart: (url) => json(absurd(symbolOf(url))) });
  const worker = testWorker(liveBindings());
  for (let request = 0; request < 20; request++) {
    const { status, body } = await worker.request('/api/stock/BAD');
    expect([status, body.code]).toEqual([502, 'upstream_bad_payload']);
    worker.clock.ms += 1000;
  }
  expect(chartCalls(upstream)).toBe(1);
});

test('a listing that always fails and is requested every second does not affect the other 86', async () => {
  const upstream = fakeUpstream({
    chart: (url) => {
      const symbol = symbolOf(url);
      return symbol === 'BAD' ? new Response('', { status: 500 }) : json(chartBody(risingRows(), { symbol }));
    },
  });
  const worker = testWorker(liveBindings());
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      expect((await worker.request('/api/stock/BAD')).status).toBe(503);
      worker.clock.ms += 1000;
    }
  };
  // For half of the time nothing else is requested, so that no success helps the source.
  await pass(300);
  const calls = chartCalls(upstream);
  let served = 0;
  for (let listing = 0; listing < 86; listing++) {
    await pass(3);
    served += Number((await worker.request(`/api/stock/GOOD${listing}?view=columns&v=2`)).status === 200);
  }
  expect(served).toBeGreaterThanOrEqual(84);
  expect(calls).toBeLessThanOrEqual(20);
}, 60_000);

test('a list with one broken listing returns the other rows', async () => {
  fakeUpstream({
    chart: (url) => {
      const symbol = symbolOf(url);
      return json(symbol === 'BAD' ? absurd(symbol) : chartBody(risingRows(), { symbol }));
    },
  });
  const { status, body } = await testWorker(liveBindings()).request('/api/quotes?tickers=AAPL,BAD,MSFT');
  expect(status).toBe(200);
  expect(body.quotes).toMatchObject([
    { status: 'ready', ticker: 'AAPL' },
    { status: 'failed', requested_ticker: 'BAD', code: 'upstream_bad_payload' },
    { status: 'ready', ticker: 'MSFT' },
  ]);
});

test('news and sentiment without a source are an empty response with its reason, and are not stored', async () => {
  const upstream = fakeUpstream({ search: () => new Response('', { status: 403 }) });
  const worker = testWorker(liveBindings());
  const news = await worker.request('/api/news/AAPL');
  expect(news).toMatchObject({ status: 200, body: { news: [], reason: 'upstream_refused' } });
  expect(news.headers.get('Cache-Control')).toBe('no-store');
  const sentiment = await worker.request('/api/sentiment/AAPL');
  expect(sentiment).toMatchObject({
    status: 200,
    body: { score: null, label: null, article_count: 0, headlines: [], reason: 'upstream_refused' },
  });
  expect(sentiment.headers.get('Cache-Control')).toBe('no-store');
  expect(upstream.asked).toHaveLength(1);
});

test('a failure never replaces stored news', async () => {
  const item = {
    uuid: 'n1',
    title: 'Apple item',
    publisher: 'Wire',
    link: 'https://news.test/1',
    providerPublishTime: Date.UTC(2026, 10, 17, 14, 30) / 1000,
    relatedTickers: ['AAPL'],
  };
  const upstream = fakeUpstream({ search: () => json({ quotes: [], news: [item] }) });
  const bindings = liveBindings();
  const worker = testWorker(bindings);
  await worker.request('/api/news/AAPL');
  upstream.search = () => new Response('', { status: 403 });
  worker.clock.ms += DAY_MS;
  for (const isolate of [worker, worker, testWorker(bindings, worker.clock.ms)]) {
    const { body } = await isolate.request('/api/news/AAPL');
    expect(body).toMatchObject({ stale: true, news: [{ headline: 'Apple item' }] });
  }
});

test('a history with serial reverse splits is served in every view', async () => {
  const rows = risingRows().map((row, index) => {
    const close = 2e8 * 0.75 ** index;
    return { ...row, open: close, high: close * 1.01, low: close * 0.99, close };
  });
  const last = rows.at(-1)!;
  fakeUpstream({ chart: () => json(chartBody(rows, { regularMarketPrice: last.close })) });
  const worker = testWorker(liveBindings());
  for (const path of ['/api/stock/AAPL', '/api/stock/AAPL?view=columns&v=2', '/api/quotes?tickers=AAPL']) {
    expect((await worker.request(path)).status).toBe(200);
  }
});

test('a clock that is years ahead or behind neither fails a request nor blocks the next one', async () => {
  const upstream = fakeUpstream();
  const bindings = liveBindings();
  const worker = testWorker(bindings);
  const rightMs = worker.clock.ms;
  for (const wrongMs of [rightMs + 3 * 365 * DAY_MS, rightMs - 3 * 365 * DAY_MS]) {
    worker.clock.ms = wrongMs;
    expect((await worker.request('/api/stock/AAPL?view=columns&v=2')).status).toBeLessThan(503);
    worker.clock.ms = rightMs;
    await worker.request('/api/stock/AAPL?view=columns&v=2');
    const { body } = await worker.request('/api/stock/AAPL');
    expect(body).toMatchObject({ stale: false, fetched_at: new Date(rightMs).toISOString() });
  }
  expect(chartCalls(upstream)).toBeLessThanOrEqual(5);
});
