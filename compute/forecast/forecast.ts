import type { Candles } from '../candles.ts';
import type { HorizonDays } from '../horizon.ts';
import { isoDate, type IsoDate } from '../iso-date.ts';
import { err, ok, type Result } from '../result.ts';
import { nextTradingDays, type TradingCalendar } from './calendar.ts';
import { probabilityWithin, project, type Projection } from './projection.ts';
import { ewmaVolatility } from './volatility.ts';

/** One trading day of the forecast. */
export interface ForecastPoint extends Projection {
  readonly date: IsoDate;
}

export interface Forecast {
  readonly model: string;
  readonly version: string;
  readonly horizonDays: HorizonDays;
  readonly baseDate: IsoDate;
  readonly basePrice: number;
  /** One point per trading day, `horizonDays` of them. */
  readonly points: readonly ForecastPoint[];
  /** P(the price ends within ± `confidenceWithinPercent` of the median at the horizon), 0…1. */
  readonly confidence: number;
  readonly confidenceWithinPercent: number;
}

export interface ForecastInput {
  readonly candles: Candles;
  readonly horizonDays: HorizonDays;
  readonly calendar: TradingCalendar;
  /** Starting price; the last close unless a newer quote is known. Finite and > 0. */
  readonly basePrice?: number;
}

/** Fewer bars than this and {@link forecast} refuses (DESIGN section 7). */
export const MIN_FORECAST_BARS = 60;

export type ForecastError = {
  readonly reason: 'short_history';
  readonly needBars: number;
  readonly gotBars: number;
};

const MODEL = 'ewma-random-walk';
const MODEL_VERSION = '1.0.0';

/** Half-width of the corridor that `confidence` speaks of, in percent of the median (DESIGN section 7). */
const CONFIDENCE_WITHIN_PERCENT: Readonly<Record<HorizonDays, number>> = { 1: 2, 7: 3, 14: 5, 30: 5 };

/**
 * Forecasts the next `horizonDays` trading days: a random walk with a small fixed drift whose spread follows recent
 * volatility (RiskMetrics EWMA 1996) and whose shape is a pooled, fat-tailed distribution (see `residual.ts`).
 * One point per trading day after the last bar. Prices in the listing's currency, probabilities 0…1.
 * Uses nothing but the bars given and no clock; `short_history` under {@link MIN_FORECAST_BARS} bars. Throws `RangeError`
 * unless the base price is finite and > 0 (a programmer error: `analyse` checks it).
 */
export function forecast(input: ForecastInput): Result<Forecast, ForecastError> {
  const { candles, horizonDays, calendar } = input;
  const { time, close } = candles;
  const last = close.length - 1;
  if (close.length < MIN_FORECAST_BARS) {
    return err({ reason: 'short_history', needBars: MIN_FORECAST_BARS, gotBars: close.length });
  }
  const basePrice = input.basePrice ?? close[last]!;
  if (!(basePrice > 0 && basePrice < Infinity)) {
    throw new RangeError(`base price must be positive, got ${basePrice}`);
  }
  const dailySigma = ewmaVolatility(close)[last]!;
  const dates = nextTradingDays(time[last]!, horizonDays, calendar);
  const withinPercent = CONFIDENCE_WITHIN_PERCENT[horizonDays];
  return ok({
    model: MODEL,
    version: MODEL_VERSION,
    horizonDays,
    baseDate: isoDate(time[last]!),
    basePrice,
    points: Array.from(dates, (date, i) => ({
      date: isoDate(date),
      ...project(basePrice, dailySigma, i + 1),
    })),
    confidence: probabilityWithin(withinPercent, dailySigma, horizonDays),
    confidenceWithinPercent: withinPercent,
  });
}
