/** HTML pages with status 200, as vendors send for consent, outages and limits, from each provider's endpoints. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { liveBindings, MINUTE_MS, testWorker } from '#support/worker/test-worker.ts';
import {
  chartBody,
  down,
  fakeUpstream,
  json,
  NEW_YORK_OPEN_SECONDS,
} from '#support/worker/yahoo-upstream.ts';
import type { Reply } from '#support/worker/yahoo-upstream.ts';

beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

const PAGE = '<!doctype html><title>Before you continue</title>';

/** HTML pages under various content types. */
const PAGES: readonly (readonly [type: string, page: Reply])[] = [
  'text/html; charset=utf-8',
  'application/json',
].map((type) => [type, () => new Response(PAGE, { headers: { 'Content-Type': type } })]);

const bindings = () => ({
  ...liveBindings(),
  FINNHUB_BASE_URL: 'https://finnhub.test',
  FINNHUB_API_KEY: 'key',
  TWELVEDATA_BASE_URL: 'https://twelvedata.test',
  TWELVEDATA_API_KEY: 'key',
});

const bar = (datetime: string) => ({ datetime, open: '100', high: '101', low: '99', close: '100' });

/** Each endpoint's normal response, by a part of its path. Yahoo searches listings and news at one URL. */
const WORKING = {
  '/v8/finance/chart/': () => json(chartBody()),
  '/fundamentals-timeseries/': () =>
    json({
      timeseries: {
        result: [
          {
            trailingMarketCap: [
              { asOfDate: '2026-11-16', currencyCode: 'USD', reportedValue: { raw: 3e12 } },
            ],
          },
        ],
      },
    }),
  '/v1/finance/search': () =>
    json({
      quotes: [{ symbol: 'AAPL', quoteType: 'EQUITY', longname: 'of Yahoo' }],
      news: [{ uuid: 'y', title: 'Apple of Yahoo', providerPublishTime: NEW_YORK_OPEN_SECONDS }],
    }),
  '/time_series': () =>
    json({ meta: { symbol: 'AAPL', currency: 'USD' }, values: [bar('2026-11-16'), bar('2026-11-17')] }),
  '/symbol_search': () =>
    json({ data: [{ symbol: 'AAPL', instrument_name: 'of Twelve Data', country: 'United States' }] }),
  '/quote': () => json({ c: 100, h: 101, l: 99, t: NEW_YORK_OPEN_SECONDS + 60 }),
  '/stock/profile2': () => json({ currency: 'USD', marketCapitalization: 2_000_000 }),
  '/stock/metric': () => json({ metric: { epsTTM: 5 } }),
  '/company-news': () =>
    json([{ id: 1, datetime: NEW_YORK_OPEN_SECONDS, headline: 'Apple of Finnhub', url: 'https://a.test' }]),
  '/search': () => json({ result: [{ symbol: 'AAPL', description: 'of Finnhub' }] }),
} satisfies Record<string, Reply>;

type Endpoint = keyof typeof WORKING;

/** All vendors: some endpoints return the page, some are down, the others work. */
function vendors(
  page: Reply,
  broken: readonly Endpoint[],
  absent: readonly Endpoint[],
): { heal: () => void } {
  let isHealed = false;
  const reply: Reply = (url, init) => {
    const found = (Object.keys(WORKING) as Endpoint[]).find((part) => url.pathname.includes(part));
    if (found === undefined) throw new TypeError(`not expected: ${url.pathname}`);
    if (!isHealed && broken.includes(found)) return page(url, init);
    return !isHealed && absent.includes(found) ? down() : WORKING[found]();
  };
  fakeUpstream({ chart: reply, fundamentals: reply, search: reply, elsewhere: reply });
  return { heal: () => (isHealed = true) };
}

const STOCK = '/api/stock/AAPL?view=columns&v=2';
const SEARCH = '/api/search?q=apple';
const NEWS = '/api/news/AAPL';
const EVERY = Object.keys(WORKING) as Endpoint[];

describe.each(PAGES)('U30 200 with an HTML page, as %s,', (_type, page) => {
  test.each<[Endpoint, string, Endpoint[], object]>([
    ['/v8/finance/chart/', STOCK, [], { source: 'finnhub', history_source: 'twelvedata' }],
    ['/quote', STOCK, ['/v8/finance/chart/'], { source: 'twelvedata' }],
    ['/stock/profile2', STOCK, [], { market_cap: expect.closeTo(3e12, -11) }],
    ['/stock/metric', STOCK, [], { market_cap: expect.closeTo(3e12, -11) }],
    ['/company-news', NEWS, [], { source: 'yahoo' }],
    ['/v1/finance/search', SEARCH, [], [{ name: 'of Twelve Data' }]],
    ['/symbol_search', SEARCH, ['/v1/finance/search'], [{ name: 'of Finnhub' }]],
  ])('from %s for %s: the next source is tried', async (broken, path, absent, expected) => {
    vendors(page, [broken], absent);
    const { status, body } = await testWorker(bindings()).request(path);
    expect(status).toBe(200);
    expect(body).toMatchObject(expected);
  });

  const reason = 'upstream_bad_payload';
  test.each<[Endpoint[], string, number, object]>([
    [['/v8/finance/chart/', '/time_series'], STOCK, 502, { code: reason }],
    [['/v8/finance/chart/'], '/api/intraday/AAPL', 502, { code: reason }],
    [['/v1/finance/search', '/company-news'], NEWS, 200, { news: [], reason }],
    [['/v1/finance/search', '/company-news'], '/api/sentiment/AAPL', 200, { score: null, reason }],
    [['/v1/finance/search', '/symbol_search', '/search'], SEARCH, 200, [{ name: 'Apple' }]],
  ])('from %j for %s without another source: %i, never cached', async (broken, path, status, expected) => {
    const vendor = vendors(page, broken, EVERY);
    const worker = testWorker(bindings());
    const answer = await worker.request(path);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(expected);
    expect(answer.headers.get('Cloudflare-CDN-Cache-Control')).toBe(
      path === SEARCH ? 'public, max-age=15' : 'no-store',
    );
    vendor.heal();
    worker.clock.ms += MINUTE_MS;
    const later = await worker.request(path);
    expect(later.status).toBe(200);
    expect(later.body).not.toMatchObject(expected);
  });

  test('from all fundamentals: the price without them, and they are requested again', async () => {
    const vendor = vendors(page, ['/fundamentals-timeseries/', '/stock/profile2', '/stock/metric'], []);
    const worker = testWorker(bindings());
    expect((await worker.request(STOCK)).body).toMatchObject({ market_cap: null, fundamentals_due: true });
    vendor.heal();
    worker.clock.ms += 5 * MINUTE_MS;
    await worker.request(STOCK);
    expect((await worker.request(STOCK)).body.market_cap).toBe(2e12);
  });

  test.each([STOCK, '/api/intraday/AAPL', NEWS])(
    'from every source: %s serves its last good entry',
    async (path) => {
      const vendor = vendors(page, EVERY, []);
      vendor.heal();
      const worker = testWorker(bindings());
      const good = await worker.request(path);
      vendors(page, EVERY, []);
      worker.clock.ms += 15 * MINUTE_MS;
      await worker.request(path);
      const { status, body, headers } = await worker.request(path);
      expect([status, body.fetched_at]).toEqual([200, good.body.fetched_at]);
      expect(headers.get('Cache-Status')).toMatch(/^candor; hit; ttl=-\d+; detail=upstream_bad_payload$/);
    },
  );
});
