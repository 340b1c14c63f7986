import { assertPeriod } from './period.ts';

/** Each as long as the input; `NaN` before the first defined value. */
export interface Macd {
  readonly macd: Float64Array;
  readonly signal: Float64Array;
  readonly histogram: Float64Array;
}

/**
 * Moving average convergence/divergence: fast EMA − slow EMA; its own EMA is the signal line, the gap the histogram.
 * Appel 1979. Seeded as TA-Lib: both averages start on the same date, the fast one from the `fast` values that end there,
 * and the signal line from the mean of the first `signalPeriod` differences: https://ta-lib.org/functions/macd/.
 * Each as long as `values`; the first `slow` + `signalPeriod` − 2 entries of all three are NaN (33 for 12/26/9).
 * In the unit of `values`; positive when the recent average is above the longer one.
 * `RangeError` unless the periods are positive integers and `fast` ≤ `slow`. A value that is not finite yields NaN on
 * its own date and leaves the averages as they were.
 */
export function macd(values: Float64Array, fast: number, slow: number, signalPeriod: number): Macd {
  assertPeriod(fast);
  assertPeriod(slow);
  assertPeriod(signalPeriod);
  if (fast > slow) throw new RangeError(`fast (${fast}) must not be longer than slow (${slow})`);

  const n = values.length;
  const line = new Float64Array(n).fill(NaN);
  const signal = new Float64Array(n).fill(NaN);
  const histogram = new Float64Array(n).fill(NaN);
  const fastWeight = 2 / (fast + 1);
  const slowWeight = 2 / (slow + 1);
  const signalWeight = 2 / (signalPeriod + 1);
  const firstOfFast = slow - fast;
  const firstSignal = slow + signalPeriod - 1;
  let fastAverage = 0;
  let slowAverage = 0;
  let signalAverage = 0;
  let seen = 0;
  for (let i = 0; i < n; i++) {
    const value = values[i]!;
    if (!Number.isFinite(value)) continue;
    seen++;
    if (seen <= slow) {
      slowAverage += value;
      if (seen > firstOfFast) fastAverage += value;
      if (seen < slow) continue;
      slowAverage /= slow;
      fastAverage /= fast;
    } else {
      fastAverage += (value - fastAverage) * fastWeight;
      slowAverage += (value - slowAverage) * slowWeight;
    }
    const difference = fastAverage - slowAverage;
    if (seen <= firstSignal) {
      signalAverage += difference;
      if (seen < firstSignal) continue;
      signalAverage /= signalPeriod;
    } else {
      signalAverage += (difference - signalAverage) * signalWeight;
    }
    line[i] = difference;
    signal[i] = signalAverage;
    histogram[i] = difference - signalAverage;
  }
  return { macd: line, signal, histogram };
}
