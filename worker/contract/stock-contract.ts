import { AI_SIGNALS, RANGE_LABELS } from '#compute';
import * as v from 'valibot';
import {
  barEntries,
  datedPrices,
  horizonDays,
  listing,
  nullableNumber,
  nullableNumbers,
  number,
  numbers,
  provenance,
  source,
  text,
  tradingCalendar,
  usualMove,
} from './fields.ts';
import type { Wire } from './fields.ts';

export const marketState = { market_state: v.picklist(['pre', 'open', 'post', 'closed']) };

/** What a listing's analysis and its snapshot both have. */
const head = {
  ...listing,
  trading_calendar: tradingCalendar,
  /** The daily bars' source; absent if it equals `source`. */
  history_source: v.exactOptional(source),
  /** Corrections to the source's numbers, in words: "3 rows in pounds read as pence". Absent if there were none. */
  corrections: v.exactOptional(v.array(text)),
  /** "recorded": prices from a recording, analysed as of its last bar, whatever today's date. */
  prices: v.exactOptional(v.literal('recorded')),
  ...usualMove,
  current_price: number,
  /** Share of the last bar's session still to come at `as_of`, 0…1. Forecast and track record ignore an unfinished bar. */
  session_left: v.pipe(number, v.minValue(0), v.maxValue(1)),
  ...v.entriesFromList(['volume', 'market_cap', 'pe_ratio', 'day_high', 'day_low'], nullableNumber),
  /** Oldest first, by exchange dates (`YYYY-MM-DD`); `null` if the source states none, and for instruments without any. */
  corporate_actions: v.nullable(
    v.object({
      /** `date` is the ex-date; `amount` is per share after all later splits, in the listing's currency. */
      dividends: v.array(v.object({ date: text, amount: number })),
      /** `numerator` new shares for `denominator` old ones, from `date` on. Prices and volumes are adjusted for them. */
      splits: v.array(v.object({ date: text, numerator: number, denominator: number })),
    }),
  ),
};

/** `ComingSessions` of `#compute`, which documents the columns. */
export const comingSessions = v.object({
  ...v.entriesFromList(['day_gaps', 'opens', 'closes'], numbers),
  ...v.entriesFromList(['pre_minutes', 'post_minutes', 'settle_minutes'], number),
  holidays_until: v.nullable(text),
});

const estimated = v.object({ value: number, low: number, high: number });
const trend = { dates: v.array(text), values: nullableNumbers };
export const aiSignal = v.picklist(AI_SIGNALS);

const byRange = <S extends v.GenericSchema>(schema: S) => v.object(v.entriesFromList(RANGE_LABELS, schema));

/** One trading day of the forecast: the median and the central 50, 80 and 95 % intervals, in the listing's currency. */
const futurePrediction = v.object({
  date: text,
  ...v.entriesFromList(['price', 'low50', 'high50', 'low80', 'high80', 'low95', 'high95'], number),
  /** P(close ≥ current price + 2 %), 0…1. */
  probability_buy: number,
  /** P(close ≤ current price − 2 %), 0…1. */
  probability_sell: number,
});

const forecast = v.object({
  model: text,
  version: text,
  horizon_days: horizonDays,
  base_date: text,
  base_price: number,
  /** Whether the model's coefficients were fitted on dates that include the base date, as in a replay. */
  in_sample: v.boolean(),
  /** Next results, which widen ranges: `session` reacts, with a `chance` of 0…1 within the horizon; `null` if none are expected. */
  results: v.nullable(
    v.object({
      date: text,
      session: text,
      status: v.picklist(['confirmed', 'estimated']),
      plus_minus_days: number,
      chance: number,
    }),
  ),
  /** Probabilities at the end of the horizon, 0…1. */
  ...v.entriesFromList(['probability_up', 'probability_buy', 'probability_sell'], number),
  /** P(close within ± `confidence_within_percent` of the median), 0…1. */
  confidence: number,
  confidence_within_percent: number,
  /** Each input's contribution to the AI signal. They add up to the signal's score. */
  reasons: v.array(v.object({ input: text, reading: text, contribution: number })),
});

/** Walk-forward back-test of the shipped model on this ticker's past. Each estimate has its 95 % interval. */
const trackRecord = v.object({
  horizon_days: horizonDays,
  from: text,
  to: text,
  in_sample: v.boolean(),
  /** Number of scored forecasts, and of non-overlapping ones. */
  n: number,
  n_effective: number,
  coverage80: estimated,
  coverage95: estimated,
  /** 1 − MAE / MAE of "no change"; above 0 is better than "no change". */
  skill: estimated,
  hit_rate: estimated,
  /** Share of scored windows that rose: the hit rate of "always up". */
  base_rate: number,
  verdict: text,
});

/** `GET /api/stock/:ticker?days=n`. Sequences are oldest first; undefined values are `null`. */
export const stockSchema = v.object({
  ...head,
  ...marketState,
  ...provenance,
  /** Last date with known holidays; later ones follow the usual week. `null` for pairs and coins, and if none are known. */
  holidays_until: comingSessions.entries.holidays_until,
  /**
   * Why there is no forecast, if so: ten sessions and 14 days without a trade; fewer than 60 finished sessions; a set price,
   * which on half of all days moves by less than 0.04 %; or an instrument that is not forecast: options, warrants, bonds, and
   * listings whose past 80 % ranges held far too seldom.
   */
  forecast_absent_reason: v.exactOptional(
    v.picklist(['not_trading', 'short_history', 'set_price', 'not_forecast']),
  ),
  /** `null` if there is no bar before the last one. */
  ...v.entriesFromList(['day_change', 'day_change_percent'], nullableNumber),
  ...v.entriesFromList(['predicted_price', 'profit_loss', 'profit_loss_percent'], nullableNumber),
  is_profit: v.nullable(v.boolean()),
  ai_signal: v.nullable(aiSignal),
  historical_data: datedPrices,
  future_predictions: v.array(futurePrediction),
  technical_chart: v.object({
    candles: v.array(v.object({ date: text, ...barEntries(number) })),
    moving_averages: v.object({ sma20: v.array(v.object({ date: text, value: nullableNumber })) }),
  }),
  performance_chart: datedPrices,
  performance: byRange(nullableNumber),
  performance_series: byRange(datedPrices),
  indicators: v.object(
    v.entriesFromList(['rsi', 'ema', 'macd', 'macd_signal', 'macd_histogram'], nullableNumber),
  ),
  indicator_trends: v.object({
    rsi: v.object(trend),
    ema: v.object(trend),
    macd: v.object({ ...trend, histogram: nullableNumbers }),
  }),
  /** `null` if there is a `forecast_absent_reason`. */
  forecast: v.nullable(forecast),
  /** `null` if the history is too short to score. */
  track_record: v.nullable(trackRecord),
});

/** Daily bars as the integer columns of `encodeCandles`. */
const columns = v.object({
  price_scale: number,
  day_gaps: numbers,
  ...barEntries(numbers),
});

const { stale: _stale, ...provenanceOfSnapshot } = provenance;

/** `GET /api/stock/:ticker?view=columns&v=2`: encoded once; `#compute` computes what depends on the reader's clock. */
export const snapshotSchema = v.object({
  ...head,
  ...provenanceOfSnapshot,
  v: v.literal(2),
  /** The session of the last bar and the next 40. */
  sessions: comingSessions,
  /** Sessions that reacted to results, then an announced one: a day number since 1970-01-01, then gaps. Absent if unknown. */
  results: v.exactOptional(
    v.object({
      /** Filings with the SEC, with announced dates from Finnhub's calendar if that is configured; or the simulated market. */
      source: v.picklist(['sec', 'sample']),
      fetched_at: text,
      day_gaps: numbers,
      /** Results come after the close of the session before the one that reacts. */
      after_close: v.exactOptional(v.literal(true)),
    }),
  ),
  /** Present while market cap and P/E are still being fetched; the snapshot is then fresh for at most five minutes. */
  fundamentals_due: v.exactOptional(v.literal(true)),
  columns,
});

export type StockResponse = Wire<typeof stockSchema>;
export type SnapshotResponse = Wire<typeof snapshotSchema>;
export type DatedPrices = StockResponse['historical_data'];
