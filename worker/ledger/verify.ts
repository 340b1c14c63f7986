import { NO_EVENT, verifyPart, type BrokenLink, type LedgerName } from '#compute';
import { sha256Hex } from '../body.ts';
import type { LedgerProof } from '../contract/contract.ts';
import { sql } from '../sql.ts';
import { endsStatement, readEvents, type LedgerEnds } from './ledger.ts';

/** Events per page, which bounds the work: each event costs a read of its row. */
export const PAGE_EVENTS = 1000;

/** Compares one page with the chain; `null` if there is none. */
export async function verifyPage(
  db: D1Database,
  ledger: LedgerName,
  page: number,
): Promise<Omit<LedgerProof, 'csv' | 'events_csv'> | null> {
  const ends = (await endsStatement(db, ledger).first()) as LedgerEnds;
  const pages = Math.max(Math.ceil(ends.events / PAGE_EVENTS), 1);
  if (page > pages) return null;
  const after = (page - 1) * PAGE_EVENTS;
  const { events: known, rows } = await readEvents(db, ledger, after - 1, PAGE_EVENTS + 1);
  const events = known.filter(({ event_seq: seq }) => seq > after);
  const previous = known.find(({ event_seq: seq }) => seq === after) ?? NO_EVENT;
  const broken = await verifyPart({ ledger, previous, events, rows }, sha256Hex);
  // A row that no event names was inserted, or left over after the last events were removed.
  const { results: unnamed } = await sql(db)`
    SELECT s.seq FROM json_each(${JSON.stringify([...rows.keys()])}) j
    CROSS JOIN record_settlement s ON s.ledger = ${ledger} AND s.seq = j.value
    WHERE NOT EXISTS (SELECT 1 FROM record_event e
      WHERE e.ledger = s.ledger AND kind = 'settlement' AND body = s.seq || ' ' || s.hash)
    UNION ALL
    SELECT seq FROM record_forecast f WHERE ledger = ${ledger} AND seq = ${page === pages ? ends.rows : 0}
      AND NOT EXISTS (SELECT 1 FROM record_event e
        WHERE e.ledger = f.ledger AND kind = 'forecast' AND body = f.seq || ' ' || f.hash)`.all<{
    seq: number;
  }>();
  broken.push(...unnamed.map(({ seq }): BrokenLink => ({ event_seq: 0, seq, problem: 'row_without_event' })));
  const chain = ends.events === 0 ? null : { events: ends.events, head: ends.head };
  return { ledger, rows: ends.rows, head: ends.last_hash, chain, page, pages, broken };
}
