/**
 * The ledger's chain of events: one for each row (forecast, settlement, missed session), in the order of writing. An
 * event's hash is taken of the event before it and of the hash of its row, so changing or removing any row changes every
 * later hash. What a chain cannot show by itself is that its last events were removed or that all of it was made anew:
 * that shows to anyone who noted an earlier head (number and hash of the last event).
 *
 * The texts below are what SHA-256 (hexadecimal, of UTF-8) is taken of; hashing is left to the caller.
 */
import type { LedgerName } from './ledger-row.ts';

export type EventKind = 'adopted' | 'forecast' | 'settlement' | 'missed';

/** One link of the chain. `body` names the row: see {@link rowBody} and {@link missedBody}. */
export interface LedgerEvent {
  readonly event_seq: number;
  readonly kind: EventKind;
  readonly body: string;
  /** Hash of the event before; empty before the first. */
  readonly previous_hash: string;
  readonly hash: string;
}

/** Columns of the file of events. The hash before stands in the line before. */
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

/**
 * The first event of a ledger: the rows that were written before the chain began. Changes from before that day cannot be
 * shown by the chain.
 */
export interface Adoption {
  /** ISO instant. */
  readonly at: string;
  readonly forecasts: number;
  readonly settlements: number;
  readonly missedSessions: number;
  /**
   * One for each {@link ADOPTED_PART_ROWS} forecasts with their settlements, by number, then one for the missed sessions by
   * ticker and date. Each is taken of the one before and of its own rows, so the last stands for all; see
   * {@link adoptedPartText}. Having each lets a part be checked by itself.
   */
  readonly hashes: readonly string[];
}

/** Forecasts to one of the hashes of an adoption. */
export const ADOPTED_PART_ROWS = 1000;

/** Body of an `adopted` event. */
export function adoptionBody({ at, forecasts, settlements, missedSessions, hashes }: Adoption): string {
  return [at, forecasts, settlements, missedSessions, ...hashes].join(' ');
}

/** Reads the body of an `adopted` event; `null` for any other text. */
export function parseAdoption(body: string): Adoption | null {
  const [at = '', forecasts, settlements, missedSessions, ...hashes] = body.split(' ');
  const counts = [forecasts, settlements, missedSessions].map(Number);
  if (hashes.length === 0 || !counts.every(Number.isSafeInteger)) return null;
  return {
    at,
    forecasts: counts[0]!,
    settlements: counts[1]!,
    missedSessions: counts[2]!,
    hashes,
  };
}

/** What a hash of an adoption is taken of: the hash before (empty before the first) and its lines. */
export function adoptedPartText(previousHash: string, lines: readonly string[]): string {
  return [previousHash, ...lines].join('\n');
}

/** The line of an adopted forecast; `settlementHash` is `null` for one that was open then. */
export function adoptedRowLine(seq: number, hash: string, settlementHash: string | null): string {
  return `${seq} ${hash} ${settlementHash ?? ''}`;
}

/** The end of a ledger's chain of events, to be noted by whoever wants to find a later change. */
export interface LedgerChain {
  /** Number of the last event. */
  readonly events: number;
  /** Its hash. */
  readonly head: string;
  /** Rows that were there before the chain began: it shows no change to them before that instant. */
  readonly adopted: {
    readonly at: string;
    readonly forecasts: number;
    readonly settlements: number;
    readonly missed_sessions: number;
  };
}

/**
 * What is wrong with an event or its row: `chain`: its hash does not follow from the event before; `row_missing`: its row
 * is gone; `row_changed`: its row is not the one that was written; `row_without_event`: a row that no event names.
 */
export const CHAIN_PROBLEMS = ['chain', 'row_missing', 'row_changed', 'row_without_event'] as const;

export interface BrokenLink {
  /** Number of the event; 1 for a row that was adopted, 0 where no event names the row. */
  readonly event_seq: number;
  /** Number of the forecast, where it is about one. */
  readonly seq: number | null;
  readonly problem: (typeof CHAIN_PROBLEMS)[number];
}
