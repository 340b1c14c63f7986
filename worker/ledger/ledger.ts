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
import type {
  EventKind,
  LedgerEvent,
  LedgerForecast,
  LedgerLine,
  LedgerName,
  LedgerSettlement,
  Ticker,
} from '#compute';
import type { LatestForecast } from '../contract/contract.ts';
import { sha256Hex } from '../body.ts';
import { chunkedStatements, sql } from '../sql.ts';

type StoredForecast = LedgerForecast & { readonly hash: string };

/** Number and hash of the last forecast and of the last event; 0 and empty before the first. */
export interface LedgerEnds {
  readonly rows: number;
  readonly last_hash: string;
  readonly events: number;
  readonly head: string;
}

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

export type ListingState = Awaited<ReturnType<typeof listingState>>;

export interface ListingCheck extends LastCheck {
  readonly ticker: Ticker;
  readonly forecasts: readonly Omit<LedgerForecast, 'seq'>[];
  /** Replaces the listing's row in the list of forecasts; `null` leaves it unchanged. */
  readonly latest: LatestForecast | null;
  readonly settlements: readonly { readonly of: StoredForecast; readonly result: LedgerSettlement }[];
  readonly missedDates: readonly string[];
  /** The listing's local date, before which open forecasts are overdue. */
  readonly today: string;
}

/** Open forecasts this much older are not tried again: their base session is no longer in the history. */
const OPEN_DAYS = 120;

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

/** One row: {@link LedgerEnds}. A hash beside MAX is that of the row with the maximum. */
export function endsStatement(db: D1Database, ledger: LedgerName): D1PreparedStatement {
  return sql(db)`SELECT * FROM
    (SELECT IFNULL(MAX(seq), 0) AS rows, IFNULL(hash, '') AS last_hash
      FROM record_forecast WHERE ledger = ${ledger}),
    (SELECT IFNULL(MAX(event_seq), 0) AS events, IFNULL(hash, '') AS head
      FROM record_event WHERE ledger = ${ledger})`;
}

/** A ledger's ends and a listing's forecasts: the last base date, the open ones, later sessions recorded as missed. */
export async function listingState(db: D1Database, ledger: LedgerName, ticker: Ticker) {
  const [ends, dates, open] = await db.batch<unknown>([
    endsStatement(db, ledger),
    sql(db)`
      SELECT last, (
        SELECT json_group_array(substr(body, ${ticker.length + 2}, 10)) FROM record_event
        WHERE ledger = ${ledger} AND kind = 'missed'
          AND body BETWEEN ${`${ticker} `} || COALESCE(last || '!', '') AND ${`${ticker}!`}) AS missed
      FROM (SELECT MAX(base_date) AS last FROM record_forecast WHERE ledger = ${ledger} AND ticker = ${ticker})`,
    sql(db)`
      SELECT * FROM record_row
      WHERE ledger = ${ledger} AND ticker = ${ticker} AND settled_at IS NULL AND base_date >= (
        SELECT date(MAX(base_date), ${`-${OPEN_DAYS} days`}) FROM record_forecast
        WHERE ledger = ${ledger} AND ticker = ${ticker}) ORDER BY seq`,
  ]);
  const [row] = (dates?.results ?? []) as { readonly last: string | null; readonly missed: string }[];
  return {
    ...(ends?.results[0] as LedgerEnds),
    lastBaseDate: row?.last ?? null,
    open: (open?.results ?? []) as StoredForecast[],
    missedDates: new Set(JSON.parse(row?.missed ?? '[]') as readonly string[]),
  };
}

/** Up to `limit` events after a number, and the rows that they name, by number. */
export async function readEvents(db: D1Database, ledger: LedgerName, after: number, limit: number) {
  const [events, rows] = await db.batch<unknown>([
    sql(db)`SELECT * FROM record_event
      WHERE ledger = ${ledger} AND event_seq > ${after} AND event_seq <= ${after + limit} ORDER BY event_seq`,
    sql(db)`SELECT r.* FROM (
        SELECT DISTINCT CAST(body AS INTEGER) AS seq FROM record_event WHERE ledger = ${ledger}
          AND event_seq > ${after} AND event_seq <= ${after + limit} AND kind <> 'missed') v
      CROSS JOIN record_row r ON r.ledger = ${ledger} AND r.seq = v.seq`,
  ]);
  const lines = (rows?.results ?? []) as LedgerLine[];
  return {
    events: (events?.results ?? []) as LedgerEvent[],
    rows: new Map(lines.map((line) => [line.seq, line])),
  };
}

/** Writes a check with its rows and events, or nothing. Rejects if another run has written meanwhile, to keep one chain. */
export async function writeCheck(db: D1Database, ledger: LedgerName, ends: LedgerEnds, check: ListingCheck) {
  const { ticker, checkedAtSeconds } = check;
  const forecasts: unknown[][] = [];
  const settlements: unknown[][] = [];
  const added: unknown[][] = [];
  let { rows, events, head } = ends;
  const addEvent = async (kind: EventKind, body: string): Promise<void> => {
    const event = { event_seq: ++events, kind, body, previous_hash: head };
    head = await sha256Hex(eventText(ledger, event));
    added.push([ledger, event.event_seq, kind, body, event.previous_hash, head]);
  };
  for (const forecast of check.forecasts) {
    const row = { ...forecast, seq: ++rows };
    const hash = await sha256Hex(forecastText(row));
    forecasts.push([...FORECAST_COLUMNS.map((name) => row[name]), hash]);
    await addEvent('forecast', rowBody(row.seq, hash));
  }
  for (const { of, result } of check.settlements) {
    const hash = await sha256Hex(settlementText(result));
    settlements.push([ledger, of.seq, ...SETTLEMENT_COLUMNS.map((name) => result[name]), hash]);
    await addEvent('settlement', rowBody(of.seq, hash));
  }
  for (const date of check.missedDates) await addEvent('missed', missedBody(ticker, date, checkedAtSeconds));
  const latest = check.latest && JSON.stringify(check.latest);
  await db.batch([
    ...insertion(db, 'record_forecast', [...FORECAST_COLUMNS, 'hash'], forecasts),
    ...insertion(db, 'record_settlement', ['ledger', 'seq', ...SETTLEMENT_COLUMNS, 'hash'], settlements),
    ...insertion(db, 'record_event', EVENT_ROW, added),
    sql(db)`
      INSERT INTO record_check
      SELECT ${ledger}, ${ticker}, ${checkedAtSeconds}, ${check.nextAtSeconds}, ${check.lastSession},
        ${check.failure}, COUNT(NULLIF(target_date < ${check.today}, 0)), MIN(target_date), ${latest}
      FROM record_row WHERE ledger = ${ledger} AND ticker = ${ticker} AND settled_at IS NULL AND base_date >= (
        SELECT date(MAX(base_date), ${`-${OPEN_DAYS} days`}) FROM record_forecast
        WHERE ledger = ${ledger} AND ticker = ${ticker})
      ON CONFLICT DO UPDATE SET checked_at = excluded.checked_at, next_at = excluded.next_at,
        last_session = COALESCE(excluded.last_session, last_session), failure = excluded.failure,
        overdue = excluded.overdue, next_target = excluded.next_target, latest = COALESCE(excluded.latest, latest)`,
  ]);
}

const EVENT_ROW = ['ledger', 'event_seq', 'kind', 'body', 'previous_hash', 'hash'];

/** Inserts rows in their order; no statement for none. A scheduled run may send few statements. */
function insertion(
  db: D1Database,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): D1PreparedStatement[] {
  const values = columns.map((_, i) => `value->>${i}`);
  const query = `INSERT INTO ${table} (${columns.join()}) SELECT ${values.join()} FROM json_each(?) ORDER BY key`;
  return chunkedStatements(rows, (json) => db.prepare(query).bind(json));
}
