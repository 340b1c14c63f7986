import {
  ADOPTED_PART_ROWS,
  adoptedPartText,
  adoptedRowLine,
  eventText,
  forecastText,
  parseAdoption,
  rowBody,
  settlementText,
} from '#compute';
import type {
  Adoption,
  BrokenLink,
  LedgerEvent,
  LedgerForecast,
  LedgerLine,
  LedgerName,
  LedgerSettlement,
} from '#compute';
import { sha256Hex } from '../sha256.ts';
import { missedWithoutEvent, readEnds } from './ledger.ts';

/** Events per page, which bounds its work: each event costs the reads of its own row. */
export const PAGE_EVENTS = 1000;

interface VerifiedPage {
  readonly pages: number;
  readonly broken: readonly BrokenLink[];
}

/** A stored row, with the hash before it and whether an event names its settlement. */
type CheckedRow = LedgerLine & { readonly hash_before: string | null; readonly is_named: 0 | 1 };

/**
 * Hashes one page of a ledger anew and compares it with the chain. The first pages hold the adopted forecasts, 1,000 each,
 * the following ones 1,000 events each with the rows they name. `null` for a page that does not exist. A ledger without a
 * chain has one page, which reports its rows as named by no event.
 */
export async function verifyPage(
  db: D1Database,
  ledger: LedgerName,
  page: number,
): Promise<VerifiedPage | null> {
  const { rows, events } = await readEnds(db, ledger);
  if (events.seq === 0) {
    const problem: BrokenLink = { event_seq: 0, seq: rows.seq, problem: 'row_without_event' };
    return page === 1 ? { pages: 1, broken: rows.seq === 0 ? [] : [problem] } : null;
  }
  const [first] = await readEvents(db, ledger, 1, 1);
  const adoption = first === undefined ? null : parseAdoption(first.body);
  const adoptedPages = adoption === null ? 0 : adoption.hashes.length - 1;
  const pages = adoptedPages + Math.ceil(events.seq / PAGE_EVENTS);
  if (page > pages) return null;
  const broken =
    adoption !== null && page <= adoptedPages
      ? await checkAdoptedPart(db, ledger, adoption, page - 1)
      : await checkEvents(db, ledger, adoption, (page - adoptedPages - 1) * PAGE_EVENTS + 1);
  if (page === pages) broken.push(...(await checkLastRow(db, ledger, adoption, rows)));
  return { pages, broken };
}

async function checkAdoptedPart(
  db: D1Database,
  ledger: LedgerName,
  { forecasts, hashes }: Adoption,
  part: number,
): Promise<BrokenLink[]> {
  const from = part * ADOPTED_PART_ROWS;
  const rows = await readRows(
    db,
    ledger,
    Array.from({ length: Math.min(ADOPTED_PART_ROWS, forecasts - from) }, (_, i) => from + i + 1),
  );
  const broken: BrokenLink[] = [];
  for (const row of rows) {
    if (!(await isUnchanged(row))) broken.push({ event_seq: 1, seq: row.seq, problem: 'row_changed' });
  }
  const lines = rows.map((row) =>
    adoptedRowLine(row.seq, row.hash, row.is_named ? null : row.settlement_hash),
  );
  const hash = await sha256Hex(adoptedPartText(hashes[part - 1] ?? '', lines));
  if (hash !== hashes[part] && broken.length === 0)
    broken.push({ event_seq: 1, seq: from + 1, problem: 'row_changed' });
  return broken;
}

async function checkEvents(
  db: D1Database,
  ledger: LedgerName,
  adoption: Adoption | null,
  from: number,
): Promise<BrokenLink[]> {
  const [before, ...rest] = await readEvents(db, ledger, from - 1, from + PAGE_EVENTS - 1);
  const events = from === 1 && before !== undefined ? [before, ...rest] : rest;
  const rows = new Map(
    (await readRows(db, ledger, [...new Set(events.flatMap((event) => rowOf(event) ?? []))])).map((row) => [
      row.seq,
      row,
    ]),
  );
  const missed = await readMissed(db, ledger, events);
  const broken: BrokenLink[] = [];
  let expected = { seq: from, hash: from === 1 ? '' : (before?.hash ?? '') };
  for (const event of events) {
    const seq = rowOf(event);
    const report = (problem: BrokenLink['problem']) =>
      broken.push({ event_seq: event.event_seq, seq, problem });
    const hash = await sha256Hex(eventText(ledger, event));
    const continues = event.event_seq === expected.seq && event.previous_hash === expected.hash;
    if (!continues || hash !== event.hash) report('chain');
    expected = { seq: event.event_seq + 1, hash: event.hash };
    const problem = await rowProblem(event, seq === null ? undefined : rows.get(seq), missed);
    if (problem !== null) report(problem);
  }
  if (from === 1 && adoption !== null) {
    const hash = await sha256Hex(
      adoptedPartText(adoption.hashes.at(-2) ?? '', await missedWithoutEvent(db, ledger)),
    );
    if (hash !== adoption.hashes.at(-1)) broken.push({ event_seq: 1, seq: null, problem: 'row_changed' });
  }
  return broken;
}

async function rowProblem(
  event: LedgerEvent,
  row: CheckedRow | undefined,
  missed: ReadonlySet<string>,
): Promise<BrokenLink['problem'] | null> {
  switch (event.kind) {
    case 'adopted':
      return null;
    case 'missed':
      return missed.has(event.body) ? null : 'row_missing';
    case 'forecast':
      if (row === undefined) return 'row_missing';
      if (rowBody(row.seq, row.hash) !== event.body || !(await isUnchanged(row))) return 'row_changed';
      return row.settlement_hash !== null && row.is_named === 0 ? 'row_without_event' : null;
    case 'settlement':
      if (row === undefined || row.settlement_hash === null) return 'row_missing';
      return rowBody(row.seq, row.settlement_hash) === event.body && (await isUnchanged(row))
        ? null
        : 'row_changed';
  }
}

/** Rows past the last event that names one: slipped in, or left over when the last events were removed. */
async function checkLastRow(
  db: D1Database,
  ledger: LedgerName,
  adoption: Adoption | null,
  last: { readonly seq: number; readonly hash: string },
): Promise<BrokenLink[]> {
  if (last.seq <= (adoption?.forecasts ?? 0)) return [];
  const named = await db
    .prepare(`SELECT 1 FROM record_event WHERE ledger = ? AND kind = 'forecast' AND body = ?`)
    .bind(ledger, rowBody(last.seq, last.hash))
    .first();
  return named === null ? [{ event_seq: 0, seq: last.seq, problem: 'row_without_event' }] : [];
}

/** Whether a row's hashes, its settlement's included, follow from its fields. */
async function isUnchanged(row: CheckedRow): Promise<boolean> {
  const hash = await sha256Hex(forecastText(row.hash_before ?? '', row as LedgerForecast));
  if (hash !== row.hash) return false;
  if (row.settlement_hash === null) return true;
  return (await sha256Hex(settlementText(row.hash, row as LedgerSettlement))) === row.settlement_hash;
}

function rowOf({ kind, body }: LedgerEvent): number | null {
  return kind === 'forecast' || kind === 'settlement' ? Number.parseInt(body, 10) : null;
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

async function readRows(db: D1Database, ledger: LedgerName, seqs: readonly number[]): Promise<CheckedRow[]> {
  const { results } = await db
    .prepare(
      `SELECT r.*,
         (SELECT hash FROM record_forecast b WHERE b.ledger = r.ledger AND b.seq = r.seq - 1) AS hash_before,
         EXISTS (SELECT 1 FROM record_event e WHERE e.ledger = r.ledger AND e.kind = 'settlement'
           AND e.body = r.seq || ' ' || r.settlement_hash) AS is_named
       FROM json_each(?2) j CROSS JOIN record_row r ON r.ledger = ?1 AND r.seq = j.value ORDER BY r.seq`,
    )
    .bind(ledger, JSON.stringify(seqs))
    .all<CheckedRow>();
  return results;
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
