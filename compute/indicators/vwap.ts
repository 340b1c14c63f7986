import type { Candles } from '../candles.ts';
import { assertPeriod } from './period.ts';

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
