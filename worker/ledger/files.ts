/** The ledger's public files, stored as finished text in parts, so that a download reads one database row per part. */
import { EVENT_COLUMNS, LEDGER_COLUMNS, ledgerCsvLine } from '#compute';
import type { LedgerName } from '#compute';
import { sql } from '../sql.ts';

/** Lines per part (about 33 KB of rows): few, because a run that settles rows of several parts rebuilds each of them. */
const PART_LINES = 100;

/** Parts read at a time, about 1 MB. */
const PARTS_PER_READ = 32;

/** Each file's lines: the table's rows by number. */
const FILES = {
  rows: { columns: LEDGER_COLUMNS, table: 'record_row', number: 'seq' },
  events: { columns: EVENT_COLUMNS, table: 'record_event', number: 'event_seq' },
} as const;

export type LedgerFile = keyof typeof FILES;

/** Rebuilds the parts of a file that hold these rows or events: entries of `record_summary`. */
export async function rebuiltParts(
  db: D1Database,
  ledger: LedgerName,
  file: LedgerFile,
  seqs: readonly number[],
): Promise<readonly (readonly [subject: string, body: string])[]> {
  const parts = [...new Set(seqs.map(partOf))];
  if (parts.length === 0) return [];
  const ranges = JSON.stringify(parts.map((part) => [part * PART_LINES + 1, (part + 1) * PART_LINES]));
  const { columns, table, number } = FILES[file];
  const query = `SELECT r.* FROM json_each(?) j CROSS JOIN ${table} r
    ON ledger = ? AND ${number} BETWEEN j.value->>0 AND j.value->>1`;
  const { results } = await db.prepare(query).bind(ranges, ledger).all<Record<string, unknown>>();
  return [...Map.groupBy(results, (row) => partOf(Number(row[number])))].map(([part, rows]) => [
    // No ticker contains `#`, so a part is never mistaken for a listing's summary.
    `${file}#${String(part).padStart(7, '0')}`,
    rows.map((row) => ledgerCsvLine(columns.map((name) => row[name]))).join(''),
  ]);
}

function partOf(seq: number): number {
  return Math.floor((seq - 1) / PART_LINES);
}

/** A whole file as CSV (RFC 4180), part by part, as of the summaries; just the header for an empty ledger. */
export async function* fileTexts(db: D1Database, ledger: LedgerName, file: LedgerFile) {
  yield ledgerCsvLine(FILES[file].columns);
  for (let last: string | undefined = `${file}#`; last !== undefined;) {
    const { results }: D1Result<Record<'subject' | 'body', string>> = await sql(db)`
      SELECT subject, body FROM record_summary
      WHERE ledger = ${ledger} AND subject > ${last} AND subject < ${`${file}#~`}
      ORDER BY subject LIMIT ${PARTS_PER_READ}`.all();
    for (const { body } of results) yield body;
    last = results.at(-1)?.subject;
  }
}
