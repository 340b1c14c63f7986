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
  history_source: v.exactOptional(source),
  corrections: v.exactOptional(v.array(text)),
  prices: v.exactOptional(v.literal('recorded')),
  ...usualMove,
  current_price: number,
  session_left: v.pipe(number, v.minValue(0), v.maxValue(1)),
  ...v.entriesFromList(['volume', 'market_cap', 'pe_ratio', 'day_high', 'day_low'], nullableNumber),
  corporate_actions: v.nullable(
    v.object({
      dividends: v.array(v.object({ date: text, amount: number })),
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

const futurePrediction = v.object({
  date: text,
  ...v.entriesFromList(['price', 'low50', 'high50', 'low80', 'high80', 'low95', 'high95'], number),
  probability_buy: number,
  probability_sell: number,
});

const forecast = v.object({
  model: text,
  version: text,
  horizon_days: horizonDays,
  base_date: text,
  base_price: number,
  in_sample: v.boolean(),
  results: v.nullable(
    v.object({
      date: text,
      session: text,
      status: v.picklist(['confirmed', 'estimated']),
      plus_minus_days: number,
      chance: number,
    }),
  ),
  ...v.entriesFromList(['probability_up', 'probability_buy', 'probability_sell'], number),
  confidence: number,
  confidence_within_percent: number,
  reasons: v.array(v.object({ input: text, reading: text, contribution: number })),
});

/** Walk-forward back-test of the shipped model on this ticker's past. Each estimate has its 95 % interval. */
const trackRecord = v.object({
  horizon_days: horizonDays,
  from: text,
  to: text,
  in_sample: v.boolean(),
  n: number,
  n_effective: number,
  coverage80: estimated,
  coverage95: estimated,
  skill: estimated,
  hit_rate: estimated,
  base_rate: number,
  verdict: text,
});

/** `GET /api/stock/:ticker?days=n`. Sequences are oldest first; undefined values are `null`. */
export const stockSchema = v.object({
  ...head,
  ...marketState,
  ...provenance,
  holidays_until: comingSessions.entries.holidays_until,
  forecast_absent_reason: v.exactOptional(
    v.picklist(['not_trading', 'short_history', 'set_price', 'not_forecast']),
  ),
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
  forecast: v.nullable(forecast),
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
  sessions: comingSessions,
  results: v.exactOptional(
    v.object({
      source: v.picklist(['sec', 'sample']),
      fetched_at: text,
      day_gaps: numbers,
      after_close: v.exactOptional(v.literal(true)),
    }),
  ),
  fundamentals_due: v.exactOptional(v.literal(true)),
  columns,
});

export type StockResponse = Wire<typeof stockSchema>;
export type SnapshotResponse = Wire<typeof snapshotSchema>;
export type DatedPrices = StockResponse['historical_data'];
