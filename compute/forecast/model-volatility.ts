import type { Candles } from '../candles.ts';
import { barsInYear } from '../indicators/realised-volatility.ts';
import type { TradingCalendar } from '../market-clock/trading-calendar.ts';
import { residualQuantile } from './residual-shape.ts';
import { MIN_FORECAST_BARS, readVolatility, spreadAt } from './volatility.ts';

/** Outcomes of equal probability that stand for a distribution. */
const OUTCOMES = 400;

/**
 * The model's own volatility: at each daily bar the standard deviation that it expects of the next session's log return, from
 * that bar and the ones before it, times the square root of the sessions a year. Compare `realisedVolatility`.
 * As long as the candles, all of sessions that are over; NaN before {@link MIN_FORECAST_BARS} of them. Share per year.
 */
export function modelVolatility(candles: Candles, calendar: TradingCalendar): Float64Array {
  const bars = candles.close.length;
  const volatilities = new Float64Array(bars).fill(NaN);
  if (bars < MIN_FORECAST_BARS) return volatilities;
  const volatility = readVolatility(candles, calendar);
  const perYear = Math.sqrt(barsInYear(candles.time));
  let deviation: number | undefined;
  for (let bar = MIN_FORECAST_BARS - 1; bar < bars; bar++) {
    const { sigma, quantiles } = spreadAt(volatility, bar, 1);
    // The shape is the same for every bar.
    deviation ??= standardDeviation(quantiles);
    volatilities[bar] = sigma * deviation * perYear;
  }
  return volatilities;
}

/** Of a standardised residual, in sigmas. */
function standardDeviation(quantiles: readonly number[]): number {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < OUTCOMES; i++) {
    const residual = residualQuantile(quantiles, (i + 0.5) / OUTCOMES);
    sum += residual;
    squares += residual * residual;
  }
  return Math.sqrt(squares / OUTCOMES - (sum / OUTCOMES) ** 2);
}
