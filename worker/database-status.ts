/** Sizes and gaps of the database, for the operators of an installation. Nothing in it is about one person. */
import type { LedgerName } from '#compute';
import type { AdminStatus } from './contract/contract.ts';
import { readAlertStatus } from './alerts/look-store.ts';
import { LEDGER_TABLES, readLedgerStatus } from './ledger/ledger-status.ts';
import { inTime } from './resilience/single-flight.ts';

type DatabaseStatus = Pick<AdminStatus, 'd1' | 'ledger' | 'alerts'>;

/** Counting reads every row, and D1 bills rows, so an isolate counts again only after this time. */
const REMEMBERED_MS = 10 * 60_000;

const NOTHING: DatabaseStatus = { d1: null, ledger: null, alerts: null };

/**
 * Reads the status of a database at most once in ten minutes; every part is `null` while it cannot be read within the given
 * time.
 */
export function createDatabaseStatus(
  db: D1Database | null,
  ledger: LedgerName,
  now: () => number,
): (deadlineMs: number) => Promise<DatabaseStatus> {
  let known: { readonly status: DatabaseStatus; readonly readAtMs: number } | null = null;
  return async (deadlineMs) => {
    if (db === null) return NOTHING;
    if (known !== null && Math.abs(now() - known.readAtMs) < REMEMBERED_MS) return known.status;
    try {
      const status = await inTime(deadlineMs, readStatus(db, ledger));
      known = { status, readAtMs: now() };
      return status;
    } catch (cause) {
      console.error(JSON.stringify({ event: 'status_failed', cause: String(cause) }));
      return NOTHING;
    }
  };
}

async function readStatus(db: D1Database, ledger: LedgerName): Promise<DatabaseStatus> {
  const counts = LEDGER_TABLES.map((table) => `(SELECT COUNT(*) FROM ${table}) AS ${table}`);
  const [counted, ledgerStatus, alerts] = await Promise.all([
    db.prepare(`SELECT ${counts.join()}`).all<Record<string, number>>(),
    readLedgerStatus(db, ledger),
    readAlertStatus(db, ledger),
  ]);
  const [row = {}] = counted.results;
  return {
    d1: {
      bytes: counted.meta.size_after,
      rows: LEDGER_TABLES.map((table) => ({ table, rows: row[table] ?? 0 })),
    },
    ledger: ledgerStatus,
    alerts,
  };
}
