/** D1 rows read by job, downloads and checks with 50,000 forecasts in the ledger. */
import { FORECAST_COLUMNS } from '#compute';
import type { Ticker } from '#compute';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { fileTexts } from '#worker/ledger/files.ts';
import { runLedgerJob } from '#worker/ledger/job.ts';
import { refreshSummaries } from '#worker/ledger/summary.ts';
import { PAGE_EVENTS, verifyPage } from '#worker/ledger/verify.ts';
import { freshDatabase } from '#support/worker/database.ts';
import { at, ledgerMarket } from '#support/worker/ledger-market.ts';

const FORECASTS = 50_000;
const UNIVERSE = Array.from({ length: 13 }, (_, i) => `T${i}`);

let db: D1Database;
const market = ledgerMarket(UNIVERSE);
const job = {
  ledger: 'live',
  universe: UNIVERSE as Ticker[],
  source: market.source,
  listingsPerRun: 4,
  now: () => market.clock.ms,
} as const;

/** A database that counts the rows that D1 bills as read. */
function counting(inner: D1Database): { readonly db: D1Database; rowsRead: number } {
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
    ({
      inner: statement,
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all: async () => noted(await statement.all()),
      run: async () => noted(await statement.run()),
      first: async (column?: string) => {
        const [row] = noted(await statement.all<Record<string, unknown>>()).results;
        return row === undefined ? null : column === undefined ? row : row[column];
      },
    }) as unknown as D1PreparedStatement;
  const noted = <T extends { meta: { rows_read?: number } }>(answer: T): T => {
    counter.rowsRead += answer.meta.rows_read ?? Number.NaN;
    return answer;
  };
  const counter = {
    rowsRead: 0,
    db: {
      prepare: (sql: string) => wrap(inner.prepare(sql)),
      batch: async (statements: { inner: D1PreparedStatement }[]) =>
        (await inner.batch(statements.map((statement) => statement.inner))).map(noted),
    } as unknown as D1Database,
  };
  return counter;
}

beforeAll(async () => {
  db = await freshDatabase();
  // One base date per day, four horizons, thirteen listings; the last 3,000 forecasts are open.
  const values: Readonly<Record<string, string>> = {
    ledger: "'live'",
    seq: 'i + 1',
    ticker: "'T' || (i / 4 % 13)",
    base_date: "date('2021-12-01', '+' || (i / 52) || ' days')",
    horizon_days: 'CASE i % 4 WHEN 0 THEN 1 WHEN 1 THEN 7 WHEN 2 THEN 14 ELSE 30 END',
    target_date: "date('2021-12-01', '+' || (i / 52 + 1) || ' days')",
    base_close: '100.0',
    median: '100.1',
    low80: '98.0',
    high80: '102.0',
    low95: '97.0',
    high95: '103.0',
    probability_up: '0.5',
    probability_buy: '0.1',
    probability_sell: '0.1',
    signal: "'HOLD'",
    model: "'m 1'",
    source: "'yahoo'",
    adjustment: "'splits'",
    made_at: "'2020-01-01T22:00:00.000Z'",
  };
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${FORECASTS - 1})`;
  await db
    .prepare(
      `${numbers} INSERT INTO record_forecast SELECT ${FORECAST_COLUMNS.map((name) => values[name]).join()}, 'h' || i FROM n`,
    )
    .run();
  await db
    .prepare(
      `${numbers} INSERT INTO record_settlement SELECT 'live', i + 1, '2020-01-02', 101.0, 1.0, 0.9, 1.0,
       '2020-01-02T22:00:00.000Z', 's' || i FROM n WHERE i < ${FORECASTS - 3000}`,
    )
    .run();
  await db
    .prepare(
      `${numbers} INSERT INTO record_event SELECT 'live', i + 1, 'forecast', (i + 1) || ' h' || i,
       CASE i WHEN 0 THEN '' ELSE 'e' || (i - 1) END, 'e' || i FROM n`,
    )
    .run();
  // The first run builds the files; later ones update them.
  market.clock.ms = at('2025-05-27', 22);
  await runLedgerJob({ ...job, db });
  await refreshSummaries(db, 'live', job.universe, 5000);
}, 120_000);

describe(`with ${FORECASTS} forecasts`, () => {
  test('a run of the job with its summaries reads under 10,000 rows', async () => {
    const counter = counting(db);
    expect(await runLedgerJob({ ...job, db: counter.db })).toBe(4);
    await refreshSummaries(counter.db, 'live', job.universe);
    expect(counter.rowsRead).toBeGreaterThan(0);
    expect(counter.rowsRead).toBeLessThan(10_000);
  }, 60_000);

  test('a download of all rows reads three rows per hundred', async () => {
    const counter = counting(db);
    let text = '';
    for await (const part of fileTexts(counter.db, 'live', 'rows')) text += part;
    expect(text.split('\r\n').length).toBeGreaterThan(FORECASTS);
    expect(counter.rowsRead).toBeLessThanOrEqual(3 * (FORECASTS / 100) + 10);
  }, 60_000);

  test('a check of one page reads a few rows per event', async () => {
    for (const page of [1, 50]) {
      const counter = counting(db);
      expect(await verifyPage(counter.db, 'live', page)).not.toBeNull();
      expect(counter.rowsRead).toBeGreaterThan(0);
      expect(counter.rowsRead).toBeLessThan(8 * PAGE_EVENTS);
    }
  }, 60_000);
});

test('the local database counts rows read', async () => {
  const { meta } = await env.RECORD.prepare('SELECT * FROM record_check').all();
  expect(meta.rows_read).toBeGreaterThan(0);
});
