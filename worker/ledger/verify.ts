import { forecastOf, NO_EVENT, rowBody, verifyPart } from '#compute';
import type { BrokenLink, ChainedRow, LedgerEvent, LedgerLine, LedgerName, LedgerPart } from '#compute';
import { sha256Hex } from '../sha256.ts';
import { readEnds } from './ledger.ts';
import type { ChainEnd } from './ledger.ts';

/** Events per page, which bounds its work: each event costs the reads of its own row. */
export const PAGE_EVENTS = 1000;

interface VerifiedPage {
  readonly pages: number;
  readonly broken: readonly BrokenLink[];
}

/**
 * Hashes one page of a ledger anew and compares it with the chain; `null` for a page that does not exist. An empty ledger has
 * one page. The last page also finds rows that no event names.
 */
export async function verifyPage(
  db: D1Database,
  ledger: LedgerName,
  page: number,
): Promise<VerifiedPage | null> {
  const { rows, events } = await readEnds(db, ledger);
  const pages = Math.max(Math.ceil(events.seq / PAGE_EVENTS), 1);
  if (page > pages) return null;
  const broken = await verifyPart(await readPart(db, ledger, (page - 1) * PAGE_EVENTS), sha256Hex);
  if (page === pages) broken.push(...(await unnamedLastRow(db, ledger, rows)));
  return { pages, broken };
}

async function readPart(db: D1Database, ledger: LedgerName, after: number): Promise<LedgerPart> {
  const read = await readEvents(db, ledger, after, after + PAGE_EVENTS);
  const events = read.filter(({ event_seq }) => event_seq > after);
  const previous = read.find(({ event_seq }) => event_seq === after) ?? NO_EVENT;
  const [rows, missed] = await Promise.all([readRows(db, ledger, events), readMissed(db, ledger, events)]);
  return { ledger, previous, events, rows, missed };
}

/** A last row that no event names: slipped in, or left over when the last events were removed. */
async function unnamedLastRow(db: D1Database, ledger: LedgerName, last: ChainEnd): Promise<BrokenLink[]> {
  if (last.seq === 0) return [];
  const named = await db
    .prepare(`SELECT 1 FROM record_event WHERE ledger = ? AND kind = 'forecast' AND body = ?`)
    .bind(ledger, rowBody(last.seq, last.hash))
    .first();
  return named === null ? [{ event_seq: 0, seq: last.seq, problem: 'row_without_event' }] : [];
}

async function readEvents(
  db: D1Database,
  ledger: LedgerName,
  from: number,
  to: number,
): Promise<LedgerEvent[]> {
  const { results } = await db
    .prepare(
      'SELECT * FROM record_event WHERE ledger = ? AND event_seq >= ? AND event_seq <= ? ORDER BY event_seq',
    )
    .bind(ledger, from, to)
    .all<LedgerEvent>();
  return results;
}

async function readRows(
  db: D1Database,
  ledger: LedgerName,
  events: readonly LedgerEvent[],
): Promise<ReadonlyMap<number, ChainedRow>> {
  const seqs = new Set(events.flatMap((event) => forecastOf(event) ?? []));
  const { results } = await db
    .prepare(
      `SELECT r.*,
         (SELECT hash FROM record_forecast b WHERE b.ledger = r.ledger AND b.seq = r.seq - 1) AS hash_before,
         EXISTS (SELECT 1 FROM record_event e WHERE e.ledger = r.ledger AND e.kind = 'settlement'
           AND e.body = r.seq || ' ' || r.settlement_hash) AS is_named
       FROM json_each(?2) j CROSS JOIN record_row r ON r.ledger = ?1 AND r.seq = j.value`,
    )
    .bind(ledger, JSON.stringify([...seqs]))
    .all<LedgerLine & { readonly hash_before: string | null; readonly is_named: 0 | 1 }>();
  return new Map(
    results.map((line) => [
      line.seq,
      { line, previousHash: line.hash_before ?? '', isSettlementNamed: line.is_named === 1 },
    ]),
  );
}

/** The bodies of those missed sessions named by events which are in the table. */
async function readMissed(
  db: D1Database,
  ledger: LedgerName,
  events: readonly LedgerEvent[],
): Promise<ReadonlySet<string>> {
  const named = events.filter(({ kind }) => kind === 'missed').map(({ body }) => body.split(' '));
  const { results } = await db
    .prepare(
      `SELECT m.ticker || ' ' || m.base_date || ' ' || m.noticed_at AS body
       FROM json_each(?2) j CROSS JOIN record_missed m
         ON m.ledger = ?1 AND m.ticker = j.value ->> 0 AND m.base_date = j.value ->> 1`,
    )
    .bind(ledger, JSON.stringify(named))
    .all<{ body: string }>();
  return new Set(results.map(({ body }) => body));
}
