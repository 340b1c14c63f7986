/**
 * The ledger's chain of events: one for each row (forecast, settlement, missed session), in the order of writing. The texts
 * below are what its hashes are taken of; see docs/decisions/0009-public-ledger.md for what a chain shows and what not.
 */
import type { LedgerName } from './ledger-row.ts';

export type EventKind = 'forecast' | 'settlement' | 'missed';

/** One link of the chain. `body` names the row: see {@link rowBody} and {@link missedBody}. */
export interface LedgerEvent {
  readonly event_seq: number;
  readonly kind: EventKind;
  readonly body: string;
  /** Hash of the event before; empty before the first. */
  readonly previous_hash: string;
  readonly hash: string;
}

/** Columns of the file of events. The previous hash is in the line before. */
export const EVENT_COLUMNS = ['event_seq', 'kind', 'body', 'hash'] as const;

/** What an event's hash is taken of. */
export function eventText(
  ledger: LedgerName,
  { event_seq: seq, kind, body, previous_hash: before }: Omit<LedgerEvent, 'hash'>,
): string {
  return `${before}\n${ledger},${seq},${kind},${body}`;
}

/** Body of a `forecast` or `settlement`: the forecast's number and the hash of the row that was written. */
export function rowBody(seq: number, hash: string): string {
  return `${seq} ${hash}`;
}

/** Body of a `missed` session. `noticedAt` in epoch seconds. */
export function missedBody(ticker: string, baseDate: string, noticedAt: number): string {
  return `${ticker} ${baseDate} ${noticedAt}`;
}

/** The number of the forecast that an event is about; `null` for a missed session. */
export function forecastOf({ kind, body }: Pick<LedgerEvent, 'kind' | 'body'>): number | null {
  return kind === 'missed' ? null : Number.parseInt(body, 10);
}
