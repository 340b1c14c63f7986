import type { Candles } from '../candles.ts';
import { assertPeriod } from './period.ts';

/**
 * Average true range: the smoothed largest of high − low and the distances of high and low from the previous close.
 * Wilder 1978, "New Concepts in Technical Trading Systems": starts as the mean of the first `period` true ranges and then
 * moves by 1 / `period`; as TA-Lib: https://ta-lib.org/functions/atr/.
 * As long as the candles; the first `period` entries are NaN.
 * In the listing's currency.
 * `RangeError` unless `period` is a positive integer.
 */
export function atr({ high, low, close }: Candles, period: number): Float64Array {
  assertPeriod(period);
  const averages = new Float64Array(close.length).fill(NaN);
  let average = 0;
  for (let i = 1; i < close.length; i++) {
    const range = Math.max(high[i]!, close[i - 1]!) - Math.min(low[i]!, close[i - 1]!);
    if (i <= period) average += range / period;
    else average += (range - average) / period;
    if (i >= period) averages[i] = average;
  }
  return averages;
}
