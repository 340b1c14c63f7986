import { assertPeriod } from './period.ts';

/** Each as long as the input; `NaN` before the first full window. */
export interface BollingerBands {
  readonly upper: Float64Array;
  readonly middle: Float64Array;
  readonly lower: Float64Array;
}

/**
 * Bollinger bands: the mean of the last `period` values and `width` standard deviations above and below it.
 * Bollinger 2001, "Bollinger on Bollinger Bands"; population standard deviation, as TA-Lib's `BBANDS`:
 * https://ta-lib.org/functions/bbands/.
 * Each as long as `values`, which are finite; the first `period` − 1 entries are NaN.
 * In the unit of `values`. A flat window has bands on its mean.
 * `RangeError` unless `period` is a positive integer and `width` is not negative.
 */
export function bollinger(values: Float64Array, period: number, width: number): BollingerBands {
  assertPeriod(period);
  if (!(width >= 0)) throw new RangeError(`width must not be negative, got ${width}`);
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
  return { upper, middle, lower };
}
