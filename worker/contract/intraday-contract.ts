/** The bars within a listing's sessions on the wire. */
import * as v from 'valibot';
import { listing, nullableNumber, number, numbers, provenance } from './fields.ts';
import type { Wire } from './fields.ts';

/** A run of bars of one part of a session: the bars `from` up to, not including, `to`. */
export const sessionPart = v.object({
  part: v.picklist(['pre', 'regular', 'post']),
  from: number,
  to: number,
});

export const intradayBars = v.object({
  /** Epoch seconds at which the bar begins. */
  time: numbers,
  open: numbers,
  high: numbers,
  low: numbers,
  close: numbers,
  volume: numbers,
});

/**
 * `GET /api/intraday/:ticker?range=1d|5d`: the bars of the latest session, or of the latest five, with the extended trading
 * that the source knows. `as_of` is the latest trade in any part.
 */
export const intradaySchema = v.object({
  ...listing,
  range: v.picklist(['1d', '5d']),
  interval_seconds: number,
  /** The regular close of the session before the first bar; `null` where the source states none. */
  previous_close: nullableNumber,
  /** Oldest first, one entry per bar in every column. An interval without a trade may have no bar. */
  bars: intradayBars,
  /** Each session's parts in their order; every bar belongs to exactly one. */
  session_parts: v.array(sessionPart),
  ...provenance,
});

export type IntradayResponse = Wire<typeof intradaySchema>;
export type IntradayRange = IntradayResponse['range'];
