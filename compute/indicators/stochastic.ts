import type { Candles } from '../candles.ts';
import { assertPeriod } from './period.ts';
import { sma } from './sma.ts';

/** Each as long as the candles; `NaN` before the first value. */
export interface Stochastic {
  readonly k: Float64Array;
  readonly d: Float64Array;
}

/** Reading of a window without any range: the close is neither at its high nor at its low. Ours; TA-Lib says 0. */
const FLAT_PERCENT = 50;

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
): Stochastic {
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
  return { k: k.fill(NaN, 0, period + slowing + smoothing - 3), d };
}
