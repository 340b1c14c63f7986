/**
 * The wire: what `/api/*` answers, in the spec's snake_case names. Types only. Changed by addition only, because an
 * open tab can be one deployment older than the Worker.
 */
import type {
  AiSignal,
  EncodedCandles,
  HorizonDays,
  HorizonRecord,
  RangeLabel,
  RecordForecast,
  RecordLedger,
  RecordSettlement,
  SentimentLabel,
  TradingCalendar,
} from '#compute';

export type DataSource = 'yahoo' | 'twelvedata' | 'finnhub' | 'sample';

export type MarketState = 'pre' | 'open' | 'post' | 'closed';

/** Where the numbers come from and how old they are; on every 200 with data. */
export interface Provenance {
  /** Who supplied the data; of a stock, who supplied its price. `sample` is the simulated market. */
  readonly source: DataSource;
  /** ISO instant that the data describes (the last trade). */
  readonly as_of: string;
  /** ISO instant at which we fetched it. */
  readonly fetched_at: string;
  /** True when a refresh was due but this is the last good copy. */
  readonly stale: boolean;
  readonly delayed_minutes: number;
}

/** What identifies a listing and its session. */
export interface ListingMeta {
  readonly ticker: string;
  /** What was asked for, upper-cased; differs from `ticker` when an alias was resolved (`BRK.B` → `BRK-B`). */
  readonly requested_ticker: string;
  readonly company_name: string;
  readonly currency: string;
  readonly exchange: string;
  readonly exchange_timezone: string;
  readonly market_state: MarketState;
  readonly trading_calendar: TradingCalendar;
  /** Who supplied the daily bars; absent when that is the `source` too. */
  readonly history_source?: DataSource;
}

/** The current price and the day's facts; `null` where no source states one. */
export interface QuoteFields {
  readonly current_price: number;
  /**
   * Share of the last bar's session that was still to come at `as_of`, 0…1; 0: that bar is finished. Above 0 it is a part of
   * a day, which the forecast and the track record leave out.
   */
  readonly session_left: number;
  readonly volume: number | null;
  readonly market_cap: number | null;
  readonly pe_ratio: number | null;
  readonly day_high: number | null;
  readonly day_low: number | null;
}

export interface DatedPrices {
  readonly dates: readonly string[];
  readonly prices: readonly number[];
}

export interface CandleRow {
  readonly date: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** One trading day of the forecast: the median and central 50, 80 and 95 % intervals, in the listing's currency. */
export interface FuturePrediction {
  readonly date: string;
  readonly price: number;
  readonly low50: number;
  readonly high50: number;
  readonly low80: number;
  readonly high80: number;
  readonly low95: number;
  readonly high95: number;
  /** P(close ≥ current price + 2 %), 0…1. */
  readonly probability_buy: number;
  /** P(close ≤ current price − 2 %), 0…1. */
  readonly probability_sell: number;
}

/** One input's share of the AI signal. The contributions add up to the signal's score. */
export interface SignalReason {
  readonly input: string;
  readonly reading: string;
  readonly contribution: number;
}

export interface ForecastInfo {
  readonly model: string;
  readonly version: string;
  readonly horizon_days: HorizonDays;
  readonly base_date: string;
  readonly base_price: number;
  /** Probabilities at the end of the horizon, 0…1. */
  readonly probability_up: number;
  readonly probability_buy: number;
  readonly probability_sell: number;
  /** P(the price ends within ± `confidence_within_percent` of the median), 0…1. */
  readonly confidence: number;
  readonly confidence_within_percent: number;
  readonly reasons: readonly SignalReason[];
}

/** A share or ratio with its 95 % interval. */
export interface Estimated {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Walk-forward record of the shipped model on this ticker's own past. */
export interface TrackRecordInfo {
  readonly horizon_days: HorizonDays;
  readonly from: string;
  readonly to: string;
  /** Scored forecasts, and how many of them do not overlap. */
  readonly n: number;
  readonly n_effective: number;
  readonly coverage80: Estimated;
  readonly coverage95: Estimated;
  /** 1 − MAE / MAE of "no change"; above 0 is better than no change. */
  readonly skill: Estimated;
  readonly hit_rate: Estimated;
  /** Share of scored windows that rose: what "always up" would have hit. */
  readonly base_rate: number;
  readonly verdict: string;
}

export interface IndicatorTrend {
  readonly dates: readonly string[];
  readonly values: readonly (number | null)[];
}

/** `GET /api/stock/:ticker?days=n`. Sequences are oldest first; an undefined value is `null`. */
export interface StockResponse extends ListingMeta, QuoteFields, Provenance {
  readonly predicted_price: number;
  readonly day_change: number;
  readonly day_change_percent: number;
  readonly profit_loss: number;
  readonly profit_loss_percent: number;
  readonly is_profit: boolean;
  readonly ai_signal: AiSignal;
  readonly historical_data: DatedPrices;
  readonly future_predictions: readonly FuturePrediction[];
  readonly technical_chart: {
    /** The last 250 bars. */
    readonly candles: readonly CandleRow[];
    readonly moving_averages: {
      readonly sma20: readonly { readonly date: string; readonly value: number | null }[];
    };
  };
  readonly performance_chart: DatedPrices;
  readonly performance: Readonly<Record<RangeLabel, number | null>>;
  readonly performance_series: Readonly<Record<RangeLabel, DatedPrices>>;
  readonly indicators: {
    readonly rsi: number | null;
    readonly ema: number | null;
    readonly macd: number | null;
    readonly macd_signal: number | null;
    readonly macd_histogram: number | null;
  };
  readonly indicator_trends: {
    readonly rsi: IndicatorTrend;
    readonly ema: IndicatorTrend;
    readonly macd: IndicatorTrend & { readonly histogram: readonly (number | null)[] };
  };
  readonly forecast: ForecastInfo;
  /** `null` when the history is too short to score. */
  readonly track_record: TrackRecordInfo | null;
}

/** `GET /api/stock/:ticker?days=n&view=columns`: the same resource as one compact history; the client analyses it. */
export interface StockColumnsResponse extends ListingMeta, QuoteFields, Provenance {
  readonly columns: EncodedCandles;
}

/** A ticker of `GET /api/quotes` whose price is known. */
export interface QuoteReady extends Provenance, Omit<ListingMeta, 'trading_calendar' | 'history_source'> {
  readonly status: 'ready';
  readonly current_price: number;
  /** Against the previous session's close; `null` without one. */
  readonly day_change: number | null;
  readonly day_change_percent: number | null;
  /** `null` where the history is too short for a forecast, as is `probability_buy`. */
  readonly ai_signal: AiSignal | null;
  /** P(close ≥ current price + 2 % after `horizon_days`), 0…1. */
  readonly probability_buy: number | null;
  /** The last 30 closes, oldest first; the last is the current session's. */
  readonly closes: readonly number[];
}

/** A ticker that this call left for the next one. */
export interface QuotePending {
  readonly status: 'pending';
  readonly requested_ticker: string;
}

/** A ticker that has no quote. */
export interface QuoteFailed {
  readonly status: 'failed';
  readonly requested_ticker: string;
  /** As in {@link ApiError}; clients must expect codes that are newer than they are. */
  readonly error: string;
  readonly code: string;
}

export type QuoteEntry = QuoteReady | QuotePending | QuoteFailed;

/** `GET /api/quotes?tickers=AAPL,MSFT`: up to 50 tickers, in the order asked for, each once. */
export interface QuotesResponse {
  readonly horizon_days: HorizonDays;
  readonly quotes: readonly QuoteEntry[];
  /** How many of them the next call may bring up to date; above 0 it is worth asking again soon. */
  readonly due: number;
}

export interface ScoredHeadline {
  readonly headline: string;
  readonly score: number;
  readonly datetime: number;
  readonly source: string;
  readonly url: string;
}

/** `GET /api/sentiment/:ticker`. */
export interface SentimentResponse extends Provenance {
  /** −1…1. */
  readonly score: number;
  readonly label: SentimentLabel;
  readonly article_count: number;
  readonly headlines: readonly ScoredHeadline[];
}

export interface Article {
  readonly id: string;
  /** Epoch seconds. */
  readonly datetime: number;
  /** http(s) only; empty for a simulated article, which has no page. */
  readonly url: string;
  readonly image: string;
  readonly headline: string;
  readonly summary: string;
  readonly source: string;
}

/** `GET /api/news/:ticker?days=7`: the articles about the company itself first, each group newest first. */
export interface NewsResponse extends Provenance {
  readonly news: readonly Article[];
}

/** `GET /api/search?q&limit=5` answers an array of these. */
export interface SearchResult {
  readonly symbol: string;
  readonly name: string;
  readonly exchange: string;
  readonly country: string;
  readonly currency: string;
}

/** A row of the public record: a forecast and its settlement, whose fields are `null` while it is open. */
export type RecordRow = RecordForecast & {
  readonly hash: string;
  readonly settlement_hash: string | null;
} & { readonly [Field in keyof RecordSettlement]: RecordSettlement[Field] | null };

/** A listing with forecasts whose target date is over and for which no close came. */
export interface UnsettledListing {
  readonly ticker: string;
  readonly forecasts: number;
  readonly oldest_target: string;
  readonly no_price_since: string | null;
  /** Why the last look brought nothing. */
  readonly reason: string | null;
}

/**
 * `GET /api/record` and `/api/record/:ticker`: the public record, or one listing's part of it. `sample` is made of
 * simulated prices, `replay` of recordings played through the job; neither says anything about `live`.
 */
export interface RecordResponse {
  readonly ledger: RecordLedger;
  /** ISO instant of the job's last run that changed something; `null` while nothing is written. */
  readonly as_of: string | null;
  /** The listings that the job follows. */
  readonly universe: readonly string[];
  readonly forecasts: number;
  readonly settled: number;
  readonly first_session: string | null;
  /** When the next forecasts are due to be written, and the day on which the next one is settled. */
  readonly next_at: string | null;
  readonly next_target: string | null;
  /** Each with its verdict in one sentence. */
  readonly horizons: readonly (HorizonRecord & { readonly verdict: string })[];
  /** The last settled and the last open forecasts of each horizon, newest first. */
  readonly latest: readonly RecordRow[];
  readonly unsettled: readonly UnsettledListing[];
  /** Sessions without a forecast since the record began, the latest first. They are never filled in. */
  readonly missed_sessions: readonly { readonly ticker: string; readonly base_date: string }[];
}

/**
 * `GET /api/record/verify`: where a chain recomputed from the CSV has to end. Each hash is SHA-256 of the hash before it, a
 * line feed and the fields as the CSV prints them, joined by commas: a forecast's stand before `hash`, a settlement's after.
 */
export interface RecordProof {
  readonly ledger: RecordLedger;
  readonly rows: number;
  /** Hash of the last forecast; empty without rows. */
  readonly head: string;
  readonly csv: string;
}

export type ErrorCode =
  | 'invalid_ledger'
  | 'invalid_ticker'
  | 'invalid_tickers'
  | 'invalid_days'
  | 'invalid_view'
  | 'invalid_query'
  | 'invalid_limit'
  | 'unknown_symbol'
  | 'no_data'
  | 'short_history'
  | 'not_found'
  | 'method_not_allowed'
  | 'cross_site'
  | 'address_too_long'
  | 'body_too_large'
  | 'rate_limited'
  | 'upstream_timeout'
  | 'upstream_unreachable'
  | 'upstream_rate_limited'
  | 'temporarily_unavailable'
  | 'upstream_bad_payload'
  | 'upstream_unavailable'
  | 'upstream_refused'
  | 'upstream_redirected'
  | 'upstream_too_large'
  | 'symbol_mismatch'
  | 'misconfigured'
  | 'internal';

/** Every answer that is not a 2xx. */
export interface ApiError {
  /** One plain sentence, fit to be shown. */
  readonly error: string;
  readonly code: ErrorCode;
  readonly request_id: string;
}

export interface HealthResponse {
  readonly status: 'ok';
  readonly version: string;
  readonly market_data: 'sample' | 'live';
  readonly providers: readonly {
    readonly name: DataSource;
    readonly breaker: 'closed' | 'open' | 'half-open';
    readonly last_success_at: string | null;
  }[];
}
