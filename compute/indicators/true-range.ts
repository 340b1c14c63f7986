import type { Candles } from '../prices/candles.ts';

/**
 * Average true range: the largest of high − low and the distances of high and low from the previous close, as an average
 * that starts as the mean of the first `period` and then moves by 1 / `period`. Wilder 1978, "New Concepts in Technical
 * Trading Systems"; https://ta-lib.org/functions/atr/. In the listing's currency; the first `period` entries are NaN.
 */
export function atr(candles: Candles, period: number): Float64Array {
  const ranges = candles.close.map((_, bar) => (bar === 0 ? NaN : trueRange(candles, bar)));
  return wilderMean(ranges, 1, period);
}

/**
 * Directional movement: +DI and −DI are the smoothed shares of the true range by which highs rose and lows fell; ADX is
 * the smoothed gap between the two, whichever leads. Wilder 1978, as above; the sums start with the first `period` − 1
 * bars, ADX with the mean of its first `period` gaps (https://ta-lib.org/functions/adx/).
 * Percent, 0…100, 0 where nothing moved; the first `period` entries of +DI and −DI and 2 · `period` − 1 of ADX are NaN.
 */
export function adx(
  candles: Candles,
  period: number,
): readonly [adx: Float64Array, plus: Float64Array, minus: Float64Array] {
  const { high, low } = candles;
  const n = high.length;
  const gaps = new Float64Array(n).fill(NaN);
  const plus = new Float64Array(n).fill(NaN);
  const minus = new Float64Array(n).fill(NaN);
  let rises = 0;
  let falls = 0;
  let ranges = 0;
  for (let i = 1; i < n; i++) {
    if (i >= period) {
      rises -= rises / period;
      falls -= falls / period;
      ranges -= ranges / period;
    }
    const rise = high[i]! - high[i - 1]!;
    const fall = low[i - 1]! - low[i]!;
    if (rise > 0 && rise > fall) rises += rise;
    if (fall > 0 && fall > rise) falls += fall;
    ranges += trueRange(candles, i);
    if (i < period) continue;

    plus[i] = ranges === 0 ? 0 : 100 * (rises / ranges);
    minus[i] = ranges === 0 ? 0 : 100 * (falls / ranges);
    const movement = rises + falls;
    gaps[i] = movement === 0 ? 0 : (100 * Math.abs(rises - falls)) / movement;
  }
  return [wilderMean(gaps, period, period), plus, minus];
}

/** An average of the values from `first` on: it starts as the mean of `period` of them, then moves by 1 / `period`. */
function wilderMean(values: Float64Array, first: number, period: number): Float64Array {
  const means = new Float64Array(values.length).fill(NaN);
  let mean = 0;
  for (let i = first; i < values.length; i++) {
    mean += (i < first + period ? values[i]! : values[i]! - mean) / period;
    if (i >= first + period - 1) means[i] = mean;
  }
  return means;
}

/** The true range of a bar ≥ 1. */
function trueRange({ high, low, close }: Candles, bar: number): number {
  const before = close[bar - 1]!;
  return Math.max(high[bar]!, before) - Math.min(low[bar]!, before);
}
