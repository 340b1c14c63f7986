/** The ledger's job against an invented market and the real local database: what it writes and what it never writes. */
import { isoDate, ok } from '#compute';
import type { Ticker } from '#compute';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LedgerRow } from '#worker/contract';
import { runLedgerJob } from '#worker/ledger/job.ts';
import type { LedgerJob } from '#worker/ledger/job.ts';
import { readSummary, refreshSummaries } from '#worker/ledger/summary.ts';
import type { LatestPrice, MarketData, PriceSnapshot } from '#worker/providers/market-data.ts';
import { freshDatabase } from '#support/worker/database.ts';
import { at, ledgerMarket } from '#support/worker/ledger-market.ts';
import type { LedgerMarket } from '#support/worker/ledger-market.ts';

/** Sessions around the invented market's 100th, near a holiday (Memorial Day) and a weekend. */
const TUESDAY = '2025-05-27';
const WEDNESDAY = '2025-05-28';
/** Hour in UTC, an hour after the invented market's close. */
const AFTER_CLOSE = 22;

let db: D1Database;

beforeEach(async () => {
  db = await freshDatabase();
});

function jobOn(market: LedgerMarket, database = db): LedgerJob {
  return {
    db: database,
    ledger: 'live',
    universe: [...market.bars.keys()] as Ticker[],
    source: market.source,
    listingsPerRun: 4,
    now: () => market.clock.ms,
  };
}

/** Runs the job at an instant until nothing is due. */
async function runAt(market: LedgerMarket, ms: number): Promise<void> {
  market.clock.ms = ms;
  while ((await runLedgerJob(jobOn(market))) > 0);
}

async function rows(): Promise<LedgerRow[]> {
  return (await db.prepare('SELECT * FROM record_row ORDER BY seq').all<LedgerRow>()).results;
}

async function missed(): Promise<string[]> {
  const { results } = await db
    .prepare('SELECT base_date FROM record_gap ORDER BY base_date')
    .all<{ base_date: string }>();
  return results.map((row) => row.base_date);
}

describe('what a run writes', () => {
  test('has one row per listing and horizon after the close, chained, with the close as base', async () => {
    const market = ledgerMarket(['AAPL', 'SPY']);
    await runAt(market, at(TUESDAY, AFTER_CLOSE));
    const written = await rows();
    expect(written.map((row) => [row.seq, row.ticker, row.horizon_days])).toEqual([
      [1, 'AAPL', 1],
      [2, 'AAPL', 7],
      [3, 'AAPL', 14],
      [4, 'AAPL', 30],
      [5, 'SPY', 1],
      [6, 'SPY', 7],
      [7, 'SPY', 14],
      [8, 'SPY', 30],
    ]);
    const bar = market.bars.get('AAPL')!.find(({ time }) => isoDate(time) === TUESDAY)!;
    expect(written[0]).toMatchObject({
      ledger: 'live',
      base_date: TUESDAY,
      target_date: WEDNESDAY,
      base_close: Number(bar.close.toPrecision(10)),
      source: 'yahoo',
      adjustment: 'splits',
      made_at: '2025-05-27T22:00:00.000Z',
      settled_at: null,
    });
    expect(new Set(written.map(({ hash }) => hash)).size).toBe(8);
    expect(written[0]!.low95).toBeLessThan(written[0]!.low80);
  });

  test('is nothing during the session or its closing auction, on a weekend or on a holiday', async () => {
    const market = ledgerMarket();
    await runAt(market, at(TUESDAY, 18));
    expect(await rows()).toHaveLength(0);
    await runAt(market, at(TUESDAY, 21.25));
    expect(await rows()).toHaveLength(0);
    await runAt(market, at('2025-05-24', AFTER_CLOSE));
    await runAt(market, at('2025-05-26', AFTER_CLOSE));
    expect(await rows()).toHaveLength(0);
  });

  test('does not change in a second run at any later time in the window', async () => {
    const market = ledgerMarket();
    await runAt(market, at(TUESDAY, AFTER_CLOSE));
    const before = await rows();
    await db.prepare('UPDATE record_check SET next_at = 0').run();
    await runAt(market, at(TUESDAY, AFTER_CLOSE + 5));
    expect(await rows()).toEqual(before);
    expect(market.asked).toBe(2);
  });

  test('contains each forecast once even after two simultaneous runs', async () => {
    const market = ledgerMarket(['AAPL', 'SPY']);
    market.clock.ms = at(TUESDAY, AFTER_CLOSE);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await Promise.all([runLedgerJob(jobOn(market)), runLedgerJob(jobOn(market))]);
    await db.prepare('UPDATE record_check SET next_at = 0').run();
    await runAt(market, at(TUESDAY, AFTER_CLOSE + 1));
    expect(await rows()).toHaveLength(8);
    expect((await rows()).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('follows midnight UTC for a market that never closes', async () => {
    const market = ledgerMarket(['BTC-USD'], 'daily');
    await runAt(market, at('2025-05-24', 23.9));
    expect(await rows()).toHaveLength(0);
    await runAt(market, at('2025-05-25', 0.75));
    expect((await rows()).map((row) => [row.base_date, row.target_date])[0]).toEqual([
      '2025-05-24',
      '2025-05-25',
    ]);
  });

  test('has no forecast for a young listing, and the ledger says why', async () => {
    const market = ledgerMarket();
    await runAt(market, at('2025-02-10', AFTER_CLOSE));
    expect(await rows()).toHaveLength(0);
    expect(await db.prepare('SELECT failure FROM record_check').first('failure')).toBe('short_history');
  });
});

describe('K19 a last trade from hours before the close', () => {
  /** Runs through an evening on which some listings' last trades are the given hours before the close. */
  async function evening(market: LedgerMarket, hoursBefore: Readonly<Record<string, number>>) {
    const early = <T extends LatestPrice | PriceSnapshot>(ticker: string, price: T): T => {
      const lastTrade = at(TUESDAY, 21 - (hoursBefore[ticker] ?? 0)) / 1000;
      return { ...price, asOfSeconds: Math.min(price.asOfSeconds, lastTrade) };
    };
    const source: MarketData = {
      ...market.source,
      async stock(ticker, signal) {
        const read = await market.source.stock(ticker, signal);
        return read.ok ? ok(early(ticker, read.value)) : read;
      },
      async latestPrices(tickers, signal) {
        const read = await market.source.latestPrices(tickers, signal);
        if (!read.ok) return read;
        return ok(new Map([...read.value].map(([ticker, price]) => [ticker, early(ticker, price)])));
      },
    };
    for (let hours = 21.6; hours < 33; hours += 1 / 6) {
      market.clock.ms = at(TUESDAY, hours);
      await runLedgerJob({ ...jobOn(market), source });
    }
    const written = (await rows()).filter(({ base_date }) => base_date === TUESDAY);
    return [...new Set(written.map(({ ticker }) => ticker))];
  }

  test('is not a close and is requested once, while others at the venue are written', async () => {
    const market = ledgerMarket(['STUCK', 'OTHER']);
    await runAt(market, at('2025-05-23', AFTER_CLOSE));
    market.asked = 0;
    expect(await evening(market, { STUCK: 2 })).toEqual(['OTHER']);
    expect(market.asked).toBe(2);
    await runAt(market, at(WEDNESDAY, AFTER_CLOSE));
    expect(await missed()).toEqual([TUESDAY]);
  });

  test('is not a close even for the whole source, as under a fast clock', async () => {
    expect(await evening(ledgerMarket(['AAPL', 'BTC']), { AAPL: 2, BTC: 5 })).toEqual([]);
  });

  test('is a close if only a quarter of an hour before it', async () => {
    expect(await evening(ledgerMarket(), { AAPL: 0.25 })).toEqual(['AAPL']);
  });
});

test('K19 a price dated ahead of the clock is not a close', async () => {
  const market = ledgerMarket();
  const source: MarketData = {
    ...market.source,
    async stock(ticker, signal) {
      const read = await market.source.stock(ticker, signal);
      return read.ok ? ok({ ...read.value, isDatedAhead: true }) : read;
    },
  };
  market.clock.ms = at(TUESDAY, AFTER_CLOSE);
  await runLedgerJob({ ...jobOn(market), source });
  expect((await rows()).filter(({ base_date }) => base_date === TUESDAY)).toEqual([]);
});

test('one batch of prices finds listings without a session, which take no slot from others', async () => {
  const market = ledgerMarket(['AAPL', 'SPY', 'MSFT']);
  await runAt(market, at(TUESDAY, AFTER_CLOSE));
  const session = (ticker: string) => market.bars.get(ticker)!;
  // Two listings do not trade on Wednesday, although their calendar says so.
  for (const ticker of ['AAPL', 'SPY']) {
    market.bars.set(
      ticker,
      session(ticker).filter(({ time }) => isoDate(time) !== WEDNESDAY),
    );
  }
  const run = async (hours: number) => {
    market.clock.ms = at(WEDNESDAY, hours);
    await runLedgerJob({ ...jobOn(market), listingsPerRun: 2 });
  };
  for (let hours = AFTER_CLOSE; hours < AFTER_CLOSE + 5; hours += 0.5) await run(hours);
  expect((await rows()).filter((row) => row.base_date === WEDNESDAY)).toHaveLength(4);
  market.asked = market.batches = 0;
  for (let hours = AFTER_CLOSE + 5; hours < AFTER_CLOSE + 10; hours += 0.5) await run(hours);
  expect([market.asked, market.batches]).toEqual([0, 10]);
  await run(24 + AFTER_CLOSE);
  const written = (await rows()).filter((row) => row.base_date === '2025-05-29');
  expect(new Set(written.map(({ ticker }) => ticker))).toEqual(new Set(['AAPL', 'SPY']));
});

test('runs of two write sixty listings that close together within twelve hours', async () => {
  const market = ledgerMarket(Array.from({ length: 60 }, (_, i) => `T${i}`));
  for (let hours = 21.5; hours <= 28; hours += 1 / 6) {
    market.clock.ms = at(TUESDAY, hours);
    await runLedgerJob({ ...jobOn(market), listingsPerRun: 2 });
  }
  const written = await db
    .prepare('SELECT COUNT(DISTINCT ticker) AS n FROM record_forecast WHERE base_date = ?')
    .bind(TUESDAY)
    .first<number>('n');
  expect(written).toBe(60);
  expect(await missed()).toEqual([]);
}, 30_000);

describe('settlement', () => {
  test('uses the first close on or after the target session, once', async () => {
    const market = ledgerMarket();
    await runAt(market, at(TUESDAY, AFTER_CLOSE));
    await runAt(market, at(WEDNESDAY, AFTER_CLOSE));
    const [first] = await rows();
    const outcome = market.bars.get('AAPL')!.find(({ time }) => isoDate(time) === WEDNESDAY)!.close;
    expect(first).toMatchObject({
      outcome_date: WEDNESDAY,
      outcome_close: Number(outcome.toPrecision(10)),
      split_factor: 1,
      settled_at: '2025-05-28T22:00:00.000Z',
    });
    expect(first!.error_percent).toBeCloseTo(
      (Math.abs(outcome - first!.median) / first!.base_close) * 100,
      7,
    );
    // A later price correction changes nothing.
    const bars = market.bars.get('AAPL')!;
    market.bars.set(
      'AAPL',
      bars.map((bar) => (isoDate(bar.time) === WEDNESDAY ? { ...bar, close: bar.close * 1.001 } : bar)),
    );
    await runAt(market, at('2025-05-29', AFTER_CLOSE));
    expect((await rows())[0]).toEqual(first);
  });

  test('scales a split between base and target back to the base session', async () => {
    const market = ledgerMarket();
    await runAt(market, at(TUESDAY, AFTER_CLOSE));
    const bars = market.bars.get('AAPL')!;
    const outcome = bars.find(({ time }) => isoDate(time) === WEDNESDAY)!.close;
    market.bars.set(
      'AAPL',
      bars.map((bar) => ({
        ...bar,
        open: bar.open / 4,
        high: bar.high / 4,
        low: bar.low / 4,
        close: bar.close / 4,
      })),
    );
    await runAt(market, at(WEDNESDAY, AFTER_CLOSE));
    const [first] = await rows();
    expect(first!.split_factor).toBeCloseTo(4, 8);
    expect(first!.outcome_close).toBeCloseTo(outcome, 6);
  });

  test('uses the next traded session after a halt; after a delisting the ledger says since when prices are missing', async () => {
    const market = ledgerMarket();
    await runAt(market, at(TUESDAY, AFTER_CLOSE));
    const bars = market.bars.get('AAPL')!;
    const day = (date: string) => bars.findIndex(({ time }) => isoDate(time) === date);
    const halted = [...bars.slice(0, day(WEDNESDAY)), ...bars.slice(day('2025-06-03'))];
    market.bars.set('AAPL', halted);
    for (const date of [WEDNESDAY, '2025-05-30', '2025-06-02']) await runAt(market, at(date, AFTER_CLOSE));
    expect((await rows())[0]!.settled_at).toBeNull();
    const unsettled = async () => {
      await refreshSummaries(db, 'live', ['AAPL'] as Ticker[]);
      return JSON.parse(await readSummary(db, 'live', [], 'AAPL')).unsettled;
    };
    expect(await unsettled()).toEqual([
      { ticker: 'AAPL', forecasts: 1, oldest_target: WEDNESDAY, no_price_since: TUESDAY, reason: null },
    ]);
    await runAt(market, at('2025-06-03', AFTER_CLOSE));
    expect((await rows())[0]).toMatchObject({ outcome_date: '2025-06-03', target_date: WEDNESDAY });
    expect(await unsettled()).toEqual([]);
  });
});

describe('a missed session', () => {
  test('is recorded and never filled in after three days without the vendor, and open forecasts settle afterwards', async () => {
    const market = ledgerMarket();
    await runAt(market, at(TUESDAY, AFTER_CLOSE));
    market.failure = { reason: 'upstream_timeout' };
    for (const date of [WEDNESDAY, '2025-05-29', '2025-05-30']) await runAt(market, at(date, AFTER_CLOSE));
    expect(await db.prepare('SELECT failure FROM record_check').first('failure')).toBe('upstream_timeout');
    expect(await db.prepare('SELECT last_session FROM record_check').first('last_session')).toBe(TUESDAY);
    market.failure = null;
    await runAt(market, at('2025-06-02', AFTER_CLOSE));
    expect(await missed()).toEqual([WEDNESDAY, '2025-05-29', '2025-05-30']);
    const written = await rows();
    expect(new Set(written.map((row) => row.base_date))).toEqual(new Set([TUESDAY, '2025-06-02']));
    expect(written[0]).toMatchObject({ outcome_date: WEDNESDAY, settled_at: '2025-06-02T22:00:00.000Z' });
  });

  test('is recorded by a run later than twelve hours after the close', async () => {
    const market = ledgerMarket();
    await runAt(market, at(TUESDAY, AFTER_CLOSE));
    await runAt(market, at('2025-05-29', 10));
    expect(await missed()).toEqual([WEDNESDAY]);
    expect((await rows()).every((row) => row.base_date === TUESDAY)).toBe(true);
  });

  test('never precedes the ledger’s beginning', async () => {
    const market = ledgerMarket();
    await runAt(market, at('2025-05-29', 10));
    expect(await missed()).toEqual([]);
    expect(await rows()).toHaveLength(0);
  });
});

describe('clocks that jump', () => {
  test('a clock two hours ahead does not turn a passing price into a close', async () => {
    const market = ledgerMarket();
    const source = {
      ...market.source,
      stock: (ticker: Ticker, signal: AbortSignal) => {
        // The vendor's actual time: 14:00 in New York.
        market.clock.ms = at(TUESDAY, 19);
        const answer = market.source.stock(ticker, signal);
        market.clock.ms = at(TUESDAY, AFTER_CLOSE);
        return answer;
      },
    };
    market.clock.ms = at(TUESDAY, AFTER_CLOSE);
    await runLedgerJob({ ...jobOn(market), source });
    expect(await rows()).toHaveLength(0);
  });

  test('after a clock was days ahead the job continues at once, and wrongly missed sessions no longer count', async () => {
    const market = ledgerMarket();
    await runAt(market, at(TUESDAY, AFTER_CLOSE));
    const ahead = {
      ...jobOn(market),
      source: {
        ...market.source,
        stock: (ticker: Ticker, signal: AbortSignal) => {
          market.clock.ms = at(WEDNESDAY, 21.6);
          const answer = market.source.stock(ticker, signal);
          market.clock.ms = at('2025-06-05', AFTER_CLOSE);
          return answer;
        },
      },
    };
    market.clock.ms = at('2025-06-05', AFTER_CLOSE);
    await runLedgerJob(ahead);
    expect(await missed()).toEqual([WEDNESDAY]);
    await runAt(market, at(WEDNESDAY, AFTER_CLOSE));
    expect((await rows()).some((row) => row.base_date === WEDNESDAY)).toBe(true);
    expect(await missed()).toEqual([]);
  });

  test('a clock that jumps back writes nothing twice', async () => {
    const market = ledgerMarket();
    await runAt(market, at(WEDNESDAY, AFTER_CLOSE));
    const before = await rows();
    await runAt(market, at(TUESDAY, AFTER_CLOSE));
    expect(await rows()).toEqual(before);
  });
});

describe('crashes', () => {
  /** A database that fails at its nth use, counting all accesses. */
  function failingAt(step: number): D1Database {
    let uses = 0;
    const count = <T>(go: () => T): T => {
      uses += 1;
      if (uses === step) throw new Error(`crash at step ${step}`);
      return go();
    };
    return {
      prepare: (sql: string) => count(() => db.prepare(sql)),
      batch: (statements: D1PreparedStatement[]) => count(() => db.batch(statements)),
    } as unknown as D1Database;
  }

  test('at any step leave the ledger intact, and the next run completes it to the same rows', async () => {
    const content = async () => (await rows()).map(({ hash, settlement_hash }) => [hash, settlement_hash]);
    const market = ledgerMarket();
    await runAt(market, at(TUESDAY, AFTER_CLOSE));
    await runAt(market, at(WEDNESDAY, AFTER_CLOSE));
    const expected = await content();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);

    let crashed = 0;
    for (let step = 1; step < 16; step++) {
      db = await freshDatabase();
      await runAt(market, at(TUESDAY, AFTER_CLOSE));
      market.clock.ms = at(WEDNESDAY, AFTER_CLOSE);
      await runLedgerJob(jobOn(market, failingAt(step))).catch(() => undefined);
      const after = await content();
      // Either the whole entry or none of it.
      expect([4, expected.length]).toContain(after.length);
      if (after.length === 4) crashed += 1;
      await db.prepare('UPDATE record_check SET next_at = 0').run();
      await runLedgerJob(jobOn(market));
      expect(await content()).toEqual(expected);
    }
    expect(crashed).toBeGreaterThan(6);
  }, 30_000);

  test('one failing listing does not affect others', async () => {
    const market = ledgerMarket(['AAPL', 'SPY']);
    market.bars.delete('AAPL');
    market.clock.ms = at(TUESDAY, AFTER_CLOSE);
    await runLedgerJob({ ...jobOn(market), universe: ['AAPL', 'SPY'] as Ticker[] });
    expect((await rows()).map(({ ticker }) => ticker)).toEqual(['SPY', 'SPY', 'SPY', 'SPY']);
  });
});

describe('listings that fail', () => {
  const DEAD = ['DEAD1', 'DEAD2', 'DEAD3', 'DEAD4'] as Ticker[];

  /** Four dead listings come first in the universe, and a run checks four. */
  function withDead(
    market: LedgerMarket,
    fail: () => never | ReturnType<typeof market.source.stock>,
  ): LedgerJob {
    return {
      ...jobOn(market),
      universe: [...DEAD, 'AAPL', 'SPY'] as Ticker[],
      source: {
        ...market.source,
        stock: (ticker: Ticker, signal: AbortSignal) =>
          DEAD.includes(ticker) ? fail() : market.source.stock(ticker, signal),
      },
    };
  }

  test.each([
    [
      'throw',
      () => {
        throw new RangeError('an absurd number');
      },
    ],
    [
      'are unknown',
      async () => ({ ok: false, error: { reason: 'unknown_symbol', ticker: 'DEAD' } }) as const,
    ],
  ] as const)('do not affect others if four %s, and their checks are recorded', async (_how, fail) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const market = ledgerMarket(['AAPL', 'SPY']);
    market.clock.ms = at(TUESDAY, AFTER_CLOSE);
    const job = withDead(market, fail as Parameters<typeof withDead>[1]);
    await runLedgerJob(job);
    await runLedgerJob(job);
    expect(new Set((await rows()).map(({ ticker }) => ticker))).toEqual(new Set(['AAPL', 'SPY']));
    const { results } = await db
      .prepare("SELECT failure FROM record_check WHERE ticker LIKE 'DEAD%'")
      .all<{ failure: string }>();
    expect(results).toHaveLength(4);
    expect(results.every(({ failure }) => failure !== null)).toBe(true);
  });

  /** The job's waits between checks of its only listing, minutes. */
  async function waits(market: LedgerMarket, startMs: number, checks: number): Promise<number[]> {
    const found: number[] = [];
    market.clock.ms = startMs;
    for (let check = 0; check < checks; check++) {
      await runLedgerJob(jobOn(market));
      const next = (await db.prepare('SELECT next_at FROM record_check').first<number>('next_at'))! * 1000;
      found.push((next - market.clock.ms) / 60_000);
      market.clock.ms = next;
    }
    return found;
  }

  test('are checked at doubling intervals, up to a day, if dead', async () => {
    const market = ledgerMarket();
    market.failure = { reason: 'unknown_symbol', ticker: 'AAPL' };
    const found = await waits(market, at(TUESDAY, AFTER_CLOSE), 9);
    expect(found).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440]);
  });

  test('are checked at least every two hours if they traded this week, so that no session is missed', async () => {
    const market = ledgerMarket();
    await runAt(market, at(TUESDAY, AFTER_CLOSE));
    market.failure = { reason: 'upstream_timeout' };
    expect(await waits(market, at(WEDNESDAY, AFTER_CLOSE), 6)).toEqual([15, 30, 60, 120, 120, 120]);
  });

  test('start again at the shortest interval after a recovery', async () => {
    const market = ledgerMarket();
    market.failure = { reason: 'unknown_symbol', ticker: 'AAPL' };
    await runAt(market, at(TUESDAY, 10));
    await runAt(market, at(TUESDAY, 11));
    market.failure = null;
    await runAt(market, at(TUESDAY, AFTER_CLOSE));
    expect(await rows()).toHaveLength(4);
    market.failure = { reason: 'upstream_timeout' };
    await runAt(market, at(WEDNESDAY, AFTER_CLOSE));
    const check = await db
      .prepare('SELECT next_at - checked_at AS wait FROM record_check')
      .first<number>('wait');
    expect(check).toBe(15 * 60);
  });

  test('get no row if they no longer trade, but recorded checks at growing intervals', async () => {
    const market = ledgerMarket();
    const last = market.bars.get('AAPL')!.findIndex(({ time }) => isoDate(time) === TUESDAY);
    market.bars.set('AAPL', market.bars.get('AAPL')!.slice(0, last + 1));
    const found = await waits(market, at('2025-06-10', AFTER_CLOSE), 9);
    expect(await rows()).toHaveLength(0);
    expect(await db.prepare('SELECT failure FROM record_check').first('failure')).toBe('not_trading');
    expect(found.at(-1)).toBe(1440);
  });
});
