/**
 * The messages of `/api/*`. Only add fields, and accept unknown ones: an open tab can be a deployment older than the Worker.
 * `field-meanings.json` has every field's unit and meaning; the build refuses a field without.
 */
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
export * from './item-limits.ts';
export * from './ledger-contract.ts';
export * from './stock-contract.ts';

export const intradaySchema = v.object({
  ...listing,
  range: v.picklist(['1d', '5d']),
  interval_seconds: number,
  previous_close: nullableNumber,
  bars: v.object({
    time: numbers,
    ...barEntries(numbers),
  }),
  session_parts: v.array(
    v.object({ part: v.picklist(['pre', 'regular', 'post']), ...v.entriesFromList(['from', 'to'], number) }),
  ),
  ...provenance,
});

export const article = v.object({
  id: text,
  datetime: number,
  url: text,
  image: text,
  headline: text,
  summary: text,
  source: text,
});

export const newsSchema = v.object({ ...provenance, news: v.array(article) });

export const sentimentSchema = v.object({
  ...provenance,
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
  day_change: nullableNumber,
  day_change_percent: nullableNumber,
  ai_signal: v.nullable(aiSignal),
  signal_before: v.nullable(aiSignal),
  probability_buy: nullableNumber,
  probability_sell: nullableNumber,
  move_rarity: v.nullable(v.object({ sessions: number, as_large: number })),
  closes: numbers,
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
  due: number,
});

const listingDates = v.object({
  requested_ticker: text,
  dividend: v.nullable(expectedDate),
  results: v.nullable(
    v.object({
      source: v.picklist(['sec', 'sample']),
      past: v.array(text),
      next: v.nullable(expectedDate),
    }),
  ),
});

/** `GET /api/dates?tickers=AAPL,MSFT`: up to 50 tickers; those whose history is not in memory are missing. */
export const datesSchema = v.object({
  dates: v.array(listingDates),
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
  error: text,
  code: text,
  request_id: text,
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
