import { afterEach, describe, expect, test, vi } from 'vitest';
import { liveBindings, testWorker } from '#support/worker/test-worker.ts';
import {
  NEW_YORK_OPEN_SECONDS,
  UNKNOWN_SYMBOL_BODY,
  chartBody,
  fakeUpstream,
  json,
  risingRows,
} from '#support/worker/yahoo-upstream.ts';
import type { ChartRow } from '#support/worker/yahoo-upstream.ts';

const DAY = 86_400;

afterEach(() => vi.restoreAllMocks());

/** The Worker's analysis of AAPL if Yahoo sends these rows. */
async function analysed(
  rows: readonly ChartRow[],
  meta: Record<string, unknown> = {},
  path = '/api/stock/AAPL',
) {
  fakeUpstream({ chart: () => json(chartBody(rows, meta)) });
  return testWorker(liveBindings()).request(path);
}

describe('the chart', () => {
  test('is requested once, for five years of days, with a User-Agent and without following redirects', async () => {
    const upstream = fakeUpstream();
    const { body } = await testWorker(liveBindings()).request('/api/stock/AAPL');
    expect(body.source).toBe('yahoo');
    const charts = upstream.asked.filter((url) => url.pathname === '/v8/finance/chart/AAPL');
    expect(charts).toHaveLength(1);
    expect(charts[0]?.searchParams.get('range')).toBe('5y');
    expect(charts[0]?.searchParams.get('interval')).toBe('1d');
    const [, init] = vi.mocked(globalThis.fetch).mock.calls[0] ?? [];
    expect(new Headers(init?.headers).get('User-Agent')).toMatch(/^Mozilla/);
    expect(init?.redirect).toBe('manual');
  });

  test('never calls an endpoint that needs a crumb', async () => {
    const upstream = fakeUpstream();
    const worker = testWorker(liveBindings());
    for (const path of ['/api/stock/AAPL', '/api/news/AAPL', '/api/search?q=apple'])
      await worker.request(path);
    for (const url of upstream.asked) {
      expect(url.pathname).toMatch(/^\/(v8\/finance\/chart|v1\/finance\/search|ws\/fundamentals-timeseries)/);
      expect(url.searchParams.has('crumb')).toBe(false);
    }
  });

  test('gives listing, price, volume, day range, time and delay', async () => {
    const { body } = await analysed(risingRows(), {
      regularMarketPrice: 108.2,
      regularMarketVolume: 7_654_321,
    });
    expect(body).toMatchObject({
      ticker: 'AAPL',
      company_name: 'Apple Inc.',
      currency: 'USD',
      exchange: 'NASDAQ',
      market_state: 'open',
      exchange_timezone: 'America/New_York',
      trading_calendar: 'nyse',
      current_price: 108.2,
      volume: 7_654_321,
      day_high: 108.5,
      day_low: 107.5,
      delayed_minutes: 15,
      stale: false,
      as_of: new Date((NEW_YORK_OPEN_SECONDS + 9000) * 1000).toISOString(),
    });
  });

  test('uses the previous close from the bars, never chartPreviousClose', async () => {
    const { body } = await analysed(risingRows());
    expect(body.day_change).toBeCloseTo(0.1, 9);
  });

  test('drops a bar with a null, a zero, a negative or an infinite close and keeps its neighbours', async () => {
    const rows = risingRows();
    for (const [index, broken] of [
      [10, null],
      [11, 0],
      [12, -1],
    ] as const)
      rows[index] = { ...rows[index]!, close: broken };
    fakeUpstream({
      chart: () =>
        new Response(JSON.stringify(chartBody(rows)).replace('"close":[100.1', '"close":[1e999'), {
          headers: { 'Content-Type': 'application/json' },
        }),
    });
    const { body } = await testWorker(liveBindings()).request('/api/stock/AAPL');
    expect(body.historical_data.dates).toHaveLength(rows.length - 4);
    expect(body.historical_data.prices.slice(7, 11)).toEqual([100.9, 101, 101.4, 101.5]);
  });

  test('reads a null volume as 0 and keeps the bar', async () => {
    const rows = risingRows();
    rows[70] = { ...rows[70]!, volume: null };
    const { body } = await analysed(rows);
    expect(body.technical_chart.candles[70].volume).toBe(0);
  });

  test('reads the source’s 32-bit floats as the prices behind them', async () => {
    const prices = [107.1, 6544.99, 39.4601, 188.59, 0.1234567, 64_789.21];
    const rows = risingRows();
    for (const [i, close] of prices.entries()) rows[60 + i] = { ...rows[60 + i]!, close: Math.fround(close) };
    expect(rows[61]!.close).toBe(6544.990234375);
    const { body } = await analysed(rows);
    expect(body.historical_data.prices.slice(60, 66)).toEqual([
      107.1, 6544.99, 39.4601, 188.59, 0.123457, 64_789.21,
    ]);
  });

  test('keeps high and low around open and close', async () => {
    const rows = risingRows();
    rows[70] = { ...rows[70]!, high: 107.0999, close: 107.1, low: 107.06, open: 107.05 };
    const { body } = await analysed(rows);
    expect(body.technical_chart.candles[70]).toMatchObject({ high: 107.1, low: 107.05 });
  });

  test('keeps one bar per exchange-local date: the last row wins', async () => {
    const rows = risingRows();
    const live = { ...rows.at(-1)!, at: NEW_YORK_OPEN_SECONDS + 9000, close: 109, high: 109.5 };
    const { body } = await analysed([...rows, live], { regularMarketPrice: 109 });
    expect(body.historical_data.dates).toHaveLength(rows.length);
    expect(body.historical_data.prices.at(-1)).toBe(109);
    expect(body.day_change).toBeCloseTo(109 - 107.9, 9);
  });

  test('labels a bar by the date at its exchange, not in UTC', async () => {
    // Sydney opens at 10:00 in summer, which is 23:00 UTC on the day before.
    const rows = risingRows().map((row) => ({ ...row, at: row.at - 15.5 * 3600 }));
    expect(new Date(rows.at(-1)!.at * 1000).toISOString()).toBe('2026-11-16T23:00:00.000Z');
    const { body } = await analysed(
      rows,
      {
        symbol: 'BHP.AX',
        exchangeName: 'ASX',
        exchangeTimezoneName: 'Australia/Sydney',
        regularMarketTime: rows.at(-1)!.at + 3600,
      },
      '/api/stock/BHP.AX',
    );
    expect(body.historical_data.dates.at(-1)).toBe('2026-11-17');
    expect(body.historical_data.dates).toHaveLength(rows.length);
  });

  test('sorts rows and drops those with a future date', async () => {
    const rows = risingRows();
    const future = { ...rows.at(-1)!, at: NEW_YORK_OPEN_SECONDS + DAY, close: 999 };
    const { body } = await analysed([future, ...rows.toReversed()], { regularMarketPrice: 108 });
    const dates: string[] = body.historical_data.dates;
    expect(dates).toEqual([...dates].sort());
    expect(dates.at(-1)).toBe('2026-11-17');
    expect(body.historical_data.prices.at(-1)).toBe(108);
  });

  test('makes the current day’s bar from the quote while its row is missing', async () => {
    const rows = risingRows().slice(0, -1);
    const { body } = await analysed(rows, {
      regularMarketPrice: 108.4,
      regularMarketDayHigh: 108.6,
      regularMarketDayLow: 107.7,
    });
    expect(body.technical_chart.candles.at(-1)).toEqual({
      date: '2026-11-17',
      open: 107.9,
      high: 108.6,
      low: 107.7,
      close: 108.4,
      volume: 1_234_567,
    });
    expect(body.day_change).toBeCloseTo(108.4 - 107.9, 9);
  });

  test('uses the last bar’s price if the meta block has none', async () => {
    const { body } = await analysed(risingRows(), { regularMarketPrice: null });
    expect(body.current_price).toBe(108);
  });

  test.each([
    ['  ', 'Apple', 'Apple'],
    ['', '', 'AAPL'],
    [null, ' ', 'AAPL'],
    [undefined, undefined, 'AAPL'],
  ])('names the company if the long name is %j and the short one %j', async (longName, shortName, name) => {
    expect((await analysed(risingRows(), { longName, shortName })).body.company_name).toBe(name);
  });

  test.each(['US ', 'US Dollar', ' '])('replaces a currency of "%s" by the exchange’s', async (currency) => {
    expect((await analysed(risingRows(), { currency })).body.currency).toBe('USD');
  });

  test('accepts a null currency and fills it from the exchange', async () => {
    expect((await analysed(risingRows(), { currency: null })).body.currency).toBe('USD');
  });

  test('keeps prices in pence as pence', async () => {
    const { body } = await analysed(
      risingRows(),
      {
        symbol: 'VOD.L',
        currency: 'GBp',
        exchangeName: 'LSE',
        exchangeTimezoneName: 'Europe/London',
      },
      '/api/stock/VOD.L',
    );
    expect(body).toMatchObject({
      currency: 'GBp',
      current_price: 108,
      exchange: 'London',
      trading_calendar: 'weekday',
    });
  });

  test('states no volume for instruments without any', async () => {
    const rows = risingRows().map((row) => ({ ...row, volume: 0 }));
    const { body } = await analysed(
      rows,
      {
        symbol: 'EURUSD=X',
        exchangeName: 'CCY',
        instrumentType: 'CURRENCY',
        regularMarketVolume: 0,
      },
      '/api/stock/EURUSD=X',
    );
    expect(body.volume).toBeNull();
    expect(body.delayed_minutes).toBe(0);
  });

  test.each([
    ['JPY=X', 'USDJPY=X'],
    ['USDJPY=X', 'JPY=X'],
  ])('takes %s and %s for one pair', async (asked, symbol) => {
    const pair = { exchangeName: 'CCY', instrumentType: 'CURRENCY', currency: 'JPY' };
    const { body } = await analysed(risingRows(), { ...pair, symbol }, `/api/stock/${asked}`);
    expect(body).toMatchObject({ ticker: symbol, requested_ticker: asked, current_price: 108 });
  });

  test('gives a coin the calendar of seven days', async () => {
    const { body } = await analysed(
      risingRows(),
      {
        symbol: 'BTC-USD',
        exchangeName: 'CCC',
        instrumentType: 'CRYPTOCURRENCY',
        exchangeTimezoneName: 'UTC',
      },
      '/api/stock/BTC-USD',
    );
    expect(body).toMatchObject({ trading_calendar: 'daily', market_state: 'open', exchange: 'Crypto' });
  });

  test('requests a share class as typed first, then with a hyphen', async () => {
    const upstream = fakeUpstream({
      chart: (url) =>
        url.pathname.endsWith('/BRK-B')
          ? json(chartBody(risingRows(), { symbol: 'BRK-B', longName: 'Berkshire Hathaway Inc.' }))
          : json(UNKNOWN_SYMBOL_BODY, 404),
    });
    const { body } = await testWorker(liveBindings()).request('/api/stock/BRK.B');
    expect(body).toMatchObject({ ticker: 'BRK-B', requested_ticker: 'BRK.B' });
    expect(
      upstream.asked
        .filter((url) => url.pathname.includes('/chart/'))
        .map((url) => url.pathname.split('/').at(-1)),
    ).toEqual(['BRK.B', 'BRK-B']);
  });

  test('encodes an index in the path', async () => {
    const upstream = fakeUpstream({
      chart: () =>
        json(chartBody(risingRows(), { symbol: '^GSPC', exchangeName: 'SNP', instrumentType: 'INDEX' })),
    });
    const { body } = await testWorker(liveBindings()).request('/api/stock/%5EGSPC');
    expect(body.ticker).toBe('^GSPC');
    expect(upstream.asked.some((url) => url.pathname.endsWith('/chart/%5EGSPC'))).toBe(true);
  });
});

describe('market cap and P/E', () => {
  const series = (type: string, raw: number, currencyCode = 'USD') => ({
    meta: { symbol: ['AAPL'], type: [type] },
    [type]: [
      null,
      { asOfDate: '2026-10-30', currencyCode, reportedValue: { raw } },
      { asOfDate: '2026-07-31', currencyCode, reportedValue: { raw: 1 } },
    ],
  });
  const withFacts = async (...result: unknown[]) => {
    fakeUpstream({ fundamentals: () => json({ timeseries: { result, error: null } }) });
    return (await testWorker(liveBindings()).request('/api/stock/AAPL')).body;
  };

  test('move with the price since the figure’s day', async () => {
    const body = await withFacts(series('trailingMarketCap', 2e12), series('trailingDilutedEPS', 5));
    const closeThen = body.historical_data.prices[body.historical_data.dates.indexOf('2026-10-30')];
    expect(body.market_cap).toBeCloseTo((2e12 * 108) / closeThen, 0);
    expect(body.pe_ratio).toBeCloseTo(108 / 5, 9);
  });

  test('P/E is absent for a loss', async () => {
    expect(
      (await withFacts(series('trailingDilutedEPS', -5), series('trailingPeRatio', 20))).pe_ratio,
    ).toBeNull();
    expect((await withFacts(series('trailingDilutedEPS', 0))).pe_ratio).toBeNull();
  });

  test('fundamentals in another currency are not mixed with the price', async () => {
    const body = await withFacts(
      series('trailingMarketCap', 2e12, 'CNY'),
      series('trailingDilutedEPS', 5, 'CNY'),
      series('trailingPeRatio', 21),
    );
    const closeThen = body.historical_data.prices[body.historical_data.dates.indexOf('2026-10-30')];
    expect(body.market_cap).toBeNull();
    expect(body.pe_ratio).toBeCloseTo((21 * 108) / closeThen, 9);
  });

  test.each([
    ['an error', () => new Response('Too Many Requests', { status: 429 })],
    ['another shape', () => json({ timeseries: { result: [{ trailingMarketCap: 'x' }] } })],
    ['an empty object', () => json({ timeseries: {} })],
    ['nothing', () => json({ timeseries: { result: null, error: null } })],
  ])('are null, and nothing else fails, if their endpoint returns %s', async (_, fundamentals) => {
    fakeUpstream({ fundamentals });
    const { status, body } = await testWorker(liveBindings()).request('/api/stock/AAPL');
    expect(status).toBe(200);
    expect(body).toMatchObject({ market_cap: null, pe_ratio: null, current_price: 108 });
  });

  test.each(['^GSPC', 'BTC-USD', 'EURUSD=X', 'GC=F'])('are not requested for %s', async (symbol) => {
    const upstream = fakeUpstream({ chart: () => json(chartBody(risingRows(), { symbol })) });
    const { status } = await testWorker(liveBindings()).request(`/api/stock/${encodeURIComponent(symbol)}`);
    expect(status).toBe(200);
    expect(upstream.asked.filter((url) => url.pathname.includes('fundamentals'))).toEqual([]);
  });
});

describe('the search', () => {
  const quote = (symbol: string, more: Record<string, unknown> = {}) => ({
    symbol,
    exchange: 'NMS',
    exchDisp: 'NASDAQ',
    quoteType: 'EQUITY',
    longname: `${symbol} Inc.`,
    isYahooFinance: true,
    ...more,
  });
  const found = async (quotes: unknown[]) => {
    fakeUpstream({ search: () => json({ quotes, news: [] }) });
    return (await testWorker(liveBindings()).request('/api/search?q=apple&limit=10')).body;
  };

  test('fills country and currency from the exchange', async () => {
    expect(
      await found([quote('AAPL', { longname: 'Apple Inc.' }), quote('APC.F', { exchange: 'FRA' })]),
    ).toEqual([
      { symbol: 'AAPL', name: 'Apple Inc.', exchange: 'NASDAQ', country: 'United States', currency: 'USD' },
      { symbol: 'APC.F', name: 'APC.F Inc.', exchange: 'Frankfurt', country: 'Germany', currency: 'EUR' },
    ]);
  });
  test('leaves country and currency empty for an unknown exchange', async () => {
    expect(await found([quote('X', { exchange: 'QQQ', exchDisp: 'Moon' })])).toMatchObject([
      { exchange: 'Moon', country: '', currency: '' },
    ]);
  });
  test('reads the currency of a pair from its symbol', async () => {
    expect(
      await found([
        quote('BTC-EUR', { exchange: 'CCC', quoteType: 'CRYPTOCURRENCY' }),
        quote('GBPUSD=X', { exchange: 'CCY', quoteType: 'CURRENCY' }),
      ]),
    ).toMatchObject([{ currency: 'EUR' }, { currency: 'USD' }]);
  });
  test('leaves out private companies, options, malformed entries and symbols outside the grammar', async () => {
    const quotes = [
      { name: 'Private', isYahooFinance: false },
      quote('P', { isYahooFinance: false }),
      quote('AAPL27', { quoteType: 'OPTION' }),
      null,
      'x',
      { symbol: 5 },
      quote('<b>'),
      quote('AAPL'),
    ];
    expect((await found(quotes)).map((row: { symbol: string }) => row.symbol)).toEqual(['AAPL']);
  });
  test('falls back from the long name to the short one to the symbol', async () => {
    expect(
      await found([
        quote('A', { longname: undefined, shortname: 'Short' }),
        quote('B', { longname: undefined }),
      ]),
    ).toMatchObject([{ name: 'Short' }, { name: 'B' }]);
  });
});

describe('the news', () => {
  const NOW = NEW_YORK_OPEN_SECONDS + 9000;
  const item = (id: string, more: Record<string, unknown> = {}) => ({
    uuid: id,
    title: `Apple gains ${id}`,
    publisher: 'Wire',
    link: `https://news.test/${id}`,
    providerPublishTime: NOW - 3600,
    relatedTickers: ['AAPL'],
    ...more,
  });
  const read = async (news: unknown[], path = '/api/news/AAPL') => {
    fakeUpstream({ search: () => json({ quotes: [], news }) });
    return testWorker(liveBindings()).request(path);
  };

  test('maps an item with its widest image', async () => {
    const { body } = await read([
      item('1', {
        thumbnail: {
          resolutions: [
            { url: 'https://p.test/s', width: 1, height: 1 },
            { url: 'https://p.test/l', width: 9, height: 9 },
          ],
        },
      }),
    ]);
    expect(body.news).toEqual([
      {
        id: '1',
        datetime: NOW - 3600,
        url: 'https://news.test/1',
        image: 'https://p.test/l',
        headline: 'Apple gains 1',
        summary: '',
        source: 'Wire',
      },
    ]);
  });
  test('keeps the items that name the symbol, or all if fewer than three do', async () => {
    const other = (id: string) => item(id, { title: `Market wrap ${id}`, relatedTickers: ['MSFT'] });
    expect((await read([item('1'), item('2'), item('3'), other('4')])).body.news).toHaveLength(3);
    expect((await read([item('1'), item('2'), other('3'), other('4')])).body.news).toHaveLength(4);
  });
  test.each(['javascript:alert(1)', 'data:text/html,x', 'https://user:pass@news.test/', 'not a link', ''])(
    'keeps the item but not the link %s',
    async (link) => {
      expect((await read([item('1', { link })])).body.news).toMatchObject([{ id: '1', url: '' }]);
    },
  );
  test('keeps an http link, but not an http image', async () => {
    const { body } = await read([
      item('1', { link: 'http://news.test/1', thumbnail: { resolutions: [{ url: 'http://p.test/1' }] } }),
    ]);
    expect(body.news).toMatchObject([{ url: 'http://news.test/1', image: '' }]);
  });
  test('cuts a headline at 300 characters and leaves out malformed items', async () => {
    const { body } = await read([
      item('1', { title: 'x'.repeat(10_000) }),
      item('2', { title: ' ' }),
      { uuid: 3 },
      null,
    ]);
    expect(body.news).toHaveLength(1);
    expect(body.news[0].headline).toHaveLength(300);
  });
  test('keeps an article that is exactly as old as the window and drops an older one', async () => {
    const at = (seconds: number) => item(String(seconds), { providerPublishTime: seconds });
    const { body } = await read([at(NOW - 7 * DAY), at(NOW - 7 * DAY - 1)]);
    expect(body.news.map((article: { datetime: number }) => article.datetime)).toEqual([NOW - 7 * DAY]);
  });
  test('is an empty list with 200 without articles, and then there is no sentiment', async () => {
    const { status, body } = await read([]);
    expect(status).toBe(200);
    expect(body.news).toEqual([]);
    const sentiment = await read([], '/api/sentiment/AAPL');
    expect(sentiment.status).toBe(200);
    expect(sentiment.body).toMatchObject({ score: null, label: null, reason: 'no_data' });
  });
  test('excludes the company’s name, as stated by the search, from the sentiment', async () => {
    const news = [item('1', { title: 'Rocket Lab tumbles', relatedTickers: ['RKLB'] })];
    const quotes = [{ symbol: 'RKLB', quoteType: 'EQUITY', longname: 'Rocket Lab USA, Inc.' }];
    const tone = async (body: unknown) => {
      fakeUpstream({ search: () => json(body) });
      return (await testWorker(liveBindings()).request('/api/sentiment/RKLB')).body.score;
    };
    expect(await tone({ quotes, news })).toBeLessThan(-0.5);
    // Without a name the "rocket" cancels the fall.
    expect(await tone({ news })).toBe(0);
  });
  test('gives a sentiment from its words', async () => {
    const good = (await read([item('1', { title: 'Apple surges to record profit' })], '/api/sentiment/AAPL'))
      .body;
    expect(good).toMatchObject({ source: 'yahoo', article_count: 1 });
    expect(good.score).toBeGreaterThan(0.2);
    const bad = (await read([item('1', { title: 'Apple plunges on fraud probe' })], '/api/sentiment/AAPL'))
      .body;
    expect(bad.score).toBeLessThan(-0.2);
  });
});
