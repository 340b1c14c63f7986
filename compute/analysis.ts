import type { Candles } from './candles.ts';
import type { TradingCalendar } from './forecast/calendar.ts';
import { forecast, type Forecast, type ForecastError } from './forecast/forecast.ts';
import { trackRecord, type TrackRecord } from './forecast/track-record.ts';
import type { HorizonDays } from './horizon.ts';
import { ema } from './indicators/ema.ts';
import { macd } from './indicators/macd.ts';
import { rsi } from './indicators/rsi.ts';
import { sma } from './indicators/sma.ts';
import { changePercent, performanceByRange, type RangeLabel } from './performance.ts';
import { err, ok, type Result } from './result.ts';
import { technicalSignal, type TechnicalSignal } from './technical-signal.ts';

/** What a full analysis is computed from. */
export interface AnalysisInput {
  readonly candles: Candles;
  /** Latest price in the listing's currency; finite and > 0. */
  readonly currentPrice: number;
  readonly horizonDays: HorizonDays;
  readonly calendar: TradingCalendar;
}

/** Indicator series, each as long as the candles; `NaN` before the first defined value. */
export interface Indicators {
  readonly sma20: Float64Array;
  readonly ema20: Float64Array;
  readonly rsi14: Float64Array;
  readonly macd: Float64Array;
  readonly macdSignal: Float64Array;
  readonly macdHistogram: Float64Array;
}

export interface Analysis {
  readonly currentPrice: number;
  /** Against the close of the session before the last bar. */
  readonly dayChange: number;
  readonly dayChangePercent: number;
  /** The median for the next trading day; profit and loss are its change from the current price. */
  readonly predictedPrice: number;
  readonly profitLoss: number;
  readonly profitLossPercent: number;
  readonly isProfit: boolean;
  readonly forecast: Forecast;
  readonly signal: TechnicalSignal;
  readonly indicators: Indicators;
  readonly performance: Readonly<Record<RangeLabel, number | null>>;
  /** `null` when the history is too short to score. */
  readonly trackRecord: TrackRecord | null;
}

export type AnalysisError = ForecastError | { readonly reason: 'invalid_price' };

const MOVING_AVERAGE_DAYS = 20;
/** Wilder 1978. */
const RSI_PERIOD = 14;
/** Appel 1979. */
const MACD_PERIODS = { fast: 12, slow: 26, signal: 9 } as const;

/**
 * The whole analysis of one history and one price: indicators, performance, forecast, signal and record.
 * Prices in the listing's currency, percents as percents (2 means 2 %), probabilities 0…1. Nothing is rounded.
 * The last bar is the current session, so the day's change is against the bar before it; the forecast starts from
 * `currentPrice`, the record and the indicators from closes.
 * `invalid_price` unless the price is finite and > 0; `short_history` under 60 bars.
 */
export function analyse(input: AnalysisInput): Result<Analysis, AnalysisError> {
  const { candles, currentPrice, horizonDays, calendar } = input;
  const { close } = candles;
  if (!(currentPrice > 0 && currentPrice < Infinity)) return err({ reason: 'invalid_price' });
  const projected = forecast({ candles, horizonDays, calendar, basePrice: currentPrice });
  if (!projected.ok) return projected;

  const previousClose = close[close.length - 2]!;
  const predictedPrice = projected.value.points[0]!.price;
  const profitLoss = predictedPrice - currentPrice;
  const ema20 = ema(close, MOVING_AVERAGE_DAYS);
  const rsi14 = rsi(close, RSI_PERIOD);
  const lines = macd(close, MACD_PERIODS.fast, MACD_PERIODS.slow, MACD_PERIODS.signal);
  return ok({
    currentPrice,
    dayChange: currentPrice - previousClose,
    dayChangePercent: changePercent(previousClose, currentPrice),
    predictedPrice,
    profitLoss,
    profitLossPercent: changePercent(currentPrice, predictedPrice),
    isProfit: profitLoss > 0,
    forecast: projected.value,
    signal: technicalSignal({ candles, ema20, rsi14, macdHistogram: lines.histogram }),
    indicators: {
      sma20: sma(close, MOVING_AVERAGE_DAYS),
      ema20,
      rsi14,
      macd: lines.macd,
      macdSignal: lines.signal,
      macdHistogram: lines.histogram,
    },
    performance: performanceByRange(candles),
    trackRecord: trackRecord(candles, horizonDays),
  });
}
