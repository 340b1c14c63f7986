import { shareInterval, type Estimated } from '../forecast/intervals.ts';
import { blockSessions } from '../forecast/window-blocks.ts';
import { SECONDS_PER_DAY } from '../iso-date.ts';
import { DAYS_PER_SESSION } from './block-estimates.ts';

/** What scoring reads of a forecast that was shown to somebody. Dates are `YYYY-MM-DD`, prices in one scale. */
export interface ShownForecast {
  readonly baseDate: string;
  readonly targetDate: string;
  readonly basePrice: number;
  /** Median for the target date. */
  readonly price: number;
  readonly low80: number;
  readonly high80: number;
  readonly low95: number;
  readonly high95: number;
  /** `null` while it is open. */
  readonly outcome: { readonly close: number } | null;
}

/** Below this many settled forecasts no rate is stated: its interval would be wider than ± 18 points even if no two had anything in common. */
export const MIN_SETTLED = 30;

/** How recorded forecasts came out. Shares are 0…1. */
export type HitRate = {
  readonly settled: number;
  readonly open: number;
  /** Settled where price or forecast did not move from the base: neither a hit nor a miss. */
  readonly unchanged: number;
  /** As many settled forecasts as have no day in common, of whatever listing. No interval counts more of them. */
  readonly independent: number;
  /** Null under {@link MIN_SETTLED} settled forecasts. */
  readonly measured: {
    /** Share of moves whose direction the median had; null when nothing moved. */
    readonly hitRate: Estimated | null;
    /** Share of the same moves that went up: what "always up" would have hit. */
    readonly riseShare: number | null;
    /** Shares of outcomes inside the 80 and 95 % ranges. */
    readonly coverage80: Estimated;
    readonly coverage95: Estimated;
  } | null;
};

type Settled = ShownForecast & { readonly outcome: NonNullable<ShownForecast['outcome']> };

/**
 * Scores forecasts of one market. A hit has the sign of the actual move from the base price. The 95 % intervals take blocks
 * of two months and two of the longest horizons as the observations, all listings together: what moves one listing moves
 * the others, and weeks are alike. A record of a few months therefore has wide ones.
 */
export function hitRate(records: readonly ShownForecast[]): HitRate {
  const settled = records.filter((record): record is Settled => record.outcome !== null);
  const moved = settled.filter(
    ({ basePrice, price, outcome }) => outcome.close !== basePrice && price !== basePrice,
  );
  const counts = {
    settled: settled.length,
    open: records.length - settled.length,
    unchanged: settled.length - moved.length,
    independent: countIndependent(settled),
  };
  if (settled.length < MIN_SETTLED) return { ...counts, measured: null };

  const share = shareByBlock(settled);
  return {
    ...counts,
    measured: {
      hitRate:
        moved.length === 0
          ? null
          : share(moved, (record) => isRise(record) === record.price > record.basePrice),
      riseShare: moved.length === 0 ? null : moved.filter(isRise).length / moved.length,
      coverage80: share(
        settled,
        ({ low80, high80, outcome: { close } }) => low80 <= close && close <= high80,
      ),
      coverage95: share(
        settled,
        ({ low95, high95, outcome: { close } }) => low95 <= close && close <= high95,
      ),
    },
  };
}

/**
 * Cuts the span of the base dates of `settled` into equal blocks and answers what gives the share of some of its forecasts
 * for which something holds. Neither may be empty.
 */
function shareByBlock(
  settled: readonly Settled[],
): (some: readonly Settled[], holds: (record: Settled) => boolean) => Estimated {
  const bases = settled.map(({ baseDate }) => dayOf(baseDate));
  const first = bases.reduce((a, b) => Math.min(a, b));
  const spanDays = bases.reduce((a, b) => Math.max(a, b)) - first + 1;
  const longestDays = settled.reduce(
    (longest, { baseDate, targetDate }) => Math.max(longest, dayOf(targetDate) - dayOf(baseDate)),
    0,
  );
  const blockDays = blockSessions(longestDays / DAYS_PER_SESSION) * DAYS_PER_SESSION;
  const blocks = Math.max(1, Math.floor(spanDays / blockDays));
  return (some, holds) => {
    const hits = new Float64Array(blocks);
    const counts = new Float64Array(blocks);
    for (const record of some) {
      const block = Math.floor(((dayOf(record.baseDate) - first) * blocks) / spanDays);
      counts[block]!++;
      if (holds(record)) hits[block]!++;
    }
    return shareInterval(hits, counts, countIndependent(some));
  };
}

/** Days since 1970-01-01. */
function dayOf(date: string): number {
  return Date.parse(date) / (SECONDS_PER_DAY * 1000);
}

function isRise({ basePrice, outcome }: Settled): boolean {
  return outcome.close > basePrice;
}

/**
 * The largest number of forecasts that share no day: the one that ends first, then the next that begins where it ended,
 * and so on (interval scheduling).
 */
function countIndependent(records: readonly ShownForecast[]): number {
  let lastEnd = '';
  let count = 0;
  for (const { baseDate, targetDate } of records.toSorted((a, b) => (a.targetDate < b.targetDate ? -1 : 1))) {
    if (baseDate < lastEnd) continue;
    lastEnd = targetDate;
    count += 1;
  }
  return count;
}
