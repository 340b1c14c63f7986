/** Reading the record. A database without the record's tables, like none, is a record that has not begun. */
import { RECORD_COLUMNS } from '#compute';
import type { RecordLedger } from '#compute';

/** Rows per read of the CSV. */
const PAGE_ROWS = 1000;

/** The printed summary of a subject; `null` while there is none. */
export async function readSummary(
  db: D1Database | null,
  ledger: RecordLedger,
  subject: string,
): Promise<string | null> {
  const rows = await readRows(
    db,
    'SELECT body FROM record_summary WHERE ledger = ? AND subject = ?',
    ledger,
    subject,
  );
  return (rows[0]?.['body'] as string | undefined) ?? null;
}

/** The end of the chain; 0 rows and an empty hash before the first forecast. */
export async function readHead(
  db: D1Database | null,
  ledger: RecordLedger,
): Promise<{ readonly rows: number; readonly head: string }> {
  const [last] = await readRows(
    db,
    'SELECT seq, hash FROM record_forecast WHERE ledger = ? ORDER BY seq DESC LIMIT 1',
    ledger,
  );
  return { rows: Number(last?.['seq'] ?? 0), head: String(last?.['hash'] ?? '') };
}

/** The whole ledger as CSV (RFC 4180), in the order of the chain, read page by page as the client takes it. */
export function csvStream(db: D1Database | null, ledger: RecordLedger): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let seq = 0;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(line(RECORD_COLUMNS))),
    async pull(controller) {
      const rows = await readRows(
        db,
        `SELECT * FROM record_row WHERE ledger = ? AND seq > ? ORDER BY seq LIMIT ${PAGE_ROWS}`,
        ledger,
        seq,
      );
      const text = rows.map((row) => line(RECORD_COLUMNS.map((name) => row[name] ?? ''))).join('');
      if (text !== '') controller.enqueue(encoder.encode(text));
      if (rows.length < PAGE_ROWS) controller.close();
      else seq = Number(rows.at(-1)?.['seq']);
    },
  });
}

/** No cell holds a comma or a quote: the grammar of tickers and the words of the model allow none. */
function line(cells: readonly unknown[]): string {
  return `${cells.join(',')}\r\n`;
}

async function readRows(
  db: D1Database | null,
  sql: string,
  ...values: readonly unknown[]
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (db === null) return [];
  try {
    const { results } = await db
      .prepare(sql)
      .bind(...values)
      .all();
    return results;
  } catch (cause) {
    if (String(cause).includes('no such table')) return [];
    throw cause;
  }
}
