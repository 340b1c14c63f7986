import {
  ADOPTED_PART_ROWS,
  adoptedPartText,
  adoptedRowLine,
  err,
  EVENT_COLUMNS,
  eventText,
  LEDGER_COLUMNS,
  ok,
  parseAdoption,
  parseLedgerLine,
  rowBody,
  scoreLedger,
  type Adoption,
  type EventKind,
  type HorizonScores,
  type LedgerEvent,
  type LedgerLine,
  type LedgerName,
  type Result,
  type SettledForecast,
} from '#compute';
import type { LedgerResponse } from '#worker/contract';
import type { LedgerFiles } from '../../shared/api/ledger-api.ts';

export interface RecomputeRequest {
  /** As the server sent them. */
  readonly files: LedgerFiles;
  /** What the page shows. */
  readonly shown: Pick<LedgerResponse, 'ledger' | 'as_of' | 'horizons'>;
  /** The listing that the page shows; `null` for all. */
  readonly ticker: string | null;
}

/** The outcome of deriving everything anew from the files. */
export interface Recomputed {
  readonly rows: number;
  /** Numbers of the rows whose hash does not follow, or which no event names. */
  readonly brokenRows: readonly number[];
  readonly events: number;
  /** Numbers of the events whose hash does not follow, or whose row is not there or another one. */
  readonly brokenEvents: readonly number[];
  /** Hash of the last event. */
  readonly head: string;
  /** Numbers of the page that were compared, and the paths of those that differ. */
  readonly figures: number;
  readonly differences: readonly string[];
}

/** `insecure`: browsers hash nothing on a page that did not come over https. */
export type RecomputeResult = Result<Recomputed, { readonly reason: 'unreadable' | 'insecure' }>;

/** Made from the figures; a release may word it anew before the job makes it again. */
const SENTENCE: keyof LedgerResponse['horizons'][number] = 'verdict';

const HASH = LEDGER_COLUMNS.indexOf('hash');
const SETTLEMENT = HASH + 1;
const SETTLEMENT_HASH = LEDGER_COLUMNS.indexOf('settlement_hash');

interface Row {
  readonly cells: readonly string[];
  readonly line: LedgerLine;
}

/**
 * Derives what the page shows from the files alone: checks the hashes of the rows and the chain of events that names them,
 * scores the settled forecasts with the code that the server used, and compares every number. Rows newer than the page are
 * checked, not scored.
 */
export async function recompute({ files, shown, ticker }: RecomputeRequest): Promise<RecomputeResult> {
  if ((globalThis.crypto as Partial<Crypto> | undefined)?.subtle === undefined)
    return err({ reason: 'insecure' });
  const rows = parseTable(files.rows, LEDGER_COLUMNS)?.map((cells): Row => ({
    cells,
    line: parseLedgerLine(cells),
  }));
  const events = parseTable(files.events, EVENT_COLUMNS)?.map(eventOf);
  if (rows === undefined || events === undefined) return err({ reason: 'unreadable' });
  const settled = rows
    .map(({ line }) => line)
    .filter(
      (line) =>
        (ticker === null || line.ticker === ticker) &&
        line.settled_at !== null &&
        line.settled_at <= (shown.as_of ?? ''),
    );
  const derived = scoreLedger(settled as unknown as SettledForecast[]);
  const chain = await checkChain(shown.ledger, rows, events);
  return ok({
    rows: rows.length,
    events: events.length,
    head: events.at(-1)?.hash ?? '',
    ...chain,
    ...compared(shown.horizons, derived),
  });
}

/** The cells of each line below the header; `undefined` for a text of other columns. */
function parseTable(csv: string, columns: readonly string[]): string[][] | undefined {
  const [header = '', ...lines] = csv.trimEnd().split(/\r?\n/);
  if (header !== columns.join(',')) return undefined;
  const table = lines.map((line) => line.split(','));
  return table.every((cells) => cells.length === columns.length) ? table : undefined;
}

function eventOf(cells: readonly string[], index: number, all: readonly (readonly string[])[]): LedgerEvent {
  const [seq = '', kind = '', body = '', hash = ''] = cells;
  return {
    event_seq: Number(seq),
    kind: kind as EventKind,
    body,
    previous_hash: all[index - 1]?.[EVENT_COLUMNS.indexOf('hash')] ?? '',
    hash,
  };
}

async function checkChain(
  ledger: LedgerName,
  rows: readonly Row[],
  events: readonly LedgerEvent[],
): Promise<Pick<Recomputed, 'brokenRows' | 'brokenEvents'>> {
  const brokenEvents = new Set<number>();
  const named = { forecast: new Set<string>(), settlement: new Set<string>() };
  const written = {
    forecast: new Set(rows.map(({ line }) => rowBody(line.seq, line.hash))),
    settlement: new Set(rows.map(({ line }) => rowBody(line.seq, line.settlement_hash ?? ''))),
  };
  const hashes = await Promise.all(events.map((event) => sha256Hex(eventText(ledger, event))));
  for (const [i, event] of events.entries()) {
    if (event.event_seq !== i + 1 || hashes[i] !== event.hash) brokenEvents.add(i + 1);
    if (event.kind !== 'forecast' && event.kind !== 'settlement') continue;
    named[event.kind].add(event.body);
    if (!written[event.kind].has(event.body)) brokenEvents.add(i + 1);
  }
  const adoption = parseAdoption(events[0]?.body ?? '');
  const hasEvents = ({ line }: Row): boolean =>
    line.seq <= (adoption?.forecasts ?? 0) ||
    (named.forecast.has(rowBody(line.seq, line.hash)) &&
      (line.settlement_hash === null || named.settlement.has(rowBody(line.seq, line.settlement_hash))));
  if (adoption !== null && !(await holdsAdopted(adoption, rows, named.settlement))) brokenEvents.add(1);
  const links = await Promise.all(rows.map((row, i) => followsFrom(rows[i - 1], row)));
  return {
    brokenRows: rows.flatMap((row, i) => (links[i] === true && hasEvents(row) ? [] : [row.line.seq])),
    brokenEvents: [...brokenEvents].toSorted((a, b) => a - b),
  };
}

/** Whether a row's two hashes follow from its cells. */
async function followsFrom(before: Row | undefined, { cells }: Row): Promise<boolean> {
  const hash = await sha256Hex(`${before?.cells[HASH] ?? ''}\n${cells.slice(0, HASH).join(',')}`);
  const outcome = cells.slice(SETTLEMENT, SETTLEMENT_HASH).join(',');
  const proof = cells[SETTLEMENT] === '' ? '' : await sha256Hex(`${cells[HASH]}\n${outcome}`);
  return hash === cells[HASH] && proof === cells[SETTLEMENT_HASH];
}

/** Whether the rows that were adopted are the ones that the first event hashed. Missed sessions are not in the files. */
async function holdsAdopted(
  { forecasts, hashes }: Adoption,
  rows: readonly Row[],
  named: ReadonlySet<string>,
): Promise<boolean> {
  const lines = rows
    .map(({ line }) => line)
    .filter(({ seq }) => seq <= forecasts)
    .map(({ seq, hash, settlement_hash: outcome }) => ({
      seq,
      text: adoptedRowLine(seq, hash, outcome === null || named.has(rowBody(seq, outcome)) ? null : outcome),
    }));
  const parts = hashes.slice(0, -1);
  const made = await Promise.all(
    parts.map((_, part) =>
      sha256Hex(
        adoptedPartText(
          hashes[part - 1] ?? '',
          lines
            .filter(({ seq }) => Math.floor((seq - 1) / ADOPTED_PART_ROWS) === part)
            .map(({ text }) => text),
        ),
      ),
    ),
  );
  return made.every((hash, part) => hash === parts[part]);
}

async function sha256Hex(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Compares two trees of plain data leaf by leaf; numbers have to be the same to the last bit. */
function compared(
  shown: readonly HorizonScores[],
  derived: readonly HorizonScores[],
): Pick<Recomputed, 'figures' | 'differences'> {
  const differences: string[] = [];
  let figures = 0;
  const walk = (a: unknown, b: unknown, path: string): void => {
    if (isTree(a) && isTree(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
        if (key !== SENTENCE) walk(a[key], b[key], `${path}/${key}`);
      return;
    }
    if (typeof a === 'number' || typeof b === 'number') figures += 1;
    if (a !== b) differences.push(path);
  };
  walk(shown, derived, '');
  return { figures, differences };
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
