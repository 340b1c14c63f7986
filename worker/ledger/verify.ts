import { NO_EVENT, rowBody, verifyPart } from '#compute';
import type { BrokenLink, LedgerEvent, LedgerLine, LedgerName, LedgerPart } from '#compute';
import { sha256Hex } from '../body.ts';
import { sql } from '../sql.ts';
import { readEnds, type ChainEnd } from './ledger.ts';

/** Events per page, which bounds the work: each event costs a read of its row. */
export const PAGE_EVENTS = 1000;

/** Compares one page with the chain; `null` if there is none. The last page also detects rows that no event names. */
export async function verifyPage(db: D1Database, ledger: LedgerName, page: number) {
  const { rows, events } = await readEnds(db, ledger);
  const pages = Math.max(Math.ceil(events.seq / PAGE_EVENTS), 1);
  if (page > pages) return null;
  const broken = await verifyPart(await readPart(db, ledger, (page - 1) * PAGE_EVENTS), sha256Hex);
  if (page === pages) broken.push(...(await unnamedLastRow(db, ledger, rows)));
  return { pages, broken };
}

async function readPart(db: D1Database, ledger: LedgerName, after: number): Promise<LedgerPart> {
  const last = after + PAGE_EVENTS;
  const [read, lines] = await db.batch<unknown>([
    sql(db)`SELECT *,
        EXISTS (SELECT 1 FROM record_missed m WHERE e.kind = 'missed' AND m.ledger = e.ledger
          AND m.ticker = substr(e.body, 1, instr(e.body, ' ') - 1)
          AND m.base_date = substr(e.body, instr(e.body, ' ') + 1, 10)
          AND m.ticker || ' ' || m.base_date || ' ' || m.noticed_at = e.body) AS is_missed
      FROM record_event e WHERE ledger = ${ledger} AND event_seq BETWEEN ${after} AND ${last} ORDER BY event_seq`,
    sql(db)`SELECT r.*,
        (SELECT hash FROM record_forecast b WHERE b.ledger = r.ledger AND b.seq = r.seq - 1) AS hash_before,
        EXISTS (SELECT 1 FROM record_event e WHERE e.ledger = r.ledger AND e.kind = 'settlement'
          AND e.body = r.seq || ' ' || r.settlement_hash) AS is_named
      FROM (SELECT DISTINCT CAST(body AS INTEGER) AS seq FROM record_event
        WHERE ledger = ${ledger} AND event_seq > ${after} AND event_seq <= ${last} AND kind <> 'missed') v
      CROSS JOIN record_row r ON r.ledger = ${ledger} AND r.seq = v.seq`,
  ]);
  const known = (read?.results ?? []) as (LedgerEvent & { is_missed: 0 | 1 })[];
  const rows = (lines?.results ?? []) as (LedgerLine & { hash_before: string | null; is_named: 0 | 1 })[];
  const events = known.filter(({ event_seq }) => event_seq > after);
  return {
    ledger,
    previous: known.find(({ event_seq }) => event_seq === after) ?? NO_EVENT,
    events,
    rows: new Map(
      rows.map((line) => [
        line.seq,
        { line, previousHash: line.hash_before ?? '', isSettlementNamed: line.is_named === 1 },
      ]),
    ),
    missed: new Set(events.flatMap(({ body, is_missed }) => (is_missed === 1 ? body : []))),
  };
}

/** A last row that no event names: inserted, or left over after the last events were removed. */
async function unnamedLastRow(db: D1Database, ledger: LedgerName, last: ChainEnd): Promise<BrokenLink[]> {
  if (last.seq === 0) return [];
  const named = await sql(db)`SELECT 1 FROM record_event
    WHERE ledger = ${ledger} AND kind = 'forecast' AND body = ${rowBody(last.seq, last.hash)}`.first();
  return named === null ? [{ event_seq: 0, seq: last.seq, problem: 'row_without_event' }] : [];
}
