import { SECONDS_PER_DAY } from '../dates/iso-date.ts';
import { adjustedCloses, firstBarFrom, type Candles } from './candles.ts';

/** Windows that end with the last bar; ALL is the whole series. */
export const RANGE_LABELS = ['1W', '1M', '3M', '6M', '1Y', 'ALL'] as const;

export type RangeLabel = (typeof RANGE_LABELS)[number];

export const RANGE_WINDOW_DAYS: Readonly<Record<Exclude<RangeLabel, 'ALL'>, number>> = {
  '1W': 7,
  '1M': 30,
  '3M': 90,
  '6M': 180,
  '1Y': 365,
};

/** The first bar of a window that ends with the last bar; `null` if the history does not reach back that far. */
export function rangeStart(time: Float64Array, label: RangeLabel): number | null {
  const n = time.length;
  if (n === 0) return null;
  if (label === 'ALL') return 0;
  const earliest = time[n - 1]! - RANGE_WINDOW_DAYS[label] * SECONDS_PER_DAY;
  if (time[0]! > earliest) return null;
  return firstBarFrom(time, earliest);
}

/** Change from one price to another in percent of the first (2 means 2 %); not finite if `from` is 0. */
export function changePercent(from: number, to: number): number {
  // Multiplied first, so that 100 → 102 is exactly 2, as a threshold at 2 needs.
  return ((to - from) * 100) / from;
}

/** Percent change of the last close against the first close of each range; `null` if {@link rangeStart} is. */
export function performanceByRange(candles: Candles): Readonly<Record<RangeLabel, number | null>> {
  const { time, close } = candles;
  const performance = (label: RangeLabel): number | null => {
    const start = rangeStart(time, label);
    return start === null ? null : changePercent(close[start]!, close[close.length - 1]!);
  };
  const entries = RANGE_LABELS.map((label) => [label, performance(label)] as const);
  return Object.fromEntries(entries) as Record<RangeLabel, number | null>;
}

/** Total return over each range, percent, over the same bars as `performanceByRange`. */
export function totalReturnByRange(candles: Candles): Readonly<Record<RangeLabel, number | null>> {
  return performanceByRange({ ...candles, close: adjustedCloses(candles) });
}

/** Dividends of the last 365 days in percent of the last close; `null` for a shorter history. */
export function dividendYieldPercent({ time, close, dividend }: Candles): number | null {
  const start = rangeStart(time, '1Y');
  if (start === null) return null;
  const paid = dividend?.subarray(start).reduce((sum, amount) => sum + amount, 0) ?? 0;
  return (paid * 100) / close.at(-1)!;
}

/** The most sessions to compare a move with: four years, as for a listing's own scale. */
const MAX_SESSIONS = 1000;

/** With fewer sessions no rarity is stated. The same minimum as for a forecast. */
const MIN_SESSIONS = 60;

/** The fields are the wire's. */
export interface MoveRarity {
  readonly sessions: number;
  /** How many of them moved at least as far, up or down. */
  readonly as_large: number;
}

/** Compares the day's move, a ratio, with up to 1000 earlier sessions', up or down; `null` under 60 or without a move. */
export function moveRarity({ close }: Candles, currentPrice: number): MoveRarity | null {
  const last = close.length - 1;
  const sessions = Math.min(last - 1, MAX_SESSIONS);
  const move = Math.exp(Math.abs(Math.log(currentPrice / (close[last - 1] ?? NaN))));
  if (sessions < MIN_SESSIONS || !Number.isFinite(move)) return null;
  let asLarge = 0;
  for (let bar = last - sessions; bar < last; bar++) {
    const ratio = close[bar]! / close[bar - 1]!;
    if (ratio >= move || ratio <= 1 / move) asLarge++;
  }
  return { sessions, as_large: asLarge };
}
