/** The ledger's promises: it cannot be changed, a forced change is detected, and no row uses later prices. */
import {
  FORECAST_COLUMNS,
  forecast,
  forecastText,
  HORIZON_OPTIONS_DAYS,
  isoDate,
  SETTLEMENT_COLUMNS,
  settlementText,
} from '#compute';
import type { LedgerSettlement, Ticker } from '#compute';
import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { LedgerRow } from '#worker/contract';
import { runLedgerJob } from '#worker/ledger/job.ts';
import { sha256Hex } from '#worker/body.ts';
import { freshDatabase } from '#support/worker/database.ts';
import { at, ledgerMarket } from '#support/worker/ledger-market.ts';

let db: D1Database;

beforeEach(async () => {
  db = await freshDatabase();
});

async function play(market = ledgerMarket()): Promise<LedgerRow[]> {
  for (const date of ['2025-05-27', '2025-05-28', '2025-05-29']) {
    market.clock.ms = at(date, 22);
    const universe = [...market.bars.keys()] as Ticker[];
    await runLedgerJob({
      db,
      ledger: 'live',
      universe,
      source: market.source,
      listingsPerRun: 4,
      now: () => market.clock.ms,
    });
  }
  return rows();
}

async function rows(): Promise<LedgerRow[]> {
  const read = db.prepare('SELECT * FROM record_row ORDER BY seq');
  return (await read.all<LedgerRow>()).results;
}

/** Numbers of the rows whose hash does not follow from them. */
async function changedRows(chain: readonly LedgerRow[]): Promise<number[]> {
  const broken: number[] = [];
  for (const row of chain) {
    const expected = await sha256Hex(forecastText(row));
    const outcome = row.settled_at && (await sha256Hex(settlementText(row as LedgerSettlement)));
    if (expected !== row.hash || outcome !== row.settlement_hash) broken.push(row.seq);
  }
  return broken;
}

test('the hashed and exported columns equal the tables’ columns', async () => {
  const columnsOf = async (table: string) => {
    const { results } = await db
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .all<{ name: string }>();
    return results.map(({ name }) => name);
  };
  expect(await columnsOf('record_forecast')).toEqual([...FORECAST_COLUMNS, 'hash']);
  expect(await columnsOf('record_settlement')).toEqual(['ledger', 'seq', ...SETTLEMENT_COLUMNS, 'hash']);
});

/** A statement that replaces whatever collides with a changed copy of the first row. */
function replacement(table: string, columns: readonly string[], changes: Record<string, string>): string {
  const values = columns.map((name) => changes[name] ?? name);
  return `REPLACE INTO ${table} (${columns.join()}) SELECT ${values.join()} FROM ${table} WHERE seq = 1`;
}

const FORECAST = ['record_forecast', [...FORECAST_COLUMNS, 'hash']] as const;
const SETTLEMENT = ['record_settlement', ['ledger', 'seq', ...SETTLEMENT_COLUMNS, 'hash']] as const;

test('written rows cannot be changed, removed or replaced', async () => {
  const before = await play();
  for (const statement of [
    ...[FORECAST, SETTLEMENT].flatMap(([table, columns]) => [
      `UPDATE ${table} SET seq = seq + 1000`,
      `UPDATE OR REPLACE ${table} SET seq = 2`,
      `DELETE FROM ${table}`,
      replacement(table, columns, { hash: "'forged'" }),
      // A new key, but another row's rowid.
      replacement(table, ['rowid', ...columns], { rowid: '2', seq: '12', horizon_days: '2' }),
    ]),
    // Another number, for the same listing, session and horizon.
    replacement(...FORECAST, { seq: '99' }),
  ]) {
    const run = db.prepare(statement).run();
    await expect(run).rejects.toThrow(/append-only|no column named rowid/);
  }
  expect(await rows()).toEqual(before);
});

test('hashes verify as read back, and reveal a row changed past the triggers', async () => {
  const chain = await play();
  expect(chain).toHaveLength(12);
  expect(await changedRows(chain)).toEqual([]);

  await db.prepare('DROP TRIGGER record_forecast_kept').run();
  await db.prepare('UPDATE record_forecast SET high80 = high80 * 1.01 WHERE seq = 6').run();
  expect(await changedRows(await rows())).toEqual([6]);
});

test('a changed outcome is detected', async () => {
  await play();
  await db.prepare('DROP TRIGGER record_settlement_kept').run();
  await db.prepare('UPDATE record_settlement SET outcome_close = outcome_close * 1.01 WHERE seq = 1').run();
  expect(await changedRows(await rows())).toEqual([1]);
});

test('a simulated price cannot enter the live ledger', async () => {
  const [row] = await play();
  const values = { ...row!, seq: 99, ticker: 'NEW', source: 'sample' } as unknown as Record<string, unknown>;
  const insert = db
    .prepare(`INSERT INTO record_forecast VALUES (${[...FORECAST_COLUMNS, 'hash'].map(() => '?').join()})`)
    .bind(...[...FORECAST_COLUMNS, 'hash'].map((name) => values[name]));
  await expect(insert.run()).rejects.toThrow('CHECK');
});

test('property: later prices never change earlier rows', async () => {
  const expected = (await play()).filter((row) => row.base_date === '2025-05-27');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.double({ min: 0.5, max: 2, noNaN: true }), { minLength: 5 }),
      async (factors) => {
        db = await freshDatabase();
        const market = ledgerMarket();
        const bars = market.bars.get('AAPL')!;
        market.bars.set(
          'AAPL',
          bars.map((bar, i) => {
            if (isoDate(bar.time) <= '2025-05-27') return bar;
            const factor = factors[i % factors.length]!;
            const [open, high, low, close] = [bar.open, bar.high, bar.low, bar.close].map(
              (price) => price * factor,
            );
            return { ...bar, open: open!, high: high!, low: low!, close: close! };
          }),
        );
        const made = (await play(market)).filter((row) => row.base_date === '2025-05-27');
        expect(made.map(({ hash }) => hash)).toEqual(expected.map(({ hash }) => hash));
      },
    ),
    { numRuns: 5 },
  );
}, 30_000);

test('each horizon equals the model’s forecast for it alone', async () => {
  const made = (await play()).filter((row) => row.base_date === '2025-05-27');
  const market = ledgerMarket();
  market.clock.ms = at('2025-05-27', 22);
  const read = await market.source.stock('AAPL' as Ticker, AbortSignal.timeout(1000));
  if (!read.ok) throw new Error('no bars');
  const { candles, listing } = read.value;
  for (const [index, horizonDays] of HORIZON_OPTIONS_DAYS.entries()) {
    const own = forecast({ candles, horizonDays, calendar: listing.calendar });
    if (!own.ok) throw new Error('no forecast');
    const end = own.value.points.at(-1)!;
    expect(made[index]!.target_date).toBe(end.date);
    expect(made[index]!.high95).toBe(Number(end.high95.toPrecision(10)));
    expect(made[index]!.probability_up).toBe(Number(end.probabilityUp.toPrecision(10)));
  }
});
