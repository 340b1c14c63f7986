import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { RANGE_LABELS } from '#compute';
import packageText from '../../package.json?raw';
import type {
  Article,
  NewsResponse,
  SearchResult,
  SentimentResponse,
  SnapshotResponse,
  StockResponse,
} from '#worker/contract';
import { apiHeaders } from '#worker/http/security-headers.ts';
import { NOON_MS, testWorker } from '../support/worker/test-worker.ts';

afterEach(() => vi.restoreAllMocks());

/** The names of a contract type's required fields. A field added there must be added here to compile. */
type Names<T> = Record<{ [Name in keyof T]-?: object extends Pick<T, Name> ? never : Name }[keyof T], true>;
const HEAD = {
  ticker: true,
  requested_ticker: true,
  company_name: true,
  currency: true,
  instrument: true,
  exchange: true,
  exchange_timezone: true,
  market_state: true,
  trading_calendar: true,
  current_price: true,
  session_left: true,
  volume: true,
  market_cap: true,
  pe_ratio: true,
  day_high: true,
  day_low: true,
  usual_move_percent: true,
  corporate_actions: true,
  source: true,
  as_of: true,
  fetched_at: true,
  stale: true,
  delayed_minutes: true,
} as const;
const STOCK: Names<StockResponse> = {
  ...HEAD,
  holidays_until: true,
  predicted_price: true,
  day_change: true,
  day_change_percent: true,
  profit_loss: true,
  profit_loss_percent: true,
  is_profit: true,
  ai_signal: true,
  historical_data: true,
  future_predictions: true,
  technical_chart: true,
  performance_chart: true,
  performance: true,
  performance_series: true,
  indicators: true,
  indicator_trends: true,
  forecast: true,
  track_record: true,
};
const ARTICLE: Names<Article> = {
  id: true,
  datetime: true,
  url: true,
  image: true,
  headline: true,
  summary: true,
  source: true,
};
const PROVENANCE = {
  source: true,
  as_of: true,
  fetched_at: true,
  stale: true,
  delayed_minutes: true,
} as const;
const NEWS: Names<NewsResponse> = { ...PROVENANCE, news: true };
const SENTIMENT: Names<SentimentResponse> = {
  ...PROVENANCE,
  score: true,
  label: true,
  article_count: true,
  headlines: true,
};
const RESULT: Names<SearchResult> = {
  symbol: true,
  name: true,
  exchange: true,
  country: true,
  currency: true,
};

const names = (value: object) => Object.keys(value).sort();

describe('GET /api/stock/:ticker', () => {
  test('returns exactly the contract’s fields', async () => {
    const { status, body } = await testWorker().request('/api/stock/AAPL');
    expect(status).toBe(200);
    expect(names(body)).toEqual(names(STOCK));
    expect(body).toMatchObject({
      ticker: 'AAPL',
      requested_ticker: 'AAPL',
      company_name: 'Apple Inc.',
      currency: 'USD',
      exchange: 'NASDAQ',
      exchange_timezone: 'America/New_York',
      market_state: 'open',
      trading_calendar: 'nyse',
      source: 'sample',
      stale: false,
      delayed_minutes: 0,
      as_of: new Date(NOON_MS).toISOString(),
    });
  });

  test('has one forecast per trading day of the requested horizon, 7 by default', async () => {
    const worker = testWorker();
    for (const [query, count] of [
      ['', 7],
      ['?days=1', 1],
      ['?days=14', 14],
      ['?days=30', 30],
    ] as const) {
      const { body } = await worker.request(`/api/stock/AAPL${query}`);
      expect(body.future_predictions).toHaveLength(count);
      expect(body.forecast.horizon_days).toBe(count);
      expect(body.predicted_price).toBe(body.future_predictions[0].price);
    }
  });

  test('skips the exchange’s holiday in the forecast, and weekends except for coins', async () => {
    const worker = testWorker();
    const dates = async (path: string) =>
      (await worker.request(path)).body.future_predictions.map((point: { date: string }) => point.date);
    // 2026-11-26 is Thanksgiving.
    expect(await dates('/api/stock/AAPL?days=7')).toEqual([
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-27',
    ]);
    expect(await dates('/api/stock/BTC-USD?days=7')).toEqual([
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
      '2026-11-23',
      '2026-11-24',
    ]);
  });

  test('measures the day’s change from the previous close', async () => {
    const { body } = await testWorker().request('/api/stock/AAPL');
    const [before, today] = body.technical_chart.candles.slice(-2);
    expect(today.close).toBe(body.current_price);
    expect(body.day_change).toBe(body.current_price - before.close);
  });

  test('charts the last 250 bars, each with its moving average', async () => {
    const { body } = await testWorker().request('/api/stock/AAPL');
    expect(body.technical_chart.candles).toHaveLength(250);
    const averages = body.technical_chart.moving_averages.sma20;
    expect(averages.map((point: { date: string }) => point.date)).toEqual(
      body.technical_chart.candles.map((candle: { date: string }) => candle.date),
    );
    const last20 = body.technical_chart.candles.slice(-20).map((candle: { close: number }) => candle.close);
    expect(averages.at(-1).value).toBeCloseTo(last20.reduce((a: number, b: number) => a + b) / 20, 9);
  });

  test('takes each range’s series from the whole history', async () => {
    const { body } = await testWorker().request('/api/stock/AAPL');
    for (const label of RANGE_LABELS) {
      const { dates, prices } = body.performance_series[label];
      expect(dates.length).toBe(prices.length);
      expect(dates.at(-1)).toBe('2026-11-17');
      expect(body.performance[label]).toBeCloseTo((prices.at(-1) / prices[0] - 1) * 100, 9);
    }
    expect(body.performance_series['1W'].dates[0]).toBe('2026-11-10');
    expect(body.performance_series.ALL).toEqual(body.historical_data);
  });

  test('resolves a share class written with a dot and states the requested ticker', async () => {
    const { body } = await testWorker().request('/api/stock/brk.b');
    expect(body).toMatchObject({ ticker: 'BRK-B', requested_ticker: 'BRK.B' });
  });

  test('with view=columns returns the history instead of the analysis', async () => {
    const { status, body } = await testWorker().request('/api/stock/AAPL?view=columns&v=2');
    expect(status).toBe(200);
    const { stale: _, market_state: __, ...head } = HEAD;
    const snapshot = { ...head, v: true, sessions: true, columns: true } as const;
    const required = snapshot satisfies Names<Omit<SnapshotResponse, 'fundamentals_due'>>;
    expect(names(body)).toEqual(names({ ...required, results: true }));
  });

  test('ignores unknown parameters and marks such a response no-store', async () => {
    const worker = testWorker();
    for (const path of [
      '/api/stock/AAPL',
      '/api/intraday/AAPL',
      '/api/search',
      '/api/news/AAPL',
      '/api/quotes',
    ]) {
      const known = path.endsWith('search') ? 'q=apple&' : path.endsWith('quotes') ? 'tickers=AAPL&' : '';
      const { status, headers } = await worker.request(`${path}?${known}days[]=3&_=1&__proto__[x]=1`);
      expect([path, status, headers.get('Cache-Control')]).toEqual([path, 200, 'no-store']);
      expect(headers.get('Cloudflare-CDN-Cache-Control')).toBe('no-store');
    }
  });
});

test('another order of parameters gives the same response', async () => {
  const worker = testWorker();
  for (const [canonical, other] of [
    ['/api/stock/AAPL?days=7&view=columns&v=2', '/api/stock/AAPL?v=2&days=7&view=columns'],
    ['/api/search?q=app&limit=5', '/api/search?limit=5&q=app'],
  ] as const) {
    const [first, second] = [await worker.request(canonical), await worker.request(other)];
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(second.headers.get('ETag')).toBe(first.headers.get('ETag'));
  }
});

describe('GET /api/news/:ticker', () => {
  test('returns the requested days’ articles, newest first', async () => {
    const worker = testWorker();
    const week = (await worker.request('/api/news/AAPL?days=7')).body;
    expect(names(week)).toEqual(names(NEWS));
    expect(week.news.length).toBeGreaterThan(5);
    const times: number[] = week.news.map((article: Article) => article.datetime);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(Math.min(...times)).toBeGreaterThanOrEqual(NOON_MS / 1000 - 7 * 86_400);
    expect(Math.max(...times)).toBeLessThanOrEqual(NOON_MS / 1000);
    for (const article of week.news) expect(names(article)).toEqual(names(ARTICLE));
    const month = (await worker.request('/api/news/AAPL?days=30')).body;
    expect(month.news.length).toBeGreaterThan(week.news.length);
    expect((await worker.request('/api/news/AAPL')).body.news).toEqual(week.news);
  });
});

describe('GET /api/sentiment/:ticker', () => {
  test('returns a score, its label and every headline behind it', async () => {
    const worker = testWorker();
    const { body } = await worker.request('/api/sentiment/AAPL');
    expect(names(body)).toEqual(names(SENTIMENT));
    expect(Math.abs(body.score)).toBeLessThanOrEqual(1);
    const { news } = (await worker.request('/api/news/AAPL')).body;
    expect(body.article_count).toBe(news.length);
    expect(body.headlines.map((row: { headline: string }) => row.headline)).toEqual(
      news.map((article: Article) => article.headline),
    );
  });
});

describe('GET /api/search', () => {
  test('returns at most `limit` listings, 5 by default', async () => {
    const worker = testWorker();
    const five = (await worker.request('/api/search?q=a')).body;
    expect(five).toHaveLength(5);
    for (const result of five) expect(names(result)).toEqual(names(RESULT));
    expect((await worker.request('/api/search?q=a&limit=10')).body).toHaveLength(10);
    expect((await worker.request('/api/search?q=zzzz')).body).toEqual([]);
  });

  test.each([
    ['$AAPL', 'AAPL'],
    ['NASDAQ:MSFT', 'MSFT'],
    ['BRK/B', 'BRK-B'],
    ['brk b', 'BRK-B'],
    ['aapl us', 'AAPL'],
    ['LSE:SHEL', 'SHEL.L'],
    ['ˆGSPC', '^GSPC'],
    ['EUR/USD', 'EURUSD=X'],
    ['BTCUSDT', 'BTC-USD'],
    ['SPX', '^GSPC'],
    ['EURONEXT:MC', 'MC.PA'],
    ['TSE:7203', '7203.T'],
    ['US0378331005', 'AAPL'],
    ['google', 'GOOGL'],
    ['coke', 'KO'],
    ['J.P. Morgan', 'JPM'],
    ['mcdonalds', 'MCD'],
  ])('finds %s', async (text, symbol) => {
    const { body } = await testWorker().request(`/api/search?${new URLSearchParams({ q: text })}`);
    expect(body[0]).toMatchObject({ symbol });
    expect(body[0]).not.toHaveProperty('similar');
  });

  test('offers every venue of an ISIN', async () => {
    const { body } = await testWorker().request('/api/search?q=DE0007236101');
    expect(body.map(({ symbol }: { symbol: string }) => symbol).toSorted()).toEqual(['SIE.DE', 'SIE.F']);
  });

  test('suggests a name within one typing error only if nothing else is found', async () => {
    const worker = testWorker();
    for (const text of ['microsft', 'mircosoft', 'microsofft', 'nicrosoft', 'gogle']) {
      const { body } = await worker.request(`/api/search?q=${text}`);
      expect(body).toEqual([expect.objectContaining({ similar: true })]);
    }
    expect((await worker.request('/api/search?q=micosft')).body).toEqual([]);
    expect((await worker.request('/api/search?q=US0378331006')).body).toEqual([]);
  });
});

describe('GET /api/health', () => {
  test('reports the mode, the version from package.json and the providers', async () => {
    const { body, headers } = await testWorker().request('/api/health');
    expect(body).toEqual({
      status: 'ok',
      version: JSON.parse(packageText).version,
      market_data: 'sample',
      providers: [
        {
          name: 'sample',
          breaker: 'closed',
          last_success_at: new Date(NOON_MS).toISOString(),
          refused_since: null,
        },
      ],
    });
    expect(headers.get('Cache-Control')).toBe('no-store');
  });
});

describe('bad input', () => {
  test.each([
    ['/api/stock/%2e%2e', 404, 'not_found'],
    ['/api/stock/..%2f..%2fhealth', 400, 'invalid_ticker'],
    ['/api/stock/%00', 400, 'invalid_ticker'],
    ['/api/stock/%zz', 400, 'invalid_ticker'],
    ['/api/stock/%C0%AF', 400, 'invalid_ticker'],
    ['/api/stock/%0d%0aSet-Cookie:x=1', 400, 'invalid_ticker'],
    ['/api/stock/http:%2f%2f169.254.169.254', 400, 'invalid_ticker'],
    ['/api/stock/%3Cscript%3E', 400, 'invalid_ticker'],
    [`/api/stock/${'A'.repeat(21)}`, 400, 'invalid_ticker'],
    [`/api/stock/${'A'.repeat(9000)}`, 400, 'invalid_ticker'],
    ['/api/stock/A/B', 404, 'not_found'],
    ['/api/stock/', 404, 'not_found'],
    ['/api/stock/AAPL?days=3', 400, 'invalid_days'],
    ['/api/stock/AAPL?days=7&days=30', 400, 'invalid_days'],
    ['/api/stock/AAPL?days=', 400, 'invalid_days'],
    ['/api/stock/AAPL?view=rows', 400, 'invalid_view'],
    ['/api/intraday/$', 400, 'invalid_ticker'],
    ['/api/intraday/AAPL?range=1y', 400, 'invalid_range'],
    ['/api/intraday/AAPL?range=1d&range=1d', 400, 'invalid_range'],
    ['/api/intraday/AAPL?range=', 400, 'invalid_range'],
    ['/api/news/AAPL?days=0', 400, 'invalid_days'],
    ['/api/news/AAPL?days=31', 400, 'invalid_days'],
    ['/api/sentiment/$', 400, 'invalid_ticker'],
    ['/api/search', 400, 'invalid_query'],
    ['/api/search?q=', 400, 'invalid_query'],
    ['/api/search?q=a&limit=11', 400, 'invalid_limit'],
    ['/api/stock/ZZZZ', 404, 'unknown_symbol'],
    ['/api/intraday/ZZZZ', 404, 'unknown_symbol'],
    ['/api/news/ZZZZ', 404, 'unknown_symbol'],
    ['/api/sentiment/ZZZZ', 404, 'unknown_symbol'],
    ['/api/nope', 404, 'not_found'],
    ['/api', 404, 'not_found'],
  ])('%s gives %i %s as JSON', async (path, status, code) => {
    const answer = await testWorker().request(path);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      error: expect.stringMatching(/^[A-Z“][^<>]*\.$/),
      code,
      request_id: answer.headers.get('X-Request-Id'),
    });
  });

  test('costs neither KV nor an upstream', async () => {
    const upstream = vi.spyOn(globalThis, 'fetch');
    const kv = vi.spyOn(env.MARKET_CACHE, 'get');
    const worker = testWorker({ MARKET_DATA: 'live' });
    for (const path of [
      '/api/stock/$',
      '/api/stock/AAPL?days=3',
      '/api/intraday/AAPL?range=1w',
      '/api/search?q=',
      '/api/nope',
    ])
      await worker.request(path);
    expect(upstream).not.toHaveBeenCalled();
    expect(kv).not.toHaveBeenCalled();
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    '%s gives 405 with the allowed methods',
    async (method) => {
      const answer = await testWorker().request('/api/stock/AAPL', { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('Allow')).toBe('GET, HEAD');
      expect(answer.body.code).toBe('method_not_allowed');
    },
  );
});

describe('every response', () => {
  test.each([
    [
      '/api/stock/AAPL',
      'public, max-age=15',
      'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
    ],
    [
      '/api/intraday/AAPL',
      'public, max-age=15',
      'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
    ],
    ['/api/search?q=apple', 'public, max-age=300', 'public, max-age=3600, stale-if-error=604800'],
    ['/api/stock/ZZZZ', 'public, max-age=60', 'public, max-age=600'],
    ['/api/stock/AAPL?days=3', 'no-store', 'no-store'],
    ['/api/nope', 'no-store', 'no-store'],
    ['/api/health', 'no-store', 'no-store'],
  ])('to %s has its cache policy and the security headers', async (path, browser, edge) => {
    const { headers } = await testWorker().request(path);
    expect(headers.get('Cache-Control')).toBe(browser);
    expect(headers.get('Cloudflare-CDN-Cache-Control')).toBe(edge);
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    for (const [name, value] of apiHeaders()) expect(headers.get(name)).toBe(value);
  });

  test.each([
    [45, 'public, max-age=15', 'public, max-age=15, stale-while-revalidate=600, stale-if-error=86400'],
    [60, 'no-cache', 'public, max-age=1'],
  ])('with a price %d s old is cacheable only while the price is fresh', async (age, browser, edge) => {
    const worker = testWorker();
    await worker.request('/api/stock/AAPL');
    worker.clock.ms += age * 1000;
    const { headers } = await worker.request('/api/stock/AAPL');
    expect(headers.get('Cache-Control')).toBe(browser);
    expect(headers.get('Cloudflare-CDN-Cache-Control')).toBe(edge);
  });

  test('to HEAD has the headers of GET and no body', async () => {
    const answer = await testWorker().request('/api/stock/AAPL', { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('');
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=15');
  });

  test('after an unexpected exception is 500 internal without its cause', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const broken = { fetch: () => Promise.reject(new Error('secret')) } as unknown as Fetcher;
    const answer = await testWorker({ ASSETS: broken }).request('/prediction');
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({ error: 'Something went wrong on the server.', code: 'internal' });
    expect(log).toHaveBeenCalledOnce();
  });
});
