/** The ledger's tables, and all the SQL that writes rows and events. See `worker/migrations`. */
import {
  eventText,
  FORECAST_COLUMNS,
  forecastText,
  missedBody,
  rowBody,
  SETTLEMENT_COLUMNS,
  settlementText,
} from '#compute';
import type { EventKind, LedgerForecast, LedgerName, LedgerSettlement, Ticker } from '#compute';
import type { LatestForecast } from '../contract/contract.ts';
import { sha256Hex } from '../sha256.ts';
import { sql } from '../sql.ts';

type StoredForecast = LedgerForecast & { readonly hash: string };

/** The end of a chain: its last link's number and hash; 0 and empty before the first. */
export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}

export interface LedgerEnds {
  readonly rows: ChainEnd;
  readonly events: ChainEnd;
}

const NO_ENDS: LedgerEnds = { rows: { seq: 0, hash: '' }, events: { seq: 0, hash: '' } };

export interface LastCheck {
  readonly checkedAtSeconds: number;
  readonly nextAtSeconds: number;
  readonly lastSession: string | null;
  readonly failure: string | null;
}

export interface DueListing {
  readonly ticker: Ticker;
  readonly last: LastCheck | null;
}

export interface ListingState extends LedgerEnds {
  /** The latest base session with forecasts; `null` before the first. */
  readonly lastBaseDate: string | null;
  readonly open: readonly StoredForecast[];
  /** Later sessions that are already recorded as missed. */
  readonly missedDates: ReadonlySet<string>;
}

export interface ListingCheck extends LastCheck {
  readonly ticker: Ticker;
  readonly forecasts: readonly Omit<LedgerForecast, 'seq'>[];
  /** Replaces the listing's row in the list of forecasts; `null` leaves it unchanged. */
  readonly latest: LatestForecast | null;
  readonly settlements: readonly { readonly of: StoredForecast; readonly result: LedgerSettlement }[];
  readonly missedDates: readonly string[];
  /** Of the forecasts that remain open: how many are past their target date, and the earliest target date. */
  readonly overdue: number;
  readonly nextTarget: string | null;
}

/** Open forecasts this much older are not tried again: their base session is no longer in the history. */
const OPEN_DAYS = 120;

const FORECAST_INSERT = insertOf('record_forecast', [...FORECAST_COLUMNS, 'hash']);
const SETTLEMENT_INSERT = insertOf('record_settlement', ['ledger', 'seq', ...SETTLEMENT_COLUMNS, 'hash']);

/** The universe's listings to check now, longest due first. Checks dated in the future do not count. */
export async function dueListings(
  db: D1Database,
  ledger: LedgerName,
  universe: readonly Ticker[],
  nowSeconds: number,
): Promise<readonly DueListing[]> {
  const { results } = await sql(db)`
    SELECT value AS ticker, checked_at AS checkedAtSeconds, next_at AS nextAtSeconds,
      last_session AS lastSession, failure
    FROM json_each(${JSON.stringify(universe)})
    LEFT JOIN record_check c ON c.ledger = ${ledger} AND c.ticker = value
    WHERE c.ticker IS NULL OR c.next_at <= ${nowSeconds} OR c.checked_at > ${nowSeconds}
    ORDER BY c.next_at`.all<{ ticker: Ticker } & (LastCheck | { checkedAtSeconds: null })>();
  return results.map(({ ticker, ...last }) => ({
    ticker,
    last: last.checkedAtSeconds === null ? null : last,
  }));
}

export async function readEnds(db: D1Database, ledger: LedgerName): Promise<LedgerEnds> {
  const [rows, events] = await db.batch<ChainEnd>([
    sql(db)`SELECT seq, hash FROM record_forecast WHERE ledger = ${ledger} ORDER BY seq DESC LIMIT 1`,
    sql(db)`SELECT event_seq AS seq, hash FROM record_event
      WHERE ledger = ${ledger} ORDER BY event_seq DESC LIMIT 1`,
  ]);
  return { rows: rows?.results[0] ?? NO_ENDS.rows, events: events?.results[0] ?? NO_ENDS.events };
}

export async function listingState(db: D1Database, ledger: LedgerName, ticker: Ticker) {
  const last = 'SELECT MAX(base_date) FROM record_forecast WHERE ledger = ?1 AND ticker = ?2';
  const [ends, [date, open, missed]] = await Promise.all([
    readEnds(db, ledger),
    db.batch<unknown>([
      db.prepare(`SELECT (${last}) AS base_date`).bind(ledger, ticker),
      db
        .prepare(
          `SELECT * FROM record_row WHERE ledger = ?1 AND ticker = ?2 AND settled_at IS NULL
           AND base_date >= date((${last}), '-${OPEN_DAYS} days') ORDER BY seq`,
        )
        .bind(ledger, ticker),
      db
        .prepare(
          `SELECT base_date FROM record_missed
           WHERE ledger = ?1 AND ticker = ?2 AND base_date > COALESCE((${last}), '')`,
        )
        .bind(ledger, ticker),
    ]),
  ]);
  const dates = (rows: typeof date) => (rows?.results ?? []) as { readonly base_date: string | null }[];
  return {
    ...ends,
    lastBaseDate: dates(date)[0]?.base_date ?? null,
    open: (open?.results ?? []) as StoredForecast[],
    missedDates: new Set(dates(missed).flatMap((row) => row.base_date ?? [])),
  };
}

/**
 * Writes a check with all rows it adds and an event for each row, or nothing at all. Rejects if another run has written
 * meanwhile, because both would continue the chain at the same number.
 */
export async function writeCheck(db: D1Database, ledger: LedgerName, ends: LedgerEnds, check: ListingCheck) {
  const { ticker, checkedAtSeconds } = check;
  const statements: D1PreparedStatement[] = [];
  let { rows, events } = ends;
  const addEvent = async (kind: EventKind, body: string): Promise<void> => {
    const event = { event_seq: events.seq + 1, kind, body, previous_hash: events.hash };
    const hash = await sha256Hex(eventText(ledger, event));
    statements.push(
      sql(db)`INSERT INTO record_event (ledger, event_seq, kind, body, previous_hash, hash)
        VALUES (${ledger}, ${event.event_seq}, ${kind}, ${body}, ${event.previous_hash}, ${hash})`,
    );
    events = { seq: event.event_seq, hash };
  };
  for (const forecast of check.forecasts) {
    const row = { ...forecast, seq: rows.seq + 1 };
    const hash = await sha256Hex(forecastText(rows.hash, row));
    rows = { seq: row.seq, hash };
    statements.push(db.prepare(FORECAST_INSERT).bind(...FORECAST_COLUMNS.map((name) => row[name]), hash));
    await addEvent('forecast', rowBody(row.seq, hash));
  }
  for (const { of, result } of check.settlements) {
    const hash = await sha256Hex(settlementText(of.hash, result));
    const values = SETTLEMENT_COLUMNS.map((name) => result[name]);
    statements.push(db.prepare(SETTLEMENT_INSERT).bind(ledger, of.seq, ...values, hash));
    await addEvent('settlement', rowBody(of.seq, hash));
  }
  for (const date of check.missedDates) {
    statements.push(
      sql(db)`INSERT INTO record_missed (ledger, ticker, base_date, noticed_at)
        VALUES (${ledger}, ${ticker}, ${date}, ${checkedAtSeconds})`,
    );
    await addEvent('missed', missedBody(ticker, date, checkedAtSeconds));
  }
  statements.push(
    sql(db)`REPLACE INTO record_check
      SELECT ${ledger}, ${ticker}, ${checkedAtSeconds}, ${check.nextAtSeconds},
        COALESCE(${check.lastSession},
          (SELECT last_session FROM record_check WHERE ledger = ${ledger} AND ticker = ${ticker})),
        ${check.failure}, ${check.overdue}, ${check.nextTarget}`,
  );
  if (check.latest !== null) {
    const body = JSON.stringify(check.latest);
    statements.push(sql(db)`REPLACE INTO record_latest VALUES (${ledger}, ${ticker}, ${body})`);
  }
  await db.batch(statements);
}

function insertOf(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`;
}
