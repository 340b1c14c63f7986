/** Summaries count each event once, also when they are rebuilt. */
import type { Ticker } from '#compute';
import type { LedgerResponse } from '#worker/contract';
import { beforeEach, expect, test } from 'vitest';
import { runLedgerJob } from '#worker/ledger/job.ts';
import { readSummary, refreshSummaries } from '#worker/ledger/summary.ts';
import { freshDatabase } from '#support/worker/database.ts';
import { at, ledgerMarket } from '#support/worker/ledger-market.ts';

const UNIVERSE = ['AAPL', 'SPY'] as Ticker[];
/** Few enough that starting over takes several steps. */
const EVENTS_PER_STEP = 4;

let db: D1Database;

let market: ReturnType<typeof ledgerMarket>;

async function runOn(date: string): Promise<void> {
  market.clock.ms = at(date, 22);
  await runLedgerJob({
    db,
    ledger: 'live',
    universe: UNIVERSE,
    source: market.source,
    listingsPerRun: UNIVERSE.length,
    now: () => market.clock.ms,
  });
}

beforeEach(async () => {
  db = await freshDatabase();
  market = ledgerMarket(UNIVERSE);
  for (const date of ['2025-05-27', '2025-05-28', '2025-05-29']) await runOn(date);
});

async function refresh(database = db): Promise<void> {
  await refreshSummaries(database, 'live', UNIVERSE, EVENTS_PER_STEP);
}

/** All stored summaries, sums and files. */
async function stored(): Promise<unknown[]> {
  return (await db.prepare('SELECT * FROM record_summary ORDER BY subject').all()).results;
}

test('steps of any size give the same summaries', async () => {
  await refresh();
  const small = await stored();
  await db.prepare('DELETE FROM record_summary').run();
  await refreshSummaries(db, 'live', UNIVERSE);
  expect(await stored()).toEqual(small);
  expect(JSON.parse(await readSummary(db, 'live', UNIVERSE, 'SPY'))).toMatchObject({
    forecasts: 12,
    settled: 2,
  });
});

test('missed sessions are listed, latest first, in every summary that they concern', async () => {
  await runOn('2025-06-03');
  await refresh();
  const missedIn = async (subject: string) =>
    (JSON.parse(await readSummary(db, 'live', UNIVERSE, subject)) as LedgerResponse).missed_sessions;
  const [monday, friday] = ['2025-06-02', '2025-05-30'];
  expect(await missedIn('')).toEqual([
    { ticker: 'AAPL', base_date: monday },
    { ticker: 'SPY', base_date: monday },
    { ticker: 'AAPL', base_date: friday },
    { ticker: 'SPY', base_date: friday },
  ]);
  expect(await missedIn('SPY')).toEqual([
    { ticker: 'SPY', base_date: monday },
    { ticker: 'SPY', base_date: friday },
  ]);
});

test('two simultaneous runs count each event once', async () => {
  await refresh();
  const before = await stored();
  await db.prepare('DELETE FROM record_summary').run();
  await Promise.allSettled([refresh(), refresh()]);
  await refresh();
  expect(await stored()).toEqual(before);
});

test('emptying the table during a step fails the step, and the next run starts over', async () => {
  await refresh();
  const before = await stored();
  await db.prepare('DELETE FROM record_summary').run();
  let batches = 0;
  const emptied = {
    prepare: (sql: string) => db.prepare(sql),
    async batch(statements: D1PreparedStatement[]) {
      // A step reads its events in one batch and writes in another; the fourth ends the second step.
      if (++batches === 4) await db.prepare('DELETE FROM record_summary').run();
      return db.batch(statements);
    },
  } as unknown as D1Database;
  await expect(refresh(emptied)).rejects.toThrow('NOT NULL');
  await refresh();
  expect(await stored()).toEqual(before);
});
