import { isoInstant } from '#compute';
import type { LedgerName } from '#compute';
import { lastLookSeconds } from './alerts/look-store.ts';
import type { AdminStatus } from './contract/contract.ts';
import { inTime } from './resilience/single-flight.ts';

type DatabaseStatus = Pick<AdminStatus, 'd1' | 'ledger' | 'alerts'>;

const MAX_MISSED_SESSIONS = 50;

/** For the operators: every part is `null` where there is no database, or it cannot be read within the given time. */
export async function readDatabaseStatus(
  db: D1Database | null,
  market: LedgerName,
  deadlineMs: number,
): Promise<DatabaseStatus> {
  const nothing = { d1: null, ledger: null, alerts: null };
  if (db === null) return nothing;
  try {
    return await inTime(deadlineMs, readStatus(db, market));
  } catch (cause) {
    console.error(JSON.stringify({ event: 'status_failed', cause: String(cause) }));
    return nothing;
  }
}

async function readStatus(db: D1Database, market: LedgerName): Promise<DatabaseStatus> {
  const [[missed, checks, pending], lookedAt] = await Promise.all([
    db.batch<unknown>([
      db
        .prepare(
          `SELECT ticker, base_date AS session_date FROM record_gap WHERE ledger = ?
           ORDER BY base_date DESC, ticker LIMIT ${MAX_MISSED_SESSIONS}`,
        )
        .bind(market),
      db.prepare('SELECT MAX(checked_at) AS seconds FROM record_check WHERE ledger = ?').bind(market),
      db.prepare(
        `SELECT COUNT(*) AS waiting, MIN(crossing->>'at') AS oldest_at, COUNT(NULLIF(tries, 0)) AS failed
         FROM alert_pending`,
      ),
    ]),
    lastLookSeconds(db, market),
  ]);
  const [last] = (checks?.results ?? []) as { readonly seconds: number | null }[];
  const [waiting] = (pending?.results ?? []) as Omit<NonNullable<AdminStatus['alerts']>, 'last_look_at'>[];
  return {
    d1: { bytes: checks?.meta.size_after ?? 0 },
    ledger: {
      last_run_at: instantOf(last?.seconds ?? null),
      missed_sessions: (missed?.results ?? []) as { ticker: string; session_date: string }[],
    },
    alerts: waiting ? { last_look_at: instantOf(lookedAt), ...waiting } : null,
  };
}

function instantOf(seconds: number | null): string | null {
  return seconds === null ? null : isoInstant(seconds);
}
