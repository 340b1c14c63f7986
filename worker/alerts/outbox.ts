/** Hands the crossings that a look has recorded to the objects of their users. */
import { chunksOf } from '../chunks-of.ts';
import type { Crossing, UserAccounts } from '../contract/user-store.ts';
import { inTime } from '../resilience/single-flight.ts';
import { sql } from '../sql.ts';
import { userRemoval } from './alert-index.ts';

const CROSSINGS_PER_CALL = 100;
const CALL_TIMEOUT_MS = 3000;
/** Calls at once: the platform allows six open connections. */
const CALLS_AT_ONCE = 6;

interface Pending {
  readonly uid: string;
  readonly key: string;
  readonly crossing: string;
}

/** Calls the objects of up to `callsPerRun` users, those that failed least first. What one has not acknowledged is sent again. */
export async function drainOutbox(
  db: D1Database,
  users: UserAccounts,
  callsPerRun: number,
  nowSeconds: number,
): Promise<void> {
  const { results } = await sql(db)`
    SELECT uid, key, crossing FROM alert_pending WHERE uid IN (
      SELECT uid FROM alert_pending GROUP BY uid ORDER BY MIN(tries), uid LIMIT ${callsPerRun})`.all<Pending>();
  const byUser = [...Map.groupBy(results, ({ uid }) => uid)];
  const deliveries: Delivery[] = [];
  for (const some of chunksOf(byUser, CALLS_AT_ONCE)) {
    const calls = some.map(([uid, all]) => deliver(users, uid, all.slice(0, CROSSINGS_PER_CALL), nowSeconds));
    deliveries.push(...(await Promise.all(calls)));
  }
  if (deliveries.length === 0) return;
  const of = (outcome: Delivery['outcome']) => deliveries.filter((delivery) => delivery.outcome === outcome);
  const names = (outcome: Delivery['outcome']) =>
    JSON.stringify(of(outcome).flatMap(({ uid, keys }) => keys.map((key) => [uid, key])));
  const unknown = deliveries.flatMap(({ uid, unknownAlerts }) => unknownAlerts.map((rule) => [uid, rule]));
  await db.batch([
    sql(db)`DELETE FROM alert_pending
      WHERE (uid, key) IN (SELECT value->>0, value->>1 FROM json_each(${names('noted')}))`,
    sql(db)`UPDATE alert_pending SET tries = tries + 1
      WHERE (uid, key) IN (SELECT value->>0, value->>1 FROM json_each(${names('failed')}))`,
    sql(db)`DELETE FROM alert_level
      WHERE (uid, rule) IN (SELECT value->>0, value->>1 FROM json_each(${JSON.stringify(unknown)}))`,
    ...of('deleted').flatMap(({ uid }) => userRemoval(db, uid)),
  ]);
}

interface Delivery {
  readonly uid: string;
  readonly keys: readonly string[];
  readonly outcome: 'noted' | 'failed' | 'deleted';
  readonly unknownAlerts: readonly string[];
}

async function deliver(
  users: UserAccounts,
  uid: string,
  pending: readonly Pending[],
  nowSeconds: number,
): Promise<Delivery> {
  const delivery = { uid, keys: pending.map(({ key }) => key), unknownAlerts: [] };
  try {
    const crossings = pending.map(({ crossing }) => JSON.parse(crossing) as Crossing);
    const call = users.getByName(uid).recordCrossings(crossings, nowSeconds);
    const noted = await inTime(CALL_TIMEOUT_MS, call);
    return noted.ok
      ? { ...delivery, outcome: 'noted', unknownAlerts: noted.value.unknownAlerts }
      : { ...delivery, outcome: 'deleted' };
  } catch (cause) {
    console.error(JSON.stringify({ event: 'alert_delivery_failed', cause: String(cause) }));
    return { ...delivery, outcome: 'failed' };
  }
}
