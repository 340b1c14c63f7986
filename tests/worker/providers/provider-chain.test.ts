import { parseTicker } from '#compute';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Finnhub } from '#worker/providers/finnhub.ts';
import { createProviderChain } from '#worker/providers/provider-chain.ts';
import { TwelveData } from '#worker/providers/twelvedata.ts';
import { Yahoo } from '#worker/providers/yahoo/yahoo.ts';
import { NOON_MS, afterItsTime, liveBindings, testWorker } from '#support/worker/test-worker.ts';
import {
  NEW_YORK_OPEN_SECONDS,
  UNKNOWN_SYMBOL_BODY,
  down,
  fakeUpstream,
  hang,
  json,
} from '#support/worker/yahoo-upstream.ts';
import type { Reply } from '#support/worker/yahoo-upstream.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));

const SECRET = 'a-very-secret-key';

const bindings = () => ({
  ...liveBindings(),
  FINNHUB_BASE_URL: 'https://finnhub.test/api/v1',
  FINNHUB_API_KEY: SECRET,
  TWELVEDATA_BASE_URL: 'https://twelvedata.test',
  TWELVEDATA_API_KEY: SECRET,
});

/** 80 weekdays up to 2026-11-17, newest first and as text, in Twelve Data's format. */
function timeSeries(symbol = 'AAPL', more: object = {}): unknown {
  const values: unknown[] = [];
  for (let day = Date.UTC(2026, 10, 17); values.length < 80; day -= 86_400_000) {
    const weekday = new Date(day).getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    const close = 108 - values.length / 10;
    values.push({
      datetime: new Date(day).toISOString().slice(0, 10),
      open: (close - 0.05).toFixed(5),
      high: (close + 0.5).toFixed(5),
      low: (close - 0.5).toFixed(5),
      close: close.toFixed(5),
      volume: '1000000',
    });
  }
  return {
    meta: {
      symbol,
      currency: 'USD',
      exchange: 'NASDAQ',
      exchange_timezone: 'America/New_York',
      type: 'Common Stock',
    },
    values,
    status: 'ok',
    ...more,
  };
}

const QUOTE = { c: 109.5, h: 110, l: 107, o: 108, pc: 107.9, t: NEW_YORK_OPEN_SECONDS + 9000 };

/** The vendors behind Yahoo, by path. */
const vendors =
  (replies: Readonly<Record<string, Reply>>): Reply =>
  (url, init) => {
    const reply = replies[url.pathname];
    if (reply === undefined) throw new TypeError(`not expected: ${url.pathname}`);
    return reply(url, init);
  };

const FINNHUB = {
  quote: '/api/v1/quote',
  news: '/api/v1/company-news',
  profile: '/api/v1/stock/profile2',
  metric: '/api/v1/stock/metric',
  search: '/api/v1/search',
};

const ownFundamentals = {
  [FINNHUB.profile]: () => json({ currency: 'USD', marketCapitalization: 3_000_000, name: 'Apple Inc' }),
  [FINNHUB.metric]: () => json({ metric: { epsTTM: 5, peTTM: 21 } }),
};

describe('U25 one provider down, another up: the history', () => {
  test('comes from Twelve Data with Finnhub’s price, and says so', async () => {
    fakeUpstream({
      chart: down,
      elsewhere: vendors({
        '/time_series': () => json(timeSeries()),
        [FINNHUB.quote]: () => json(QUOTE),
        ...ownFundamentals,
      }),
    });
    const { status, body } = await testWorker(bindings()).request('/api/stock/AAPL');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      source: 'finnhub',
      history_source: 'twelvedata',
      stale: false,
      company_name: 'Apple',
      current_price: 109.5,
      day_high: 110,
      day_low: 107,
      currency: 'USD',
      market_state: 'open',
      delayed_minutes: 0,
      trading_calendar: 'nyse',
    });
    expect(body.historical_data.dates).toHaveLength(80);
    expect(body.historical_data.prices.at(-1)).toBe(109.5);
    expect(body.day_change).toBeCloseTo(109.5 - 107.9, 9);
  });

  test('uses its last close as the price without a quote', async () => {
    fakeUpstream({
      chart: down,
      elsewhere: vendors({
        '/time_series': () => json(timeSeries()),
        [FINNHUB.quote]: down,
        ...ownFundamentals,
      }),
    });
    const { body } = await testWorker(bindings()).request('/api/stock/AAPL');
    expect(body).toMatchObject({ source: 'twelvedata', current_price: 108, delayed_minutes: 15 });
    expect(body).not.toHaveProperty('history_source');
  });

  test('requests at most 500 bars, with the key only in a header', async () => {
    const upstream = fakeUpstream({
      chart: down,
      elsewhere: vendors({
        '/time_series': (url, init) => {
          expect(url.searchParams.get('outputsize')).toBe('500');
          expect(new Headers(init?.headers).get('Authorization')).toBe(`apikey ${SECRET}`);
          return json(timeSeries('BRK.B'));
        },
        [FINNHUB.quote]: (_, init) => {
          expect(new Headers(init?.headers).get('X-Finnhub-Token')).toBe(SECRET);
          return json(QUOTE);
        },
        ...ownFundamentals,
      }),
    });
    const worker = testWorker(bindings());
    const { status, text } = await worker.request('/api/stock/BRK-B');
    expect(status).toBe(200);
    expect(upstream.asked.find((url) => url.pathname === '/time_series')?.searchParams.get('symbol')).toBe(
      'BRK.B',
    );
    expect(upstream.asked.map(String).join(' ') + text).not.toContain(SECRET);
  });

  test('of a hanging Yahoo leaves the second source time to give 200 after 3 s', async () => {
    vi.useFakeTimers();
    fakeUpstream({
      chart: (_, init) => hang(init),
      elsewhere: vendors({
        '/time_series': () => json(timeSeries()),
        [FINNHUB.quote]: () => json(QUOTE),
        ...ownFundamentals,
      }),
    });
    const answer = await afterItsTime(testWorker(bindings(), NOON_MS, null).request('/api/stock/AAPL'));
    expect(answer).toMatchObject({ status: 200, tookMs: 3000 });
  });

  test('of a listing that the second source does not cover gives the first one’s error', async () => {
    const upstream = fakeUpstream({ chart: down, elsewhere: vendors(ownFundamentals) });
    const answer = await testWorker(bindings()).request('/api/stock/VOD.L');
    expect([answer.status, answer.body.code]).toEqual([503, 'upstream_unavailable']);
    expect(upstream.asked.some((url) => url.host === 'twelvedata.test')).toBe(false);
  });

  test("of a symbol unknown to Yahoo ends with Yahoo's response", async () => {
    const upstream = fakeUpstream({
      chart: () => json(UNKNOWN_SYMBOL_BODY, 404),
      elsewhere: vendors(ownFundamentals),
    });
    expect((await testWorker(bindings()).request('/api/stock/AAPL')).body.code).toBe('unknown_symbol');
    expect(upstream.asked.some((url) => url.pathname === '/time_series')).toBe(false);
  });

  test.each([
    ['an error with 200', () => json({ code: 429, message: 'credits', status: 'error' })],
    ['an unknown symbol', () => json({ code: 404, message: 'not found', status: 'error' }, 404)],
    ['another symbol', () => json(timeSeries('MSFT'))],
    ['another shape', () => json({ values: 1 })],
    ['no values', () => json(timeSeries('AAPL', { values: [] }))],
    ['numbers that are none', () => json(timeSeries('AAPL', { values: [{ datetime: 'x', open: 'NaN' }] }))],
  ])('gives Yahoo’s 503 if Twelve Data sends %s', async (_, reply) => {
    fakeUpstream({
      chart: down,
      elsewhere: vendors({
        '/time_series': reply,
        [FINNHUB.quote]: () => json(QUOTE),
        ...ownFundamentals,
      }),
    });
    const answer = await testWorker(bindings()).request('/api/stock/AAPL');
    expect([answer.status, answer.body.code]).toEqual([503, 'upstream_unavailable']);
  });

  test('of a coin or a currency pair is requested by Twelve Data’s symbol', async () => {
    const upstream = fakeUpstream({
      chart: down,
      elsewhere: vendors({
        '/time_series': (url) =>
          json(
            timeSeries(url.searchParams.get('symbol') ?? '', {
              meta: { symbol: url.searchParams.get('symbol'), currency_quote: 'US Dollar', exchange: 'FX' },
            }),
          ),
      }),
    });
    const worker = testWorker(bindings());
    expect((await worker.request('/api/stock/BTC-USD')).body).toMatchObject({
      trading_calendar: 'daily',
      market_state: 'open',
    });
    expect((await worker.request('/api/stock/EURUSD=X')).body.trading_calendar).toBe('weekday');
    expect(
      upstream.asked.flatMap((url) =>
        url.pathname === '/time_series' ? url.searchParams.get('symbol') : [],
      ),
    ).toEqual(['BTC/USD', 'EUR/USD']);
  });
});

describe('market cap and P/E', () => {
  test('come from Finnhub first, converted from millions', async () => {
    const upstream = fakeUpstream({ elsewhere: vendors(ownFundamentals) });
    const { body } = await testWorker(bindings()).request('/api/stock/AAPL');
    expect(body).toMatchObject({ source: 'yahoo', market_cap: 3e12, pe_ratio: 108 / 5 });
    expect(upstream.asked.some((url) => url.pathname.includes('fundamentals'))).toBe(false);
  });

  test.each([
    ['knows nothing', () => json({})],
    ['refuses', () => json({ error: "You don't have access to this resource." }, 403)],
  ])('come from Yahoo if Finnhub %s', async (_, profile) => {
    const upstream = fakeUpstream({
      elsewhere: vendors({
        [FINNHUB.profile]: profile,
        [FINNHUB.metric]: () => json({ metric: {} }),
      }),
    });
    expect((await testWorker(bindings()).request('/api/stock/AAPL')).status).toBe(200);
    expect(upstream.asked.some((url) => url.pathname.includes('fundamentals'))).toBe(true);
  });
});

describe('news', () => {
  const article = (id: number, more: Record<string, unknown> = {}) => ({
    category: 'company',
    datetime: NEW_YORK_OPEN_SECONDS - id,
    headline: `Apple ships item ${id}`,
    id,
    image: '',
    related: 'AAPL',
    source: 'Wire',
    summary: 'A summary.',
    url: `https://news.test/${id}`,
    ...more,
  });
  const withNews = (items: unknown) =>
    fakeUpstream({ elsewhere: vendors({ [FINNHUB.news]: () => json(items) }) });

  test('come from Finnhub with their summaries', async () => {
    withNews([article(1)]);
    const { body } = await testWorker(bindings()).request('/api/news/AAPL');
    expect(body.source).toBe('finnhub');
    expect(body.news).toEqual([
      {
        id: '1',
        datetime: NEW_YORK_OPEN_SECONDS - 1,
        headline: 'Apple ships item 1',
        image: '',
        source: 'Wire',
        summary: 'A summary.',
        url: 'https://news.test/1',
      },
    ]);
  });

  test('contain each headline once, however it is spelled', async () => {
    withNews([
      article(1, { headline: 'Apple beats estimates' }),
      article(2, { headline: 'APPLE BEATS ESTIMATES!' }),
      article(3, { headline: ' Apple  beats “estimates” ' }),
      article(4, { headline: 'Apple misses estimates' }),
    ]);
    const { body } = await testWorker(bindings()).request('/api/news/AAPL');
    expect(body.news.map((row: { id: string }) => row.id)).toEqual(['1', '4']);
  });

  test('are sorted by relevance: headline, then summary or tag, and nothing else if there are three', async () => {
    withNews([
      article(1, { headline: 'Markets calm', summary: 'Nothing.', related: 'MSFT' }),
      article(2, { headline: 'Chip makers rise', summary: 'Among them Apple.', related: 'NVDA' }),
      article(3, { headline: 'What to buy now', summary: '', related: 'AAPL' }),
      article(4, { headline: 'Apple opens a store' }),
      article(5, { headline: 'A pineapple harvest', summary: '', related: 'DOLE' }),
    ]);
    const { body } = await testWorker(bindings()).request('/api/news/AAPL');
    expect(body.news.map((row: { id: string }) => row.id)).toEqual(['4', '2', '3']);
  });

  test('do not mistake the words "a" or "all" for symbols', async () => {
    withNews([
      article(1, { headline: 'A day for ALL of us', related: 'X', summary: '' }),
      article(2, { headline: 'Ford ($F) recalls cars', related: 'X', summary: '' }),
      article(3, { headline: 'Motor makers: GM, F and others', related: 'F', summary: '' }),
    ]);
    const { body } = await testWorker(bindings()).request('/api/news/F');
    expect(body.news.map((row: { id: string }) => row.id)).toEqual(['2', '3', '1']);
  });

  test('come from Yahoo if Finnhub has none', async () => {
    const upstream = withNews([]);
    upstream.search = () =>
      json({
        quotes: [],
        news: [
          {
            uuid: 'y',
            title: 'Apple up',
            providerPublishTime: NEW_YORK_OPEN_SECONDS,
            relatedTickers: ['AAPL'],
          },
        ],
      });
    const { body } = await testWorker(bindings()).request('/api/news/AAPL');
    expect(body).toMatchObject({ source: 'yahoo', news: [{ id: 'y' }] });
  });
});

describe('search', () => {
  test('falls back from Yahoo to Twelve Data, whose symbols are converted', async () => {
    fakeUpstream({
      search: down,
      elsewhere: vendors({
        '/symbol_search': () =>
          json({
            data: [
              {
                symbol: 'VOD',
                instrument_name: 'Vodafone Group Plc',
                exchange: 'LSE',
                mic_code: 'XLON',
                country: 'United Kingdom',
                currency: 'GBp',
              },
              {
                symbol: 'BRK.B',
                instrument_name: 'Berkshire Hathaway',
                exchange: 'NYSE',
                mic_code: 'XNYS',
                country: 'United States',
                currency: 'USD',
              },
              { symbol: 'X', mic_code: 'XXXX', country: 'Nowhere' },
              null,
            ],
          }),
      }),
    });
    expect((await testWorker(bindings()).request('/api/search?q=vod')).body).toEqual([
      {
        symbol: 'VOD.L',
        name: 'Vodafone Group Plc',
        exchange: 'LSE',
        country: 'United Kingdom',
        currency: 'GBp',
      },
      {
        symbol: 'BRK-B',
        name: 'Berkshire Hathaway',
        exchange: 'NYSE',
        country: 'United States',
        currency: 'USD',
      },
    ]);
  });

  test('falls back to Finnhub, which states venues only by suffix', async () => {
    fakeUpstream({
      search: down,
      elsewhere: vendors({
        '/symbol_search': down,
        [FINNHUB.search]: () =>
          json({
            count: 2,
            result: [
              { symbol: 'AAPL', description: 'APPLE INC', displaySymbol: 'AAPL', type: 'Common Stock' },
              { symbol: 'SAP.DE', description: 'SAP SE', displaySymbol: 'SAP.DE', type: 'Common Stock' },
              { symbol: 'APC.XX', description: 'UNKNOWN', displaySymbol: 'APC.XX', type: 'Common Stock' },
            ],
          }),
      }),
    });
    expect((await testWorker(bindings()).request('/api/search?q=apple')).body).toEqual([
      { symbol: 'AAPL', name: 'APPLE INC', exchange: 'US', country: 'United States', currency: 'USD' },
      { symbol: 'SAP.DE', name: 'SAP SE', exchange: 'XETRA', country: 'Germany', currency: 'EUR' },
    ]);
  });

  test('falls back to the bundled listings, which are cached briefly', async () => {
    fakeUpstream({ search: down, elsewhere: down });
    const answer = await testWorker(bindings()).request('/api/search?q=nestle');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([
      {
        symbol: 'NESN.SW',
        name: 'Nestlé',
        exchange: 'Swiss',
        country: 'Switzerland',
        currency: 'CHF',
      },
    ]);
    expect(answer.headers.get('Cache-Control')).toBe('no-cache');
  });
});

test('health reports the configured providers and their breakers', async () => {
  fakeUpstream({
    chart: () => new Response('Too Many Requests', { status: 429 }),
    elsewhere: vendors({
      '/time_series': () => json(timeSeries()),
      [FINNHUB.quote]: down,
      ...ownFundamentals,
    }),
  });
  const worker = testWorker(bindings());
  await worker.request('/api/stock/AAPL');
  expect((await worker.request('/api/health')).body.providers).toEqual([
    { name: 'yahoo', breaker: 'open', last_success_at: null, refused_since: new Date(NOON_MS).toISOString() },
    {
      name: 'twelvedata',
      breaker: 'closed',
      last_success_at: new Date(NOON_MS).toISOString(),
      refused_since: null,
    },
    {
      name: 'finnhub',
      breaker: 'closed',
      last_success_at: new Date(NOON_MS).toISOString(),
      refused_since: null,
    },
  ]);
  const keyless = await testWorker(liveBindings()).request('/api/health');
  expect(keyless.body.providers.map((provider: { name: string }) => provider.name)).toEqual(['yahoo']);
});

test.each([0, -1, -3_000_000])('a market cap of %s counts as missing', async (marketCapitalization) => {
  fakeUpstream({
    elsewhere: vendors({
      ...ownFundamentals,
      [FINNHUB.profile]: () => json({ currency: 'USD', marketCapitalization }),
    }),
  });
  const { status, body } = await testWorker(bindings()).request('/api/stock/AAPL');
  expect([status, body.market_cap]).toEqual([200, null]);
  expect(body.pe_ratio).toBeGreaterThan(0);
});

describe('a provider that throws', () => {
  const surprise = async () => {
    throw new TypeError('a bug in its decoder');
  };
  const runtime = { now: () => NOON_MS, random: () => 0 };
  const yahoo = () => new Yahoo(['https://yahoo.test'], runtime);
  const finnhub = () => new Finnhub('https://finnhub.test/api/v1', SECRET, runtime);
  const twelveData = new TwelveData('https://twelvedata.test', SECRET, runtime);
  const { signal } = new AbortController();
  const apple = parseTicker('AAPL');
  if (!apple.ok) throw new Error('AAPL is a ticker');
  const ticker = apple.value;

  test('is skipped like one that fails, and logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fakeUpstream({
      elsewhere: vendors({ '/time_series': () => json(timeSeries()), [FINNHUB.quote]: () => json(QUOTE) }),
    });
    const chain = createProviderChain({
      yahoo: Object.assign(yahoo(), { stock: surprise }),
      finnhub: finnhub(),
      twelveData,
      coinbase: null,
      listings: { nameOf: async () => null },
      now: runtime.now,
    });
    const stock = await chain.stock(ticker, signal);
    expect(stock).toMatchObject({ ok: true, value: { source: 'finnhub', historySource: 'twelvedata' } });
    expect(log.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
      { event: 'provider_failed', cause: 'TypeError: a bug in its decoder' },
    ]);
  });

  test('loses only its quote if another has the history', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fakeUpstream({ chart: down, elsewhere: vendors({ '/time_series': () => json(timeSeries()) }) });
    const chain = createProviderChain({
      yahoo: yahoo(),
      finnhub: Object.assign(finnhub(), { quote: surprise }),
      twelveData,
      coinbase: null,
      listings: { nameOf: async () => null },
      now: runtime.now,
    });
    expect(await chain.stock(ticker, signal)).toMatchObject({ ok: true, value: { source: 'twelvedata' } });
  });

  test('gives upstream_bad_payload if it is the only one', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const chain = createProviderChain({
      yahoo: Object.assign(yahoo(), { search: surprise }),
      finnhub: null,
      twelveData: null,
      coinbase: null,
      listings: { nameOf: async () => null },
      now: runtime.now,
    });
    expect(await chain.search('apple', signal)).toEqual({
      ok: false,
      error: { reason: 'upstream_bad_payload' },
    });
  });
});
