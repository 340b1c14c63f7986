import type { Candles } from '../prices/candles.ts';
import { ema } from './moving-averages.ts';
import { atr } from './true-range.ts';

type Bands = readonly [upper: Float64Array, middle: Float64Array, lower: Float64Array];

/**
 * Bollinger bands: the mean of the last `period` values and `width` population standard deviations above and below it.
 * Bollinger 2001, "Bollinger on Bollinger Bands"; https://ta-lib.org/functions/bbands/.
 * In the unit of `values`; the first `period` − 1 entries are NaN.
 */
export function bollinger(values: Float64Array, period: number, width: number): Bands {
  const upper = new Float64Array(values.length).fill(NaN);
  const middle = new Float64Array(values.length).fill(NaN);
  const lower = new Float64Array(values.length).fill(NaN);
  for (let i = period - 1; i < values.length; i++) {
    // Two passes over the window: running sums of squares lose all precision if a price hardly moves.
    let sum = 0;
    for (let k = i - period + 1; k <= i; k++) sum += values[k]!;
    const mean = sum / period;
    let squares = 0;
    for (let k = i - period + 1; k <= i; k++) squares += (values[k]! - mean) ** 2;
    const half = width * Math.sqrt(squares / period);
    upper[i] = mean + half;
    middle[i] = mean;
    lower[i] = mean - half;
  }
  return [upper, middle, lower];
}

/**
 * Keltner channels: the EMA of the closes, and `width` average true ranges above and below it. Keltner 1960, "How to Make
 * Money in Commodities", in the form of Raschke (EMA and true range for means of typical prices and of high − low).
 * In the listing's currency; the first max(`period` − 1, `rangePeriod`) entries are NaN.
 */
export function keltner(candles: Candles, period: number, rangePeriod: number, width: number): Bands {
  const ranges = atr(candles, rangePeriod);
  const middle = ema(candles.close, period).map((mean, i) => (Number.isNaN(ranges[i]!) ? NaN : mean));
  const upper = middle.map((mean, i) => mean + width * ranges[i]!);
  const lower = middle.map((mean, i) => mean - width * ranges[i]!);
  return [upper, middle, lower];
}
