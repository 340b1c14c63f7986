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

/** Throws `RangeError` unless the window length is a positive integer (a programmer error). */
export function assertPeriod(period: number): void {
  if (!Number.isInteger(period) || period < 1) {
    throw new RangeError(`period must be a positive integer, got ${period}`);
  }
}
