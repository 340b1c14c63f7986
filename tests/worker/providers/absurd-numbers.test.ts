/** Finite but absurd numbers in every numeric field from a vendor: each loses only itself, and nothing throws. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { liveBindings, testWorker } from '#support/worker/test-worker.ts';
import { NEW_YORK_OPEN_SECONDS, chartBody, fakeUpstream, json } from '#support/worker/yahoo-upstream.ts';
import type { Reply } from '#support/worker/yahoo-upstream.ts';

afterEach(() => vi.restoreAllMocks());
beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));

const MICROSECONDS = NEW_YORK_OPEN_SECONDS * 1e6;
const TIMES = [-1, -1e18, MICROSECONDS, 1e18, 1e300];
const PRICES = [1e-300, 1e-15, 2.01e11, 1e300];
const VOLUMES = [1.01e17, 1e30, 1e300];

const chart = chartBody;

const timeSeries = () => ({
  meta: { symbol: 'AAPL', currency: 'USD', exchange: 'NASDAQ', exchange_timezone: 'America/New_York' },
  values: Array.from({ length: 80 }, (_, row) => ({
    datetime: new Date((NEW_YORK_OPEN_SECONDS - (79 - row) * 86_400) * 1000).toISOString().slice(0, 10),
    open: '100.1',
    high: '101',
    low: '99',
    close: '100',
    volume: '1000000',
  })),
  status: 'ok',
});

const fundamentals = () => ({
  timeseries: {
    result: ['trailingMarketCap', 'trailingPeRatio', 'trailingDilutedEPS'].map((type) => ({
      [type]: [{ asOfDate: '2026-10-30', currencyCode: 'USD', reportedValue: { raw: 20 } }],
    })),
  },
});

const news = () => ({
  news: [
    {
      uuid: 'a',
      title: 'AAPL rises',
      link: 'https://news.test/a',
      providerPublishTime: NEW_YORK_OPEN_SECONDS,
      thumbnail: { resolutions: [{ url: 'https://news.test/a.png', width: 100 }] },
    },
  ],
});

const QUOTE = { c: 100, h: 101, l: 99, t: NEW_YORK_OPEN_SECONDS + 60 };
const PROFILE = { currency: 'USD', marketCapitalization: 3_000_000 };
const METRIC = { metric: { epsTTM: 5, peTTM: 20 } };
const FINNHUB_NEWS = [
  { id: 1, datetime: NEW_YORK_OPEN_SECONDS, headline: 'AAPL rises', url: 'https://news.test/a' },
];

/** A copy of a JSON value with the number at a path replaced, as a number or as text like the original. */
function withNumber(body: unknown, path: string, value: number): unknown {
  const copy = structuredClone(body);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let parent = copy as Record<string, unknown>;
  for (const key of keys) parent = parent[key] as Record<string, unknown>;
  if (!(last in parent)) throw new RangeError(`no ${path}`);
  parent[last] = typeof parent[last] === 'string' ? value.toLocaleString('en-US', DIGITS) : value;
  return copy;
}

/** A copy of a JSON value with every number of a list replaced. */
function withColumn(body: unknown, path: string, value: number): unknown {
  return Array.from({ length: 80 }).reduce((copy, _, row) => withNumber(copy, `${path}.${row}`, value), body);
}

const DIGITS: Intl.NumberFormatOptions = { useGrouping: false, maximumSignificantDigits: 17 };

const META = 'chart.result.0.meta';
const ROWS = 'chart.result.0.indicators.quote.0';

const CHART_FIELDS: readonly (readonly [path: string, absurd: readonly number[]])[] = [
  [`${META}.regularMarketPrice`, [-1, 0, ...PRICES]],
  [`${META}.regularMarketDayHigh`, PRICES],
  [`${META}.regularMarketDayLow`, PRICES],
  [`${META}.regularMarketVolume`, VOLUMES],
  [`${META}.regularMarketTime`, TIMES],
  [`${META}.currentTradingPeriod.pre.start`, TIMES.filter((time) => time !== -1)],
  [`${META}.currentTradingPeriod.regular.start`, TIMES],
  [`${META}.currentTradingPeriod.regular.end`, TIMES],
  [`${META}.currentTradingPeriod.post.end`, TIMES],
  ['chart.result.0.timestamp.0', TIMES],
  ['chart.result.0.timestamp.79', TIMES],
  ...['open', 'high', 'low', 'close'].map((column) => [`${ROWS}.${column}.40`, PRICES] as const),
  [`${ROWS}.volume.40`, VOLUMES],
];

function bindings(secondProviders: boolean) {
  return secondProviders
    ? {
        ...liveBindings(),
        FINNHUB_BASE_URL: 'https://finnhub.test',
        FINNHUB_API_KEY: 'key',
        TWELVEDATA_BASE_URL: 'https://twelvedata.test',
        TWELVEDATA_API_KEY: 'key',
      }
    : liveBindings();
}

const elsewhere =
  (bodies: Readonly<Record<string, unknown>>): Reply =>
  (url) =>
    url.pathname in bodies ? json(bodies[url.pathname]) : new Response('down', { status: 503 });

describe('a number outside its range in Yahoo’s chart', () => {
  test.each(CHART_FIELDS)('loses only %s and at most its row', async (path, absurd) => {
    for (const value of absurd) {
      fakeUpstream({ chart: () => json(withNumber(chart(), path, value)) });
      const { status, body } = await testWorker(bindings(false)).request('/api/stock/AAPL');
      expect([value, status]).toEqual([value, 200]);
      expect(body.historical_data.dates.length).toBeGreaterThanOrEqual(79);
      expect(body.current_price).toBeCloseTo(108, 0);
      vi.restoreAllMocks();
    }
  });

  test.each([
    ['has no close at all', `${ROWS}.close`],
    ['is of no time that can be', 'chart.result.0.timestamp'],
  ])('with one that %s the response is a failure, and the next provider is tried', async (_, path) => {
    const body = withColumn(chart(), path, 1e300);
    fakeUpstream({ chart: () => json(body) });
    const alone = await testWorker(bindings(false)).request('/api/stock/AAPL');
    expect([alone.status, alone.body.code]).toEqual([502, 'upstream_bad_payload']);
    vi.restoreAllMocks();
    fakeUpstream({ chart: () => json(body), elsewhere: elsewhere({ '/time_series': timeSeries() }) });
    const second = await testWorker(bindings(true)).request('/api/stock/AAPL');
    expect([second.status, second.body.source]).toEqual([200, 'twelvedata']);
  });
});

describe('a number outside its range in Twelve Data’s bars', () => {
  const bad = ['open', 'high', 'low', 'close'].map((field) => [`values.40.${field}`, PRICES] as const);
  test.each([...bad, ['values.40.volume', VOLUMES] as const])(
    '%s costs itself and at most its row',
    async (path, absurd) => {
      for (const value of absurd) {
        fakeUpstream({
          chart: () => json({ chart: null }),
          elsewhere: elsewhere({ '/time_series': withNumber(timeSeries(), path, value) }),
        });
        const { status, body } = await testWorker(bindings(true)).request('/api/stock/AAPL');
        expect([value, status]).toEqual([value, 200]);
        expect(body.historical_data.dates.length).toBeGreaterThanOrEqual(79);
        vi.restoreAllMocks();
      }
    },
  );

  test.each(['9999-12-31', '0001-01-01', '1901-02-03'])(
    'loses only the row with a date of "%s"',
    async (datetime) => {
      const series = timeSeries();
      series.values[40]!.datetime = datetime;
      fakeUpstream({ chart: () => json({ chart: null }), elsewhere: elsewhere({ '/time_series': series }) });
      const { body } = await testWorker(bindings(true)).request('/api/stock/AAPL');
      expect(body.historical_data.dates).toHaveLength(79);
    },
  );
});

describe('a number outside its range in Finnhub’s quote', () => {
  test.each([
    ['c', [-1, ...PRICES], 'twelvedata'],
    ['t', [0, ...TIMES], 'twelvedata'],
    ['h', [...PRICES, 5400], 'finnhub'],
    ['l', [...PRICES, 0.01], 'finnhub'],
  ] as const)('takes price or range from the bars instead of %s', async (field, absurd, source) => {
    for (const value of absurd) {
      fakeUpstream({
        chart: () => json({ chart: null }),
        elsewhere: elsewhere({ '/time_series': timeSeries(), '/quote': { ...QUOTE, [field]: value } }),
      });
      const { status, body } = await testWorker(bindings(true)).request('/api/stock/AAPL');
      expect([value, status, body.source]).toEqual([value, 200, source]);
      expect([body.day_high, body.day_low]).toEqual([101, 99]);
      vi.restoreAllMocks();
    }
  });
});

describe('absurd fundamentals', () => {
  const FIGURES = [1e20, -1e20, 1e300];

  test.each([
    ['timeseries.result.0.trailingMarketCap.0.reportedValue.raw'],
    ['timeseries.result.1.trailingPeRatio.0.reportedValue.raw'],
    ['timeseries.result.2.trailingDilutedEPS.0.reportedValue.raw'],
  ])('from Yahoo at %s are not shown, but the price is', async (path) => {
    for (const value of FIGURES) {
      fakeUpstream({ fundamentals: () => json(withNumber(fundamentals(), path, value)) });
      const { status, body } = await testWorker(bindings(false)).request('/api/stock/AAPL');
      expect([value, status, body.market_cap, body.pe_ratio]).toEqual([value, 200, null, null]);
      vi.restoreAllMocks();
    }
  });

  test.each([
    ['marketCapitalization', '/stock/profile2', PROFILE],
    ['metric.epsTTM', '/stock/metric', METRIC],
    ['metric.peTTM', '/stock/metric', METRIC],
  ] as const)('from Finnhub at %s are replaced by Yahoo’s', async (path, address, body) => {
    for (const value of FIGURES) {
      fakeUpstream({
        fundamentals: () => json(fundamentals()),
        elsewhere: elsewhere({
          '/stock/profile2': PROFILE,
          '/stock/metric': METRIC,
          [address]: withNumber(body, path, value),
        }),
      });
      const answer = await testWorker(bindings(true)).request('/api/stock/AAPL');
      // Yahoo's earnings per share are 20, Finnhub's 5.
      expect([value, answer.body.pe_ratio]).toEqual([value, answer.body.current_price / 20]);
      vi.restoreAllMocks();
    }
  });
});

describe('absurd numbers in news', () => {
  test.each([
    ['news.0.providerPublishTime', TIMES],
    ['news.0.thumbnail.resolutions.0.width', [-1e300, 1e300]],
  ] as const)('in Yahoo’s %s lose at most the article', async (path, absurd) => {
    for (const value of absurd) {
      fakeUpstream({ search: () => json(withNumber(news(), path, value)) });
      expect((await testWorker(bindings(false)).request('/api/news/AAPL')).status).toBe(200);
      vi.restoreAllMocks();
    }
  });

  test('in Finnhub’s times lose at most the article', async () => {
    for (const value of TIMES) {
      fakeUpstream({
        elsewhere: elsewhere({ '/company-news': withNumber(FINNHUB_NEWS, '0.datetime', value) }),
      });
      const { status, body } = await testWorker(bindings(true)).request('/api/news/AAPL');
      expect([value, status, body.news]).toEqual([value, 200, []]);
      vi.restoreAllMocks();
    }
  });
});
