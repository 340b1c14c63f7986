import { formatSessionDate } from '../format/dates.ts';

export interface DateTick {
  readonly index: number;
  readonly label: string;
}

/** Bars between two labels, from dense to sparse; past the last one labels stand on month and year starts. */
const BAR_STEPS = [1, 2, 5, 10] as const;
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60] as const;

function monthNumber(epochSeconds: number): number {
  const date = new Date(epochSeconds * 1000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function monthTicks(dates: Float64Array, from: number, to: number, limit: number): DateTick[] {
  const starts: { index: number; month: number }[] = [];
  const first = Math.max(from, 1);
  let before = monthNumber(dates[first - 1] ?? 0);
  for (let index = first; index < to; index += 1) {
    const month = monthNumber(dates[index] ?? 0);
    if (month !== before) starts.push({ index, month });
    before = month;
  }
  const step =
    MONTH_STEPS.find((size) => starts.filter(({ month }) => month % size === 0).length <= limit) ?? 120;
  return starts
    .filter(({ month }) => month % step === 0)
    .map(({ index, month }) => ({
      index,
      label: formatSessionDate(dates[index] ?? 0, month % 12 === 0 ? 'year' : 'month'),
    }));
}

/**
 * At most `limit` labels for the sessions `[from, to)` of an index axis: days while few are shown, else the first session
 * of a month (January shows the year). `dates` are epoch seconds, ascending.
 */
export function dateTicks(dates: Float64Array, from: number, to: number, limit: number): DateTick[] {
  const step = BAR_STEPS.find((size) => (to - from) / size <= limit);
  if (step === undefined) {
    const ticks = monthTicks(dates, from, to, limit);
    if (ticks.length > 1) return ticks;
  }
  const every = step ?? Math.ceil((to - from) / limit);
  const ticks: DateTick[] = [];
  // Counted from the newest session, so that labels do not change place when the left edge moves.
  for (let index = to - 1 - Math.floor(every / 2); index >= from; index -= every) {
    ticks.push({ index, label: formatSessionDate(dates[index] ?? 0, 'short') });
  }
  return ticks.toReversed();
}
