import type { Candles } from '../candles.ts';
import type { HorizonDays } from '../horizon.ts';
import { isoDate, type IsoDate } from '../iso-date.ts';
import { err, ok, type Result } from '../result.ts';
import { nextTradingDays, type TradingCalendar } from './calendar.ts';
import { CONFIDENCE_WITHIN_PERCENT, probabilityWithin, project, type Projection } from './projection.ts';
import { MIN_FORECAST_BARS, readVolatility, spreadsUpTo, type Volatility } from './volatility.ts';

export { MIN_FORECAST_BARS } from './volatility.ts';

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
  /**
   * Daily bars of an index that trades on the same days (SPY for a US listing): narrows the bands where it is calm and
   * widens them where it is not. Without it the listing's own history decides alone.
   */
  readonly market?: Candles;
}

export type ForecastError = {
  readonly reason: 'short_history';
  readonly needBars: number;
  readonly gotBars: number;
};

const MODEL = 'pooled-volatility';
const MODEL_VERSION = '2.0.0';

/**
 * Forecasts the next `horizonDays` trading days: a random walk with a small fixed drift, whose spread follows a regression
 * of volatility fitted on many listings at once (`volatility.ts`) and whose shape is pooled with it (`residual-shape.ts`).
 * One point per trading day after the last bar. Prices in the listing's currency, probabilities 0…1.
 * Uses nothing but the bars given and no clock; `short_history` under {@link MIN_FORECAST_BARS} bars. Throws `RangeError`
 * unless the base price is finite and > 0 (a programmer error: `analyse` checks it).
 */
export function forecast(input: ForecastInput): Result<Forecast, ForecastError> {
  const { candles, market } = input;
  const bars = candles.close.length;
  if (bars < MIN_FORECAST_BARS) {
    return err({ reason: 'short_history', needBars: MIN_FORECAST_BARS, gotBars: bars });
  }
  return ok(forecastFrom(readVolatility(candles, market), input));
}

/** {@link forecast} from a history that was read already; it has the bars that a forecast needs. */
export function forecastFrom(volatility: Volatility, input: ForecastInput): Forecast {
  const { horizonDays, calendar } = input;
  const { time, close } = volatility.candles;
  const last = close.length - 1;
  const basePrice = input.basePrice ?? close[last]!;
  if (!(basePrice > 0 && basePrice < Infinity)) {
    throw new RangeError(`base price must be positive, got ${basePrice}`);
  }
  const spreads = spreadsUpTo(volatility, last, horizonDays);
  const dates = nextTradingDays(time[last]!, horizonDays, calendar);
  const withinPercent = CONFIDENCE_WITHIN_PERCENT[horizonDays];
  return {
    model: MODEL,
    version: MODEL_VERSION,
    horizonDays,
    baseDate: isoDate(time[last]!),
    basePrice,
    points: spreads.map((spread, i) => ({
      date: isoDate(dates[i]!),
      ...project(basePrice, spread, i + 1),
    })),
    confidence: probabilityWithin(withinPercent, spreads.at(-1)!),
    confidenceWithinPercent: withinPercent,
  };
}
