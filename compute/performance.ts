import type { Candles } from './candles.ts';
import { SECONDS_PER_DAY } from './iso-date.ts';

/** Windows that end with the last bar; ALL is the whole series. */
export const RANGE_LABELS = ['1W', '1M', '3M', '6M', '1Y', 'ALL'] as const;

export type RangeLabel = (typeof RANGE_LABELS)[number];

/** Length of each window in calendar days; ALL has none. */
export const RANGE_WINDOW_DAYS: Readonly<Record<Exclude<RangeLabel, 'ALL'>, number>> = {
  '1W': 7,
  '1M': 30,
  '3M': 90,
  '6M': 180,
  '1Y': 365,
};

/**
 * Index of the first bar inside the range: the first one at or after the last bar's date minus the window. `null` when
 * the series begins after that date, so that a shorter history never poses as the whole window, or is empty.
 * `time` as in {@link Candles}: epoch seconds, ascending.
 */
export function rangeStart(time: Float64Array, label: RangeLabel): number | null {
  const n = time.length;
  if (n === 0) return null;
  if (label === 'ALL') return 0;
  const earliest = time[n - 1]! - RANGE_WINDOW_DAYS[label] * SECONDS_PER_DAY;
  if (time[0]! > earliest) return null;
  return firstBarFrom(time, earliest);
}

/** Index of the first bar at or after an instant; the number of bars when all are earlier. `time` ascending. */
export function firstBarFrom(time: Float64Array, epochSeconds: number): number {
  let low = 0;
  let high = time.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle]! < epochSeconds) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Change from one price to another in percent of the first (2 means 2 %). Not rounded. Prices are positive; from 0 the
 * change is not a finite number.
 */
export function changePercent(from: number, to: number): number {
  // Multiplied first: 100 → 102 is exactly 2, which a threshold at 2 can see.
  return ((to - from) * 100) / from;
}

/** Percent change of the last close against the first close of each range; `null` where {@link rangeStart} has none. */
export function performanceByRange(candles: Candles): Readonly<Record<RangeLabel, number | null>> {
  const { time, close } = candles;
  const performance = (label: RangeLabel): number | null => {
    const start = rangeStart(time, label);
    return start === null ? null : changePercent(close[start]!, close[close.length - 1]!);
  };
  return {
    '1W': performance('1W'),
    '1M': performance('1M'),
    '3M': performance('3M'),
    '6M': performance('6M'),
    '1Y': performance('1Y'),
    ALL: performance('ALL'),
  };
}
