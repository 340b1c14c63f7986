/** Many listings at once: the rows of lists, and each listing's next dates. */
import * as v from 'valibot';
import {
  datedPrices,
  horizonDays,
  listing,
  nullableNumber,
  number,
  numbers,
  provenance,
  text,
  type Wire,
} from './fields.ts';
import { aiSignal, marketState } from './stock-contract.ts';

/** A ticker of `GET /api/quotes` whose price is known. */
const quoteReady = v.object({
  status: v.literal('ready'),
  ...listing,
  ...marketState,
  current_price: number,
  /** Against the previous session's close; `null` without one. */
  day_change: nullableNumber,
  day_change_percent: nullableNumber,
  /** `null` where there is no forecast, as are the probabilities. */
  ai_signal: v.nullable(aiSignal),
  /** The signal at the previous session's close; `null` too where the history had under 60 sessions by then. */
  signal_before: v.nullable(aiSignal),
  /** P(close ≥ current price + 2 % after `horizon_days`), 0…1. */
  probability_buy: nullableNumber,
  /** P(close ≤ current price − 2 % after `horizon_days`), 0…1. */
  probability_sell: nullableNumber,
  /** How many of the sessions before this one moved at least as far, up or down; `null` where there are too few. */
  move_rarity: v.nullable(v.object({ sessions: number, as_large: number })),
  /** The last 30 closes, oldest first; the last is the current session's. */
  closes: numbers,
  /** Closes of the first session of each year, as far as sessions are over. One that has changed tells of a split. */
  year_closes: datedPrices,
  ...provenance,
});

/** A ticker that this call left for the next one. */
const quotePending = v.object({ status: v.literal('pending'), requested_ticker: text });

/** A ticker that has no quote. Clients must expect codes that are newer than they are. */
const quoteFailed = v.object({
  status: v.literal('failed'),
  requested_ticker: text,
  error: text,
  code: text,
});

/** `GET /api/quotes?tickers=AAPL,MSFT`: up to 50 tickers, in the order asked for, each once. */
export const quotesSchema = v.object({
  horizon_days: horizonDays,
  quotes: v.array(v.variant('status', [quoteReady, quotePending, quoteFailed])),
  /** How many of them the next call may bring up to date; above 0 it is worth asking again soon. */
  due: number,
});

/** A day of the future, by what happened so far. */
const expectedDate = v.object({
  date: text,
  /** "confirmed": announced or already filed; "estimated": by the spacing of past ones. */
  status: v.picklist(['confirmed', 'estimated']),
  /** Nine in ten of the past estimates made in the same way were at most this many calendar days off; 0 where confirmed. */
  plus_minus_days: number,
  /** How many past estimates that was measured on. */
  n: number,
});

/** A listing's next dividend, and its results. */
const listingDates = v.object({
  requested_ticker: text,
  /** The next ex-date; `null` without a regular payer's history. */
  dividend: v.nullable(expectedDate),
  /** `null` where no source tells of results: outside the United States, and until the first scheduled run has asked. */
  results: v.nullable(
    v.object({
      /** The SEC's filings, or the simulated market. */
      source: v.picklist(['sec', 'sample']),
      /** Days on which results came out, oldest first. */
      past: v.array(text),
      next: v.nullable(expectedDate),
    }),
  ),
});

/** `GET /api/dates?tickers=AAPL,MSFT`: up to 50 tickers; those whose history is not at hand are missing. */
export const datesSchema = v.object({
  dates: v.array(listingDates),
  /** How many missing listings the next call may return. If above 0, call again soon. */
  due: number,
});

export type ExpectedDate = Wire<typeof expectedDate>;
export type ListingDates = Wire<typeof listingDates>;
export type DatesResponse = Wire<typeof datesSchema>;
export type QuotesResponse = Wire<typeof quotesSchema>;
export type QuoteReady = Wire<typeof quoteReady>;
export type QuoteEntry = QuotesResponse['quotes'][number];
