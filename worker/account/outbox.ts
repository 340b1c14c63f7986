import { inWaves } from '../resilience/in-waves.ts';
import { userRemoval } from '../alerts/check-store.ts';
import type { Crossing } from '../contract/contract.ts';
import { inTime } from '../resilience/single-flight.ts';
import { sql } from '../sql.ts';
import type { UserAccount, UserAccounts } from './user-store.ts';

const CROSSINGS_PER_CALL = 100;
/** Of one run: so many fit into the parameters of its statements. */
const CROSSINGS_PER_RUN = 4000;
const CALL_TIMEOUT_MS = 3000;
/** No call begins later than this after the first one: the rest waits for the next run. */
const DRAIN_MS = 20_000;

interface Pending {
  readonly uid: string;
  readonly key: string;
  readonly crossing: string;
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
  const deliveries = await inWaves(
    [...Map.groupBy(results, ({ uid }) => uid)],
    ([uid, pending]) => deliver(users.getByName(uid), uid, pending.slice(0, CROSSINGS_PER_CALL), now),
    () => now() >= endMs,
  );
  const json = JSON.stringify(deliveries);
  const deleted = deliveries.flatMap(({ uid, outcome }) => (outcome === 'deleted' ? uid : []));
  await db.batch([
    sql(db)`DELETE FROM alert_crossing WHERE (uid, key) IN (
      SELECT d.value->>'uid', k.value FROM json_each(${json}) d, json_each(d.value->'keys') k
      WHERE d.value->>'outcome' = 'recorded')`,
    sql(db)`UPDATE alert_crossing SET tries = tries + 1 WHERE (uid, key) IN (
      SELECT d.value->>'uid', k.value FROM json_each(${json}) d, json_each(d.value->'keys') k
      WHERE d.value->>'outcome' = 'failed')`,
    // A rule that was removed and made again has a later version.
    sql(db)`DELETE FROM alert_rule WHERE (uid, rule, version) IN (
      SELECT d.value->>'uid', r.value->>'alert', r.value->>'version'
      FROM json_each(${json}) d, json_each(d.value->'unknownRules') r)`,
    ...(deleted.length === 0 ? [] : userRemoval(db, deleted)),
  ]);
}

/** What became of a user's crossings (`keys`), and which rules the object no longer has in that version. Never rejects. */
async function deliver(account: UserAccount, uid: string, pending: readonly Pending[], now: () => number) {
  const keys = pending.map(({ key }) => key);
  try {
    const crossings = pending.map(({ crossing }) => JSON.parse(crossing) as Crossing);
    const call = account.recordCrossings(crossings, Math.floor(now() / 1000));
    const recorded = await inTime(CALL_TIMEOUT_MS, call);
    if (!recorded.ok) return { uid, keys, outcome: 'deleted', unknownRules: [] };
    return { uid, keys, outcome: 'recorded', unknownRules: recorded.value.unknownRules };
  } catch (cause) {
    console.error(JSON.stringify({ event: 'alert_delivery_failed', cause: String(cause) }));
    return { uid, keys, outcome: 'failed', unknownRules: [] };
  }
}
