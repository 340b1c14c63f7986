import type { Candles } from '../prices/candles.ts';

/**
 * On-balance volume: the running total of volume, added on a higher close and subtracted on a lower one. It starts at the first
 * bar's volume. Granville 1963, "Granville's New Key to Stock Market Profits"; https://ta-lib.org/functions/obv/. Shares (or
 * units) traded; its direction matters, its level does not.
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
 * Volume-weighted average price over the last `period` bars: each bar's typical price, (high + low + close) / 3, by its volume.
 * Berkowitz, Logue and Noser 1988 define it over one session's trades, which bars of a day or more do not contain. In the
 * listing's currency; the first `period` − 1 entries are NaN, and so are windows in which nothing was traded.
 */
export function vwap({ high, low, close, volume }: Candles, period: number): Float64Array {
  const prices = new Float64Array(close.length).fill(NaN);
  for (let i = period - 1; i < close.length; i++) {
    // Summed again for each window: a running sum would keep a large volume's rounding error long after it has left.
    let traded = 0;
    let paid = 0;
    for (let k = i - period + 1; k <= i; k++) {
      traded += volume[k]!;
      paid += volume[k]! * (high[k]! + low[k]! + close[k]!);
    }
    // 0 / 0, NaN, if nothing was traded.
    prices[i] = paid / traded / 3;
  }
  return prices;
}
