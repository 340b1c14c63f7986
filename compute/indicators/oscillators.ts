import type { Candles } from '../prices/candles.ts';
import { sma } from './moving-averages.ts';

/** Reading of a flat series, since neither side leads. Candor's choice: TA-Lib gives 0, and others give 100 for the RSI. */
const FLAT_PERCENT = 50;

/**
 * Relative strength index: the share of gains in all movement, 100 · gain / (gain + loss), over averages that start as the
 * mean of the first `period` changes and then move by 1 / `period`. Wilder 1978, "New Concepts in Technical Trading
 * Systems"; https://ta-lib.org/functions/rsi/. Percent, 0…100; the first `period` entries are NaN.
 */
export function rsi(values: Float64Array, period: number): Float64Array {
  const readings = new Float64Array(values.length).fill(NaN);
  const weight = 1 / period;
  let averageGain = 0;
  let averageLoss = 0;
  for (let i = 1; i < values.length; i++) {
    const change = values[i]! - values[i - 1]!;
    // Exact, and without a branch that would be mispredicted every other day.
    const gain = (Math.abs(change) + change) / 2;
    const loss = gain - change;
    if (i <= period) {
      averageGain += gain * weight;
      averageLoss += loss * weight;
    } else {
      averageGain += (gain - averageGain) * weight;
      averageLoss += (loss - averageLoss) * weight;
    }
    if (i < period) continue;
    const movement = averageGain + averageLoss;
    readings[i] = movement === 0 ? FLAT_PERCENT : 100 * (averageGain / movement);
  }
  return readings;
}

/**
 * Slow stochastic oscillator: where the close stands between the lowest low and the highest high of the last `period`
 * bars. %K is the mean of the last `slowing` readings, %D the mean of the last `smoothing` values of %K. Lane 1984, "Lane's
 * Stochastics"; https://ta-lib.org/functions/stoch/.
 * Percent, 0…100; the first `period` + `slowing` + `smoothing` − 3 entries of both are NaN.
 */
export function stochastic(
  { high, low, close }: Candles,
  period: number,
  slowing: number,
  smoothing: number,
): readonly [k: Float64Array, d: Float64Array] {
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

/**
 * Moving average convergence/divergence: fast EMA − slow EMA; its own EMA is the signal line, the gap the histogram. Appel
 * 1979. Both averages start on the same date (the fast one from the last `fast` ≤ `slow` values up to it), and the signal line
 * from the mean of the first `signalPeriod` differences (https://ta-lib.org/functions/macd/).
 * In the unit of `values`; the first `slow` + `signalPeriod` − 2 entries of all three are NaN.
 */
export function macd(
  values: Float64Array,
  fast: number,
  slow: number,
  signalPeriod: number,
): readonly [macd: Float64Array, signal: Float64Array, histogram: Float64Array] {
  const n = values.length;
  const line = new Float64Array(n).fill(NaN);
  const signal = new Float64Array(n).fill(NaN);
  const histogram = new Float64Array(n).fill(NaN);
  const fastWeight = 2 / (fast + 1);
  const slowWeight = 2 / (slow + 1);
  const signalWeight = 2 / (signalPeriod + 1);
  const firstSignal = slow + signalPeriod - 2;
  let fastAverage = 0;
  let slowAverage = 0;
  let signalAverage = 0;
  for (let i = 0; i < n; i++) {
    const value = values[i]!;
    if (i < slow) {
      slowAverage += value;
      if (i >= slow - fast) fastAverage += value;
      if (i < slow - 1) continue;
      slowAverage /= slow;
      fastAverage /= fast;
    } else {
      fastAverage += (value - fastAverage) * fastWeight;
      slowAverage += (value - slowAverage) * slowWeight;
    }
    const difference = fastAverage - slowAverage;
    if (i <= firstSignal) {
      signalAverage += difference;
      if (i < firstSignal) continue;
      signalAverage /= signalPeriod;
    } else {
      signalAverage += (difference - signalAverage) * signalWeight;
    }
    line[i] = difference;
    signal[i] = signalAverage;
    histogram[i] = difference - signalAverage;
  }
  return [line, signal, histogram];
}
