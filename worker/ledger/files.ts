/**
 * The ledger's two public files, of rows and of events, stored as finished text in parts of 1,000 lines: a download reads
 * one database row a part. A part is made anew only when the job has written to its rows.
 */
import { EVENT_COLUMNS, LEDGER_COLUMNS, ledgerCsvLine } from '#compute';
import type { LedgerName } from '#compute';
import type { LedgerEnds } from './ledger.ts';

export type LedgerFile = 'rows' | 'events';

/** Lines of a part; a part of rows takes about 330 KB, and D1 stores 2 MB in a value. */
const PART_LINES = 1000;

/** Parts read at a time: about 3 MB. */
const PARTS_PER_READ = 8;

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

/** Number of the part, from 0, that holds a row or an event. */
export function partOf(seq: number): number {
  return Math.floor((seq - 1) / PART_LINES);
}

/** Makes parts anew from the tables and stores them. */
export async function storeParts(
  db: D1Database,
  ledger: LedgerName,
  file: LedgerFile,
  parts: Iterable<number>,
): Promise<void> {
  for (const part of parts) {
    // One part in memory at a time.
    const body = await makePart(db, ledger, file, part);
    await db
      .prepare('REPLACE INTO record_summary VALUES (?, ?, ?)')
      .bind(ledger, subjectOf(file, part), body)
      .run();
  }
}

/** The stored lines of the first `count` parts, without line ends. */
export async function readLines(
  db: D1Database,
  ledger: LedgerName,
  file: LedgerFile,
  count: number,
): Promise<string[]> {
  const lines: string[] = [];
  for (let from = 0; from < count; from += PARTS_PER_READ) {
    const subjects = Array.from({ length: PARTS_PER_READ }, (_, i) => subjectOf(file, from + i));
    const { results } = await db
      .prepare(
        `SELECT body FROM json_each(?2) j CROSS JOIN record_summary s ON s.ledger = ?1 AND s.subject = j.value
         ORDER BY j.key`,
      )
      .bind(ledger, JSON.stringify(subjects))
      .all<{ body: string }>();
    for (const { body } of results) for (const line of body.split('\r\n')) if (line !== '') lines.push(line);
  }
  return lines;
}

/** A whole file as CSV (RFC 4180), part by part. Of an empty ledger the header alone. */
export async function* fileTexts(
  db: D1Database,
  ledger: LedgerName,
  file: LedgerFile,
  ends: LedgerEnds,
): AsyncGenerator<string> {
  yield ledgerCsvLine(SOURCES[file].columns);
  for (let part = 0; part <= partOf(ends[file].seq); part++) {
    // One part in memory at a time.
    const stored = await db
      .prepare('SELECT body FROM record_summary WHERE ledger = ? AND subject = ?')
      .bind(ledger, subjectOf(file, part))
      .first<string>('body');
    // After a crash or an update the job may not have stored a part yet.
    yield stored ?? (await makePart(db, ledger, file, part));
  }
}

async function makePart(db: D1Database, ledger: LedgerName, file: LedgerFile, part: number): Promise<string> {
  const { columns, sql } = SOURCES[file];
  const { results } = await db
    .prepare(sql)
    .bind(ledger, part * PART_LINES, (part + 1) * PART_LINES)
    .all();
  return results.map((row) => ledgerCsvLine(columns.map((name) => row[name]))).join('');
}

/** No ticker has a `#`, so a part is never mistaken for a listing's summary. */
function subjectOf(file: LedgerFile, part: number): string {
  return `${file}#${part}`;
}
