/** The index of all users' rules in D1. Each user's object writes its own rows. See `worker/migrations/0002_alerts.sql`. */
import { alertLevels, isoDate, PRICE_METRICS, SECONDS_PER_DAY } from '#compute';
import type { ItemValue } from '../contract/contract.ts';
import type { ItemRow } from '../contract/user-store.ts';
import { sql } from '../sql.ts';

export type Market = 'live' | 'sample';

/** A rule about one session has passed in every time zone this long after its date. */
export const EXPIRED_SECONDS = 3 * SECONDS_PER_DAY;

/** The scale session of levels that no split changes. It is later than any session. */
const ANY_SCALE = '9999-12-31';

/** An alert that is to be watched; `null` if it was removed or has triggered once and for all. */
export function watchedAlert({ value }: Pick<ItemRow, 'value'>): ItemValue<'alert'> | null {
  const alert = JSON.parse(value ?? 'null') as ItemValue<'alert'> | null;
  return alert?.once === 'triggered' ? null : alert;
}

/** An alert's present state. */
type AlertRow = Omit<ItemRow, 'kind'>;

/** Brings a user's rows up to date. A rule that is already indexed in its present version stays as it is. */
export async function updateIndex(
  db: D1Database,
  market: Market,
  uid: string,
  changes: readonly AlertRow[],
): Promise<void> {
  const unwatched = changes.filter((row) => watchedAlert(row) === null);
  const removed = unwatched.map(({ key, version }) => [key, version]);
  const rows = JSON.stringify(changes.flatMap(levelRows));
  await db.batch([
    sql(db)`DELETE FROM alert_rule WHERE uid = ${uid} AND EXISTS (
      SELECT 1 FROM json_each(${JSON.stringify(removed)}) WHERE value->>0 = rule AND version < value->>1)`,
    sql(db)`
      REPLACE INTO alert_rule (uid, rule, direction, version, market, ticker, metric, level, opens, session,
        start, start_session, start_at, scale_session)
      SELECT ${uid}, value->>'rule', value->>'direction', value->>'version', ${market}, value->>'ticker',
        value->>'metric', value->>'level', value->>'opens', value->>'session', value->>'start',
        value->>'startSession', value->>'startAt', value->>'scaleSession'
      FROM json_each(${rows}) LEFT JOIN alert_rule o
        ON o.uid = ${uid} AND o.rule = value->>'rule' AND o.direction = value->>'direction'
      WHERE o.uid IS NULL OR o.version < value->>'version'`,
    sql(db)`
      INSERT OR IGNORE INTO alert_listing (market, ticker, known_at)
      SELECT ${market}, value->>'ticker', MAX(value->>'changedAt') FROM json_each(${rows}) GROUP BY 2`,
  ]);
}

function levelRows({ key, version, value, updatedAtSeconds: changedAt }: AlertRow) {
  const alert = watchedAlert({ value });
  if (alert === null) return [];
  const { ticker, rule, start } = alert;
  // A device's clock may be ahead.
  const startAt = Math.min(start ? Math.floor(Date.parse(start.at) / 1000) : changedAt, changedAt);
  const startSession = start?.session ?? isoDate(startAt);
  const row = {
    rule: key,
    version,
    ticker,
    start: start?.value ?? null,
    startSession,
    startAt,
    changedAt,
  };
  return alertLevels(rule).map((level) => {
    const scaleSession = PRICE_METRICS.includes(level.metric) ? startSession : ANY_SCALE;
    return Object.assign(level, row, { scaleSession });
  });
}

export interface IndexedRule {
  readonly rule: string;
  readonly ticker: string;
  readonly market: Market;
  /** When a source last had the listing's price, epoch seconds; `null` before the first check. */
  readonly checkedAtSeconds: number | null;
}

export async function readIndex(db: D1Database, uid: string): Promise<readonly IndexedRule[]> {
  const { results } = await sql(db)`
    SELECT rule, ticker, market, CASE WHEN seen <> '{}' THEN known_at END AS checkedAtSeconds
    FROM alert_rule LEFT JOIN alert_listing USING (market, ticker) WHERE uid = ${uid}`.all<IndexedRule>();
  return results;
}

export function userRemoval(db: D1Database, uids: readonly string[]): D1PreparedStatement[] {
  const list = JSON.stringify(uids);
  return [
    sql(db)`DELETE FROM alert_rule WHERE uid IN (SELECT value FROM json_each(${list}))`,
    sql(db)`DELETE FROM alert_crossing WHERE uid IN (SELECT value FROM json_each(${list}))`,
  ];
}
