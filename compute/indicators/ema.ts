import { assertPeriod } from './period.ts';

/**
 * Exponential moving average: each value closes 2 / (`period` + 1) of the gap between itself and the average so far.
 * Seeded with the simple mean of the first `period` defined values, as TA-Lib: https://ta-lib.org/functions/ema/.
 * Same length as `values`; the first `period` − 1 entries are NaN.
 * In the unit of `values`.
 * `RangeError` unless `period` is a positive integer. A value that is not finite yields NaN on its own date and leaves
 * the average as it was; a series shorter than `period` yields NaN throughout.
 */
export function ema(values: Float64Array, period: number): Float64Array {
  assertPeriod(period);
  const averages = new Float64Array(values.length);
  const weight = 2 / (period + 1);
  let average = 0;
  let seen = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (!Number.isFinite(value)) {
      averages[i] = NaN;
      continue;
    }
    seen++;
    if (seen > period) {
      average += (value - average) * weight;
    } else {
      average += value;
      if (seen === period) average /= period;
    }
    averages[i] = seen >= period ? average : NaN;
  }
  return averages;
}
