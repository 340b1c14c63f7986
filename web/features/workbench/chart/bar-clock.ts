/** Bar dates in words: dates of daily bars, wall-clock times of intraday bars. */
import { isoDate, type DateTick, type Format, type TickRange } from '#compute';
import { useMemo } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import type { WorkbenchSeries } from '../data/chart-series.ts';

export interface BarClock {
  /** "Fri, Nov 20"; intraday "Fri, Nov 20, 14:30". */
  readonly label: (index: number) => string;
  /** "Nov 20, 2026"; intraday "Nov 20, 14:30". */
  readonly short: (index: number) => string;
  /** For exports: "2026-11-20"; intraday the instant in UTC. */
  readonly rowName: (epochSeconds: number) => string;
  readonly ticks?: (range: TickRange) => readonly DateTick[];
}

export function useBarClock({ dates, intraday }: WorkbenchSeries): BarClock {
  const format = useFormat();
  const timezone = intraday?.response.exchange_timezone;
  const dayStarts = intraday?.dayStarts;
  return useMemo((): BarClock => {
    if (timezone === undefined || dayStarts === undefined) {
      return {
        label: (index) => format.sessionDate(dates[index] ?? Number.NaN, 'weekday'),
        short: (index) => format.sessionDate(dates[index] ?? Number.NaN, 'day'),
        rowName: isoDate,
      };
    }
    const walls = wallClock(dates, format.zoneFor(timezone));
    const at = (index: number) => walls[index] ?? Number.NaN;
    return {
      label: (index) => `${format.sessionDate(at(index), 'weekday')}, ${timeOf(at(index))}`,
      short: (index) => `${format.sessionDate(at(index), 'short')}, ${timeOf(at(index))}`,
      rowName: (epochSeconds) => new Date(epochSeconds * 1000).toISOString(),
      ticks: (range) => timeTicks(format, walls, dayStarts, range),
    };
  }, [dates, timezone, dayStarts, format]);
}

/** Ascending instants of a few days as wall-clock times of a zone, encoded as if they were UTC; without a zone, of the user's clock. */
export function wallClock(instants: Float64Array, timeZone: string | undefined): Float64Array {
  // The Swedish format is ISO's.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const offsetAt = (instant = 0) =>
    Date.parse(`${clock.format(instant * 1000).replace(' ', 'T')}Z`) / 1000 - instant;
  const offset = offsetAt(instants[0]);
  // Within a few days the offset changes at most once, in most weeks never.
  const isConstant = offset === offsetAt(instants.at(-1));
  return instants.map((instant) => instant + (isConstant ? offset : offsetAt(instant)));
}

function timeOf(wallSeconds: number): string {
  return Number.isFinite(wallSeconds) ? new Date(wallSeconds * 1000).toISOString().slice(11, 16) : 'N/A';
}

const MINUTE = 60;
/** Label distances in seconds. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360].map((minutes) => minutes * MINUTE);

/**
 * At most about `limit` labels for intraday bars: the date at each day's first bar, and between them times at the smallest distance
 * that fits. `dayStarts` are the indices of the days' first bars.
 */
export function timeTicks(
  format: Format,
  walls: Float64Array,
  dayStarts: readonly number[],
  { from, to, limit }: TickRange,
): readonly DateTick[] {
  const days = new Set(dayStarts);
  const begins = (index: number, step: number) =>
    Math.floor((walls[index] ?? 0) / step) !== Math.floor((walls[index - 1] ?? -1) / step);
  const shown = Array.from({ length: to - from }, (_, i) => from + i);
  const startsOf = (step: number) =>
    shown.filter((index) => days.has(index) || (index > 0 && begins(index, step)));
  const step = STEPS.find((each) => startsOf(each).length <= limit);
  const wanted = step === undefined ? shown.filter((index) => days.has(index)) : startsOf(step);
  // If a day starts between two full hours, only one of the labels fits.
  const roomBars = ((to - from) / limit) * 0.7;
  const kept: number[] = [];
  for (const index of wanted) {
    if (kept.length > 0 && index - (kept.at(-1) ?? 0) < roomBars) {
      if (!days.has(index)) continue;
      kept.pop();
    }
    kept.push(index);
  }
  return kept.map((index) => ({
    index,
    label: days.has(index)
      ? format.sessionDate(walls[index] ?? Number.NaN, 'short')
      : timeOf(walls[index] ?? Number.NaN),
  }));
}
