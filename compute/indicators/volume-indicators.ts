import type { Candles } from '../candles.ts';
import { assertPeriod } from './moving-averages.ts';

/**
 * On-balance volume: the running total of volume, added on a higher close, taken away on a lower one.
 * Granville 1963, "Granville's New Key to Stock Market Profits"; starts at the first bar's volume, as TA-Lib's `OBV`:
 * https://ta-lib.org/functions/obv/. Only its course means something, not its level.
 * As long as the candles; defined from the first bar on.
 * Shares (or units) traded. Never throws.
 */
export function obv({ close, volume }: Candles): Float64Array {
  const totals = new Float64Array(close.length);
  let total = volume[0] ?? 0;
  for (let i = 0; i < close.length; i++) {
    if (i > 0) total += Math.sign(close[i]! - close[i - 1]!) * volume[i]!;
    totals[i] = total;
  }
  return totals;
}

/**
 * Volume-weighted average price over the last `period` bars: each bar's typical price, (high + low + close) / 3, by its
 * volume. The VWAP of Berkowitz, Logue and Noser 1988 is that of one session's trades; bars of a day or more hold no
 * trades, so this one rolls over bars.
 * As long as the candles; the first `period` − 1 entries are NaN, and so is a window in which nothing was traded.
 * In the listing's currency.
 * `RangeError` unless `period` is a positive integer.
 */
export function vwap({ high, low, close, volume }: Candles, period: number): Float64Array {
  assertPeriod(period);
  const prices = new Float64Array(close.length).fill(NaN);
  for (let i = period - 1; i < close.length; i++) {
    // Summed afresh: a running sum would keep the rounding of a large volume long after it has left the window.
    let traded = 0;
    let paid = 0;
    for (let k = i - period + 1; k <= i; k++) {
      traded += volume[k]!;
      paid += volume[k]! * (high[k]! + low[k]! + close[k]!);
    }
    // NaN, 0 / 0, where nothing was traded.
    prices[i] = paid / traded / 3;
  }
  return prices;
}
