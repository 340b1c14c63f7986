/** The messages of `/api/*`. Only add fields, and accept unknown ones: an open tab can be a deployment older than the Worker. */
import * as v from 'valibot';
import type errors from './errors.json';
import {
  barEntries,
  listing,
  nullableNumber,
  nullableText,
  number,
  numbers,
  provenance,
  source,
  text,
} from './fields.ts';
import type { Wire } from './fields.ts';

export type { DataSource } from './fields.ts';
export * from './account-contract.ts';
export * from './alert-crossings.ts';
export * from './alert-rules.ts';
export * from './ledger-contract.ts';
export * from './list-contract.ts';
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
export type SearchResult = Wire<typeof searchSchema>[number];
export type HealthResponse = Wire<typeof healthSchema>;
export type AdminStatus = Wire<typeof adminStatusSchema>;
export type ApiError = Omit<Wire<typeof errorSchema>, 'code'> & { readonly code: ErrorCode };
