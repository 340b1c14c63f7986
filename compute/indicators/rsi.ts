import { assertPeriod } from './period.ts';

/** Reading of a series without any gain or loss: neither side leads. Ours; TA-Lib says 0, others 100. */
export const FLAT_RSI_PERCENT = 50;

/**
 * Relative strength index: the share of gains in all movement, 100 · gain / (gain + loss), over smoothed averages.
 * Wilder 1978, "New Concepts in Technical Trading Systems": the averages start as the mean of the first `period` changes
 * and then move by 1 / `period`; as TA-Lib: https://ta-lib.org/functions/rsi/.
 * Same length as `values`; the first `period` entries are NaN.
 * Percent, 0…100.
 * `RangeError` unless `period` is a positive integer. A flat series reads 50. A value that is not finite yields NaN on
 * its own date, and the next change is taken from the last defined value.
 */
export function rsi(values: Float64Array, period: number): Float64Array {
  assertPeriod(period);
  const readings = new Float64Array(values.length);
  const weight = 1 / period;
  let averageGain = 0;
  let averageLoss = 0;
  let previous = NaN;
  let changes = -1;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (!Number.isFinite(value)) {
      readings[i] = NaN;
      continue;
    }
    changes++;
    if (changes > 0) {
      const change = value - previous;
      // Exact, and free of a branch that would be mispredicted every other day.
      const gain = (Math.abs(change) + change) / 2;
      const loss = gain - change;
      if (changes <= period) {
        averageGain += gain * weight;
        averageLoss += loss * weight;
      } else {
        averageGain += (gain - averageGain) * weight;
        averageLoss += (loss - averageLoss) * weight;
      }
    }
    previous = value;
    const movement = averageGain + averageLoss;
    if (changes < period) readings[i] = NaN;
    else readings[i] = movement === 0 ? FLAT_RSI_PERCENT : 100 * (averageGain / movement);
  }
  return readings;
}
