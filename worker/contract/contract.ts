/**
 * The messages of `/api/*`. Changed by addition only, and unknown fields are accepted, because an open tab can be older than
 * the Worker by a deployment.
 */
import * as v from 'valibot';
import type errors from './errors.json';
import {
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
export * from './ledger-contract.ts';
export * from './list-contract.ts';
export * from './stock-contract.ts';

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

/** `as_of` is the latest trade in any part. */
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

export const article = v.object({
  id: text,
  /** Epoch seconds. */
  datetime: number,
  /** http(s) only; empty without a usable link. The response's `source` says whether an article is simulated. */
  url: text,
  image: text,
  headline: text,
  summary: text,
  source: text,
});

/** `GET /api/news/:ticker?days=7`: articles about the company itself first; newest first in each group. */
export const newsSchema = v.object({ ...provenance, news: v.array(article) });

export const sentimentSchema = v.object({
  ...provenance,
  /** −1…1. */
  score: number,
  label: v.picklist(['Very Bullish', 'Bullish', 'Neutral', 'Bearish', 'Very Bearish']),
  article_count: number,
  headlines: v.array(v.object({ headline: text, score: number, datetime: number, source: text, url: text })),
});

/** `GET /api/news/:ticker` when no source responded and there is no entry. */
export const newsAbsentSchema = v.object({
  news: v.pipe(v.array(article), v.maxLength(0)),
  /** An {@link ErrorCode}. */
  reason: text,
});

/** `GET /api/sentiment/:ticker` when there are no headlines of the last week, or none at all. */
export const sentimentAbsentSchema = v.object({
  score: v.null(),
  label: v.null(),
  article_count: v.literal(0),
  headlines: newsAbsentSchema.entries.news,
  /** An {@link ErrorCode}. */
  reason: text,
});

export const searchResult = v.object({
  symbol: text,
  name: text,
  exchange: text,
  country: text,
  currency: text,
});

export const searchSchema = v.array(searchResult);

const installation = {
  version: text,
  market_data: v.picklist(['sample', 'live']),
  providers: v.array(
    v.object({
      name: source,
      breaker: v.picklist(['closed', 'open', 'half-open']),
      last_success_at: nullableText,
      /** Since when it refuses what is asked of it (403, 429, a page in place of data) and has given nothing. */
      refused_since: nullableText,
    }),
  ),
};

export const healthSchema = v.object({ status: v.literal('ok'), ...installation });

/**
 * `GET /api/admin/status`: how the installation is, without personal data. `d1`, `ledger` and `alerts` are `null` while the
 * database cannot be read. Users are not counted: each has an object, and nothing can list those.
 */
export const adminStatusSchema = v.object({
  ...installation,
  environment: text,
  /** Writes of the isolate that answers to KV since it started, and those that KV refused. */
  kv: v.object({ is_bound: v.boolean(), writes: number, refused_writes: number }),
  /** Of the whole database. */
  d1: v.nullable(v.object({ bytes: number })),
  /** The newest of its missed sessions. */
  ledger: v.nullable(
    v.object({
      last_run_at: nullableText,
      missed_sessions: v.array(v.object({ ticker: text, session_date: text })),
    }),
  ),
  /** Crossings that users' objects have not acknowledged. Pushes wait in those objects, which nothing can list. */
  alerts: v.nullable(
    v.object({ last_look_at: nullableText, waiting: number, oldest_at: nullableText, failed: number }),
  ),
});

/** Every response that is not a 2xx. Clients must expect codes that they do not know. */
export const errorSchema = v.object({
  /** One plain sentence, fit to be shown. */
  error: text,
  /** An {@link ErrorCode}. */
  code: text,
  request_id: text,
});

/** A failure by its wire code. The table has the status and the sentence of each, and after how long a client may try again. */
export type ErrorCode = keyof typeof errors;

export type IntradayResponse = Wire<typeof intradaySchema>;
export type IntradayRange = IntradayResponse['range'];
export type Provenance = Omit<NewsResponse, 'news'>;
export type Article = Wire<typeof article>;
export type NewsResponse = Wire<typeof newsSchema>;
export type SentimentResponse = Wire<typeof sentimentSchema>;
export type NewsAbsent = Wire<typeof newsAbsentSchema>;
export type SentimentAbsent = Wire<typeof sentimentAbsentSchema>;
export type SearchResult = Wire<typeof searchResult>;
export type HealthResponse = Wire<typeof healthSchema>;
export type AdminStatus = Wire<typeof adminStatusSchema>;
export type ApiError = Omit<Wire<typeof errorSchema>, 'code'> & { readonly code: ErrorCode };
