import { isoInstant, type LedgerName } from '#compute';
import type { AdminStatus } from '../contract/contract.ts';

export const LEDGER_TABLES = [
  'record_forecast',
  'record_settlement',
  'record_missed',
  'record_check',
  'record_summary',
  'record_event',
] as const;

const MAX_MISSED_SESSIONS = 50;

/** When the job last ran, and the newest sessions that it missed, for the operators of an installation. */
export async function readLedgerStatus(
  db: D1Database,
  ledger: LedgerName,
): Promise<NonNullable<AdminStatus['ledger']>> {
  const [missed, checks] = await db.batch<unknown>([
    db
      .prepare(
        `SELECT ticker, base_date AS session_date FROM record_gap WHERE ledger = ?
         ORDER BY base_date DESC, ticker LIMIT ${MAX_MISSED_SESSIONS}`,
      )
      .bind(ledger),
    db.prepare('SELECT MAX(checked_at) AS seconds FROM record_check WHERE ledger = ?').bind(ledger),
  ]);
  const [last] = (checks?.results ?? []) as { readonly seconds: number | null }[];
  const seconds = last?.seconds ?? null;
  return {
    last_run_at: seconds === null ? null : isoInstant(seconds),
    missed_sessions: (missed?.results ?? []) as { ticker: string; session_date: string }[],
  };
}
