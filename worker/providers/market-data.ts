/** Decoded data of a market-data source. Values that are cached unchanged have a schema. */
import type { IsoDate, ResultsDay, Ticker } from '#compute';
import * as v from 'valibot';
import { article, comingSessions, intradaySchema } from '../contract/contract.ts';
import type { Article, HealthResponse, IntradayRange, SearchResult } from '../contract/contract.ts';
import { listingSchema, number, source, text, type Wire } from '../contract/fields.ts';
import type { Listing, PriceSnapshot, Traded } from '../contract/snapshot-codec.ts';
import type { Outcome } from '../failure.ts';
import type { CallPurpose } from '../resilience/call-budget.ts';

export type { Listing, PriceSnapshot } from '../contract/snapshot-codec.ts';

export type Instrument = Listing['instrument'];

/** A listing's latest regular-session price from a batch call. Of its bars, the last sessions', only the closes are stated. */
export type LatestPrice = Traded & Pick<PriceSnapshot, 'candles'>;

/** Days of coming results that companies have announced, by ticker, the first of each. */
export type AnnouncedResults = ReadonlyMap<Ticker, ResultsDay>;

/** A listing's intraday bars in its latest sessions; at least one. */
export const intradaySnapshotSchema = v.object({
  source,
  listing: listingSchema,
  chart: v.pick(intradaySchema, ['interval_seconds', 'previous_close', 'bars', 'session_parts']),
  sessions: comingSessions,
  /** Instant of the last trade in any part of a session, epoch seconds. */
  asOfSeconds: number,
  delayedMinutes: number,
});

/** A figure as of a past day (`dateSeconds`, 00:00 UTC). `currency` is empty for a ratio. */
const datedFigure = v.object({ value: number, currency: text, dateSeconds: number });

/** Inputs of market cap and P/E; `null` if the source does not state them. */
export const fundamentalsSchema = v.object(
  v.entriesFromList(['marketCap', 'trailingEps', 'trailingPe'], v.nullable(datedFigure)),
);

/** Articles about one ticker, most relevant first, then newest first. */
export const newsSnapshotSchema = v.object({
  source,
  companyName: v.nullable(text),
  articles: v.array(article),
});

/** A vendor's article, decoded but unchecked, with the symbols it is tagged with. */
export type RawArticle = Article & { readonly related: readonly string[] };

/** Decoded, but neither checked nor ranked. */
export interface RawNews {
  readonly companyName: string | null;
  readonly items: readonly RawArticle[];
}

export const MAX_RESULTS = 10;

export type IntradaySnapshot = Wire<typeof intradaySnapshotSchema>;
export type DatedFigure = Wire<typeof datedFigure>;
export type Fundamentals = Wire<typeof fundamentalsSchema>;
export type NewsSnapshot = Wire<typeof newsSnapshotSchema>;
export type ProviderState = HealthResponse['providers'][number];

/** Everything is decoded and checked; expected faults are `Failure`s. `signal` ends attempts and fallbacks too. */
export interface MarketData {
  /** Names the upstream in cache keys, so that data of two upstreams never mix. */
  readonly identity: string;
  stock(ticker: Ticker, signal: AbortSignal, purpose?: CallPurpose): Promise<Outcome<PriceSnapshot>>;
  /** Many listings in few calls, by requested ticker. Those without a readable row are absent; fails only if no call succeeds. */
  latestPrices(
    tickers: readonly Ticker[],
    signal: AbortSignal,
  ): Promise<Outcome<ReadonlyMap<Ticker, LatestPrice>>>;
  intraday(ticker: Ticker, range: IntradayRange, signal: AbortSignal): Promise<Outcome<IntradaySnapshot>>;
  fundamentals(ticker: Ticker, signal: AbortSignal): Promise<Outcome<Fundamentals>>;
  /** News of the last 30 days. */
  news(ticker: Ticker, signal: AbortSignal): Promise<Outcome<NewsSnapshot>>;
  /** Absent without a source. */
  announcedResults?(from: IsoDate, to: IsoDate, signal: AbortSignal): Promise<Outcome<AnnouncedResults>>;
  /** Best match first. */
  search(query: string, signal: AbortSignal): Promise<Outcome<readonly SearchResult[]>>;
  providers(): readonly ProviderState[];
}
