/** Coins from Coinbase Exchange, used if Yahoo fails, in the shapes of its documentation. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { liveBindings, NOON_MS, testWorker } from '#support/worker/test-worker.ts';
import { down, fakeUpstream, json } from '#support/worker/yahoo-upstream.ts';
import type { Reply } from '#support/worker/yahoo-upstream.ts';

beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

const DAY = 86_400;
const TODAY = Math.floor(NOON_MS / 1000 / DAY) * DAY;

const TICK = {
  ask: '91000.02',
  bid: '91000.01',
  volume: '9876.54321',
  trade_id: 86326522,
  price: '91000.01',
  size: '0.00698254',
  time: '2026-11-17T16:59:58.833Z',
};

type Row = (number | null)[];

/** `[time, low, high, open, close, volume]` of the requested days, newest first. */
function candles(url: URL): Row[] {
  const [start, end] = ['start', 'end'].map((name) => Date.parse(url.searchParams.get(name)!) / 1000) as [
    number,
    number,
  ];
  const rows: Row[] = [];
  for (let time = end; time >= start; time -= DAY) {
    const close = 90_000 - (TODAY - time) / DAY;
    rows.push([time, close - 100, close + 100, close - 10, close, 1000.5]);
  }
  return rows;
}

/** Coinbase with its normal responses, or those that a test overrides. */
function coinbase({
  ticker = () => json(TICK),
  pages = (url: URL) => json(candles(url)),
}: { ticker?: Reply; pages?: (url: URL) => Response } = {}) {
  return fakeUpstream({
    chart: down,
    fundamentals: down,
    elsewhere: (url, init) => {
      if (url.host !== 'api.exchange.coinbase.com') throw new TypeError(url.host);
      return url.pathname.endsWith('/ticker') ? ticker(url, init) : pages(url);
    },
  });
}

const worker = (COIN_SOURCE = 'coinbase') => testWorker({ ...liveBindings(), COIN_SOURCE });
const askedOf = ({ asked }: { asked: readonly URL[] }) =>
  asked.filter(({ host }) => host === 'api.exchange.coinbase.com');

test('a coin whose source fails comes from Coinbase, with 600 days, the last trade and dollars', async () => {
  const upstream = coinbase();
  const { status, body } = await worker().request('/api/stock/BTC-USD');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ticker: 'BTC-USD',
    company_name: 'Bitcoin USD',
    source: 'coinbase',
    current_price: 91_000.01,
    currency: 'USD',
    exchange: 'Coinbase',
    exchange_timezone: 'UTC',
    trading_calendar: 'daily',
    market_state: 'open',
    as_of: '2026-11-17T16:59:58.833Z',
    delayed_minutes: 0,
    day_high: 91_000.01,
    day_low: 89_900,
    // In dollars, as Yahoo counts it: the day's coins at its price.
    volume: Math.round(1000.5 * 90_000),
  });
  expect(body.historical_data.dates).toHaveLength(600);
  expect(body.historical_data.dates.at(-1)).toBe('2026-11-17');
  expect(body.day_change).toBeCloseTo(91_000.01 - 89_999, 6);
  expect(askedOf(upstream).map(({ pathname, search }) => decodeURIComponent(pathname + search))).toEqual([
    '/products/BTC-USD/ticker',
    '/products/BTC-USD/candles?granularity=86400&start=2026-01-22T00:00:00.000Z&end=2026-11-17T00:00:00.000Z',
    '/products/BTC-USD/candles?granularity=86400&start=2025-03-28T00:00:00.000Z&end=2026-01-21T00:00:00.000Z',
  ]);
  const [, init] = vi
    .mocked(globalThis.fetch)
    .mock.calls.find(([input]) => String(input).includes('coinbase'))!;
  expect(new Headers(init?.headers).get('User-Agent')).toMatch(/\S/);
});

test.each([
  ['none', 'BTC-USD'],
  ['coinbase', 'AAPL'],
  ['coinbase', 'BRK-B'],
  ['coinbase', 'EURUSD=X'],
])('with COIN_SOURCE %s Coinbase is not called for %s', async (setting, ticker) => {
  const upstream = coinbase();
  expect((await worker(setting).request(`/api/stock/${ticker}`)).status).toBe(503);
  expect(askedOf(upstream)).toEqual([]);
});

test('days without a trade are missing, and rows in any order give one history', async () => {
  coinbase({
    pages: (url) =>
      json(
        candles(url)
          .filter(([time]) => time !== TODAY - 3 * DAY)
          .toReversed(),
      ),
  });
  const { body } = await worker().request('/api/stock/ETH-EUR');
  expect(body.historical_data.dates.slice(-4)).toEqual([
    '2026-11-13',
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
  ]);
  expect(body).toMatchObject({ company_name: 'ETH-EUR', currency: 'EUR' });
});

describe('never throws on unreadable data', () => {
  const spoilt = (change: (rows: Row[]) => unknown) => (url: URL) => {
    const rows = candles(url);
    return json(change(rows) ?? rows);
  };
  test.each<[string, Parameters<typeof coinbase>[0]]>([
    ['a page of HTML', { pages: () => new Response('<p>', { headers: { 'Content-Type': 'text/html' } }) }],
    ['an object for rows', { pages: spoilt(() => ({ message: 'x' })) }],
    ['too many rows', { pages: spoilt((rows) => [...rows, ...rows]) }],
    ['a price that is no number', { ticker: () => json({ ...TICK, price: 'NaN' }) }],
    ['a price of zero', { ticker: () => json({ ...TICK, price: '0' }) }],
    ['a time that is none', { ticker: () => json({ ...TICK, time: 'noon' }) }],
    ['a null body', { ticker: () => json(null) }],
  ])('%s', async (_, vendor) => {
    const upstream = coinbase(vendor);
    const { status, body } = await worker().request('/api/stock/BTC-USD');
    // The first source's failure.
    expect([status, body.code]).toEqual([503, 'upstream_unavailable']);
    expect(askedOf(upstream).length).toBeGreaterThan(0);
  });

  test.each<[string, (rows: Row[]) => void, number]>([
    ['a short row', (rows) => void rows[0]!.splice(2), 599],
    ['text for a close', (rows) => void (rows[0]![4] = '9' as unknown as number), 599],
    ['an absurd close', (rows) => void (rows[0]![4] = 1e12), 599],
    ['a time in milliseconds', (rows) => void (rows[0]![0] = NOON_MS), 599],
    ['no open', (rows) => void (rows[0]![3] = null), 600],
    ['an absurd volume', (rows) => void (rows[0]![5] = 1e300), 600],
  ])('loses only %s, on both pages', async (_, change, days) => {
    coinbase({ pages: spoilt(change) });
    const { body } = await worker().request('/api/stock/BTC-USD');
    expect(body.historical_data.dates).toHaveLength(days);
  });

  test('a coin unknown to Coinbase returns the first source’s failure', async () => {
    coinbase({
      ticker: () => json({ message: 'NotFound' }, 404),
      pages: () => json({ message: 'NotFound' }, 404),
    });
    expect((await worker().request('/api/stock/XYZ-USD')).body.code).toBe('upstream_unavailable');
  });
});
