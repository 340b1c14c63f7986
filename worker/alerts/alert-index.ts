/** The index of all users' alerts in D1, as a user's object keeps it. See `worker/migrations/0002_alerts.sql`. */
import { alertLevels, isoDate } from '#compute';
import type { ItemValue } from '../contract/contract.ts';
import { sql } from '../sql.ts';

export interface StoredAlert {
  readonly key: string;
  readonly value: ItemValue<'alert'>;
  readonly madeAtSeconds: number;
}

type Market = 'live' | 'sample';

/** Puts alerts into the index. One that is there already stays as it is, with what it has seen, unless it was made anew. */
export async function indexAlerts(
  db: D1Database,
  market: Market,
  uid: string,
  alerts: readonly StoredAlert[],
): Promise<void> {
  const rows = JSON.stringify(alerts.flatMap(rowsOf));
  await db.batch([
    sql(db)`
      INSERT INTO alert_level (uid, rule, direction, market, ticker, metric, level, opens, session,
        start, start_session, start_at, scaled_at)
      SELECT ${uid}, value->>'rule', value->>'direction', ${market}, value->>'ticker', value->>'metric',
        value->>'level', value->>'opens', value->>'session', value->>'start', value->>'startSession',
        value->>'startAt', value->>'scaledAt'
      FROM json_each(${rows}) WHERE true
      ON CONFLICT (uid, rule, direction) DO UPDATE SET
        market = excluded.market, ticker = excluded.ticker, metric = excluded.metric, level = excluded.level,
        opens = excluded.opens, session = excluded.session, start = excluded.start,
        start_session = excluded.start_session, start_at = excluded.start_at,
        scaled_at = excluded.scaled_at, is_new = 1
      WHERE start_at <> excluded.start_at OR market <> excluded.market`,
    sql(db)`
      INSERT OR IGNORE INTO alert_last (market, ticker, metric)
      SELECT ${market}, value->>'ticker', value->>'metric' FROM json_each(${rows})`,
  ]);
}

function rowsOf({ key, value: { ticker, rule, start }, madeAtSeconds }: StoredAlert) {
  // A device's clock may be ahead of ours.
  const startAt = Math.min(start ? Math.floor(Date.parse(start.at) / 1000) : madeAtSeconds, madeAtSeconds);
  const startSession = start?.session ?? isoDate(startAt);
  const anchor = 'anchor' in rule ? rule.anchor : undefined;
  return alertLevels(rule).map(({ metric, direction, level, opens, session }) => ({
    metric,
    direction,
    level,
    opens,
    session,
    rule: key,
    ticker,
    start: start?.value ?? null,
    startSession,
    startAt,
    scaledAt: anchor?.date ?? startSession,
  }));
}

export async function removeAlerts(db: D1Database, uid: string, keys: readonly string[]): Promise<void> {
  await sql(db)`DELETE FROM alert_level
    WHERE uid = ${uid} AND rule IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`.run();
}

export function userRemoval(db: D1Database, uid: string): D1PreparedStatement[] {
  return [
    sql(db)`DELETE FROM alert_level WHERE uid = ${uid}`,
    sql(db)`DELETE FROM alert_pending WHERE uid = ${uid}`,
  ];
}
