import type { Candles } from '../candles.ts';
import { atr } from './atr.ts';
import { ema } from './ema.ts';

/** Each as long as the candles; `NaN` before the first full window. */
export interface KeltnerChannels {
  readonly upper: Float64Array;
  readonly middle: Float64Array;
  readonly lower: Float64Array;
}

/**
 * Keltner channels: the EMA of the closes, and `width` average true ranges above and below it.
 * Keltner 1960, "How to Make Money in Commodities", in the form of Raschke, who took the EMA and the true range in place
 * of simple means of typical prices and of high − low.
 * Each as long as the candles; the first max(`period` − 1, `rangePeriod`) entries are NaN.
 * In the listing's currency.
 * `RangeError` unless the periods are positive integers and `width` is not negative.
 */
export function keltner(
  candles: Candles,
  period: number,
  rangePeriod: number,
  width: number,
): KeltnerChannels {
  if (!(width >= 0)) throw new RangeError(`width must not be negative, got ${width}`);
  const middle = ema(candles.close, period);
  const ranges = atr(candles, rangePeriod);
  const upper = new Float64Array(middle.length);
  const lower = new Float64Array(middle.length);
  for (let i = 0; i < middle.length; i++) {
    upper[i] = middle[i]! + width * ranges[i]!;
    lower[i] = middle[i]! - width * ranges[i]!;
    if (Number.isNaN(ranges[i]!)) middle[i] = NaN;
  }
  return { upper, middle, lower };
}
