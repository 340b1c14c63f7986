import { wilsonInterval, type Estimated } from '../forecast/intervals.ts';

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

/** Below this many settled forecasts no rate is stated: its interval would be wider than ± 18 points. */
export const MIN_SETTLED = 30;

/** How recorded forecasts came out. Shares are 0…1. */
export type HitRate = {
  readonly settled: number;
  readonly open: number;
  /** Settled where price or forecast did not move from the base: neither a hit nor a miss. */
  readonly unchanged: number;
  /** As many settled forecasts as have no day in common, of whatever listing. The intervals are those of so many observations. */
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
 * Scores forecasts of one market. A hit has the sign of the actual move from the base price; the 95 % intervals are
 * Wilson's, over the number of forecasts that share no day: listings of the same days move together. Blocks of time, as
 * the public record has them, would need one horizon; here they are mixed as the user chose them.
 */
export function hitRate(records: readonly ShownForecast[]): HitRate {
  const settled = records.filter((record): record is Settled => record.outcome !== null);
  const moved = settled.filter(
    ({ basePrice, price, outcome }) => outcome.close !== basePrice && price !== basePrice,
  );
  const independent = countIndependent(settled);
  const counts = {
    settled: settled.length,
    open: records.length - settled.length,
    unchanged: settled.length - moved.length,
    independent,
  };
  if (settled.length < MIN_SETTLED) return { ...counts, measured: null };

  return {
    ...counts,
    measured: {
      hitRate:
        moved.length === 0
          ? null
          : wilsonInterval(
              share(moved, (record) => isRise(record) === record.price > record.basePrice),
              countIndependent(moved),
            ),
      riseShare: moved.length === 0 ? null : share(moved, isRise),
      coverage80: wilsonInterval(
        share(settled, ({ low80, high80, outcome: { close } }) => low80 <= close && close <= high80),
        independent,
      ),
      coverage95: wilsonInterval(
        share(settled, ({ low95, high95, outcome: { close } }) => low95 <= close && close <= high95),
        independent,
      ),
    },
  };
}

function isRise({ basePrice, outcome }: Settled): boolean {
  return outcome.close > basePrice;
}

function share(records: readonly Settled[], holds: (record: Settled) => boolean): number {
  return records.filter(holds).length / records.length;
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
