/** Single checks: what they note, whose turn it is, and what they leave to the next one. */
import { env } from 'cloudflare:workers';
import { err, isoDate, ok, SECONDS_PER_DAY } from '#compute';
import { alertKey, type AlertRule, type Crossing } from '#worker/contract';
import type { Result, Split } from '#compute';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkAlerts } from '#worker/alerts/check-alerts.ts';
import type { AlertCheck } from '#worker/alerts/check-store.ts';
import { drainOutbox } from '#worker/account/outbox.ts';
import { readIndex, updateIndex } from '#worker/account/rule-index.ts';
import type { UserAccount } from '#worker/account/user-store.ts';
import type { Failure } from '#worker/failure.ts';
import type { LatestPrice, PriceSnapshot } from '#worker/providers/market-data.ts';
import { runs } from '#support/runs.ts';
import { freshDatabase } from '#support/worker/database.ts';

const START_SECONDS = Date.UTC(2026, 10, 17, 14, 30) / 1000;
const db = env.RECORD;

beforeEach(async () => {
  await freshDatabase();
});
afterEach(() => vi.restoreAllMocks());

const below140: AlertRule = { on: 'price', direction: 'below', value: 140 };

/** Indexes rules of a user on listings, made at a time and at a price. */
async function index(
  uid: string,
  rules: readonly { readonly ticker?: string; readonly rule?: AlertRule; readonly start?: number }[],
  madeAtSeconds = START_SECONDS,
): Promise<void> {
  const changes = rules.map(({ ticker = 'NVDA', rule = below140, start }, i) => {
    const at = new Date(madeAtSeconds * 1000).toISOString();
    const value = {
      ticker,
      rule,
      ...(start !== undefined && { start: { value: start, session: isoDate(madeAtSeconds), at } }),
    };
    return {
      kind: 'alert' as const,
      key: alertKey(ticker, rule),
      version: i + 1,
      value: JSON.stringify(value),
      updatedAtSeconds: madeAtSeconds,
    };
  });
  await updateIndex({ db, market: 'live', uid }, changes);
}

const day = (seconds: number) => Math.floor(seconds / SECONDS_PER_DAY) * SECONDS_PER_DAY;

/** A price at a time, with the closes of the four sessions before as they read now. */
function priceOf(
  ticker: string,
  price: number,
  atSeconds: number,
  closes = [150, 150, 150, 150],
): LatestPrice {
  const time = closes.map((_, i) => day(atSeconds) - (closes.length - i) * SECONDS_PER_DAY);
  return {
    source: 'yahoo',
    listing: { symbol: ticker, currency: 'USD', timezone: 'America/New_York' } as LatestPrice['listing'],
    candles: {
      time: Float64Array.of(...time, day(atSeconds)),
      close: Float64Array.of(...closes, price),
    } as LatestPrice['candles'],
    asOfSeconds: atSeconds,
    sessions: {} as LatestPrice['sessions'],
    delayedMinutes: 0,
  };
}

function chartOf(splits: readonly Split[], close: number, atSeconds: number): PriceSnapshot {
  const time = [day(atSeconds) - SECONDS_PER_DAY, day(atSeconds)];
  return {
    actions: { dividends: [], splits },
    candles: { time: Float64Array.from(time), close: Float64Array.from([close, close]) },
  } as unknown as PriceSnapshot;
}

interface Market {
  /** What the batch says at a time; a ticker that is missing is unknown. */
  prices(tickers: readonly string[]): readonly LatestPrice[];
  chart?(ticker: string): Result<PriceSnapshot, Failure>;
}

const ALL = { batches: 1000, charts: 1000, analyses: 1000 };

function check(market: Market, atSeconds: number, limits: AlertCheck['limits'] = ALL, database = db) {
  const source: AlertCheck['source'] = {
    latestPrices: async (tickers) =>
      ok(new Map(market.prices(tickers).map((price) => [price.listing.symbol, price]))),
    stock: async (ticker) => market.chart?.(ticker) ?? err({ reason: 'upstream_timeout' }),
  };
  return checkAlerts({
    db: database,
    market: 'live',
    universe: [],
    source,
    limits,
    nowSeconds: atSeconds,
  });
}

/** A check that finds NVDA at a price. */
const nvda = (price: number, atSeconds: number, rest: Partial<Market> & { closes?: number[] } = {}) =>
  check({ prices: () => [priceOf('NVDA', price, atSeconds, rest.closes)], ...rest }, atSeconds);

async function pending(): Promise<readonly Crossing[]> {
  const { results } = await db.prepare('SELECT crossing FROM alert_crossing').all<{ crossing: string }>();
  return results.map(({ crossing }) => JSON.parse(crossing) as Crossing);
}

const NEXT_DAY = START_SECONDS + SECONDS_PER_DAY;

test('notes what was crossed, at which price and when', async () => {
  await index('Jane', [{}]);
  await nvda(150, START_SECONDS + 60);
  await nvda(139.5, START_SECONDS + 660);
  expect(await pending()).toEqual([
    {
      alert: 'NVDA price below 140',
      version: 1,
      session: '2026-11-17',
      direction: 'below',
      level: 140,
      previous: 150,
      value: 139.5,
      price: 139.5,
      currency: 'USD',
      exchange_timezone: 'America/New_York',
      at: '2026-11-17T14:41:00.000Z',
      source: 'yahoo',
    },
  ]);
});

test('keeps back a move that may be a split while no chart explains it', async () => {
  await index('Jane', [{}]);
  await nvda(150, START_SECONDS + 60);
  await nvda(15, START_SECONDS + 660);
  expect(await pending()).toEqual([]);
  await nvda(138, START_SECONDS + 1260);
  expect(await pending()).toMatchObject([{ previous: 150, value: 138 }]);
});

test.each([
  [21, 20],
  [11, 10],
  [6, 5],
  [5, 4],
  [3, 2],
  [10, 1],
  [20, 1],
  [1, 8],
])(
  'a split of %i for %i invents no fall, and an exact touch of the level counts afterwards',
  async (numerator, denominator) => {
    const factor = denominator / numerator;
    const scaled = (price: number) => Number((price * factor).toFixed(2));
    const chart = () =>
      ok(chartOf([{ date: isoDate(NEXT_DAY), numerator, denominator }], scaled(150), NEXT_DAY));
    await index('Jane', [{ start: 150 }, { rule: { ...below140, value: 149 }, start: 150 }]);
    await nvda(150, START_SECONDS + 60);
    const closes = [150, 150, 150, 150].map(scaled);
    // The page made the rule in the old scale, with the year's first close as its anchor: only the session in which it was made counts.
    await nvda(scaled(149.8), NEXT_DAY + 60, { chart, closes });
    expect(await pending()).toEqual([]);
    await nvda(scaled(149), NEXT_DAY + 660, { closes });
    expect(await pending()).toMatchObject([{ level: scaled(149), value: scaled(149) }]);
  },
);

test('a rule from the morning of a split, in the new scale, is not split again', async () => {
  const chart = () => ok(chartOf([{ date: isoDate(NEXT_DAY), numerator: 2, denominator: 1 }], 75, NEXT_DAY));
  await index('Max', [{ rule: { ...below140, value: 1 }, start: 150 }]);
  await nvda(150, START_SECONDS + 60);
  await index('Jane', [{ rule: { ...below140, value: 70 }, start: 75 }], NEXT_DAY);
  await nvda(74, NEXT_DAY + 60, { chart, closes: [75, 75, 75, 75] });
  await nvda(70, NEXT_DAY + 660, { closes: [75, 75, 75, 75] });
  expect(await pending()).toMatchObject([{ alert: 'NVDA price below 70', level: 70 }]);
});

test('a rule from before the last session waits for a chart, alone', async () => {
  const chart = () => ok(chartOf([{ date: isoDate(NEXT_DAY), numerator: 2, denominator: 1 }], 75, NEXT_DAY));
  const closes = [75, 75, 75, 75];
  await index('Jane', [{ rule: { ...below140, value: 140 } }]);
  await index('Max', [{ rule: { ...below140, value: 72 }, start: 75 }], NEXT_DAY);
  await nvda(74, NEXT_DAY + 60, { closes });
  await nvda(71, NEXT_DAY + 660, { closes });
  expect(await pending()).toMatchObject([{ alert: 'NVDA price below 72' }]);
  await nvda(73, NEXT_DAY + 1260, { closes, chart });
  await nvda(70, NEXT_DAY + 1860, { closes });
  expect(await pending()).toMatchObject([{ alert: 'NVDA price below 140', level: 70 }, {}]);
});

test('a rule without a start goes on from the price at which it was saved', async () => {
  await index('Max', [{ rule: { ...below140, value: 1 }, start: 150 }]);
  await nvda(150, START_SECONDS + 60);
  await index('Jane', [{}], START_SECONDS + 90);
  await nvda(139, START_SECONDS + 660);
  expect(await pending()).toMatchObject([{ alert: 'NVDA price below 140', previous: 150 }]);
});

test('a price from ahead of our clock waits until we get there, and stops nobody else', async () => {
  await index('Jane', [{ start: 150 }, { ticker: 'AMD', start: 150 }]);
  const prices = () => [
    priceOf('NVDA', 139, START_SECONDS + 661.37),
    priceOf('AMD', 139, START_SECONDS + 600),
  ];
  await check({ prices }, START_SECONDS + 660);
  expect((await pending()).map(({ alert }) => alert)).toEqual(['AMD price below 140']);
  await check({ prices }, START_SECONDS + 1260);
  expect((await pending()).map(({ alert }) => alert).toSorted()).toEqual([
    'AMD price below 140',
    'NVDA price below 140',
  ]);
});

test('of two checks at once one is written, with what it alone has seen', async () => {
  await index('Jane', [{ start: 150 }]);
  const at = START_SECONDS + 660;
  const done = await Promise.allSettled([nvda(139, at), nvda(141, at - 1)]);
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('reads rows between two prices only, however many are stored', async () => {
  const many = Array.from({ length: 700 }, (_, i) => ({
    rule: { ...below140, value: 1 + i / 100 },
    start: 150,
  }));
  await index('Max', many);
  await nvda(150, START_SECONDS + 60);
  let rowsRead = 0;
  const batch = db.batch.bind(db);
  vi.spyOn(db, 'batch').mockImplementation(async (statements) => {
    const results = await batch(statements);
    for (const { meta } of results) rowsRead += meta.rows_read;
    return results as never;
  });
  await nvda(149, START_SECONDS + 660);
  expect(rowsRead).toBeLessThan(30);
});

test('once a day forgets rules about sessions that are over, and what no rule waits for', async () => {
  const over: AlertRule = {
    on: 'range',
    session: '2026-11-18',
    base_date: '2026-11-17',
    horizon_days: 1,
    low: 90,
    high: 110,
  };
  await index('Jane', [{ rule: over }]);
  await nvda(100, START_SECONDS + 60);
  await nvda(100, START_SECONDS + 6 * SECONDS_PER_DAY);
  for (const table of ['alert_rule', 'alert_listing'])
    expect((await db.prepare(`SELECT * FROM ${table}`).all()).results).toEqual([]);
});

test('3,000 listings are each priced in as many checks as the batches allow, and no more', async () => {
  const LISTINGS = runs(3000);
  const BATCHES = 10;
  const tickers = Array.from({ length: LISTINGS }, (_, i) => `T${i}`);
  for (let from = 0; from < LISTINGS; from += 400)
    await index(
      `user ${from}`,
      tickers.slice(from, from + 400).map((ticker) => ({ ticker, start: 150 })),
    );
  const priced = new Map<string, number>();
  const needed = Math.ceil(LISTINGS / (BATCHES * 20));
  for (let run = 1; run <= 2 * needed; run++) {
    const at = START_SECONDS + run * 600;
    const prices = (asked: readonly string[]) => {
      for (const ticker of asked) priced.set(ticker, (priced.get(ticker) ?? 0) + 1);
      return asked.map((ticker) => priceOf(ticker, 150, at));
    };
    const { due, unasked } = await check({ prices }, at, { ...ALL, batches: BATCHES });
    expect([due, unasked]).toEqual([LISTINGS, Math.max(LISTINGS - BATCHES * 20, 0)]);
    expect(priced.size).toBe(Math.min(run * BATCHES * 20, LISTINGS));
  }
  expect(Math.max(...priced.values()) - Math.min(...priced.values())).toBeLessThanOrEqual(2);
});

test('a listing without a price does not count as known', async () => {
  const knownAt = () => db.prepare('SELECT known_at FROM alert_listing').first('known_at');
  await index('Jane', [{ start: 150 }]);
  await check({ prices: () => [] }, START_SECONDS + 60);
  expect(await knownAt()).toBe(START_SECONDS);
  await nvda(150, START_SECONDS + 3700);
  await check({ prices: () => [] }, START_SECONDS + 4300);
  expect(await knownAt()).toBe(START_SECONDS + 3700);
});

test('charts are shared out among users: hundreds of unclear listings of one user do not keep another waiting', async () => {
  const made = Array.from({ length: 200 }, (_, i) => ({ ticker: `M${i}`, start: 150 }));
  await index('Max', made);
  await index('Jane', [{ start: 150 }]);
  const all = [...made.map(({ ticker }) => ticker), 'NVDA'];
  const asked: string[] = [];
  const chart = (ticker: string) => {
    asked.push(ticker);
    return ticker === 'NVDA'
      ? ok(chartOf([], 150, START_SECONDS))
      : err({ reason: 'upstream_timeout' } as const);
  };
  const prices = (price: number, at: number) => () => all.map((ticker) => priceOf(ticker, price, at));
  await check({ prices: prices(150, START_SECONDS + 60) }, START_SECONDS + 60);
  for (let run = 1; run <= 50; run++) {
    const at = START_SECONDS + 60 + run * 600;
    await check({ prices: prices(15, at), chart }, at, { ...ALL, charts: 4 });
  }
  expect(await pending()).toMatchObject([{ alert: 'NVDA price below 140' }]);
  expect(asked.slice(0, 4)).toContain('NVDA');
  // Charts that fail go to the end, so every listing had its turn.
  expect(new Set(asked).size).toBeGreaterThan(190);
});

test('analyses are shared out among users', async () => {
  const signal: AlertRule = { on: 'signal' };
  await index(
    'Max',
    Array.from({ length: 200 }, (_, i) => ({ ticker: `M${i}`, rule: signal })),
  );
  await index('Jane', [{ rule: signal }]);
  const asked: string[] = [];
  const chart = (ticker: string) => {
    asked.push(ticker);
    return err({ reason: 'upstream_timeout' } as const);
  };
  await check({ prices: () => [], chart }, START_SECONDS + 60, { ...ALL, analyses: 2 });
  expect(asked).toContain('NVDA');
  expect(asked).toHaveLength(2);
});

test('a listing that no source has known for three days leaves the index, unless a chart still knows it', async () => {
  const rules = ['FAKE', 'ODD', 'SLOW'].map((ticker) => ({ ticker, start: 150 }));
  await index('Jane', rules);
  const chart = (ticker: string): Result<PriceSnapshot, Failure> => {
    if (ticker === 'ODD') return ok(chartOf([], 150, START_SECONDS));
    return err(ticker === 'FAKE' ? { reason: 'unknown_symbol', ticker } : { reason: 'upstream_timeout' });
  };
  for (let hours = 1; hours <= 80; hours++)
    await check({ prices: () => [], chart }, START_SECONDS + hours * 3600);
  expect((await readIndex(db, 'Jane')).map(({ rule }) => rule.split(' ')[0]).toSorted()).toEqual([
    'ODD',
    'SLOW',
  ]);
});

test('a rule that was removed and made again while its crossing was under way is watched', async () => {
  await index('Jane', [{ start: 150 }]);
  await nvda(139, START_SECONDS + 660);
  const key = alertKey('NVDA', below140);
  const recordCrossings = async (crossings: readonly Crossing[]) => {
    // The user has removed the rule; it is made again, and indexed, before the outbox hears that it is unknown.
    const value = JSON.stringify({ ticker: 'NVDA', rule: below140 });
    const updatedAtSeconds = START_SECONDS + 700;
    await updateIndex({ db, market: 'live', uid: 'Jane' }, [
      { kind: 'alert', key, version: 9, value, updatedAtSeconds },
    ]);
    return ok({ unknownRules: crossings.map(({ alert, version }) => ({ alert, version })) });
  };
  const users = { getByName: () => ({ recordCrossings }) as unknown as UserAccount };
  await drainOutbox(db, users, 10, () => START_SECONDS * 1000);
  expect(await pending()).toEqual([]);
  expect(await readIndex(db, 'Jane')).toHaveLength(1);
});
