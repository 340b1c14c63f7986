/** The answers of `contract.ts` as schemas: strict, typed by the contract, and what the OpenAPI document is made from. */
import { AI_SIGNALS, RECORD_LEDGERS } from '#compute';
import * as v from 'valibot';
import type {
  ApiError,
  HealthResponse,
  NewsResponse,
  QuotesResponse,
  RecordProof,
  RecordResponse,
  SearchResult,
  SentimentResponse,
  StockColumnsResponse,
  StockResponse,
} from './contract.ts';

type Schema<T> = v.GenericSchema<unknown, T>;

const text = v.string();
const number = v.pipe(v.number(), v.finite());
const nullable = v.nullable(number);
const numbers = v.array(number);
const source = v.picklist(['yahoo', 'twelvedata', 'finnhub', 'sample']);

const provenance = {
  source,
  as_of: text,
  fetched_at: text,
  stale: v.boolean(),
  delayed_minutes: number,
};

const listing = {
  ticker: text,
  requested_ticker: text,
  company_name: text,
  currency: text,
  exchange: text,
  exchange_timezone: text,
  market_state: v.picklist(['pre', 'open', 'post', 'closed']),
};

const head = {
  ...listing,
  trading_calendar: v.picklist(['nyse', 'weekday', 'daily']),
  history_source: v.exactOptional(source),
  current_price: number,
  session_left: v.pipe(number, v.minValue(0), v.maxValue(1)),
  volume: nullable,
  market_cap: nullable,
  pe_ratio: nullable,
  day_high: nullable,
  day_low: nullable,
  ...provenance,
};

const datedPrices = v.strictObject({ dates: v.array(text), prices: numbers });
const estimated = v.strictObject({ value: number, low: number, high: number });
const trend = { dates: v.array(text), values: v.array(nullable) };
const horizonDays = v.picklist([1, 7, 14, 30]);

/** One value of each range. */
function byRange<S extends v.GenericSchema>(schema: S) {
  return v.strictObject({
    '1W': schema,
    '1M': schema,
    '3M': schema,
    '6M': schema,
    '1Y': schema,
    ALL: schema,
  });
}

export const stockSchema: Schema<StockResponse> = v.strictObject({
  ...head,
  predicted_price: number,
  day_change: number,
  day_change_percent: number,
  profit_loss: number,
  profit_loss_percent: number,
  is_profit: v.boolean(),
  ai_signal: v.picklist(AI_SIGNALS),
  historical_data: datedPrices,
  future_predictions: v.array(
    v.strictObject({
      date: text,
      price: number,
      low50: number,
      high50: number,
      low80: number,
      high80: number,
      low95: number,
      high95: number,
      probability_buy: number,
      probability_sell: number,
    }),
  ),
  technical_chart: v.strictObject({
    candles: v.array(
      v.strictObject({
        date: text,
        open: number,
        high: number,
        low: number,
        close: number,
        volume: number,
      }),
    ),
    moving_averages: v.strictObject({ sma20: v.array(v.strictObject({ date: text, value: nullable })) }),
  }),
  performance_chart: datedPrices,
  performance: byRange(nullable),
  performance_series: byRange(datedPrices),
  indicators: v.strictObject({
    rsi: nullable,
    ema: nullable,
    macd: nullable,
    macd_signal: nullable,
    macd_histogram: nullable,
  }),
  indicator_trends: v.strictObject({
    rsi: v.strictObject(trend),
    ema: v.strictObject(trend),
    macd: v.strictObject({ ...trend, histogram: v.array(nullable) }),
  }),
  forecast: v.strictObject({
    model: text,
    version: text,
    horizon_days: horizonDays,
    base_date: text,
    base_price: number,
    probability_up: number,
    probability_buy: number,
    probability_sell: number,
    confidence: number,
    confidence_within_percent: number,
    reasons: v.array(v.strictObject({ input: text, reading: text, contribution: number })),
  }),
  track_record: v.nullable(
    v.strictObject({
      horizon_days: horizonDays,
      from: text,
      to: text,
      n: number,
      n_effective: number,
      coverage80: estimated,
      coverage95: estimated,
      skill: estimated,
      hit_rate: estimated,
      base_rate: number,
      verdict: text,
    }),
  ),
});

export const stockColumnsSchema: Schema<StockColumnsResponse> = v.strictObject({
  ...head,
  columns: v.strictObject({
    price_scale: number,
    day_gaps: numbers,
    open: numbers,
    high: numbers,
    low: numbers,
    close: numbers,
    volume: numbers,
  }),
});

export const quotesSchema: Schema<QuotesResponse> = v.strictObject({
  horizon_days: horizonDays,
  quotes: v.array(
    v.union([
      v.strictObject({
        status: v.literal('ready'),
        ...listing,
        current_price: number,
        day_change: nullable,
        day_change_percent: nullable,
        ai_signal: v.nullable(v.picklist(AI_SIGNALS)),
        probability_buy: nullable,
        closes: numbers,
        ...provenance,
      }),
      v.strictObject({ status: v.literal('pending'), requested_ticker: text }),
      v.strictObject({
        status: v.literal('failed'),
        requested_ticker: text,
        error: text,
        code: text,
      }),
    ]),
  ),
  due: number,
});

export const sentimentSchema: Schema<SentimentResponse> = v.strictObject({
  ...provenance,
  score: number,
  label: v.picklist(['Very Bullish', 'Bullish', 'Neutral', 'Bearish', 'Very Bearish']),
  article_count: number,
  headlines: v.array(
    v.strictObject({ headline: text, score: number, datetime: number, source: text, url: text }),
  ),
});

export const newsSchema: Schema<NewsResponse> = v.strictObject({
  ...provenance,
  news: v.array(
    v.strictObject({
      id: text,
      datetime: number,
      url: text,
      image: text,
      headline: text,
      summary: text,
      source: text,
    }),
  ),
});

export const searchSchema: Schema<readonly SearchResult[]> = v.array(
  v.strictObject({ symbol: text, name: text, exchange: text, country: text, currency: text }),
);

export const healthSchema: Schema<HealthResponse> = v.strictObject({
  status: v.literal('ok'),
  version: text,
  market_data: v.picklist(['sample', 'live']),
  providers: v.array(
    v.strictObject({
      name: source,
      breaker: v.picklist(['closed', 'open', 'half-open']),
      last_success_at: v.nullable(text),
    }),
  ),
});

/** `code` stands here as text: clients must expect codes that are newer than they are. */
export const errorSchema: Schema<Omit<ApiError, 'code'> & { readonly code: string }> = v.strictObject({
  error: text,
  code: text,
  request_id: text,
});

const textOrNull = v.nullable(text);
const bounded = v.strictObject({ value: number, low: nullable, high: nullable });
const maybeBounded = v.nullable(bounded);

/** One value of each event. */
function byEvent<S extends v.GenericSchema>(schema: S) {
  return v.strictObject({ up: schema, buy: schema, sell: schema });
}

const scores = {
  n: number,
  blocks: number,
  from: text,
  to: text,
  coverage80: bounded,
  coverage95: bounded,
  skill: maybeBounded,
  hit_rate: maybeBounded,
  base_rate: nullable,
  pinball_percent: number,
  brier: byEvent(v.strictObject({ score: number, reference: number })),
};
const groups = v.array(v.strictObject({ name: text, ...scores }));

const recordRow = v.strictObject({
  ledger: v.picklist(RECORD_LEDGERS),
  seq: number,
  ticker: text,
  base_date: text,
  horizon_days: horizonDays,
  target_date: text,
  base_close: number,
  median: number,
  low80: number,
  high80: number,
  low95: number,
  high95: number,
  probability_up: number,
  probability_buy: number,
  probability_sell: number,
  signal: v.picklist(AI_SIGNALS),
  model: text,
  source: text,
  adjustment: text,
  made_at: text,
  hash: text,
  outcome_date: textOrNull,
  outcome_close: nullable,
  split_factor: nullable,
  error_percent: nullable,
  no_change_error_percent: nullable,
  settled_at: textOrNull,
  settlement_hash: textOrNull,
});

export const recordSchema: Schema<RecordResponse> = v.strictObject({
  ledger: v.picklist(RECORD_LEDGERS),
  as_of: textOrNull,
  universe: v.array(text),
  forecasts: number,
  settled: number,
  first_session: textOrNull,
  next_at: textOrNull,
  next_target: textOrNull,
  horizons: v.array(
    v.strictObject({
      horizon_days: horizonDays,
      ...scores,
      verdict: text,
      reliability: byEvent(v.array(v.strictObject({ n: number, said: number, came: bounded }))),
      by_ticker: groups,
      by_model: groups,
      by_month: groups,
    }),
  ),
  latest: v.array(recordRow),
  unsettled: v.array(
    v.strictObject({
      ticker: text,
      forecasts: number,
      oldest_target: text,
      no_price_since: textOrNull,
      reason: textOrNull,
    }),
  ),
  missed_sessions: v.array(v.strictObject({ ticker: text, base_date: text })),
});

export const proofSchema: Schema<RecordProof> = v.strictObject({
  ledger: v.picklist(RECORD_LEDGERS),
  rows: number,
  head: text,
  csv: text,
});
