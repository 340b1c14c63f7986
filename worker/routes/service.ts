import type { LedgerName } from '#compute';
import type { User } from '../account/identity.ts';
import { VERSION } from '../config.ts';
import type { AdminStatus, HealthResponse } from '../contract/contract.ts';
import type { Handlers } from '../http/operations.ts';
import { respondError, respondUncached } from '../http/respond.ts';
import { inTime } from '../resilience/single-flight.ts';
import { sql } from '../sql.ts';

const MAX_MISSED_SESSIONS = 50;

export const serviceHandlers: Handlers<'health' | 'adminStatus'> = {
  /** Each provider as this isolate has seen it; calls no source. */
  health(c) {
    const { config, source } = c.get('services');
    const body: HealthResponse = {
      status: 'ok',
      version: VERSION,
      market_data: config.MARKET_DATA,
      providers: source.providers(),
    };
    return respondUncached(JSON.stringify(body));
  },
  /** Providers and writes to KV are those of the isolate that responds; the database is the same for all. */
  async adminStatus(c) {
    const { config, db, kvWrites, source } = c.get('services');
    if (!isAdmin(c.get('user'), config.ADMIN_EMAILS)) return respondError(c, { reason: 'not_admin' });
    const reading = db && inTime(c.get('databaseDeadlineMs'), readStatus(db, config.MARKET_DATA));
    const status = await reading?.catch((cause: unknown) => {
      console.error(JSON.stringify({ event: 'status_failed', cause: String(cause) }));
    });
    const body: AdminStatus = {
      version: VERSION,
      environment: config.ENVIRONMENT,
      market_data: config.MARKET_DATA,
      providers: source.providers(),
      kv: kvWrites(),
      ...(status ?? { d1: null, ledger: null, alerts: null }),
    };
    return respondUncached(JSON.stringify(body));
  },
};

/** By the claim that the project's owner set, or by a verified email address. */
function isAdmin(
  { admin, email, email_verified: isVerified }: User,
  adminEmails: readonly string[],
): boolean {
  return admin === true || (isVerified && email !== undefined && adminEmails.includes(email.toLowerCase()));
}

async function readStatus(db: D1Database, market: LedgerName) {
  const [missed, ledger, alerts] = await db.batch<unknown>([
    sql(db)`SELECT ticker, base_date AS session_date FROM record_gap WHERE ledger = ${market}
      ORDER BY base_date DESC, ticker LIMIT ${MAX_MISSED_SESSIONS}`,
    sql(db)`SELECT strftime('%FT%T.000Z', MAX(checked_at), 'unixepoch') AS last_run_at
      FROM record_check WHERE ledger = ${market}`,
    // A listing that no source has known yet is asked for less often.
    sql(db)`SELECT * FROM
      (SELECT COUNT(*) AS listings, strftime('%FT%T.000Z', MAX(checked_at), 'unixepoch') AS last_check_at,
        COUNT(CASE WHEN asked_at < checked_at AND (seen <> '{}' OR asked_at <= known_at) THEN 1 END) AS unasked
        FROM alert_listing LEFT JOIN alert_check USING (market) WHERE market = ${market}),
      (SELECT COUNT(*) AS waiting, MIN(crossing->>'at') AS oldest_at, COUNT(NULLIF(tries, 0)) AS failed
        FROM alert_crossing)`,
  ]);
  return {
    d1: { bytes: alerts?.meta.size_after ?? 0 },
    ledger: { ...Object(ledger?.results[0]), missed_sessions: missed?.results },
    alerts: alerts?.results[0] as AdminStatus['alerts'],
  };
}
