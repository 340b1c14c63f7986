import { monthNumber, SECONDS_PER_DAY } from '../dates/iso-date.ts';
import type { Candles } from './candles.ts';

export type Interval = 'day' | 'week' | 'month';

/** Weekly or monthly bars from daily ones, dated by their first session; `'day'` returns the same object. */
export function resample(candles: Candles, interval: Interval): Candles {
  if (interval === 'day') return candles;
  return mergedBars(candles, firstBars(candles.time, interval));
}

/** Parts of a session begin on this grid, whenever their first trade is. */
const BEGINNING_SECONDS = 900;

/**
 * Builds longer intraday bars from shorter ones, like {@link resample}: each covers `seconds` counted from the start of its
 * part of the session, is dated by its first bar, and never spans two parts. `parts` are consecutive runs of bars, `[from,
 * to)`; they are returned with the indices of the new bars.
 */
export function resampleParts<Part extends { readonly from: number; readonly to: number }>(
  candles: Candles,
  parts: readonly Part[],
  seconds: number,
): { readonly candles: Candles; readonly parts: readonly Part[] } {
  const { time } = candles;
  const grid = Math.min(seconds, BEGINNING_SECONDS);
  const starts: number[] = [];
  const moved = parts.map((part) => {
    const from = starts.length;
    const beginning = Math.floor(time[part.from]! / grid) * grid;
    let end = -Infinity;
    for (let i = part.from; i < part.to; i++) {
      if (time[i]! < end) continue;
      starts.push(i);
      end = beginning + (Math.floor((time[i]! - beginning) / seconds) + 1) * seconds;
    }
    return { ...part, from, to: starts.length };
  });
  return { candles: mergedBars(candles, starts), parts: moved };
}

/** Joins the bars from each index up to the next into one. */
export function mergedBars(
  { time, open, high, low, close, volume, dividend }: Candles,
  starts: readonly number[],
): Candles {
  const bars = (column: Float64Array, merge: (values: Float64Array) => number): Float64Array =>
    Float64Array.from(starts, (start, bar) => merge(column.subarray(start, starts[bar + 1])));
  const firsts = (column: Float64Array): Float64Array => bars(column, (values) => values[0]!);
  const sums = (column: Float64Array): Float64Array =>
    bars(column, (values) => values.reduce((sum, value) => sum + value));
  return {
    time: firsts(time),
    open: firsts(open),
    high: bars(high, (values) => Math.max(...values)),
    low: bars(low, (values) => Math.min(...values)),
    close: bars(close, (values) => values.at(-1)!),
    volume: sums(volume),
    ...(dividend && { dividend: sums(dividend) }),
  };
}

function firstBars(time: Float64Array, interval: 'week' | 'month'): number[] {
  const periods = Array.from(time, (seconds, i) =>
    interval === 'month' ? monthNumber(seconds) : weekNumber(seconds, time[i - 1]),
  );
  return Array.from(periods.keys()).filter((i) => periods[i] !== periods[i - 1]);
}

/** Weeks since 1970, from Monday. A Sunday after a free Friday and Saturday counts to the next one. */
function weekNumber(seconds: number, before = seconds): number {
  const isAfterWeekend = seconds - before > 2 * SECONDS_PER_DAY;
  // Day 0, 1970-01-01, was a Thursday.
  return Math.floor((seconds / SECONDS_PER_DAY + (isAfterWeekend ? 4 : 3)) / 7);
}
