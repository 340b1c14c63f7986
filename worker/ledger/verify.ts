import { NO_EVENT, rowBody, verifyPart } from '#compute';
import type { BrokenLink, LedgerEvent, LedgerLine, LedgerName } from '#compute';
import { sha256Hex } from '../body.ts';
import { sql } from '../sql.ts';
import { readEnds } from './ledger.ts';

/** Events per page, which bounds the work: each event costs a read of its row. */
export const PAGE_EVENTS = 1000;

/** Compares one page with the chain; `null` if there is none. */
export async function verifyPage(db: D1Database, ledger: LedgerName, page: number) {
  const { rows: lastRow, events: lastEvent } = await readEnds(db, ledger);
  const pages = Math.max(Math.ceil(lastEvent.seq / PAGE_EVENTS), 1);
  if (page > pages) return null;
  const after = (page - 1) * PAGE_EVENTS;
  const end = after + PAGE_EVENTS;
  const [read, lines, named] = await db.batch<unknown>([
    sql(db)`SELECT *
      FROM record_event WHERE ledger = ${ledger} AND event_seq BETWEEN ${after} AND ${end} ORDER BY event_seq`,
    sql(db)`SELECT r.*, settlement_hash IS NULL OR EXISTS (SELECT 1 FROM record_event e
          WHERE e.ledger = r.ledger AND e.kind = 'settlement' AND e.body = r.seq || ' ' || settlement_hash) AS is_named
      FROM (SELECT DISTINCT CAST(body AS INTEGER) AS seq FROM record_event
        WHERE ledger = ${ledger} AND event_seq > ${after} AND event_seq <= ${end} AND kind <> 'missed') v
      CROSS JOIN record_row r ON r.ledger = ${ledger} AND r.seq = v.seq`,
    sql(db)`SELECT 1 FROM record_event
      WHERE ledger = ${ledger} AND kind = 'forecast' AND body = ${rowBody(lastRow.seq, lastRow.hash)}`,
  ]);
  const known = (read?.results ?? []) as LedgerEvent[];
  const events = known.filter(({ event_seq }) => event_seq > after);
  const rows = (lines?.results ?? []) as (LedgerLine & { is_named: 0 | 1 })[];
  const part = {
    ledger,
    previous: known.find(({ event_seq }) => event_seq === after) ?? NO_EVENT,
    events,
    rows: new Map(rows.map((line) => [line.seq, line])),
  };
  const unnamed = rows.flatMap(({ seq, is_named }) => (is_named === 0 ? seq : []));
  // A last row that no event names was inserted, or left over after the last events were removed.
  if (page === pages && lastRow.seq > 0 && named?.results.length === 0) unnamed.push(lastRow.seq);
  const broken = await verifyPart(part, sha256Hex);
  broken.push(...unnamed.map((seq): BrokenLink => ({ event_seq: 0, seq, problem: 'row_without_event' })));
  return { pages, broken };
}
