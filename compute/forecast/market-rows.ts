import type { Candles } from '../candles.ts';
import { SECONDS_PER_DAY } from '../iso-date.ts';
import { features, type Features } from './features.ts';

/** A market's features and, for each bar of the history, the market bar it may know; −1 for none. */
export interface MarketRows {
  readonly features: Features;
  readonly rowOf: Int32Array;
}

/** A market bar older than this is no longer the market's state; the longest closure since 2000 took six days. */
const STALE_SECONDS = 7 * SECONDS_PER_DAY;

/**
 * Finds for each bar the last market bar of its own date or before, at most 7 days old and with at least `minBars` of
 * history, itself included. Times as in {@link Candles}.
 */
export function marketRows(candles: Candles, market: Candles, minBars: number): MarketRows {
  const rowOf = new Int32Array(candles.time.length).fill(-1);
  let last = -1;
  for (let t = 0; t < rowOf.length; t++) {
    const now = candles.time[t]!;
    while (last + 1 < market.time.length && market.time[last + 1]! <= now) last++;
    if (last >= minBars - 1 && now - market.time[last]! <= STALE_SECONDS) rowOf[t] = last;
  }
  return { features: features(market), rowOf };
}
