/** The ledger's chain of events, one per row in the order of writing, and its verifier. docs/decisions/0009-public-ledger.md says what it proves. */
import { forecastText, SETTLEMENT_COLUMNS, settlementText } from './ledger-row.ts';
import type { LedgerLine, LedgerName, LedgerSettlement } from './ledger-row.ts';

export type EventKind = 'forecast' | 'settlement' | 'missed';

/** One link of the chain. `body` names the row: see {@link rowBody} and {@link missedBody}. */
export interface LedgerEvent {
  readonly event_seq: number;
  readonly kind: EventKind;
  readonly body: string;
  /** Hash of the previous event; empty for the first. */
  readonly previous_hash: string;
  readonly hash: string;
}

/** Columns of the events file. The previous hash is in the previous line. */
export const EVENT_COLUMNS = ['event_seq', 'kind', 'body', 'hash'] as const;

/** The text of an event that is hashed. */
export function eventText(
  ledger: LedgerName,
  { event_seq: seq, kind, body, previous_hash: before }: Omit<LedgerEvent, 'hash'>,
): string {
  return `${before}\n${ledger},${seq},${kind},${body}`;
}

/** Body of a `forecast` or `settlement`: the forecast's number and the hash of its row. */
export function rowBody(seq: number, hash: string): string {
  return `${seq} ${hash}`;
}

/** Body of a `missed` session. `noticedAt` in epoch seconds. */
export function missedBody(ticker: string, baseDate: string, noticedAt: number): string {
  return `${ticker} ${baseDate} ${noticedAt}`;
}

/** The number of an event's forecast; `null` for a missed session. */
export function forecastOf({ kind, body }: Pick<LedgerEvent, 'kind' | 'body'>): number | null {
  return kind === 'missed' ? null : Number.parseInt(body, 10);
}

/** SHA-256 of a text in UTF-8, hexadecimal. */
export type HashText = (text: string) => Promise<string>;

/** `chain`: a hash does not follow from the previous event. `row_changed`: the named row differs from what was written. */
export const CHAIN_PROBLEMS = ['chain', 'row_missing', 'row_changed', 'row_without_event'] as const;

export interface BrokenLink {
  /** Number of the event; 0 if no event names the row. */
  readonly event_seq: number;
  /** Number of the forecast; `null` for a missed session. */
  readonly seq: number | null;
  readonly problem: (typeof CHAIN_PROBLEMS)[number];
}

/** Consecutive events and the rows they name. */
export interface LedgerPart {
  readonly ledger: LedgerName;
  /** The event before `events`. */
  readonly previous: Pick<LedgerEvent, 'event_seq' | 'hash'>;
  readonly events: readonly LedgerEvent[];
  /** By forecast number. */
  readonly rows: ReadonlyMap<number, LedgerLine>;
}

/** Stands in for the event before the first. */
export const NO_EVENT: LedgerPart['previous'] = { event_seq: 0, hash: '' };

/** Checks part of a ledger. All parts together cover every event and every row that an event names. */
export async function verifyPart(part: LedgerPart, hashText: HashText): Promise<BrokenLink[]> {
  const broken = await Promise.all(
    part.events.map((event, i) => verifyEvent(part, part.events[i - 1] ?? part.previous, event, hashText)),
  );
  return broken.flat();
}

/** Checks a whole ledger from its two files: every event, and every row in its place. */
export async function verifyLedger(
  ledger: LedgerName,
  lines: readonly LedgerLine[],
  events: readonly LedgerEvent[],
  hashText: HashText,
): Promise<BrokenLink[]> {
  const rows = new Map(lines.map((line) => [line.seq, line]));
  const broken = await verifyPart({ ledger, previous: NO_EVENT, events, rows }, hashText);
  const named = new Set(events.map(({ kind, body }) => `${kind} ${body}`));
  for (const [i, line] of lines.entries()) {
    const { seq } = line;
    const isNamed = (kind: EventKind, hash: string | null) =>
      named.has(`${kind} ${rowBody(seq, hash ?? '')}`);
    const isOpen = line.settlement_hash === null && SETTLEMENT_COLUMNS.every((name) => line[name] === null);
    const hasEvents =
      isNamed('forecast', line.hash) && (isOpen || isNamed('settlement', line.settlement_hash));
    const isNext = seq === (lines[i - 1]?.seq ?? 0) + 1;
    if (!isNext || !hasEvents) broken.push({ event_seq: 0, seq, problem: 'row_without_event' });
  }
  return broken;
}

async function verifyEvent(
  { ledger, rows }: LedgerPart,
  previous: LedgerPart['previous'],
  event: LedgerEvent,
  hashText: HashText,
): Promise<BrokenLink[]> {
  const seq = forecastOf(event);
  const isNext = event.event_seq === previous.event_seq + 1 && event.previous_hash === previous.hash;
  const follows = isNext && (await hashText(eventText(ledger, event))) === event.hash;
  const ofRow = seq === null ? null : await rowProblem(event, rows.get(seq), hashText);
  return [follows ? null : ('chain' as const), ofRow]
    .filter((problem) => problem !== null)
    .map((problem) => ({ event_seq: event.event_seq, seq, problem }));
}

async function rowProblem(
  { kind, body }: LedgerEvent,
  row: LedgerLine | undefined,
  hashText: HashText,
): Promise<BrokenLink['problem'] | null> {
  const stored = kind === 'settlement' ? row?.settlement_hash : row?.hash;
  if (row === undefined || typeof stored !== 'string') return 'row_missing';
  const text = kind === 'settlement' ? settlementText(row as LedgerSettlement) : forecastText(row);
  const hash = await hashText(text);
  return hash === stored && body === rowBody(row.seq, hash) ? null : 'row_changed';
}
