/** Charts of intraday bars, and the clock of all bars: dates of daily ones, wall-clock times of intraday ones. */
import {
  SECONDS_PER_DAY,
  extendedEndSeconds,
  isoDate,
  resampleParts,
  sessionEndSeconds,
  zonedDate,
  zonedSecondOfDay,
  type Candles,
  type DateTick,
  type Format,
  type Interval,
  type TickRange,
  type TradingHours,
} from '#compute';
import { useMemo } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { intradayContext, memoizeByObject, type WorkbenchSeries } from './chart-series.ts';
import type { IntradayBars } from './workbench-data.ts';

/** Bars of minutes, and room for the rest of their day. */
export function minuteBars(own: IntradayBars, hours: TradingHours, hasExtended: boolean) {
  const { candles, response } = own;
  const dates = withRestOfDay(own, hours, hasExtended);
  const base = response.previous_close ?? candles.close[0] ?? Number.NaN;
  return { candles, intraday: intradayContext(own), forecast: null, dates, baseIndex: 0, base };
}

/** Free space after the last bar, as a share of all bars, even if the day is over. */
const MARGIN_SHARE = 0.012;

/** Start times of the bars, then of the bars that fit into the rest of the day. */
function withRestOfDay({ candles, response }: IntradayBars, hours: TradingHours, hasExtended: boolean) {
  const { time } = candles;
  const { interval_seconds: seconds, exchange_timezone: timezone } = response;
  const next = (time.at(-1) ?? 0) + seconds;
  const end = (hasExtended ? extendedEndSeconds : sessionEndSeconds)(
    hours,
    zonedDate(next - seconds, timezone),
  );
  const room = Math.max(Math.ceil((end - next) / seconds), Math.ceil(time.length * MARGIN_SHARE));
  return Float64Array.from(
    { length: time.length + room },
    (_, i) => time[i] ?? next + (i - time.length) * seconds,
  );
}

/** The bars of regular trading only; all bars if there are none of it yet. */
export const regularOf = memoizeByObject((served: IntradayBars): IntradayBars => {
  const { candles, response } = served;
  const regular = response.session_parts.filter(({ part }) => part === 'regular');
  if (regular.length === 0 || regular.length === response.session_parts.length) return served;
  let end = 0;
  const parts = regular.map(({ part, from, to }) => ({ part, from: end, to: (end += to - from) }));
  const isRegular = (_value: number, bar: number) => regular.some(({ from, to }) => bar >= from && bar < to);
  const columns = Object.entries(candles).map(([name, column]) => [name, column.filter(isRegular)]);
  const kept = Object.fromEntries(columns) as Candles;
  const lastEnd = ((kept.time.at(-1) ?? 0) + response.interval_seconds) * 1000;
  const asOf = new Date(Math.min(Date.parse(response.as_of), lastEnd)).toISOString();
  return { ...served, candles: kept, response: { ...response, session_parts: parts, as_of: asOf } };
});

export const minutesOf = memoizeByObject((served: IntradayBars, minutes: number): IntradayBars => {
  const seconds = minutes * 60;
  if (seconds <= served.response.interval_seconds) return served;
  const { candles, parts } = resampleParts(served.candles, served.response.session_parts, seconds);
  const response = { ...served.response, session_parts: [...parts], interval_seconds: seconds };
  return { ...served, candles, response };
});

export interface BarClock {
  /** "Fri, Nov 20, 2026"; "Week of Nov 16, 2026"; "Nov 2026"; intraday "Fri, Nov 20, 14:30". */
  readonly label: (index: number) => string;
  /** "Nov 20, 2026"; intraday "Nov 20, 14:30". */
  readonly short: (index: number) => string;
  /** For exports: "2026-11-20"; intraday the instant in UTC. */
  readonly rowName: (epochSeconds: number) => string;
  readonly ticks?: (range: TickRange) => readonly DateTick[];
}

export function useBarClock({ dates, intraday }: WorkbenchSeries, interval: Interval): BarClock {
  const format = useFormat();
  const timezone = intraday?.response.exchange_timezone;
  return useMemo((): BarClock => {
    if (timezone === undefined) {
      const date = (index: number, style: 'day' | 'dated' | 'month' | 'year') =>
        format.sessionDate(dates[index] ?? Number.NaN, style);
      const label = {
        day: (index: number) => date(index, 'dated'),
        week: (index: number) => `Week of ${date(index, 'day')}`,
        month: (index: number) => `${date(index, 'month')} ${date(index, 'year')}`,
      }[interval];
      return { label, short: (index) => date(index, 'day'), rowName: isoDate };
    }
    const walls = wallClock(dates, format.zoneFor(timezone));
    const at = (index: number) => walls[index] ?? Number.NaN;
    return {
      label: (index) => `${format.sessionDate(at(index), 'weekday')}, ${timeOf(at(index))}`,
      short: (index) => `${format.sessionDate(at(index), 'short')}, ${timeOf(at(index))}`,
      rowName: (epochSeconds) => new Date(epochSeconds * 1000).toISOString(),
      ticks: (range) => timeTicks(format, walls, range),
    };
  }, [dates, timezone, format, interval]);
}

/** Instants as wall-clock times of a zone, encoded as if they were UTC; without a zone, of the user's clock. */
export function wallClock(
  instants: Float64Array,
  timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): Float64Array {
  return instants.map((instant) => zonedDate(instant, timeZone) + zonedSecondOfDay(instant, timeZone));
}

function timeOf(wallSeconds: number): string {
  return Number.isFinite(wallSeconds) ? new Date(wallSeconds * 1000).toISOString().slice(11, 16) : 'N/A';
}

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360]
  .map((minutes) => minutes * 60)
  .concat(SECONDS_PER_DAY);

/** At most about `limit` labels: the date at each day's first bar, and times between them at the smallest distance that fits. */
export function timeTicks(
  format: Format,
  walls: Float64Array,
  { from, to, limit }: TickRange,
): readonly DateTick[] {
  const partOf = (index: number, step: number) => Math.floor((walls[index] ?? -1) / step);
  const begins = (index: number, step: number) => partOf(index, step) !== partOf(index - 1, step);
  const shown = Array.from({ length: to - from }, (_, i) => from + i);
  const startsOf = (step: number) => shown.filter((index) => begins(index, step));
  const step = STEPS.find((each) => startsOf(each).length <= limit) ?? SECONDS_PER_DAY;
  // If a day starts between two full hours, only one of the labels fits.
  const roomBars = ((to - from) / limit) * 0.7;
  const kept: number[] = [];
  for (const index of startsOf(step)) {
    if (kept.length > 0 && index - (kept.at(-1) ?? 0) < roomBars) {
      if (!begins(index, SECONDS_PER_DAY)) continue;
      kept.pop();
    }
    kept.push(index);
  }
  return kept.map((index) => {
    const wall = walls[index] ?? Number.NaN;
    return {
      index,
      label: begins(index, SECONDS_PER_DAY) ? format.sessionDate(wall, 'short') : timeOf(wall),
    };
  });
}
