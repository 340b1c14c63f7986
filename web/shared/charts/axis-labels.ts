import type { Format } from '../format/format.ts';

/** Coins are quoted down to here; beyond it a label would be wider than its axis. */
const MAX_DECIMALS = 10;

/**
 * Decimals that tell labels `increment` apart, none lost: 25 → 0, 0.05 → 2, 0.25 → 2. A price is never written with one
 * decimal, so 2.5 and 0.5 take two.
 */
export function axisDecimals(increment: number): number {
  let decimals = 0;
  while (decimals < MAX_DECIMALS && !isWhole(increment * 10 ** decimals)) decimals += 1;
  return decimals === 1 ? 2 : decimals;
}

/** Steps such as 0.3 are not exact in binary. */
function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-9 && Math.round(value) > 0;
}

export interface DateTick {
  readonly index: number;
  readonly label: string;
}

/** The sessions `[from, to)` and how many labels there is room for. */
export interface TickRange {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** Bars between two labels, from dense to sparse; past the last one labels stand on month and year starts. */
const BAR_STEPS = [1, 2, 5, 10] as const;
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60] as const;

function monthNumber(epochSeconds: number): number {
  const date = new Date(epochSeconds * 1000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function monthTicks(format: Format, dates: Float64Array, { from, to, limit }: TickRange): DateTick[] {
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
      label: format.sessionDate(dates[index] ?? 0, month % 12 === 0 ? 'year' : 'month'),
    }));
}

/**
 * At most `limit` labels for sessions of an index axis: days while few are shown, else the first session
 * of a month (January shows the year). `dates` are epoch seconds, ascending.
 */
export function dateTicks(format: Format, dates: Float64Array, range: TickRange): DateTick[] {
  const { from, to, limit } = range;
  const step = BAR_STEPS.find((size) => (to - from) / size <= limit);
  if (step === undefined) {
    const ticks = monthTicks(format, dates, range);
    if (ticks.length > 1) return ticks;
  }
  const every = step ?? Math.ceil((to - from) / limit);
  const ticks: DateTick[] = [];
  // Counted from the newest session, so that labels do not change place when the left edge moves.
  for (let index = to - 1 - Math.floor(every / 2); index >= from; index -= every) {
    ticks.push({ index, label: format.sessionDate(dates[index] ?? 0, 'short') });
  }
  return ticks.toReversed();
}
