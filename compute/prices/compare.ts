import { err, ok, type Result } from '../common/result.ts';
import { SECONDS_PER_DAY } from '../dates/iso-date.ts';
import { firstBarFrom, type Candles } from './candles.ts';
import { changePercent, RANGE_WINDOW_DAYS, type RangeLabel } from './performance.ts';

export type CloseSeries = Pick<Candles, 'time' | 'close'>;

/** Several listings on one time axis, each 100 on their first shared date. */
export interface Comparison {
  /** Every date from the base date on with a bar in at least one series, ascending; epoch seconds at 00:00 UTC. */
  readonly time: Float64Array;
  /** One index per series, each as long as `time`: 100 at entry 0, `NaN` on dates without a bar of the series. */
  readonly rebased: readonly Float64Array[];
  /** Index of the last date on which every series has a bar; changes are measured up to it. */
  readonly lastShared: number;
  /** For each series, the change from the base date to that date, percent (2 means 2 %). */
  readonly changePercent: readonly number[];
  /** For each series, whether its late start shortened the range for all. */
  readonly isLate: readonly boolean[];
}

/** Histories that begin within this time count as beginning together: no exchange has closed for longer since 2000. */
const SAME_START_SECONDS = 10 * SECONDS_PER_DAY;

/**
 * Puts series with different calendars side by side over a range. It ends on the last date that all share and begins on the
 * first shared date in its window (ALL: since the first bar of any). No price is invented: a listing is `NaN` on dates on which
 * it did not trade.
 */
export function compareSeries(
  series: readonly CloseSeries[],
  range: RangeLabel,
): Result<Comparison, { readonly reason: 'no_shared_days' }> {
  const shared = sharedDates(series);
  const end = shared.at(-1);
  if (end === undefined) return err({ reason: 'no_shared_days' });
  const earliest =
    range === 'ALL'
      ? Math.min(...series.map(({ time }) => time[0]!))
      : end - RANGE_WINDOW_DAYS[range] * SECONDS_PER_DAY;
  const base = shared.find((date) => date >= earliest)!;
  if (base === end) return err({ reason: 'no_shared_days' });

  const time = allDates(series, base);
  const closes = series.map((one) => valuesOn(one, time));
  const lastShared = time.indexOf(end);
  return ok({
    time,
    // Dividing first makes the base exactly 100.
    rebased: closes.map((close) => close.map((price) => (price / close[0]!) * 100)),
    lastShared,
    changePercent: closes.map((close) => changePercent(close[0]!, close[lastShared]!)),
    isLate: series.map((one) => one.time[0]! > earliest + SAME_START_SECONDS),
  });
}

/** The dates on which every series has a bar, ascending; empty without a series. */
export function sharedDates(series: readonly Pick<CloseSeries, 'time'>[]): Float64Array {
  const [first, ...others] = series;
  return others.reduce(
    (dates, { time }) => {
      let bar = 0;
      return dates.filter((date) => {
        while (time[bar]! < date) bar++;
        return time[bar] === date;
      });
    },
    first?.time ?? new Float64Array(0),
  );
}

function allDates(series: readonly CloseSeries[], from: number): Float64Array {
  const dates = new Set(series.flatMap(({ time }) => Array.from(time.filter((date) => date >= from))));
  return Float64Array.from(dates).sort();
}

/** A series on dates; `NaN` if it has no bar. */
export function valuesOn({ time, close }: CloseSeries, dates: Float64Array): Float64Array {
  return dates.map((date) => {
    const bar = firstBarFrom(time, date);
    return time[bar] === date ? close[bar]! : NaN;
  });
}
