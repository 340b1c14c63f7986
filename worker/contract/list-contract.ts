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
  usualMove,
  type Wire,
} from './fields.ts';
import { aiSignal, marketState } from './stock-contract.ts';

/** A ticker of `GET /api/quotes` whose price is known. */
const quoteReady = v.object({
  status: v.literal('ready'),
  ...listing,
  ...marketState,
  ...usualMove,
  current_price: number,
  /** Change from the previous close; `null` without one. */
  day_change: nullableNumber,
  day_change_percent: nullableNumber,
  /** Like the probabilities, `null` if there is no forecast. */
  ai_signal: v.nullable(aiSignal),
  /** The signal at the previous close; `null` also if the history had fewer than 60 sessions by then. */
  signal_before: v.nullable(aiSignal),
  /** P(close ≥ current price + 2 % after `horizon_days`), 0…1. */
  probability_buy: nullableNumber,
  /** P(close ≤ current price − 2 % after `horizon_days`), 0…1. */
  probability_sell: nullableNumber,
  /** How many of the earlier sessions moved at least as far, up or down; `null` if there are too few. */
  move_rarity: v.nullable(v.object({ sessions: number, as_large: number })),
  /** The last 30 closes, oldest first; the last is the current session's. */
  closes: numbers,
  /** The close of each year's first finished session. A changed close reveals a split. */
  year_closes: datedPrices,
  ...provenance,
});

/** A ticker left for the next request. */
const quotePending = v.object({ status: v.literal('pending'), requested_ticker: text });

/** A ticker without a quote. Clients must accept unknown codes. */
const quoteFailed = v.object({
  status: v.literal('failed'),
  ...v.entriesFromList(['requested_ticker', 'error', 'code'], text),
});

/** `GET /api/quotes?tickers=AAPL,MSFT`: up to 50 tickers, in the requested order, each once. */
export const quotesSchema = v.object({
  horizon_days: horizonDays,
  quotes: v.array(v.variant('status', [quoteReady, quotePending, quoteFailed])),
  /** How many of them the next request may refresh. If above 0, request again soon. */
  due: number,
});

/** An upcoming date, confirmed or estimated from past ones. */
export const expectedDate = v.object({
  date: text,
  /** "confirmed": announced or already filed; "estimated": from the spacing of past ones. */
  status: v.picklist(['confirmed', 'estimated']),
  /** 9 in 10 past estimates made in the same way were at most this many calendar days off; 0 if confirmed. */
  plus_minus_days: number,
  n: number,
});

const listingDates = v.object({
  requested_ticker: text,
  /** The next ex-date; `null` unless past dividends came at a regular rhythm. */
  dividend: v.nullable(expectedDate),
  /** Earnings; `null` without a source: outside the United States, and before the first scheduled run has looked them up. */
  results: v.nullable(
    v.object({
      source: v.picklist(['sec', 'sample']),
      /** Dates of past earnings, oldest first. */
      past: v.array(text),
      next: v.nullable(expectedDate),
    }),
  ),
});

/** `GET /api/dates?tickers=AAPL,MSFT`: up to 50 tickers; those whose history is not in memory are missing. */
export const datesSchema = v.object({
  dates: v.array(listingDates),
  /** How many missing listings the next request may return. If above 0, request again soon. */
  due: number,
});

export type ExpectedDate = Wire<typeof expectedDate>;
export type ListingDates = Wire<typeof listingDates>;
export type DatesResponse = Wire<typeof datesSchema>;
export type QuotesResponse = Wire<typeof quotesSchema>;
export type QuoteReady = Wire<typeof quoteReady>;
export type QuoteEntry = QuotesResponse['quotes'][number];
