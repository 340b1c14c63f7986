import type { Candles } from './candles.ts';
import { SECONDS_PER_DAY } from './iso-date.ts';
import { changePercent, RANGE_WINDOW_DAYS, type RangeLabel } from './performance.ts';
import { err, ok, type Result } from './result.ts';

export type CloseSeries = Pick<Candles, 'time' | 'close'>;

/** Several listings on one time axis, each 100 on the first date that they share. */
export interface Comparison {
  /** Every date from the base date on at which at least one series has a bar, ascending; epoch seconds at 00:00 UTC. */
  readonly time: Float64Array;
  /** One index per series, each as long as `time`: 100 at entry 0, `NaN` on a date without a bar of its own. */
  readonly rebased: readonly Float64Array[];
  /** Entry of the last date on which every series has a bar: up to here the changes are measured. */
  readonly lastShared: number;
  /** Per series the change from the base date to that date, in percent (2 means 2 %). */
  readonly changePercent: readonly number[];
  /** Per series whether its history begins so late that it made the range shorter for all. */
  readonly isLate: readonly boolean[];
}

/** Fewer than two shared dates in the range: nothing could be measured on all of them. */
export type CompareError = { readonly reason: 'no_shared_days' };

/** Histories that begin within this time begin together: no exchange has closed for longer since 2000. */
const SAME_START_SECONDS = 10 * SECONDS_PER_DAY;

/**
 * Puts series of different calendars side by side over a range, which ends on the last date that all of them share and begins
 * on the first shared date inside its window (ALL: since the first bar of any). No price is invented: a date on which a
 * listing did not trade is `NaN` there. `RangeError` without a series (a programmer error).
 */
export function compareSeries(
  series: readonly CloseSeries[],
  range: RangeLabel,
): Result<Comparison, CompareError> {
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
  const closes = series.map((one) => onDates(one, time));
  const lastShared = time.indexOf(end);
  return ok({
    time,
    rebased: closes.map(rebaseTo100),
    lastShared,
    changePercent: closes.map((close) => changePercent(close[0]!, close[lastShared]!)),
    isLate: series.map((one) => one.time[0]! > earliest + SAME_START_SECONDS),
  });
}

/** Prices as an index that begins at 100, without unit; gaps (`NaN`) stay gaps. Divided first: the base is exactly 100. */
export function rebaseTo100(prices: Float64Array): Float64Array {
  const base = prices.find((price) => !Number.isNaN(price)) ?? NaN;
  return prices.map((price) => (price / base) * 100);
}

function sharedDates(series: readonly CloseSeries[]): Float64Array {
  const [first, ...others] = series;
  if (first === undefined) throw new RangeError('there is nothing to compare');
  const known = others.map(({ time }) => new Set(time));
  return first.time.filter((date) => known.every((dates) => dates.has(date)));
}

/** The dates from `from` on at which any series has a bar, ascending, each once. */
function allDates(series: readonly CloseSeries[], from: number): Float64Array {
  const dates = new Set(series.flatMap(({ time }) => Array.from(time.filter((date) => date >= from))));
  return Float64Array.from(dates).sort();
}

/** The closes of a series on these dates; `NaN` where it has no bar. */
function onDates({ time, close }: CloseSeries, dates: Float64Array): Float64Array {
  const byDate = new Map(Array.from(time, (date, i) => [date, close[i]!]));
  return dates.map((date) => byDate.get(date) ?? NaN);
}
