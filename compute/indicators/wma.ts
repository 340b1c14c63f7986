import { assertPeriod } from './period.ts';

/**
 * Weighted moving average: the mean of the last `period` values with the weights 1, 2, … `period`, the newest the
 * heaviest. As TA-Lib's `WMA`: https://ta-lib.org/functions/wma/.
 * Same length as `values`; the first `period` − 1 entries are NaN.
 * In the unit of `values`, which are finite.
 * `RangeError` unless `period` is a positive integer.
 */
export function wma(values: Float64Array, period: number): Float64Array {
  assertPeriod(period);
  const averages = new Float64Array(values.length).fill(NaN);
  const weights = (period * (period + 1)) / 2;
  for (let i = period - 1; i < values.length; i++) {
    let sum = 0;
    for (let k = 1; k <= period; k++) sum += k * values[i - period + k]!;
    averages[i] = sum / weights;
  }
  return averages;
}
