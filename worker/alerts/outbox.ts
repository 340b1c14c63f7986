/** Delivers the crossings that a check has recorded to the objects of their users. */
import { chunksOf } from '../chunks-of.ts';
import type { Crossing, RuleVersion, UserAccounts } from '../contract/user-store.ts';
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

interface Delivery {
  readonly pending: readonly Pending[];
  readonly outcome: 'recorded' | 'failed' | 'deleted';
  readonly unknownRules: readonly RuleVersion[];
}

/** Calls the objects of up to `maxCalls` users, those that failed least first. What one has not acknowledged is sent again. */
export async function drainOutbox(
  db: D1Database,
  users: UserAccounts,
  maxCalls: number,
  now: () => number,
): Promise<void> {
  const startedAtMs = now();
  const { results } = await sql(db)`
    SELECT uid, key, crossing FROM alert_crossing WHERE uid IN (
      SELECT uid FROM alert_crossing GROUP BY uid ORDER BY MIN(tries), uid LIMIT ${maxCalls})
    LIMIT ${CROSSINGS_PER_RUN}`.all<Pending>();
  const byUser = [...Map.groupBy(results, ({ uid }) => uid).values()];
  const deliveries: Delivery[] = [];
  for (const some of chunksOf(byUser, CALLS_AT_ONCE)) {
    if (now() - startedAtMs >= DRAIN_MS) break;
    const calls = some.map((pending) => deliver(users, pending.slice(0, CROSSINGS_PER_CALL), now));
    deliveries.push(...(await Promise.all(calls)));
  }
  if (deliveries.length === 0) return;
  const by = (outcome: Delivery['outcome']) => deliveries.filter((delivery) => delivery.outcome === outcome);
  const names = (outcome: Delivery['outcome']) =>
    JSON.stringify(by(outcome).flatMap(({ pending }) => pending.map(({ uid, key }) => [uid, key])));
  const unknown = deliveries.flatMap(({ pending, unknownRules }) =>
    unknownRules.map(({ alert, version }) => [pending[0]?.uid, alert, version]),
  );
  const deleted = by('deleted').flatMap(({ pending }) => pending[0]?.uid ?? []);
  await db.batch([
    sql(db)`DELETE FROM alert_crossing
      WHERE (uid, key) IN (SELECT value->>0, value->>1 FROM json_each(${names('recorded')}))`,
    sql(db)`UPDATE alert_crossing SET tries = tries + 1
      WHERE (uid, key) IN (SELECT value->>0, value->>1 FROM json_each(${names('failed')}))`,
    // A rule that was made again since has a later version.
    sql(db)`DELETE FROM alert_rule WHERE (uid, rule, version) IN (
      SELECT value->>0, value->>1, value->>2 FROM json_each(${JSON.stringify(unknown)}))`,
    ...(deleted.length === 0 ? [] : userRemoval(db, deleted)),
  ]);
}

async function deliver(
  users: UserAccounts,
  pending: readonly Pending[],
  now: () => number,
): Promise<Delivery> {
  try {
    const crossings = pending.map(({ crossing }) => JSON.parse(crossing) as Crossing);
    const call = users.getByName(pending[0]?.uid ?? '').recordCrossings(crossings, Math.floor(now() / 1000));
    const recorded = await inTime(CALL_TIMEOUT_MS, call);
    return recorded.ok
      ? { pending, outcome: 'recorded', unknownRules: recorded.value.unknownRules }
      : { pending, outcome: 'deleted', unknownRules: [] };
  } catch (cause) {
    console.error(JSON.stringify({ event: 'alert_delivery_failed', cause: String(cause) }));
    return { pending, outcome: 'failed', unknownRules: [] };
  }
}
