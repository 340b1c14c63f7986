/** Size and gaps of the database, for the operators of an installation. Nothing in it is about one person. */
import type { LedgerName } from '#compute';
import type { AdminStatus } from './contract/contract.ts';
import { readAlertStatus } from './alerts/look-store.ts';
import { readLedgerStatus } from './ledger/ledger-status.ts';
import { inTime } from './resilience/single-flight.ts';

type DatabaseStatus = Pick<AdminStatus, 'd1' | 'ledger' | 'alerts'>;

/** Every part is `null` where there is no database, or it cannot be read within the given time. */
export async function readDatabaseStatus(
  db: D1Database | null,
  market: LedgerName,
  deadlineMs: number,
): Promise<DatabaseStatus> {
  const nothing = { d1: null, ledger: null, alerts: null };
  if (db === null) return nothing;
  try {
    const reading = Promise.all([readLedgerStatus(db, market), readAlertStatus(db, market)]);
    const [{ bytes, ...ledger }, alerts] = await inTime(deadlineMs, reading);
    return { d1: { bytes }, ledger, alerts };
  } catch (cause) {
    console.error(JSON.stringify({ event: 'status_failed', cause: String(cause) }));
    return nothing;
  }
}
