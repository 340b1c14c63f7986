/** Faults of the upstream, without and with a last good entry. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { retryAfterSeconds } from '#worker/providers/upstream.ts';
import { MINUTE_MS, DAY_MS, liveBindings, testWorker } from '#support/worker/test-worker.ts';
import {
  UNKNOWN_SYMBOL_BODY,
  chartBody,
  chartCalls,
  fakeUpstream,
  json,
  risingRows,
} from '#support/worker/yahoo-upstream.ts';
import type { Reply } from '#support/worker/yahoo-upstream.ts';

afterEach(() => vi.restoreAllMocks());

const text = (body: string, status: number, type = 'text/html') =>
  new Response(body, { status, headers: { 'Content-Type': type } });
const raw = (body: string) => text(body, 200, 'application/json');

/** The routes that read the chart. */
const PATHS = ['/api/stock/AAPL', '/api/intraday/AAPL'] as const;

const FAULTS: readonly (readonly [string, Reply, number, string])[] = [
  ['U04 a refused connection', () => Promise.reject(new TypeError('refused')), 502, 'upstream_unreachable'],
  ['U06 429 as text without Retry-After', () => text('Too Many Requests', 429), 503, 'upstream_rate_limited'],
  ['U08 500', () => text('oops', 500), 503, 'upstream_unavailable'],
  ['U08 503', () => text('oops', 503), 503, 'upstream_unavailable'],
  ['U09 401', () => json({ finance: { error: { code: 'Unauthorized' } } }, 401), 503, 'upstream_refused'],
  ['U09 403', () => text('no', 403), 503, 'upstream_refused'],
  [
    'U10 a redirect to a private address',
    () => new Response(null, { status: 302, headers: { Location: 'http://169.254.169.254/' } }),
    502,
    'upstream_redirected',
  ],
  ['U12 an HTML page with 404', () => text('<h1>Not found</h1>', 404), 502, 'upstream_bad_payload'],
  ['U07 the text of a limit with 200 as JSON', () => raw('Too Many Requests'), 502, 'upstream_bad_payload'],
  [
    'U12 a wrong content type',
    () => text(JSON.stringify(chartBody()), 200, 'text/plain'),
    502,
    'upstream_bad_payload',
  ],
  [
    'U15 JSON nested 100,000 deep',
    () => raw('['.repeat(100_000) + ']'.repeat(100_000)),
    502,
    'upstream_bad_payload',
  ],
  ['U15 an array of a million', () => raw(`[${'0,'.repeat(999_999)}0]`), 502, 'upstream_bad_payload'],
  ['U11 malformed JSON', () => raw('{"chart":'), 502, 'upstream_bad_payload'],
  ['U11 an empty body', () => raw(''), 502, 'upstream_bad_payload'],
  ['U11 a lone byte order mark', () => raw('\uFEFF'), 502, 'upstream_bad_payload'],
  ['U11 a NaN literal', () => raw('{"chart":NaN}'), 502, 'upstream_bad_payload'],
  ['U16 JSON of another shape', () => json({ data: [] }), 502, 'upstream_bad_payload'],
  [
    'U16 columns of unequal length',
    () => json(withColumns((columns) => columns['close']?.pop())),
    502,
    'upstream_bad_payload',
  ],
  [
    'U16 a zone that does not exist',
    () => json(chartBody(risingRows(), { exchangeTimezoneName: 'Mars/Olympus' })),
    502,
    'upstream_bad_payload',
  ],
  ['U22 another symbol', () => json(chartBody(risingRows(), { symbol: 'MSFT' })), 502, 'symbol_mismatch'],
  ['U14 more than 2 MiB', () => raw(`"${'x'.repeat(2 * 1024 * 1024)}"`), 502, 'upstream_too_large'],
  ['U21 an unknown symbol', () => json(UNKNOWN_SYMBOL_BODY, 404), 404, 'unknown_symbol'],
  ['U21 an unknown symbol with 200', () => json(UNKNOWN_SYMBOL_BODY), 404, 'unknown_symbol'],
  ['U16 no result', () => json({ chart: { result: [], error: null } }), 502, 'upstream_bad_payload'],
  ['U16 an empty object', () => json({ chart: {} }), 502, 'upstream_bad_payload'],
  ['U16 an empty list', () => json({ chart: [] }), 502, 'upstream_bad_payload'],
  ['U16 an empty object with 404', () => json({ chart: {} }, 404), 502, 'upstream_bad_payload'],
  ['U16 another error', () => json({ chart: { error: { code: 'Internal' } } }), 502, 'upstream_bad_payload'],
  ['U18 an empty series', () => json(chartBody([], { regularMarketPrice: 1 })), 404, 'no_data'],
  [
    'U18 a window before the history',
    () => json({ chart: { result: null, error: { code: 'Bad Request' } } }, 400),
    404,
    'no_data',
  ],
];

function withColumns(change: (columns: Record<string, unknown[]>) => void): unknown {
  const body = chartBody() as { chart: { result: { indicators: { quote: Record<string, unknown[]>[] } }[] } };
  change(body.chart.result[0]!.indicators.quote[0]!);
  return body;
}

describe('without an entry', () => {
  describe.each(PATHS)('%s', (path) => {
    test.each(FAULTS)('%s gives its own status and code', async (_, chart, status, code) => {
      fakeUpstream({ chart });
      const answer = await testWorker(liveBindings()).request(path);
      expect(answer.status).toBe(status);
      expect(answer.body.code).toBe(code);
      expect(answer.body.error).toMatch(/^[A-Z“][^<>{}]*\.$/);
      expect(answer.headers.get('Cache-Control')).toBe(
        code === 'unknown_symbol' ? 'public, max-age=60' : 'no-store',
      );
    });
  });

  test('U17 a history with one bar left gives no_data', async () => {
    fakeUpstream({ chart: () => json(chartBody(risingRows(1))) });
    const answer = await testWorker(liveBindings()).request('/api/stock/AAPL');
    expect([answer.status, answer.body.code]).toEqual([404, 'no_data']);
  });

  test('U14 an endless body is cut at 2 MiB', async () => {
    let sent = 0;
    fakeUpstream({
      chart: () =>
        new Response(
          new ReadableStream({
            type: 'bytes',
            pull(controller) {
              sent += 65_536;
              controller.enqueue(new Uint8Array(65_536).fill(32));
            },
          }),
          { headers: { 'Content-Type': 'application/json' } },
        ),
    });
    expect((await testWorker(liveBindings()).request('/api/stock/AAPL')).body.code).toBe(
      'upstream_too_large',
    );
    expect(sent).toBeLessThan(3 * 1024 * 1024);
  });

  test('U05 passes the upstream’s limit on as Retry-After', async () => {
    fakeUpstream({
      chart: () => new Response('Too Many Requests', { status: 429, headers: { 'Retry-After': '120' } }),
    });
    expect((await testWorker(liveBindings()).request('/api/stock/AAPL')).headers.get('Retry-After')).toBe(
      '120',
    );
  });

  test('U21 an unknown symbol is not requested again within a day', async () => {
    const upstream = fakeUpstream({ chart: () => json(UNKNOWN_SYMBOL_BODY, 404) });
    const worker = testWorker(liveBindings());
    await worker.request('/api/stock/AAPL');
    worker.clock.ms += DAY_MS - 1;
    expect((await worker.request('/api/stock/AAPL')).body.code).toBe('unknown_symbol');
    expect(chartCalls(upstream)).toBe(1);
    worker.clock.ms += 1;
    await worker.request('/api/stock/AAPL');
    expect(chartCalls(upstream)).toBe(2);
  });
});

describe('with a last good entry', () => {
  describe.each(PATHS)('%s', (path) => {
    test.each(FAULTS)('%s leaves the entry in place: 200, stale', async (_, chart, _status, code) => {
      const upstream = fakeUpstream();
      const worker = testWorker(liveBindings());
      const good = await worker.request(path);
      upstream.chart = chart;
      worker.clock.ms += MINUTE_MS;
      // The first request after the minute starts the failing refresh, the second sees its effect.
      for (let request = 0; request < 2; request++) {
        const answer = await worker.request(path);
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual({ ...good.body, stale: request === 1 });
        expect(answer.headers.get('Cache-Control')).toBe('no-cache');
        expect(answer.headers.get('Age')).toBeNull();
        expect(answer.headers.get('Cache-Status')).toBe(
          `candor; hit; ttl=0; detail=${request === 0 ? 'revalidating' : code}`,
        );
      }
    });
  });

  test('U23 older data than the entry never replaces it', async () => {
    const upstream = fakeUpstream();
    const worker = testWorker(liveBindings());
    const good = await worker.request('/api/stock/AAPL');
    const older = risingRows().slice(0, -1);
    upstream.chart = () => json(chartBody(older, { regularMarketTime: older.at(-1)!.at + 60 }));
    worker.clock.ms += MINUTE_MS;
    await worker.request('/api/stock/AAPL');
    expect((await worker.request('/api/stock/AAPL')).body.as_of).toBe(good.body.as_of);
  });
});

describe('several hosts of a provider', () => {
  const twoBases = () => {
    const { YAHOO_BASE_URL, ...rest } = liveBindings();
    return {
      ...rest,
      YAHOO_BASE_URL: `${YAHOO_BASE_URL},${YAHOO_BASE_URL.replace('upstream', 'second')}/relay`,
    };
  };
  test('are tried in order after a fault of one', async () => {
    const upstream = fakeUpstream({
      chart: (url) => (url.host.startsWith('upstream') ? text('oops', 500) : json(chartBody())),
    });
    expect((await testWorker(twoBases()).request('/api/stock/AAPL')).status).toBe(200);
    const charts = upstream.asked.filter((url) => url.pathname.includes('/chart/'));
    expect(charts.map((url) => url.pathname)).toEqual([
      '/v8/finance/chart/AAPL',
      '/relay/v8/finance/chart/AAPL',
    ]);
  });
  test.each([
    ['429', () => text('Too Many Requests', 429)],
    ['404', () => json(UNKNOWN_SYMBOL_BODY, 404)],
    ['403', () => text('no', 403)],
  ])('are not tried after a %s', async (_, chart) => {
    const upstream = fakeUpstream({ chart });
    await testWorker(twoBases()).request('/api/stock/AAPL');
    expect(chartCalls(upstream)).toBe(1);
  });
});

describe('U06 Retry-After', () => {
  const NOW = Date.UTC(2026, 10, 17, 17);
  test.each([
    ['30', 30],
    ['29', 30],
    ['120', 120],
    ['900', 900],
    ['901', 900],
    ['1000000000', 900],
    [new Date(NOW + 120_000).toUTCString(), 120],
    [null, 60],
    ['', 60],
    ['0', 60],
    ['-5', 60],
    ['1e9', 60],
    ['soon', 60],
    [new Date(NOW - 1000).toUTCString(), 60],
  ])('%s means %i seconds', (header, seconds) => {
    expect(retryAfterSeconds(header, NOW)).toBe(seconds);
  });
});
