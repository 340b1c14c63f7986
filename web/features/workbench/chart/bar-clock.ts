/** When bars are, in words: dates of days, wall-clock times of bars within the day. */
import { isoDate, type DateTick, type Format, type TickRange } from '#compute';
import { useMemo } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import type { WorkbenchSeries } from './workbench-series.ts';

export interface BarClock {
  /** "Fri, Nov 20", within the day "Fri, Nov 20, 14:30". */
  readonly label: (index: number) => string;
  /** "Nov 20, 2026", within the day "Nov 20, 14:30". */
  readonly short: (index: number) => string;
  /** For a file: "2026-11-20", within the day the instant in UTC. */
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

/** Ascending instants of a few days as a wall clock in a time zone shows them, as if that were UTC; without a zone the reader's clock. */
export function wallClock(instants: Float64Array, timeZone: string | undefined): Float64Array {
  // Swedish writes dates and times as ISO does.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const offsetAt = (instant = 0) =>
    Date.parse(`${clock.format(instant * 1000).replace(' ', 'T')}Z`) / 1000 - instant;
  const offset = offsetAt(instants[0]);
  // Within a few days a clock is put forward or back once at most, in most weeks never.
  const isConstant = offset === offsetAt(instants.at(-1));
  return instants.map((instant) => instant + (isConstant ? offset : offsetAt(instant)));
}

function timeOf(wallSeconds: number): string {
  return Number.isFinite(wallSeconds) ? new Date(wallSeconds * 1000).toISOString().slice(11, 16) : 'N/A';
}

const MINUTE = 60;
/** Distances between labels, seconds. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360].map((minutes) => minutes * MINUTE);

/**
 * At most about `limit` labels for bars within the day: the date where a day begins, and between those the time at the first
 * bar of each hour, or whatever distance there is room for. `dayStarts` are the first bars of days.
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
  const step = STEPS.find((one) => startsOf(one).length <= limit);
  const wanted = step === undefined ? shown.filter((index) => days.has(index)) : startsOf(step);
  // Where a day begins between two full hours, only one of the labels has room.
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
