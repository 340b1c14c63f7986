/** Sizes and gaps of the database, for the operators of an installation. Nothing in it is about one person. */
import type { LedgerName } from '#compute';
import type { AdminStatus } from '../contract/contract.ts';
import { inTime } from '../resilience/single-flight.ts';

type DatabaseStatus = Pick<AdminStatus, 'd1' | 'ledger' | 'accounts'>;

/** Counting reads every row, and D1 bills rows, so an isolate counts again only after this time. */
const REMEMBERED_MS = 10 * 60_000;

const MAX_MISSED_SESSIONS = 50;

const TABLES = [
  'record_forecast',
  'record_settlement',
  'record_missed',
  'record_check',
  'record_summary',
  'record_event',
  'user_item',
  'user_account',
  'deleted_user',
] as const;

const NOTHING: DatabaseStatus = { d1: null, ledger: null, accounts: null };

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
      return known.status;
    } catch (cause) {
      console.error(JSON.stringify({ event: 'status_failed', cause: String(cause) }));
      return NOTHING;
    }
  };
}

async function readStatus(db: D1Database, ledger: LedgerName): Promise<DatabaseStatus> {
  const counts = TABLES.map((table) => `(SELECT COUNT(*) FROM ${table}) AS ${table}`);
  const [tables, missed, looks, users, items] = await db.batch([
    db.prepare(`SELECT ${counts.join()}`),
    db
      .prepare(
        `SELECT ticker, base_date AS session_date FROM record_gap WHERE ledger = ?
         ORDER BY base_date DESC, ticker LIMIT ${MAX_MISSED_SESSIONS}`,
      )
      .bind(ledger),
    db.prepare('SELECT MAX(checked_at) AS seconds FROM record_check WHERE ledger = ?').bind(ledger),
    db.prepare('SELECT COUNT(DISTINCT uid) AS users FROM user_item'),
    db.prepare(
      'SELECT kind, COUNT(value) AS items, COUNT(*) - COUNT(value) AS deleted FROM user_item GROUP BY kind ORDER BY kind',
    ),
  ]);
  const [{ seconds } = { seconds: null }] = rows<{ seconds: number | null }>(looks);
  return {
    d1: {
      bytes: tables?.meta.size_after ?? 0,
      rows: Object.entries(rows<Record<string, number>>(tables)[0] ?? {}).map(([table, count]) => ({
        table,
        rows: count,
      })),
    },
    ledger: {
      last_run_at: seconds === null ? null : new Date(seconds * 1000).toISOString(),
      missed_sessions: rows(missed),
    },
    accounts: { users: rows<{ users: number }>(users)[0]?.users ?? 0, items: rows(items) },
  };
}

function rows<T>(result: D1Result | undefined): T[] {
  return (result?.results ?? []) as T[];
}
