import type { Candles } from './candles.ts';
import { indicatorSet, type Indicators } from './indicators/indicator-set.ts';
import { changePercent, performanceByRange, type RangeLabel } from './performance.ts';

/** How far a price is from the close of the session before the last bar's. `NaN` without such a session. */
export interface DayChange {
  /** In the listing's currency. */
  readonly dayChange: number;
  readonly dayChangePercent: number;
}

/** What a history says by itself, however short: the part of an analysis that is no forecast. */
export interface HistoryFacts extends DayChange {
  readonly currentPrice: number;
  readonly indicators: Indicators;
  readonly performance: Readonly<Record<RangeLabel, number | null>>;
}

/** The change of the day: the last bar is the current session, so the bar before it holds the previous close. */
export function dayChange({ close }: Candles, currentPrice: number): DayChange {
  const previousClose = close.at(-2) ?? NaN;
  return {
    dayChange: currentPrice - previousClose,
    dayChangePercent: changePercent(previousClose, currentPrice),
  };
}

/** The facts of a history and a price in its currency. */
export function historyFacts(candles: Candles, currentPrice: number): HistoryFacts {
  return {
    currentPrice,
    ...dayChange(candles, currentPrice),
    indicators: indicatorSet(candles.close),
    performance: performanceByRange(candles),
  };
}
