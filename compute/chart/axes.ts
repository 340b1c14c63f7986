import { monthNumber, SECONDS_PER_DAY } from '../dates/iso-date.ts';
import type { Format } from '../format/format.ts';
import { decimalsOf } from '../format/price-decimals.ts';

const PRICE_PAD_SHARE = 0.06;

/** The padded range of a price axis. A flat series still gets a span, so that its line is in the middle. */
export function priceRange(min: number, max: number): [low: number, high: number] {
  const pad = (max - min || Math.abs(max) * 0.02 || 1) * PRICE_PAD_SHARE;
  return [min - pad, max + pad];
}

export const PRICE_LABEL_SPACE_PX = 44;

/** Steps between labels, within a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10] as const;

/** The prices to label on an axis of this height, lowest first, and the decimals that tell them apart. */
export function priceTicks(
  [low, high]: readonly [number, number],
  heightPx: number,
): { readonly prices: readonly number[]; readonly decimals: number } {
  const least = ((high - low) * PRICE_LABEL_SPACE_PX) / heightPx;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * (STEPS.find((size) => size * power >= least) ?? 10);
  const first = Math.ceil(low / step);
  return {
    prices: Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step),
    decimals: decimalsOf(step),
  };
}

/** Gap to the plot plus the padding of a price tag. */
export const AXIS_PAD_PX = 16;

/** Upper bounds of character widths at 12 px semibold, in Inter and in system typefaces. */
const CHAR_PX = { separator: 4.6, capital: 12, other: 8.6 } as const;

/** Width of a price axis with these labels, for any typeface: the picture needs it before text can be measured. */
export function priceAxisPx(labels: readonly string[]): number {
  return AXIS_PAD_PX + Math.ceil(Math.max(...labels.map(labelPx)));
}

function labelPx(label: string): number {
  const separators = label.match(/[\s.,’]/gu)?.length ?? 0;
  const capitals = label.match(/\p{Lu}/gu)?.length ?? 0;
  const others = label.length - separators - capitals;
  return separators * CHAR_PX.separator + capitals * CHAR_PX.capital + others * CHAR_PX.other;
}

export interface DateTick {
  readonly index: number;
  readonly label: string;
}

/** The sessions `[from, to)` and the number of labels that fit. */
export interface TickRange {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** Spans longer than this need the year in their labels. */
const DATED_DAYS = 300;

/** Bars between two labels, from dense to sparse; beyond the last step, labels stand at the start of months and years. */
const BAR_STEPS = [1, 2, 5, 10] as const;
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60] as const;

function monthTicks(format: Format, dates: Float64Array, { from, to, limit }: TickRange): DateTick[] {
  const before = Math.max(from, 1) - 1;
  const months = Array.from(dates.subarray(before, to), monthNumber);
  const starts = Array.from(months.entries()).filter(([i, month]) => i > 0 && month !== months[i - 1]);
  const everyNth = (step: number) => starts.filter(([, month]) => month % step === 0);
  const shown = MONTH_STEPS.map(everyNth).find((ticks) => ticks.length <= limit) ?? everyNth(120);
  return shown.map(([i, month]) => {
    const index = before + i;
    return { index, label: format.sessionDate(dates[index]!, month % 12 === 0 ? 'year' : 'month') };
  });
}

/** At most `limit` labels: days for a short span within a year, otherwise each month's first session (January: the year). */
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
  // Counted from the newest session, so that labels stay put when the left edge moves.
  for (let index = to - 1 - Math.floor(every / 2); index >= from; index -= every) {
    ticks.push({ index, label: format.sessionDate(dates[index] ?? 0, 'short') });
  }
  return ticks.toReversed();
}
