/** The ledger's public files, stored as finished text in parts, so that a download reads one database row per part. */
import { EVENT_COLUMNS, LEDGER_COLUMNS, ledgerCsvLine, SETTLEMENT_COLUMNS } from '#compute';
import type { LedgerName } from '#compute';
import { sql } from '../sql.ts';
import type { LedgerEnds } from './ledger.ts';

export type LedgerFile = 'rows' | 'events';

/** Lines per part (about 33 KB of rows): few, because a run that settles rows of several parts rebuilds each of them. */
const PART_LINES = 100;

/** Parts read at a time, about 1 MB. */
const PARTS_PER_READ = 32;

const COLUMNS: Readonly<Record<LedgerFile, readonly string[]>> = {
  rows: LEDGER_COLUMNS,
  events: EVENT_COLUMNS,
};

function partOf(seq: number): number {
  return Math.floor((seq - 1) / PART_LINES);
}

/** Rebuilds the parts of the files that hold these rows or events: entries of `record_summary`. */
export async function rebuiltParts(
  db: D1Database,
  ledger: LedgerName,
  file: LedgerFile,
  seqs: readonly number[],
): Promise<readonly (readonly [subject: string, body: string])[]> {
  const parts = [...new Set(seqs.map(partOf))];
  const bodies = parts.length === 0 ? [] : await makeParts(db, ledger, file, parts);
  return parts.map((part, i) => [subjectOf(file, part), bodies[i] ?? '']);
}

/** A whole file as CSV (RFC 4180), part by part; just the header for an empty ledger. */
export async function* fileTexts(db: D1Database, ledger: LedgerName, file: LedgerFile, ends: LedgerEnds) {
  yield ledgerCsvLine(COLUMNS[file]);
  const count = partOf(ends[file].seq) + 1;
  for (let from = 0; from < count; from += PARTS_PER_READ) {
    const parts = Array.from({ length: Math.min(PARTS_PER_READ, count - from) }, (_, i) => from + i);
    const subjects = JSON.stringify(parts.map((part) => subjectOf(file, part)));
    const { results } = await sql(db)`
      SELECT j.key AS i, body FROM json_each(${subjects}) j
      LEFT JOIN record_summary s ON s.ledger = ${ledger} AND s.subject = j.value
      ORDER BY j.key`.all<{ i: number; body: string | null }>();
    // After a crash or an update the job may not have stored the part yet.
    for (const { i, body } of results) yield body ?? (await makeParts(db, ledger, file, [from + i])).join('');
  }
}

/** Each row with its settlement; without one its fields are `NULL`. */
const ROWS = `record_forecast r LEFT JOIN (
  SELECT ledger AS l, seq AS n, ${SETTLEMENT_COLUMNS.join()}, hash AS settlement_hash FROM record_settlement)
  ON l = r.ledger AND n = r.seq`;

async function makeParts(db: D1Database, ledger: LedgerName, file: LedgerFile, parts: readonly number[]) {
  const [tables, seq] = file === 'rows' ? [ROWS, 'seq'] : ['record_event r', 'event_seq'];
  const ranges = JSON.stringify(parts.map((part) => [part * PART_LINES + 1, (part + 1) * PART_LINES]));
  const { results } = await db
    .prepare(
      `SELECT * FROM json_each(?2) j CROSS JOIN ${tables}
       WHERE r.ledger = ?1 AND r.${seq} BETWEEN j.value->>0 AND j.value->>1`,
    )
    .bind(ledger, ranges)
    .all<Record<string, unknown>>();
  const linesOf = Map.groupBy(results, (row) => partOf(Number(row[seq])));
  return parts.map((part) =>
    (linesOf.get(part) ?? []).map((row) => ledgerCsvLine(COLUMNS[file].map((name) => row[name]))).join(''),
  );
}

/** No ticker contains `#`, so a part is never mistaken for a listing's summary. */
function subjectOf(file: LedgerFile, part: number): string {
  return `${file}#${part}`;
}
