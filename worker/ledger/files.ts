/**
 * The ledger's two public files, of rows and of events, stored as finished text in parts of 100 lines: a download reads
 * one database row a part. A part is made anew when the job has written to its rows.
 */
import { EVENT_COLUMNS, LEDGER_COLUMNS, ledgerCsvLine } from '#compute';
import type { LedgerName } from '#compute';
import type { LedgerEnds } from './ledger.ts';

export type LedgerFile = 'rows' | 'events';

/** Lines of a part, about 33 KB of rows: few enough that a run, which settles rows of several parts, has little to make. */
const PART_LINES = 100;

/** Parts read at a time, about 1 MB. */
const PARTS_PER_READ = 32;

const SOURCES: Readonly<Record<LedgerFile, { readonly columns: readonly string[]; readonly sql: string }>> = {
  rows: {
    columns: LEDGER_COLUMNS,
    sql: 'SELECT * FROM record_row WHERE ledger = ? AND seq > ? AND seq <= ? ORDER BY seq',
  },
  events: {
    columns: EVENT_COLUMNS,
    sql: 'SELECT * FROM record_event WHERE ledger = ? AND event_seq > ? AND event_seq <= ? ORDER BY event_seq',
  },
};

function partOf(seq: number): number {
  return Math.floor((seq - 1) / PART_LINES);
}

export async function partStatements(
  db: D1Database,
  ledger: LedgerName,
  file: LedgerFile,
  seqs: readonly number[],
): Promise<D1PreparedStatement[]> {
  const parts = [...new Set(seqs.map(partOf))];
  const bodies = await makeParts(db, ledger, file, parts);
  return parts.map((part, i) =>
    db.prepare('REPLACE INTO record_summary VALUES (?, ?, ?)').bind(ledger, subjectOf(file, part), bodies[i]),
  );
}

/** A whole file as CSV (RFC 4180), part by part. Of an empty ledger the header alone. */
export async function* fileTexts(
  db: D1Database,
  ledger: LedgerName,
  file: LedgerFile,
  ends: LedgerEnds,
): AsyncGenerator<string> {
  yield ledgerCsvLine(SOURCES[file].columns);
  const count = partOf(ends[file].seq) + 1;
  for (let from = 0; from < count; from += PARTS_PER_READ) {
    const parts = Array.from({ length: Math.min(PARTS_PER_READ, count - from) }, (_, i) => from + i);
    const { results } = await db
      .prepare(
        `SELECT j.key AS i, body FROM json_each(?2) j LEFT JOIN record_summary s ON s.ledger = ?1 AND s.subject = j.value
         ORDER BY j.key`,
      )
      .bind(ledger, JSON.stringify(parts.map((part) => subjectOf(file, part))))
      .all<{ i: number; body: string | null }>();
    // After a crash or an update the job may not have stored a part yet.
    for (const { i, body } of results) yield body ?? (await makeParts(db, ledger, file, [from + i])).join('');
  }
}

async function makeParts(
  db: D1Database,
  ledger: LedgerName,
  file: LedgerFile,
  parts: readonly number[],
): Promise<string[]> {
  if (parts.length === 0) return [];
  const { columns, sql } = SOURCES[file];
  const read = parts.map((part) => db.prepare(sql).bind(ledger, part * PART_LINES, (part + 1) * PART_LINES));
  return (await db.batch<Record<string, unknown>>(read)).map(({ results }) =>
    results.map((row) => ledgerCsvLine(columns.map((name) => row[name]))).join(''),
  );
}

/** No ticker has a `#`, so a part is never mistaken for a listing's summary. */
function subjectOf(file: LedgerFile, part: number): string {
  return `${file}#${part}`;
}
