import { isoInstant, type LedgerName } from '#compute';
import type { AdminStatus } from '../contract/contract.ts';

const MAX_MISSED_SESSIONS = 50;

/** When the job last ran, and the newest sessions that it missed; and the size of the whole database in bytes. */
export async function readLedgerStatus(
  db: D1Database,
  ledger: LedgerName,
): Promise<NonNullable<AdminStatus['ledger']> & { readonly bytes: number }> {
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
    bytes: checks?.meta.size_after ?? 0,
    last_run_at: seconds === null ? null : isoInstant(seconds),
    missed_sessions: (missed?.results ?? []) as { ticker: string; session_date: string }[],
  };
}
