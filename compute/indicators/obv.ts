import type { Candles } from '../candles.ts';

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
