/** The settlement rule, and the hit rate of a user's saved forecasts. */
import { sessionsIn } from '../back-test/block-length.ts';
import { datedBlocks, shareInterval, type Estimate } from '../back-test/intervals.ts';
import type { Candles } from '../prices/candles.ts';
import { dayOf, isoDate, parseIsoDate, type IsoDate } from '../dates/iso-date.ts';
import { splitFactor } from '../prices/splits.ts';

/** The close that settles a forecast, in the price scale of the day of the forecast. */
export interface Outcome {
  readonly date: IsoDate;
  readonly close: number;
  /** Factor applied to the close: 1 unless the listing was split after the forecast. */
  readonly splitFactor: number;
}

/**
 * The one settlement rule: the first close on or after the target date; `null` while there is none. `anchor_close` is the close
 * of a session (`anchor_date`) that was finished when the forecast was made. If the `finished` bars have rescaled that close,
 * the outcome is scaled back; if they lack that session, there is no outcome.
 */
export function findOutcome(
  forecast: { readonly target_date: string; readonly anchor_date: string; readonly anchor_close: number },
  finished: Candles,
): Outcome | null {
  const targetTime = parseIsoDate(forecast.target_date);
  const anchorTime = parseIsoDate(forecast.anchor_date);
  if (targetTime === null || anchorTime === null) return null;
  const bar = finished.time.findIndex((time) => time >= targetTime);
  const close = finished.close[bar];
  const anchorNow = finished.close[finished.time.indexOf(anchorTime)];
  if (close === undefined || anchorNow === undefined) return null;
  const factor = splitFactor(anchorNow, forecast.anchor_close);
  return { date: isoDate(finished.time[bar]!), close: close * factor, splitFactor: factor };
}

/** The part of a shown forecast that scoring reads. Dates are `YYYY-MM-DD`, prices in one scale. */
export interface ShownForecast {
  readonly base_date: string;
  readonly target_date: string;
  readonly base_close: number;
  readonly median: number;
  readonly low80: number;
  readonly high80: number;
  readonly low95: number;
  readonly high95: number;
  /** `null` while the forecast is open. */
  readonly outcome: { readonly close: number } | null;
}

/** With fewer settled forecasts no rate is stated: even for independent ones its interval would be ± 18 points wide. */
export const MIN_SETTLED = 30;

/** Scores of a forecast journal. Shares are 0…1. */
export type HitRate = {
  readonly settled: number;
  readonly open: number;
  /** Settled forecasts whose price or median equals the base price: neither a hit nor a miss. */
  readonly unchanged: number;
  /** The largest number of settled forecasts, across listings, without a shared day. No interval counts more observations. */
  readonly independent: number;
  /** `null` for fewer than {@link MIN_SETTLED} settled forecasts. */
  readonly measured: {
    /** Share of moves whose direction the median called; `null` if nothing moved. */
    readonly hitRate: Estimate | null;
    /** Share of the same moves that were rises: the hit rate of "always up". */
    readonly riseShare: number | null;
    readonly coverage80: Estimate;
    readonly coverage95: Estimate;
  } | null;
};

export type Settled<Forecast> = Forecast & { readonly outcome: NonNullable<ShownForecast['outcome']> };

export function isSettled<Forecast extends ShownForecast>(forecast: Forecast): forecast is Settled<Forecast> {
  return forecast.outcome !== null;
}

/** Scores one market's forecasts. */
export function hitRate(forecasts: readonly ShownForecast[]): HitRate {
  const settled = forecasts.filter(isSettled);
  const moved = settled.filter(
    ({ base_close, median, outcome }) => outcome.close !== base_close && median !== base_close,
  );
  const counts = {
    settled: settled.length,
    open: forecasts.length - settled.length,
    unchanged: settled.length - moved.length,
    independent: countIndependent(settled),
  };
  if (settled.length < MIN_SETTLED) return { ...counts, measured: null };

  const { share } = timeBlocks(settled);
  const called = moved.filter((forecast) => isRise(forecast) === forecast.median > forecast.base_close);
  const inside = (low: 'low80' | 'low95', high: 'high80' | 'high95') =>
    settled.filter((one) => one[low] <= one.outcome.close && one.outcome.close <= one[high]);
  return {
    ...counts,
    measured: {
      hitRate: moved.length === 0 ? null : share(called, moved),
      riseShare: moved.length === 0 ? null : moved.filter(isRise).length / moved.length,
      coverage80: share(inside('low80', 'high80'), settled),
      coverage95: share(inside('low95', 'high95'), settled),
    },
  };
}

/** A market's settled forecasts, at least one, as observations: time blocks, sized for the longest horizon, over all listings together. */
export function timeBlocks<Forecast extends ShownForecast>(settled: readonly Forecast[]) {
  const lengths = settled.map(({ base_date, target_date }) => dayOf(target_date) - dayOf(base_date));
  const longest = lengths.reduce((a, b) => Math.max(a, b), 0);
  const sumByBlock = datedBlocks(baseDates(settled), sessionsIn(longest));
  return {
    sums: (valueOf: (forecast: Forecast) => number): Float64Array =>
      sumByBlock(baseDates(settled), settled.map(valueOf)),
    share: (held: readonly Forecast[], of: readonly Forecast[]): Estimate =>
      shareInterval(sumByBlock(baseDates(held)), sumByBlock(baseDates(of)), countIndependent(of)),
  };
}

function baseDates(forecasts: readonly ShownForecast[]): string[] {
  return forecasts.map(({ base_date: date }) => date);
}

function isRise({ base_close, outcome }: Settled<ShownForecast>): boolean {
  return outcome.close > base_close;
}

/** The largest number of forecasts without a shared day (interval scheduling: always take the one that ends first). */
function countIndependent(forecasts: readonly ShownForecast[]): number {
  let lastEnd = '';
  let count = 0;
  for (const { base_date, target_date } of forecasts.toSorted((a, b) =>
    a.target_date < b.target_date ? -1 : 1,
  )) {
    if (base_date < lastEnd) continue;
    lastEnd = target_date;
    count += 1;
  }
  return count;
}
