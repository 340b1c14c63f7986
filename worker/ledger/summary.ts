import { ledgerVerdict, parseLedgerLine, scoreLedger } from '#compute';
import type { LedgerLine, LedgerName, SettledForecast, Ticker } from '#compute';
import type { LedgerResponse } from '../contract/contract.ts';
import { partOf, readLines, storeParts } from './files.ts';
import { readEnds } from './ledger.ts';
import type { LedgerEnds } from './ledger.ts';

/** The subject of the summary of all listings. */
export const EVERY_LISTING = '';

/** The subject of the progress of summaries and files; no ticker has a `#`. */
const PROGRESS = '#progress';

/** Raised when the format of summaries or files changes: the next run makes all of them anew. */
const FORMAT = 1;

interface Progress {
  readonly format: number;
  /** Number of the last event whose rows are in the files. */
  readonly events: number;
}

/** Settled forecasts shown per horizon, and as many open ones. */
const SHOWN_ROWS = 16;

type LedgerChain = LedgerResponse['chain'];

/** What the summaries are made from. */
interface Facts {
  readonly rows: readonly LedgerLine[];
  readonly missed: LedgerResponse['missed_sessions'];
  readonly checks: readonly StoredCheck[];
  readonly chain: LedgerChain;
  readonly nowSeconds: number | null;
}

/** The last check of a listing, as it is stored. */
interface StoredCheck {
  readonly ticker: string;
  readonly checked_at: number;
  readonly next_at: number;
  readonly last_session: string | null;
  readonly failure: string | null;
}

/** The response while the ledger is empty. */
export function emptySummary(ledger: LedgerName, universe: readonly Ticker[]): LedgerResponse {
  const nothing: Facts = { rows: [], missed: [], checks: [], chain: null, nowSeconds: null };
  return summaryOf(ledger, universe, EVERY_LISTING, nothing);
}

/** The stored summary of a subject as JSON; `null` while there is none. */
export async function readSummary(
  db: D1Database,
  ledger: LedgerName,
  subject: string,
): Promise<string | null> {
  return db
    .prepare('SELECT body FROM record_summary WHERE ledger = ? AND subject = ?')
    .bind(ledger, subject)
    .first<string>('body');
}

/** The end of a ledger's chain of events on the wire; `null` before the first event. */
export function chainOf({ events }: LedgerEnds): LedgerChain {
  return events.seq === 0 ? null : { events: events.seq, head: events.hash };
}

/**
 * Brings the files up to date with the events written since the last time, scores their rows and stores the responses of
 * `/api/record`, one for all listings and one for each. Reads the rows that changed and one stored text per 1,000 rows,
 * however long the ledger is.
 */
export async function refreshSummaries(
  db: D1Database,
  ledger: LedgerName,
  universe: readonly Ticker[],
  nowSeconds: number,
): Promise<void> {
  const ends = await readEnds(db, ledger);
  await refreshFiles(db, ledger, ends.rows.seq, ends.events.seq);
  const lines = ends.rows.seq === 0 ? [] : await readLines(db, ledger, 'rows', partOf(ends.rows.seq) + 1);
  const [missed, checks] = await db.batch<unknown>([
    db
      .prepare('SELECT ticker, base_date FROM record_gap WHERE ledger = ? ORDER BY base_date DESC, ticker')
      .bind(ledger),
    db.prepare('SELECT * FROM record_check WHERE ledger = ?').bind(ledger),
  ]);
  const facts: Facts = {
    rows: lines.map((line) => parseLedgerLine(line.split(','))),
    missed: (missed?.results ?? []) as Facts['missed'],
    checks: (checks?.results ?? []) as StoredCheck[],
    chain: chainOf(ends),
    nowSeconds,
  };
  const subjects = new Set([EVERY_LISTING, ...facts.rows.map(({ ticker }) => ticker)]);
  const store = (subject: string, body: unknown) =>
    db.prepare('REPLACE INTO record_summary VALUES (?, ?, ?)').bind(ledger, subject, JSON.stringify(body));
  const progress: Progress = { format: FORMAT, events: ends.events.seq };
  await db.batch([
    ...Array.from(subjects, (subject) => store(subject, summaryOf(ledger, universe, subject, facts))),
    store(PROGRESS, progress),
  ]);
}

/** Whether a run ended between its writes and the summaries, or an earlier version made them. */
export async function summariesAreBehind(db: D1Database, ledger: LedgerName): Promise<boolean> {
  const { format } = await readProgress(db, ledger);
  if (format !== FORMAT) return true;
  return (await db.prepare('SELECT 1 FROM record_stale WHERE ledger = ?').bind(ledger).first()) !== null;
}

async function readProgress(db: D1Database, ledger: LedgerName): Promise<Progress> {
  const stored = await readSummary(db, ledger, PROGRESS);
  return stored === null ? { format: 0, events: 0 } : (JSON.parse(stored) as Progress);
}

/** Makes the parts anew that have new rows or events; all of them after a change of format. */
async function refreshFiles(
  db: D1Database,
  ledger: LedgerName,
  lastRow: number,
  lastEvent: number,
): Promise<void> {
  const progress = await readProgress(db, ledger);
  const isNew = progress.format !== FORMAT;
  const rows = new Set(isNew ? partsBetween(1, lastRow) : await changedParts(db, ledger, progress.events));
  await storeParts(db, ledger, 'rows', rows);
  await storeParts(db, ledger, 'events', partsBetween(isNew ? 1 : progress.events + 1, lastEvent));
}

/** The parts with rows that are named by events after a number. */
async function changedParts(db: D1Database, ledger: LedgerName, after: number): Promise<number[]> {
  const { results } = await db
    .prepare(
      `SELECT body FROM record_event WHERE ledger = ? AND event_seq > ? AND kind IN ('forecast', 'settlement')`,
    )
    .bind(ledger, after)
    .all<{ body: string }>();
  return results.map(({ body }) => partOf(Number.parseInt(body, 10)));
}

function partsBetween(first: number, last: number): number[] {
  const count = last < first ? 0 : partOf(last) - partOf(first) + 1;
  return Array.from({ length: count }, (_, i) => partOf(first) + i);
}

function summaryOf(
  ledger: LedgerName,
  universe: readonly Ticker[],
  subject: string,
  { rows, missed, checks, chain, nowSeconds }: Facts,
): LedgerResponse {
  const own = <T extends { readonly ticker: string }>(list: readonly T[]): readonly T[] =>
    list.filter(({ ticker }) => subject === EVERY_LISTING || ticker === subject);
  const ownRows = own(rows);
  const open = ownRows.filter((row) => !isSettled(row));
  const settled = ownRows.filter(isSettled);
  const nextAt = Math.min(...own(checks).map((check) => check.next_at));
  return {
    ledger,
    as_of: nowSeconds === null ? null : isoInstant(nowSeconds),
    universe,
    forecasts: ownRows.length,
    settled: settled.length,
    first_session: ownRows[0]?.base_date ?? null,
    next_at: nextAt < Infinity ? isoInstant(nextAt) : null,
    next_target: open.map((row) => row.target_date).sort()[0] ?? null,
    horizons: scoreLedger(settled).map((scores) => Object.assign(scores, { verdict: ledgerVerdict(scores) })),
    latest: [...newest(settled), ...newest(open)],
    unsettled: own(checks).flatMap((check) => unsettledListing(check, open)),
    missed_sessions: own(missed),
    chain,
  };
}

/** A listing with open forecasts whose target date was over at its last check. */
function unsettledListing(check: StoredCheck, open: readonly LedgerLine[]): LedgerResponse['unsettled'] {
  const checkedOn = isoInstant(check.checked_at).slice(0, 10);
  const overdue = open.filter((row) => row.ticker === check.ticker && row.target_date < checkedOn);
  const [oldest] = overdue.map((row) => row.target_date).sort();
  if (oldest === undefined) return [];
  return [
    {
      ticker: check.ticker,
      forecasts: overdue.length,
      oldest_target: oldest,
      no_price_since: check.last_session,
      reason: check.failure,
    },
  ];
}

function isSettled(row: LedgerLine): row is LedgerLine & SettledForecast {
  return row.settled_at !== null;
}

/** The last rows of each horizon, the newest first. */
function newest(rows: readonly LedgerLine[]): LedgerLine[] {
  const counts: Record<number, number> = {};
  return rows
    .toReversed()
    .filter(({ horizon_days: days }) => (counts[days] = (counts[days] ?? 0) + 1) <= SHOWN_ROWS);
}

function isoInstant(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString();
}
