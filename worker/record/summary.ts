import { scoreRecord } from '#compute';
import type { RecordLedger, SettledForecast, Ticker } from '#compute';
import type { RecordResponse, RecordRow } from '../contract.ts';
import { recordVerdict } from '../verdict-text.ts';

/** The subject of the summary of all listings. */
export const EVERY_LISTING = '';

/** Settled forecasts shown of each horizon, and as many open ones. */
const SHOWN_ROWS = 16;

/** What the summaries are made from. */
interface Facts {
  readonly rows: readonly RecordRow[];
  readonly missed: RecordResponse['missed_sessions'];
  readonly unsettled: RecordResponse['unsettled'];
  readonly checks: readonly { readonly ticker: string; readonly next_at: number }[];
  readonly asOf: string | null;
}

/** The answer while nothing is written down. */
export function emptyRecord(ledger: RecordLedger, universe: readonly Ticker[]): RecordResponse {
  const nothing: Facts = { rows: [], missed: [], unsettled: [], checks: [], asOf: null };
  return recordOf(ledger, universe, EVERY_LISTING, nothing);
}

/**
 * Scores the ledger and keeps the printed answers of `/api/record`, one for all listings and one for each: asking costs a
 * read of one row, however long the record grows. Replacing them is all or nothing.
 */
export async function refreshSummaries(
  db: D1Database,
  ledger: RecordLedger,
  universe: readonly Ticker[],
  nowSeconds: number,
): Promise<void> {
  const read = (sql: string) => db.prepare(`SELECT ${sql}`).bind(ledger);
  const [rows, missed, unsettled, checks] = await db
    .batch<unknown>([
      read('* FROM record_row WHERE ledger = ? ORDER BY seq'),
      read('ticker, base_date FROM record_gap WHERE ledger = ? ORDER BY base_date DESC, ticker'),
      read('ticker, forecasts, oldest_target, no_price_since, reason FROM record_unsettled WHERE ledger = ?'),
      read('ticker, next_at FROM record_check WHERE ledger = ?'),
    ])
    .then((answers) => answers.map(({ results }) => results));
  const facts = { rows, missed, unsettled, checks, asOf: isoInstant(nowSeconds) } as Facts;
  const subjects = new Set([EVERY_LISTING, ...facts.rows.map(({ ticker }) => ticker)]);
  await db.batch(
    Array.from(subjects, (subject) =>
      db
        .prepare('REPLACE INTO record_summary VALUES (?, ?, ?)')
        .bind(ledger, subject, JSON.stringify(recordOf(ledger, universe, subject, facts))),
    ),
  );
}

/** Whether a run wrote to the ledger and ended before it came to the summaries. */
export async function summariesAreBehind(db: D1Database, ledger: RecordLedger): Promise<boolean> {
  return (await db.prepare('SELECT 1 FROM record_stale WHERE ledger = ?').bind(ledger).first()) !== null;
}

function recordOf(
  ledger: RecordLedger,
  universe: readonly Ticker[],
  subject: string,
  facts: Facts,
): RecordResponse {
  const own = <T extends { readonly ticker: string }>(list: readonly T[]): readonly T[] =>
    list.filter(({ ticker }) => subject === EVERY_LISTING || ticker === subject);
  const rows = own(facts.rows);
  const open = rows.filter((row) => !isSettled(row));
  const settled = rows.filter(isSettled);
  const nextAt = Math.min(...own(facts.checks).map((check) => check.next_at));
  return {
    ledger,
    as_of: facts.asOf,
    universe,
    forecasts: rows.length,
    settled: settled.length,
    first_session: rows[0]?.base_date ?? null,
    next_at: nextAt < Infinity ? isoInstant(nextAt) : null,
    next_target: open.map((row) => row.target_date).sort()[0] ?? null,
    horizons: scoreRecord(settled).map((scores) => Object.assign(scores, { verdict: recordVerdict(scores) })),
    latest: [...newest(settled), ...newest(open)],
    unsettled: own(facts.unsettled),
    missed_sessions: own(facts.missed),
  };
}

function isSettled(row: RecordRow): row is RecordRow & SettledForecast {
  return row.settled_at !== null;
}

/** The last rows of each horizon, the newest first. */
function newest(rows: readonly RecordRow[]): RecordRow[] {
  const counts: Record<number, number> = {};
  return rows
    .toReversed()
    .filter(({ horizon_days: days }) => (counts[days] = (counts[days] ?? 0) + 1) <= SHOWN_ROWS);
}

function isoInstant(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString();
}
