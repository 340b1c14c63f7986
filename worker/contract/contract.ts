/** The messages of `/api/*`. Only add fields, and accept unknown ones: an open tab can be a deployment older than the Worker. */
import * as v from 'valibot';
import type errors from './errors.json';
import {
  barEntries,
  datedPrices,
  expectedDate,
  horizonDays,
  listing,
  nullableNumber,
  nullableText,
  number,
  numbers,
  provenance,
  source,
  text,
  usualMove,
  type Wire,
} from './fields.ts';
import { aiSignal, marketState } from './stock-contract.ts';

export type { DataSource, ExpectedDate } from './fields.ts';
export * from './account-contract.ts';
export * from './alert-crossings.ts';
export * from './alert-rules.ts';
export * from './ledger-contract.ts';
export * from './stock-contract.ts';

/** `as_of` is the latest trade in any part. */
export const intradaySchema = v.object({
  ...listing,
  range: v.picklist(['1d', '5d']),
  interval_seconds: number,
  /** The regular close of the session before the first bar; `null` if the source states none. */
  previous_close: nullableNumber,
  /** Oldest first, one entry per bar in every column. An interval without a trade may have no bar. */
  bars: v.object({
    /** Start of each bar, epoch seconds. */
    time: numbers,
    ...barEntries(numbers),
  }),
  /** The bars `[from, to)` of each session's parts in order; every bar belongs to exactly one. */
  session_parts: v.array(
    v.object({ part: v.picklist(['pre', 'regular', 'post']), ...v.entriesFromList(['from', 'to'], number) }),
  ),
  ...provenance,
});

export const article = v.object({
  id: text,
  /** Epoch seconds. */
  datetime: number,
  /** An http(s) URL; empty without a usable link. The response's `source` says whether an article is simulated. */
  url: text,
  image: text,
  headline: text,
  summary: text,
  source: text,
});

/** `GET /api/news/:ticker?days=7`: articles about the company itself first, then others; newest first in each group. */
export const newsSchema = v.object({ ...provenance, news: v.array(article) });

export const sentimentSchema = v.object({
  ...provenance,
  /** −1…1. */
  score: number,
  label: v.picklist(['Very Bullish', 'Bullish', 'Neutral', 'Bearish', 'Very Bearish']),
  article_count: number,
  headlines: v.array(v.object({ headline: text, score: number, datetime: number, source: text, url: text })),
});

/** `GET /api/news/:ticker` if no source responded and there is no entry. */
export const newsAbsentSchema = v.object({ news: v.pipe(v.array(article), v.maxLength(0)), reason: text });

/** `GET /api/sentiment/:ticker` without headlines from the last week. */
export const sentimentAbsentSchema = v.object({
  score: v.null(),
  label: v.null(),
  article_count: v.literal(0),
  headlines: newsAbsentSchema.entries.news,
  reason: text,
});

export const searchResult = v.object(
  v.entriesFromList(['symbol', 'name', 'exchange', 'country', 'currency'], text),
);

/** `similar`: found by the correction of one typing error, so only a suggestion. */
export const searchSchema = v.array(
  v.object({ ...searchResult.entries, similar: v.optional(v.literal(true)) }),
);

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

const installation = {
  version: text,
  market_data: v.picklist(['sample', 'live']),
  providers: v.array(
    v.object({
      name: source,
      breaker: v.picklist(['closed', 'open', 'half-open']),
      last_success_at: nullableText,
      /** Since when the source has refused every request (403, 429, HTML instead of data). */
      refused_since: nullableText,
    }),
  ),
};

export const healthSchema = v.object({ status: v.literal('ok'), ...installation });

/** `GET /api/admin/status`, without personal data. `null`: the database cannot be read. Users are not counted. */
export const adminStatusSchema = v.object({
  ...installation,
  environment: text,
  /** KV writes of the responding isolate since it started, and those that KV refused. */
  kv: v.object({ is_bound: v.boolean(), writes: number, refused_writes: number }),
  d1: v.nullable(v.object({ bytes: number })),
  /** The newest missed session. */
  ledger: v.nullable(
    v.object({
      last_run_at: nullableText,
      missed_sessions: v.array(v.object({ ticker: text, session_date: text })),
    }),
  ),
  /** `unasked`: listings that the last check had no call for. `waiting`: crossings that users' objects have not taken. */
  alerts: v.nullable(
    v.object({
      last_check_at: nullableText,
      listings: number,
      unasked: number,
      waiting: number,
      oldest_at: nullableText,
      failed: number,
    }),
  ),
});

/** Every response outside 2xx. Clients must accept unknown codes. */
export const errorSchema = v.object({
  /** Plain sentences to show to the user. */
  error: text,
  /** An {@link ErrorCode}. */
  code: text,
  request_id: text,
  /** Of a refused `PUT /api/me/items`: the positions of the items at fault. Without them the others can be sent. */
  refused: v.optional(v.array(number)),
});

/** A failure's wire code. The table has each one's status and sentence, and when a client may try again. */
export type ErrorCode = keyof typeof errors;

export type IntradayResponse = Wire<typeof intradaySchema>;
export type IntradayRange = IntradayResponse['range'];
export type Provenance = Omit<NewsResponse, 'news'>;
export type Article = Wire<typeof article>;
export type NewsResponse = Wire<typeof newsSchema>;
export type SentimentResponse = Wire<typeof sentimentSchema>;
export type NewsAbsent = Wire<typeof newsAbsentSchema>;
export type SentimentAbsent = Wire<typeof sentimentAbsentSchema>;
export type ListingDates = Wire<typeof listingDates>;
export type DatesResponse = Wire<typeof datesSchema>;
export type QuotesResponse = Wire<typeof quotesSchema>;
export type QuoteReady = Wire<typeof quoteReady>;
export type QuoteEntry = QuotesResponse['quotes'][number];
export type SearchResult = Wire<typeof searchSchema>[number];
export type HealthResponse = Wire<typeof healthSchema>;
export type AdminStatus = Wire<typeof adminStatusSchema>;
export type ApiError = Omit<Wire<typeof errorSchema>, 'code'> & { readonly code: ErrorCode };
