import type { Candles } from '../candles.ts';
import { assertPeriod } from './period.ts';

/**
 * Average true range: the smoothed largest of high − low and the distances of high and low from the previous close.
 * Wilder 1978, "New Concepts in Technical Trading Systems": starts as the mean of the first `period` true ranges and then
 * moves by 1 / `period`; as TA-Lib: https://ta-lib.org/functions/atr/.
 * As long as the candles; the first `period` entries are NaN.
 * In the listing's currency.
 * `RangeError` unless `period` is a positive integer. A bar that is not finite yields NaN on its own date, and the next
 * range is taken from the last defined close.
 */
export function atr(candles: Candles, period: number): Float64Array {
  assertPeriod(period);
  const { high, low, close } = candles;
  const ranges = new Float64Array(close.length).fill(NaN);
  const weight = 1 / period;
  let average = 0;
  let previous = NaN;
  let seen = 0;
  for (let i = 0; i < close.length; i++) {
    if (!Number.isFinite(high[i]! + low[i]! + close[i]!)) continue;
    if (!Number.isNaN(previous)) {
      const range = Math.max(high[i]!, previous) - Math.min(low[i]!, previous);
      seen++;
      if (seen <= period) average += range * weight;
      else average += (range - average) * weight;
      if (seen >= period) ranges[i] = average;
    }
    previous = close[i]!;
  }
  return ranges;
}
