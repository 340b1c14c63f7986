/** The ledger's public files, stored as finished text in parts, so that a download reads one database row per part. */
import { EVENT_COLUMNS, LEDGER_COLUMNS, ledgerCsvLine } from '#compute';
import type { LedgerName } from '#compute';
import { sql } from '../sql.ts';

export type LedgerFile = 'rows' | 'events';

/** Lines per part (about 33 KB of rows): few, because a run that settles rows of several parts rebuilds each of them. */
const PART_LINES = 100;

/** Parts read at a time, about 1 MB. */
const PARTS_PER_READ = 32;

const COLUMNS: Readonly<Record<LedgerFile, readonly string[]>> = {
  rows: LEDGER_COLUMNS,
  events: EVENT_COLUMNS,
};

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
  const { results } = await (
    file === 'rows'
      ? sql(db)`SELECT r.seq AS number, r.* FROM json_each(${ranges}) j
        CROSS JOIN record_row r ON ledger = ${ledger} AND seq BETWEEN j.value->>0 AND j.value->>1`
      : sql(db)`SELECT event_seq AS number, r.* FROM json_each(${ranges}) j
        CROSS JOIN record_event r ON ledger = ${ledger} AND event_seq BETWEEN j.value->>0 AND j.value->>1`
  ).all<Record<string, unknown> & { number: number }>();
  return [...Map.groupBy(results, ({ number }) => partOf(number))].map(([part, rows]) => [
    // No ticker contains `#`, so a part is never mistaken for a listing's summary.
    `${file}#${String(part).padStart(7, '0')}`,
    rows.map((row) => ledgerCsvLine(COLUMNS[file].map((name) => row[name]))).join(''),
  ]);
}

function partOf(seq: number): number {
  return Math.floor((seq - 1) / PART_LINES);
}

/** A whole file as CSV (RFC 4180), part by part, as of the summaries; just the header for an empty ledger. */
export async function* fileTexts(db: D1Database, ledger: LedgerName, file: LedgerFile) {
  yield ledgerCsvLine(COLUMNS[file]);
  for (let last: string | undefined = `${file}#`; last !== undefined;) {
    const { results }: D1Result<Record<'subject' | 'body', string>> = await sql(db)`
      SELECT subject, body FROM record_summary
      WHERE ledger = ${ledger} AND subject > ${last} AND subject < ${`${file}#~`}
      ORDER BY subject LIMIT ${PARTS_PER_READ}`.all();
    for (const { body } of results) yield body;
    last = results.at(-1)?.subject;
  }
}
