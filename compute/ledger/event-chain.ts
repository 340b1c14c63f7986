/** The ledger's chain of events, one per row in the order of writing. docs/decisions/0009-public-ledger.md says what it proves. */
import type { LedgerName } from './ledger-row.ts';

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
