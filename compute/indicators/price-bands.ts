import type { Candles } from '../candles.ts';
import { assertPeriod, ema } from './moving-averages.ts';
import { atr } from './true-range.ts';

/** Each as long as the input; `NaN` before the first full window. */
type Bands = readonly [upper: Float64Array, middle: Float64Array, lower: Float64Array];

/**
 * Bollinger bands: the mean of the last `period` values and `width` standard deviations above and below it.
 * Bollinger 2001, "Bollinger on Bollinger Bands"; population standard deviation, as TA-Lib's `BBANDS`:
 * https://ta-lib.org/functions/bbands/.
 * Each as long as `values`, which are finite; the first `period` − 1 entries are NaN.
 * In the unit of `values`. A flat window has bands on its mean.
 * `RangeError` unless `period` is a positive integer and `width` is not negative.
 */
export function bollinger(values: Float64Array, period: number, width: number): Bands {
  assertPeriod(period);
  assertWidth(width);
  const upper = new Float64Array(values.length).fill(NaN);
  const middle = new Float64Array(values.length).fill(NaN);
  const lower = new Float64Array(values.length).fill(NaN);
  for (let i = period - 1; i < values.length; i++) {
    // Two passes over the window: running sums of squares lose every digit of a price that hardly moves.
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
 * Keltner channels: the EMA of the closes, and `width` average true ranges above and below it.
 * Keltner 1960, "How to Make Money in Commodities", in the form of Raschke, who took the EMA and the true range in place
 * of simple means of typical prices and of high − low.
 * Each as long as the candles; the first max(`period` − 1, `rangePeriod`) entries are NaN.
 * In the listing's currency.
 * `RangeError` unless the periods are positive integers and `width` is not negative.
 */
export function keltner(candles: Candles, period: number, rangePeriod: number, width: number): Bands {
  assertWidth(width);
  const middle = ema(candles.close, period);
  const ranges = atr(candles, rangePeriod);
  const upper = new Float64Array(middle.length);
  const lower = new Float64Array(middle.length);
  for (let i = 0; i < middle.length; i++) {
    upper[i] = middle[i]! + width * ranges[i]!;
    lower[i] = middle[i]! - width * ranges[i]!;
    if (Number.isNaN(ranges[i]!)) middle[i] = NaN;
  }
  return [upper, middle, lower];
}

function assertWidth(width: number): void {
  if (!(width >= 0)) throw new RangeError(`width must not be negative, got ${width}`);
}
