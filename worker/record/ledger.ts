/** The record's tables, and all the SQL that writes them. One ledger per instance; see `migrations/`. */
import { FORECAST_COLUMNS, forecastText, SETTLEMENT_COLUMNS, settlementText } from '#compute';
import type { RecordForecast, RecordLedger, RecordSettlement, Ticker } from '#compute';
import { sha256Hex } from '../sha256.ts';

/** A forecast as it is stored. */
export type StoredForecast = RecordForecast & { readonly hash: string };

/** Where the ledger stands with one listing. */
export interface ListingState {
  /** The end of the whole ledger's chain. */
  readonly head: { readonly seq: number; readonly hash: string };
  /** The latest session with forecasts; `null` before the first. */
  readonly lastBaseDate: string | null;
  readonly open: readonly StoredForecast[];
}

/** What one look at a listing adds to the record. */
export interface Entry {
  readonly ticker: Ticker;
  readonly forecasts: readonly Omit<RecordForecast, 'seq'>[];
  readonly settlements: readonly { readonly of: StoredForecast; readonly result: RecordSettlement }[];
  readonly missedDates: readonly string[];
  readonly checkedAtSeconds: number;
  readonly nextAtSeconds: number;
  readonly lastSession: string | null;
  /** Why nothing could be learnt. */
  readonly failure: string | null;
}

const FORECAST_INSERT = insertOf('record_forecast', [...FORECAST_COLUMNS, 'hash']);
const SETTLEMENT_INSERT = insertOf('record_settlement', ['ledger', 'seq', ...SETTLEMENT_COLUMNS, 'hash']);

/** The listings of the universe to look at now, the longest due first. A look dated ahead of the clock does not count. */
export async function dueListings(
  db: D1Database,
  ledger: RecordLedger,
  universe: readonly Ticker[],
  nowSeconds: number,
): Promise<readonly Ticker[]> {
  const { results } = await db
    .prepare(
      `SELECT value AS ticker FROM json_each(?1) LEFT JOIN record_check c ON c.ledger = ?2 AND c.ticker = value
       WHERE c.ticker IS NULL OR c.next_at <= ?3 OR c.checked_at > ?3 ORDER BY c.next_at`,
    )
    .bind(JSON.stringify(universe), ledger, nowSeconds)
    .all<{ ticker: Ticker }>();
  return results.map(({ ticker }) => ticker);
}

/** Reads a listing's state in one go. */
export async function listingState(
  db: D1Database,
  ledger: RecordLedger,
  ticker: Ticker,
): Promise<ListingState> {
  const [head, open] = await db.batch<unknown>([
    db
      .prepare(
        `SELECT seq, hash, (SELECT MAX(base_date) FROM record_forecast WHERE ledger = ?1 AND ticker = ?2) AS date
         FROM record_forecast WHERE ledger = ?1 ORDER BY seq DESC LIMIT 1`,
      )
      .bind(ledger, ticker),
    db
      .prepare('SELECT * FROM record_row WHERE ledger = ? AND ticker = ? AND settled_at IS NULL ORDER BY seq')
      .bind(ledger, ticker),
  ]);
  const [end] = (head?.results ?? []) as (ListingState['head'] & { date: string | null })[];
  return {
    head: end ?? { seq: 0, hash: '' },
    lastBaseDate: end?.date ?? null,
    open: (open?.results ?? []) as StoredForecast[],
  };
}

/**
 * Writes an entry, all of it or nothing. Rejects when another run has written meanwhile: the keys of the tables are the
 * guard, so the same forecast or settlement is never written twice.
 */
export async function writeEntry(
  db: D1Database,
  ledger: RecordLedger,
  head: ListingState['head'],
  entry: Entry,
): Promise<void> {
  const statements: D1PreparedStatement[] = [];
  let { seq, hash } = head;
  for (const forecast of entry.forecasts) {
    const row = { ...forecast, seq: (seq += 1) };
    // oxlint-disable-next-line no-await-in-loop -- each hash is taken of the one before
    hash = await sha256Hex(forecastText(hash, row));
    statements.push(db.prepare(FORECAST_INSERT).bind(...FORECAST_COLUMNS.map((name) => row[name]), hash));
  }
  for (const { of, result } of entry.settlements) {
    // oxlint-disable-next-line no-await-in-loop -- a few microseconds each
    const proof = await sha256Hex(settlementText(of.hash, result));
    const values = SETTLEMENT_COLUMNS.map((name) => result[name]);
    statements.push(db.prepare(SETTLEMENT_INSERT).bind(ledger, of.seq, ...values, proof));
  }
  statements.push(
    db
      .prepare('INSERT OR IGNORE INTO record_missed SELECT ?, ?, value, ? FROM json_each(?)')
      .bind(ledger, entry.ticker, entry.checkedAtSeconds, JSON.stringify(entry.missedDates)),
    db
      .prepare(
        `REPLACE INTO record_check SELECT ?1, ?2, ?3, ?4,
         COALESCE(?5, (SELECT last_session FROM record_check WHERE ledger = ?1 AND ticker = ?2)), ?6`,
      )
      .bind(
        ledger,
        entry.ticker,
        entry.checkedAtSeconds,
        entry.nextAtSeconds,
        entry.lastSession,
        entry.failure,
      ),
  );
  await db.batch(statements);
}

function insertOf(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`;
}
