import type { Candles } from '../candles.ts';
import { isoDate, parseIsoDate, type IsoDate } from '../iso-date.ts';

/** The close that settles a forecast, in the price scale of the day on which the forecast was made. */
export interface Outcome {
  readonly date: IsoDate;
  readonly close: number;
  /** What the close was multiplied by: 1 unless the listing was split since the forecast. */
  readonly splitFactor: number;
}

/**
 * A stock split or stock dividend changes earlier closes by 1 % or more. A smaller change is a vendor's correction of that
 * one close, and says nothing about the scale of the others.
 */
const LARGEST_CORRECTION = 0.005;

/**
 * The one settlement rule, for the public ledger and for a user's own forecasts: the first close on or after the target
 * date. `finished` holds bars of finished sessions only. `anchorDate` is a session that was finished when the forecast was
 * made, and `anchorClose` its close as it read then: if a later history has rescaled that close, the outcome is scaled back.
 * Dates are `YYYY-MM-DD`. `null` while there is no such close, and when the history has no bar of the anchor.
 */
export function findOutcome(
  forecast: { readonly targetDate: string; readonly anchorDate: string; readonly anchorClose: number },
  finished: Candles,
): Outcome | null {
  const targetTime = parseIsoDate(forecast.targetDate);
  const anchorTime = parseIsoDate(forecast.anchorDate);
  if (targetTime === null || anchorTime === null) return null;
  const bar = finished.time.findIndex((time) => time >= targetTime);
  const close = finished.close[bar];
  const anchorNow = finished.close[finished.time.indexOf(anchorTime)];
  if (close === undefined || anchorNow === undefined) return null;
  const scale = forecast.anchorClose / anchorNow;
  const splitFactor = Math.abs(scale - 1) < LARGEST_CORRECTION ? 1 : scale;
  return { date: isoDate(finished.time[bar]!), close: close * splitFactor, splitFactor };
}
