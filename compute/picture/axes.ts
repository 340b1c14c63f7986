/** The axes of a chart: its range of prices, its labels, and the room that they take. */
import { decimalsOf } from '../format/number-format.ts';
import type { Format } from '../format/format.ts';
import { SECONDS_PER_DAY } from '../iso-date.ts';

/** Room above and below the prices, as a share of their span. */
const PRICE_PAD_SHARE = 0.06;

/** The range of a price axis: padded; a flat series still gets a span, so that its line stands in the middle. */
export function priceRange(min: number, max: number): [low: number, high: number] {
  const span = max - min || Math.abs(max) * 0.02 || 1;
  const pad = span * PRICE_PAD_SHARE;
  return [min - pad, max + pad];
}

export const PRICE_LABEL_SPACE_PX = 44;

/** Steps between two labels, within a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10] as const;

/** Prices that are labelled on an axis so high, lowest first, and the decimals that tell them apart. */
export function priceTicks(
  [low, high]: readonly [number, number],
  heightPx: number,
): { readonly prices: readonly number[]; readonly decimals: number } {
  const least = ((high - low) * PRICE_LABEL_SPACE_PX) / heightPx;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * (STEPS.find((size) => size * power >= least) ?? 10);
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return {
    prices: Array.from({ length: count }, (_, i) => (first + i) * step),
    decimals: decimalsOf(step),
  };
}

/** Gap to the plot plus the padding of a price tag. */
export const AXIS_PAD_PX = 16;

/** Widths at 12 px semibold that neither Inter nor a system's typeface exceeds. */
const CHAR_PX = { separator: 4.6, capital: 12, other: 8.6 } as const;

/** Width of a price axis with these labels, whatever the typeface: a picture has it before there is one to measure with. */
export function priceAxisPx(labels: readonly string[]): number {
  return AXIS_PAD_PX + Math.ceil(Math.max(...labels.map(labelPx)));
}

function labelPx(label: string): number {
  const separators = label.match(/[\s.,’]/gu)?.length ?? 0;
  const capitals = label.match(/\p{Lu}/gu)?.length ?? 0;
  const others = label.length - separators - capitals;
  return separators * CHAR_PX.separator + capitals * CHAR_PX.capital + others * CHAR_PX.other;
}

/** A label of the time axis, at the session `index`. */
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

/** Over more days than these a day and its month are not enough to know the year. */
const DATED_DAYS = 300;

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

/** At most `limit` labels: days while few are shown within a year, else the first session of a month (January: the year). */
export function dateTicks(format: Format, dates: Float64Array, range: TickRange): DateTick[] {
  const { from, to, limit } = range;
  const days = ((dates[to - 1] ?? 0) - (dates[from] ?? 0)) / SECONDS_PER_DAY;
  const step = days > DATED_DAYS ? undefined : BAR_STEPS.find((size) => (to - from) / size <= limit);
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
