/**
 * The ledger's chain of events: one for each row (forecast, settlement, missed session), in the order of writing. An
 * event's hash is taken of the event before it and of the hash of its row, so changing or removing any row changes every
 * later hash. A chain cannot show by itself that its last events were removed or that all of it was made anew: only an
 * earlier head (number and hash of the last event) that somebody noted shows that.
 *
 * The texts below are what SHA-256 (hexadecimal, of UTF-8) is taken of; hashing is left to the caller.
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
