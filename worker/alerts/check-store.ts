/** All SQL of an alert check. See `worker/migrations/0002_alerts.sql`. */
import { isoDate, SECONDS_PER_DAY, type LedgerName, type Split, type Ticker } from '#compute';
import {
  PRICE_METRICS,
  type AlertMetric,
  type Crossing,
  type Observation,
  type ObservedChange,
  type WatchedLevel,
} from '../contract/contract.ts';
import { chunkedStatements, sql } from '../sql.ts';
import type { MarketData } from '../providers/market-data.ts';

export interface AlertCheck {
  readonly db: D1Database;
  readonly market: LedgerName;
  readonly universe: readonly Ticker[];
  readonly source: Pick<MarketData, 'latestPrices' | 'stock'>;
  /** How many calls it may make: for batches of prices, for charts that show splits, and for analyses after a close. */
  readonly limits: { readonly batches: number; readonly charts: number; readonly analyses: number };
  readonly nowSeconds: number;
}

/** A listing that has rules, and its last observations. Times are epoch seconds. */
export interface WatchedListing {
  readonly ticker: Ticker;
  readonly seen: Seen;
  /** When its price was last requested, when a source last returned one, and when its chart was last requested. */
  readonly askedAt: number;
  readonly knownAt: number;
  readonly chartAt: number;
  /** When its price is requested again. */
  readonly dueAt: number;
  /** When its signal or odds are read again; `null` if no rule is about them. */
  readonly analysisAt: number | null;
}

export interface Seen extends Readonly<Partial<Record<AlertMetric, Observation>>> {
  /** The session before the price's, and its close. */
  readonly previous?: { readonly session: string; readonly close: number };
}

export function seenAfter(seen: Seen, observed: readonly Observed[]): Seen {
  return { ...seen, ...Object.fromEntries(observed.map(({ metric, now }) => [metric, now])) };
}

/** A row of the index. `isNew` is 1 or 0, since D1 has no booleans. */
export interface IndexedLevel extends WatchedLevel {
  readonly uid: string;
  readonly rule: string;
  readonly version: number;
  readonly ticker: Ticker;
  readonly scaleSession: string;
}

export interface Observed extends ObservedChange {
  readonly ticker: Ticker;
  readonly metric: AlertMetric;
  readonly source: Crossing['source'];
  /** All splits of the listing, by which each of its price levels is brought to today's scale; `null` if they are not known. */
  readonly splits: readonly Split[] | null;
}

export interface PendingCrossing {
  readonly uid: string;
  readonly key: string;
  readonly crossing: Crossing;
}

/** How much longer a listing waits whose price no source has returned yet. */
const UNKNOWN_WAIT_SECONDS = 3600;

/** The most new levels that one check compares. The others wait for the next one and lose nothing. */
const NEW_LEVELS_PER_CHECK = 2000;

/** A rule about one session has passed in every time zone this long after its date. */
export const EXPIRED_SECONDS = 3 * SECONDS_PER_DAY;

/** Stands for infinity, which JSON lacks. */
const ANY_VALUE = 1e300;

/** A check's state; the listings that have waited longest come first. */
export async function readState({ db, market }: AlertCheck) {
  const [last, listings, unscaled] = await db.batch<unknown>([
    sql(db)`SELECT number, checked_at AS checkedAt FROM alert_check WHERE market = ${market}`,
    sql(db)`SELECT ticker, seen, asked_at AS askedAt, known_at AS knownAt, chart_at AS chartAt,
      (SELECT COALESCE(analysis_at, 0) FROM (VALUES ('signal', 'signal'), ('odds', 'odds~')) m
        JOIN alert_rule r ON r.market = l.market AND r.ticker = l.ticker AND metric BETWEEN m.column1 AND m.column2
        LIMIT 1) AS analysisAt,
      asked_at + IIF(seen->>'price' IS NULL AND asked_at > known_at, ${UNKNOWN_WAIT_SECONDS}, 0) AS dueAt
      FROM alert_listing l WHERE market = ${market} ORDER BY dueAt, ticker`,
    sql(db)`SELECT DISTINCT ticker FROM alert_rule JOIN alert_listing USING (market, ticker)
      WHERE is_new = 1 AND market = ${market} AND scale_session < seen->>'$.price.session'
      LIMIT ${NEW_LEVELS_PER_CHECK}`,
  ]);
  const [check] = (last?.results ?? []) as { readonly number: number; readonly checkedAt: number }[];
  const rows = (listings?.results ?? []) as (WatchedListing & { readonly seen: string })[];
  return {
    number: check?.number ?? 0,
    checkedAt: check?.checkedAt ?? null,
    listings: rows.map((row): WatchedListing => Object.assign(row, { seen: JSON.parse(row.seen) as Seen })),
    /** Listings with new rules from before the last session seen: a split since then may have changed their scale. */
    unscaled: ((unscaled?.results ?? []) as { ticker: Ticker }[]).map(({ ticker }) => ticker),
  };
}

/** Up to `limit` of some listings, shared out among their users: each user's next listing is the one that has waited longest. */
export async function inTurn(
  { db, market }: AlertCheck,
  tickers: readonly Ticker[],
  limit: number,
): Promise<readonly Ticker[]> {
  if (tickers.length <= limit) return tickers;
  const { results } = await sql(db)`
    SELECT ticker FROM (
      SELECT ticker, waitingSince, ROW_NUMBER() OVER (PARTITION BY uid ORDER BY waitingSince, ticker) AS turn
      FROM (SELECT DISTINCT ticker, uid, MAX(chart_at, COALESCE(analysis_at, 0)) AS waitingSince
        FROM json_each(${JSON.stringify(tickers)}) j
        CROSS JOIN alert_rule r ON r.market = ${market} AND r.ticker = j.value
        JOIN alert_listing USING (market, ticker)))
    GROUP BY ticker ORDER BY MIN(turn), MIN(waitingSince), ticker LIMIT ${limit}`.all<{ ticker: Ticker }>();
  return results.map(({ ticker }) => ticker);
}

const LEVEL_COLUMNS = `l.uid, l.rule, l.direction, l.version, l.ticker, l.metric, l.level, l.opens, l.session,
  l.start, l.start_session AS startSession, l.start_at AS startAt, l.scale_session AS scaleSession, l.is_new AS isNew`;

/** New levels, those between the last two values, all with known splits; no new one whose scale a split may have changed. */
export async function readLevels(
  { db, market }: AlertCheck,
  observed: readonly Observed[],
): Promise<IndexedLevel[]> {
  const select = (condition: string) => (json: string) =>
    db
      .prepare(
        `SELECT ${LEVEL_COLUMNS} FROM json_each(?2) s
         CROSS JOIN alert_rule l ON l.market = ?1 AND l.ticker = s.value->>0 AND ${condition}`,
      )
      .bind(market, json);
  const statements = [
    ...chunkedStatements(
      observed.flatMap(spansOf),
      select(`l.metric = s.value->>1 AND l.direction = s.value->>2
        AND l.level BETWEEN s.value->>3 AND s.value->>4 WHERE l.is_new = 0`),
    ),
    ...chunkedStatements(
      observed.flatMap(({ ticker, metric }) => (metric === 'signal' ? [[ticker]] : [])),
      select(`l.metric = 'signal' WHERE l.is_new = 0`),
    ),
    ...chunkedStatements(
      observed.map(({ ticker, metric, now, before, splits }) => {
        return [ticker, metric, now.atSeconds, splits ? '' : (before ?? now).session];
      }),
      select(`l.metric = s.value->>1 WHERE l.is_new = 1 AND l.start_at < s.value->>2
        AND l.scale_session >= s.value->>3 LIMIT ${NEW_LEVELS_PER_CHECK}`),
    ),
  ];
  if (statements.length === 0) return [];
  const pages = await db.batch<IndexedLevel>(statements);
  return pages.flatMap(({ results }) => results);
}

/** Spans of levels that may have been crossed: ticker, metric, direction, from and to. */
function spansOf({ ticker, metric, now, before, splits }: Observed) {
  const isAll = splits !== null && PRICE_METRICS.includes(metric);
  const startsDaily = metric === 'day_change' || metric === 'range';
  const isOpening = startsDaily && before !== null && before.session !== now.session;
  return (['above', 'below'] as const).flatMap((direction) => {
    const far = direction === 'above' ? -ANY_VALUE : ANY_VALUE;
    const start = isAll || isOpening ? far : (before ?? now).value;
    const end = isAll ? -far : now.value;
    const [from, to] = direction === 'above' ? [start, end] : [end, start];
    return from < to ? [[ticker, metric, direction, from, to]] : [];
  });
}

interface CheckResult {
  readonly number: number;
  readonly listings: readonly WatchedListing[];
  /** Levels that were compared for the first time, or rescaled. */
  readonly levels: readonly IndexedLevel[];
  readonly crossings: readonly PendingCrossing[];
  /** Listings that no source has known for days. */
  readonly unknown: readonly Ticker[];
  readonly isNewDay: boolean;
}

/** Writes a check as a whole or not at all. Rejects if another check was written since this one read the state. */
export async function writeCheck(check: AlertCheck, result: CheckResult): Promise<void> {
  const { db, market, nowSeconds } = check;
  const { number, unknown } = result;
  const ofUnknown = JSON.stringify(unknown);
  await db.batch([
    // If another check was written meanwhile, the number is NULL, which the column refuses: the whole batch fails.
    sql(db)`REPLACE INTO alert_check SELECT ${market}, CASE WHEN
      COALESCE((SELECT number FROM alert_check WHERE market = ${market}), 0) = ${number} THEN ${number + 1} END,
      ${nowSeconds}`,
    ...chunkedStatements(
      result.listings,
      (json) => sql(db)`
        INSERT INTO alert_listing
        SELECT ${market}, value->>'ticker', value->'seen', value->>'askedAt', value->>'knownAt',
          value->>'chartAt', value->>'analysisAt'
        FROM json_each(${json}) WHERE true
        ON CONFLICT (market, ticker) DO UPDATE SET seen = excluded.seen, asked_at = excluded.asked_at,
          known_at = excluded.known_at, chart_at = excluded.chart_at, analysis_at = excluded.analysis_at`,
    ),
    ...chunkedStatements(
      result.levels,
      (json) => sql(db)`
        UPDATE alert_rule SET level = s.value->>'level', opens = s.value->>'opens', start = s.value->>'start',
          scale_session = s.value->>'scaleSession', is_new = s.value->>'isNew'
        FROM json_each(${json}) s
        WHERE uid = s.value->>'uid' AND rule = s.value->>'rule'
          AND alert_rule.direction = s.value->>'direction' AND version = s.value->>'version'`,
    ),
    ...chunkedStatements(
      result.crossings,
      (json) => sql(db)`
        INSERT OR IGNORE INTO alert_crossing (uid, key, crossing)
        SELECT value->>'uid', value->>'key', value->'crossing' FROM json_each(${json})`,
    ),
    ...(unknown.length === 0 ? [] : ['alert_rule', 'alert_listing']).map((table) =>
      db
        .prepare(`DELETE FROM ${table} WHERE market = ? AND ticker IN (SELECT value FROM json_each(?))`)
        .bind(market, ofUnknown),
    ),
    ...(result.isNewDay ? cleaning(check) : []),
  ]);
}

/** Deletes rules about past sessions, and listings that no rule needs any more. Once a day. */
function cleaning({ db, market, nowSeconds }: AlertCheck): D1PreparedStatement[] {
  return [
    sql(db)`DELETE FROM alert_rule WHERE session < ${isoDate(nowSeconds - EXPIRED_SECONDS)}`,
    sql(db)`DELETE FROM alert_listing WHERE market = ${market} AND NOT EXISTS (
      SELECT 1 FROM alert_rule l WHERE l.market = alert_listing.market AND l.ticker = alert_listing.ticker)`,
  ];
}

/** Statements that remove users' rules and their pending crossings. */
export function userRemoval(db: D1Database, uids: readonly string[]): D1PreparedStatement[] {
  const list = JSON.stringify(uids);
  return [
    sql(db)`DELETE FROM alert_rule WHERE uid IN (SELECT value FROM json_each(${list}))`,
    sql(db)`DELETE FROM alert_crossing WHERE uid IN (SELECT value FROM json_each(${list}))`,
  ];
}
