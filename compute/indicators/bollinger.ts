import { assertPeriod } from './period.ts';

/** Each as long as the input; `NaN` before the first full window. */
export interface BollingerBands {
  readonly middle: Float64Array;
  readonly upper: Float64Array;
  readonly lower: Float64Array;
}

/**
 * Bollinger bands: the mean of the last `period` values and `width` standard deviations above and below it.
 * Bollinger 2001, "Bollinger on Bollinger Bands"; population standard deviation, as TA-Lib's `BBANDS`.
 * Each as long as `values`; the first `period` − 1 entries are NaN.
 * In the unit of `values`.
 * `RangeError` unless `period` is a positive integer and `width` is not negative. A flat window has bands on its mean. A
 * value that is not finite yields NaN on its own date and is left out of the window.
 */
export function bollinger(values: Float64Array, period: number, width: number): BollingerBands {
  assertPeriod(period);
  if (!(width >= 0)) throw new RangeError(`width must not be negative, got ${width}`);
  const n = values.length;
  const middle = new Float64Array(n).fill(NaN);
  const upper = new Float64Array(n).fill(NaN);
  const lower = new Float64Array(n).fill(NaN);
  const window = new Float64Array(period);
  let seen = 0;
  for (let i = 0; i < n; i++) {
    const value = values[i]!;
    if (!Number.isFinite(value)) continue;
    window[seen++ % period] = value;
    if (seen < period) continue;
    // Two passes over the window: running sums of squares lose every digit of a price that hardly moves.
    let sum = 0;
    for (let k = 0; k < period; k++) sum += window[k]!;
    const mean = sum / period;
    let squares = 0;
    for (let k = 0; k < period; k++) squares += (window[k]! - mean) ** 2;
    const half = width * Math.sqrt(squares / period);
    middle[i] = mean;
    upper[i] = mean + half;
    lower[i] = mean - half;
  }
  return { middle, upper, lower };
}
