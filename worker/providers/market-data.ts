import type { Candles, CorporateActions, Result, Session, Ticker, TradingCalendar } from '#compute';
import type { Article, DataSource, HealthResponse, SearchResult } from '../contract/contract.ts';
import type { ServiceError } from '../http/errors.ts';

export const INSTRUMENTS = ['equity', 'etf', 'fund', 'index', 'currency', 'crypto', 'future'] as const;

export type Instrument = (typeof INSTRUMENTS)[number];

/** One tradable thing at one exchange. */
export interface Listing {
  /** The source's own symbol; may differ from the ticker that was asked for (`BRK.B` → `BRK-B`). */
  readonly symbol: Ticker;
  readonly companyName: string;
  readonly instrument: Instrument;
  /** For people: `NASDAQ`. */
  readonly exchange: string;
  /** ISO 4217, or a hundredth of one as exchanges write it: `GBp`, `ZAc`, `ILA`. Empty when unknown. */
  readonly currency: string;
  /** IANA name. */
  readonly timezone: string;
  readonly calendar: TradingCalendar;
}

/** The latest regular-session price and the facts of its day, in the listing's currency. */
export interface Quote {
  readonly price: number;
  readonly volume: number | null;
  readonly dayHigh: number | null;
  readonly dayLow: number | null;
}

/**
 * What providers said of a listing's price at one moment: history and quote. At least two bars; the last one is of the
 * quote's day.
 */
export interface PriceSnapshot {
  /** Who supplied the quote. */
  readonly source: DataSource;
  /** Who supplied the bars. */
  readonly historySource: DataSource;
  readonly listing: Listing;
  readonly candles: Candles;
  /** Dividends and splits of the time of the bars; `null` where the source (a recording too) states none, or the instrument has none. */
  readonly actions: CorporateActions | null;
  readonly quote: Quote;
  /** The latest session that the source knows; `null` where it states no hours. */
  readonly session: Session | null;
  /** Instant of the last trade, epoch seconds. */
  readonly asOfSeconds: number;
  readonly delayedMinutes: number;
  /** Recorded prices are analysed as of their last bar, however long ago that was. */
  readonly isRecorded?: true;
}

/** A figure of a past day; `currency` is empty for a pure ratio. `dateSeconds`: that day at 00:00 UTC. */
export interface DatedFigure {
  readonly value: number;
  readonly currency: string;
  readonly dateSeconds: number;
}

/** What market cap and P/E are computed from; `null` where the source states none. */
export interface Fundamentals {
  readonly marketCap: DatedFigure | null;
  readonly trailingEps: DatedFigure | null;
  readonly trailingPe: DatedFigure | null;
}

/** Articles about one ticker, newest first, at most 100. */
export interface NewsSnapshot {
  readonly source: DataSource;
  readonly articles: readonly Article[];
  /** When the list was made, epoch seconds. */
  readonly asOfSeconds: number;
}

/** Best match first. */
export interface SearchSnapshot {
  readonly source: DataSource;
  readonly results: readonly SearchResult[];
  readonly asOfSeconds: number;
}

export type ProviderState = HealthResponse['providers'][number];

/**
 * A source of market data. Everything is decoded and checked; every expected fault is a `ServiceError`. `signal` ends the
 * whole operation, attempts and fallbacks included.
 */
export interface MarketData {
  /** Names the upstream in cache keys, so that what two upstreams say never mixes. */
  readonly identity: string;
  stock(ticker: Ticker, signal: AbortSignal): Promise<Result<PriceSnapshot, ServiceError>>;
  fundamentals(ticker: Ticker, signal: AbortSignal): Promise<Result<Fundamentals, ServiceError>>;
  /** News of the last 30 days. */
  news(ticker: Ticker, signal: AbortSignal): Promise<Result<NewsSnapshot, ServiceError>>;
  /** Up to ten listings whose symbol or name matches the text. */
  search(query: string, signal: AbortSignal): Promise<Result<SearchSnapshot, ServiceError>>;
  /** Each configured provider behind this source, as this isolate has seen it. */
  providers(): readonly ProviderState[];
}
