/** Mean of the last `period` values (https://ta-lib.org/functions/sma/); NaN before a full window. Gaps only at the start. */
export function sma(values: Float64Array, period: number): Float64Array {
  const means = new Float64Array(values.length).fill(NaN);
  let sum = 0;
  let seen = 0;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]!)) continue;
    sum += values[i]!;
    if (++seen > period) sum -= values[i - period]!;
    if (seen >= period) means[i] = sum / period;
  }
  return means;
}

/**
 * Exponential moving average: each value closes 2 / (`period` + 1) of the gap between itself and the average so far, which
 * starts as the mean of the first `period` values (https://ta-lib.org/functions/ema/).
 * As long as `values` and in their unit; the first `period` − 1 entries are NaN.
 */
export function ema(values: Float64Array, period: number): Float64Array {
  const averages = new Float64Array(values.length).fill(NaN);
  const weight = 2 / (period + 1);
  let average = 0;
  for (let i = 0; i < values.length; i++) {
    if (i >= period) average += (values[i]! - average) * weight;
    else average += values[i]!;
    if (i === period - 1) average /= period;
    if (i >= period - 1) averages[i] = average;
  }
  return averages;
}

/** Mean of the last `period` values with weights 1 to `period` (https://ta-lib.org/functions/wma/); NaN before a full window. */
export function wma(values: Float64Array, period: number): Float64Array {
  const averages = new Float64Array(values.length).fill(NaN);
  const weights = (period * (period + 1)) / 2;
  for (let i = period - 1; i < values.length; i++) {
    let sum = 0;
    for (let k = 1; k <= period; k++) sum += k * values[i - period + k]!;
    averages[i] = sum / weights;
  }
  return averages;
}
