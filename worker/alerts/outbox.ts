/** Delivers crossings that a check has written to their users' objects. */
import { inWaves } from '../resilience/in-waves.ts';
import type { Crossing, UserAccount, UserAccounts } from '../contract/user-store.ts';
import { inTime } from '../resilience/single-flight.ts';
import { sql } from '../sql.ts';
import { userRemoval } from './rule-index.ts';

const CROSSINGS_PER_CALL = 100;
/** Of one run: so many fit into the parameters of its statements. */
const CROSSINGS_PER_RUN = 4000;
const CALL_TIMEOUT_MS = 3000;
/** Calls at once: the platform allows six open connections. */
const CALLS_AT_ONCE = 6;
/** No call begins later than this after the first one: the rest waits for the next run. */
const DRAIN_MS = 20_000;

interface Pending {
  readonly uid: string;
  readonly key: string;
  readonly crossing: string;
}

/** The outcome of a run's deliveries. */
interface Report {
  readonly recorded: (readonly [uid: string, key: string])[];
  readonly failed: (readonly [uid: string, key: string])[];
  /** Rules that a user's object no longer has in that version. */
  readonly unknown: (readonly [uid: string, alert: string, version: number])[];
  /** Users whose account is deleted. */
  readonly deleted: string[];
}

/** Calls up to `maxCalls` users' objects, those with the fewest failures first. What an object does not acknowledge is sent again. */
export async function drainOutbox(
  db: D1Database,
  users: UserAccounts,
  maxCalls: number,
  now: () => number,
): Promise<void> {
  const endMs = now() + DRAIN_MS;
  const { results } = await sql(db)`
    SELECT uid, key, crossing FROM alert_crossing WHERE uid IN (
      SELECT uid FROM alert_crossing GROUP BY uid ORDER BY MIN(tries), uid LIMIT ${maxCalls})
    LIMIT ${CROSSINGS_PER_RUN}`.all<Pending>();
  if (results.length === 0) return;
  const report: Report = { recorded: [], failed: [], unknown: [], deleted: [] };
  await inWaves(
    [...Map.groupBy(results, ({ uid }) => uid)],
    CALLS_AT_ONCE,
    ([uid, pending]) => deliver(users.getByName(uid), pending.slice(0, CROSSINGS_PER_CALL), now, report),
    () => now() >= endMs,
  );
  const [recorded, failed, unknown] = [report.recorded, report.failed, report.unknown].map((rows) =>
    JSON.stringify(rows),
  );
  await db.batch([
    sql(db)`DELETE FROM alert_crossing
      WHERE (uid, key) IN (SELECT value->>0, value->>1 FROM json_each(${recorded}))`,
    sql(db)`UPDATE alert_crossing SET tries = tries + 1
      WHERE (uid, key) IN (SELECT value->>0, value->>1 FROM json_each(${failed}))`,
    // A rule that was removed and made again has a later version.
    sql(db)`DELETE FROM alert_rule WHERE (uid, rule, version) IN (
      SELECT value->>0, value->>1, value->>2 FROM json_each(${unknown}))`,
    ...(report.deleted.length === 0 ? [] : userRemoval(db, report.deleted)),
  ]);
}

/** Delivers one user's crossings and adds the outcome to the report. Never rejects. */
async function deliver(
  account: UserAccount,
  pending: readonly Pending[],
  now: () => number,
  report: Report,
): Promise<void> {
  const [{ uid } = { uid: '' }] = pending;
  const names = pending.map(({ key }) => [uid, key] as const);
  try {
    const crossings = pending.map(({ crossing }) => JSON.parse(crossing) as Crossing);
    const call = account.recordCrossings(crossings, Math.floor(now() / 1000));
    const taken = await inTime(CALL_TIMEOUT_MS, call);
    if (!taken.ok) report.deleted.push(uid);
    else {
      report.recorded.push(...names);
      for (const { alert, version } of taken.value.unknownRules) report.unknown.push([uid, alert, version]);
    }
  } catch (cause) {
    console.error(JSON.stringify({ event: 'alert_delivery_failed', cause: String(cause) }));
    report.failed.push(...names);
  }
}
