import type { Candles } from '../candles.ts';
import { assertPeriod, sma } from './moving-averages.ts';

/** Reading where nothing has moved: neither side leads. Ours; TA-Lib says 0, and others 100 for the RSI. */
const FLAT_PERCENT = 50;

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
    const reading = movement === 0 ? FLAT_PERCENT : 100 * (averageGain / movement);
    readings[i] = changes < period ? NaN : reading;
  }
  return readings;
}

/**
 * Slow stochastic oscillator: where the close stands between the lowest low and the highest high of the last `period`
 * bars. %K is the mean of the last `slowing` readings, %D the mean of the last `smoothing` values of %K.
 * Lane 1984, "Lane's Stochastics"; both lines start together, as TA-Lib's `STOCH`: https://ta-lib.org/functions/stoch/.
 * Each as long as the candles; the first `period` + `slowing` + `smoothing` − 3 entries are NaN.
 * Percent, 0…100; 50 for a flat window.
 * `RangeError` unless the periods are positive integers.
 */
export function stochastic(
  { high, low, close }: Candles,
  period: number,
  slowing: number,
  smoothing: number,
): readonly [k: Float64Array, d: Float64Array] {
  assertPeriod(period);
  const readings = new Float64Array(close.length).fill(NaN);
  for (let i = period - 1; i < close.length; i++) {
    let highest = -Infinity;
    let lowest = Infinity;
    for (let j = i - period + 1; j <= i; j++) {
      highest = Math.max(highest, high[j]!);
      lowest = Math.min(lowest, low[j]!);
    }
    const range = highest - lowest;
    readings[i] = range === 0 ? FLAT_PERCENT : (100 * (close[i]! - lowest)) / range;
  }
  const k = sma(readings, slowing);
  const d = sma(k, smoothing);
  return [k.fill(NaN, 0, period + slowing + smoothing - 3), d];
}

/** Each as long as the input; `NaN` before the first defined value. */
interface Macd {
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
