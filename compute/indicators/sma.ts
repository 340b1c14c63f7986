import { assertPeriod } from './period.ts';

/**
 * Simple moving average: the mean of the last `period` defined values.
 * Running sum, as TA-Lib's `SMA`: https://ta-lib.org/functions/sma/.
 * Same length as `values`; the first `period` − 1 entries are NaN.
 * In the unit of `values`.
 * `RangeError` unless `period` is a positive integer. A value that is not finite yields NaN on its own date and is left
 * out of the window; a series shorter than `period` yields NaN throughout.
 */
export function sma(values: Float64Array, period: number): Float64Array {
  assertPeriod(period);
  const means = new Float64Array(values.length);
  let sum = 0;
  let inWindow = 0;
  let oldest = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (!Number.isFinite(value)) {
      means[i] = NaN;
      continue;
    }
    sum += value;
    inWindow++;
    if (inWindow > period) {
      while (!Number.isFinite(values[oldest]!)) oldest++;
      sum -= values[oldest]!;
      oldest++;
      inWindow--;
    }
    means[i] = inWindow === period ? sum / period : NaN;
  }
  return means;
}
