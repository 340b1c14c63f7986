/** The inputs of an alert check, and all its SQL. See `worker/migrations/0002_alerts.sql`. */
import { isoDate, PRICE_METRICS, SECONDS_PER_DAY } from '#compute';
import type { AlertDirection, AlertLevel, AlertMetric, Observation, Split, Ticker } from '#compute';
import { chunksOf } from '../chunks-of.ts';
import type { Crossing } from '../contract/user-store.ts';
import type { MarketData } from '../providers/market-data.ts';
import { sql } from '../sql.ts';

export interface AlertsLook {
  readonly db: D1Database;
  readonly market: 'live' | 'sample';
  /** The listings whose signals and odds the ledger has. */
  readonly universe: readonly Ticker[];
  readonly source: Pick<MarketData, 'latestPrices' | 'stock'>;
  /** Other listings to analyse in one run at most, after their close. */
  readonly analysesPerRun: number;
  readonly now: () => number;
}

export interface Watched {
  readonly ticker: Ticker;
  readonly metric: AlertMetric;
  readonly value: number | null;
  readonly session: string | null;
  readonly at: number | null;
  readonly dueAt: number;
}

export interface LevelRow extends AlertLevel {
  readonly uid: string;
  readonly rule: string;
  readonly ticker: Ticker;
  readonly start: number | null;
  readonly startSession: string;
  readonly startAt: number;
  readonly scaledAt: string;
  readonly isNew: number;
}

export interface ObservedMetric {
  readonly ticker: Ticker;
  readonly metric: AlertMetric;
  readonly now: Observation;
  readonly last: Observation | null;
  /** All splits that the chart knows, where it was asked. */
  readonly splits: readonly Split[];
  readonly source: Crossing['source'];
}

export type NextAnalyses = readonly (readonly [ticker: Ticker, atSeconds: number])[];

export const idOf = ({ ticker, metric }: Pick<ObservedMetric, 'ticker' | 'metric'>) => `${ticker} ${metric}`;

export function lastLook({ value, session, at }: Watched): Observation | null {
  return value === null || session === null || at === null ? null : { value, session, atSeconds: at };
}

/** New rules taken up in one run: the others wait for the next one, and lose nothing by it. */
const NEW_ROWS_PER_RUN = 2000;

/** A rule about one session is of no use after it, in no time zone. */
const EXPIRED_SECONDS = 3 * SECONDS_PER_DAY;

/** D1 takes parameters of up to 2 MB; a crossing has some 300 bytes. */
const CROSSINGS_PER_STATEMENT = 2000;

/** JSON has no infinity. */
const ANY_VALUE = 1e300;

const LEVEL_COLUMNS = `l.uid, l.rule, l.direction, l.ticker, l.metric, l.level, l.opens, l.session, l.start,
  l.start_session AS startSession, l.start_at AS startAt, l.scaled_at AS scaledAt, l.is_new AS isNew`;

/** When the last look was, epoch seconds; `null` before the first and while the database cannot say. */
export async function lastLookSeconds(db: D1Database, market: string): Promise<number | null> {
  try {
    return await sql(db)`SELECT looked_at FROM alert_run WHERE market = ${market}`.first<number>('looked_at');
  } catch {
    return null;
  }
}

/** Rows that no look has seen yet, of what this one sees. */
export async function readNewRows({ db, market }: AlertsLook, seen: readonly ObservedMetric[]) {
  if (seen.length === 0) return [];
  const { results } = await db
    .prepare(
      `SELECT ${LEVEL_COLUMNS} FROM json_each(?2) s CROSS JOIN alert_level l
       ON l.market = ?1 AND l.ticker = s.value->>0 AND l.metric = s.value->>1
       WHERE l.is_new = 1 LIMIT ${NEW_ROWS_PER_RUN}`,
    )
    .bind(market, JSON.stringify(seen.map(({ ticker, metric }) => [ticker, metric])))
    .all<LevelRow>();
  return results;
}

/** The rows of the index that may be crossed: those between two looks, those made since, and all of a listing that was split. */
export async function readRows(
  { db, market }: AlertsLook,
  seen: readonly ObservedMetric[],
  made: readonly LevelRow[],
) {
  const sides = ['above', 'below'] as const;
  const spans = seen.flatMap((one) => sides.map((side) => spanOf(one, side))).filter((span) => span !== null);
  if (spans.length === 0) return made;
  const { results } = await db
    .prepare(
      // Two parts, since an index serves either condition on the level, but not both at once.
      ['BETWEEN s.value->>3 AND s.value->>4', 'IS NULL AND s.value->>3 IS NULL']
        .map(
          (isBetween) =>
            `SELECT ${LEVEL_COLUMNS} FROM json_each(?2) s CROSS JOIN alert_level l
             ON l.market = ?1 AND l.ticker = s.value->>0 AND l.metric = s.value->>1
               AND l.direction = s.value->>2 AND l.level ${isBetween}
             WHERE l.is_new = 0`,
        )
        .join(' UNION ALL '),
    )
    .bind(market, JSON.stringify(spans))
    .all<LevelRow>();
  return [...made, ...results];
}

/** The levels in a direction that may have been crossed, from and to; `null` where none can have been. A signal has none. */
function spanOf({ ticker, metric, now, last, splits }: ObservedMetric, side: AlertDirection) {
  const named = [ticker, metric, side];
  const span = (from: number, to: number) => (metric === 'signal' ? named : [...named, from, to]);
  if (splits.length > 0 && PRICE_METRICS.includes(metric)) return span(-ANY_VALUE, ANY_VALUE);
  if (last === null) return null;
  const isOpening = (metric === 'day_change' || metric === 'range') && last.session !== now.session;
  if (side === 'above') {
    const from = isOpening ? -ANY_VALUE : last.value;
    return from < now.value ? span(from, now.value) : null;
  }
  const from = isOpening ? ANY_VALUE : last.value;
  return now.value < from ? span(now.value, from) : null;
}

export interface Crossed {
  readonly uid: string;
  readonly key: string;
  readonly crossing: Crossing;
}

export type RescaledRow = LevelRow & { readonly wasScaledAt: string };

export interface Outcome {
  readonly seen: readonly ObservedMetric[];
  readonly crossings: readonly Crossed[];
  readonly rescaled: readonly RescaledRow[];
  readonly started: readonly LevelRow[];
  readonly nextAnalyses: NextAnalyses;
}

/** The writes of one alert check. Idempotent: a concurrent check may repeat them, and no value ever goes back. */
export function statementsOf({ db, market }: AlertsLook, outcome: Outcome): D1PreparedStatement[] {
  const { seen, crossings, rescaled, nextAnalyses } = outcome;
  const looks = seen.map(({ ticker, metric, now }) => [
    ticker,
    metric,
    now.value,
    now.session,
    now.atSeconds,
  ]);
  const started = outcome.started.map((row) => [row.uid, row.rule, row.direction, row.startAt]);
  return [
    // Not an UPDATE, which would compare each row with all of the list.
    sql(db)`
      INSERT INTO alert_last (market, ticker, metric, value, session, at)
      SELECT ${market}, value->>0, value->>1, value->>2, value->>3, value->>4
      FROM json_each(${JSON.stringify(looks)})
      WHERE EXISTS (SELECT 1 FROM alert_last l
        WHERE l.market = ${market} AND l.ticker = json_each.value->>0 AND l.metric = json_each.value->>1)
      ON CONFLICT (market, ticker, metric) DO UPDATE
      SET value = excluded.value, session = excluded.session, at = excluded.at
      WHERE at IS NULL OR at < excluded.at`,
    sql(db)`
      UPDATE alert_last SET due_at = s.value->>1 FROM json_each(${JSON.stringify(nextAnalyses)}) s
      WHERE market = ${market} AND ticker = s.value->>0`,
    sql(db)`
      UPDATE alert_level SET level = s.value->>'level', opens = s.value->>'opens',
        start = s.value->>'start', scaled_at = s.value->>'scaledAt'
      FROM json_each(${JSON.stringify(rescaled)}) s
      WHERE uid = s.value->>'uid' AND rule = s.value->>'rule'
        AND alert_level.direction = s.value->>'direction' AND scaled_at = s.value->>'wasScaledAt'`,
    sql(db)`
      UPDATE alert_level SET is_new = 0 FROM json_each(${JSON.stringify(started)}) s
      WHERE uid = s.value->>0 AND rule = s.value->>1 AND alert_level.direction = s.value->>2
        AND start_at = s.value->>3`,
    ...chunksOf(crossings, CROSSINGS_PER_STATEMENT).map(
      (some) => sql(db)`
        INSERT OR IGNORE INTO alert_pending (uid, key, crossing)
        SELECT value->>'uid', value->>'key', value->'crossing' FROM json_each(${JSON.stringify(some)})`,
    ),
  ];
}

/** Daily cleanup: deletes rules about past sessions, and stored values that no rule needs. */
export function cleaning({ db, market }: AlertsLook, nowSeconds: number): D1PreparedStatement[] {
  return [
    sql(db)`DELETE FROM alert_level WHERE session < ${isoDate(nowSeconds - EXPIRED_SECONDS)}`,
    sql(db)`
      DELETE FROM alert_last WHERE market = ${market} AND NOT EXISTS (
        SELECT 1 FROM alert_level l WHERE l.market = alert_last.market
          AND l.ticker = alert_last.ticker AND l.metric = alert_last.metric)`,
  ];
}
