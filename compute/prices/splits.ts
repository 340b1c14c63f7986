/** Converts prices to the scale of a later history. A split rescales every earlier close, so each of them reveals it. */
import { isoDate } from '../dates/iso-date.ts';
import { priceDecimals } from '../format/price-decimals.ts';
import type { Candles } from './candles.ts';

/** A split or stock dividend changes earlier closes by 1 % or more; smaller changes are a vendor's correction of one close. */
const LARGEST_CORRECTION = 0.005;

/** The factor from the scale in which a session's close is `from` to the one in which it is `to`; 1 without a split. */
export function splitFactor(from: number, to: number): number {
  const factor = to / from;
  return Math.abs(factor - 1) < LARGEST_CORRECTION ? 1 : factor;
}

/** A price in another scale, rounded as prices are shown, so that a level is reached at the price that it names. */
export function rescaledPrice(price: number, factor: number): number {
  if (factor === 1) return price;
  const scaled = price * factor;
  return Number(scaled.toFixed(priceDecimals('', scaled)));
}

/** Some sessions' closes, oldest first. */
export interface DatedCloses {
  readonly dates: readonly string[];
  readonly prices: readonly number[];
}

/** The close of each year's first session: few enough to send with every price, yet one precedes anything a user saved since. */
export function yearCloses({ time, close }: Candles): DatedCloses {
  const dates = Array.from(time, isoDate);
  const bars = [...dates.keys()].filter((bar) => dates[bar]?.slice(0, 4) !== dates[bar - 1]?.slice(0, 4));
  return { dates: bars.map((bar) => dates[bar]!), prices: bars.map((bar) => close[bar]!) };
}
