import type { Candles } from './candles.ts';
import { firstBarFrom, performanceByRange, rangeStart, type RangeLabel } from './performance.ts';

/** Cash paid per share (or unit of a fund). */
export interface Dividend {
  /** Ex-date at the exchange, `YYYY-MM-DD`: from that day on a buyer no longer gets it. */
  readonly date: string;
  /** Per share as counted today, after every later split; in the listing's currency. */
  readonly amount: number;
}

/** So many new shares for so many old ones: 4 for 1, or 1 for 10 in a reverse split. */
export interface Split {
  /** The first session at the new count, `YYYY-MM-DD`. */
  readonly date: string;
  readonly numerator: number;
  readonly denominator: number;
}

/** What happened to a listing's shares; both lists oldest first. */
export interface CorporateActions {
  readonly dividends: readonly Dividend[];
  readonly splits: readonly Split[];
}

/**
 * The first bar on or after a date (`YYYY-MM-DD`): its session, or the next one where the exchange was closed. As many as
 * there are bars when the date is later than all of them. `time` as in {@link Candles}.
 */
export function barOnDate(time: Float64Array, date: string): number {
  return firstBarFrom(time, Date.parse(date) / 1000);
}

/**
 * The candles with their dividends, as far as these lie after the first bar; the same object without any. Amounts are below
 * the close before, as decoded snapshots have them.
 */
export function withDividends(candles: Candles, dividends: readonly Dividend[]): Candles {
  const { time } = candles;
  const dividend = new Float64Array(time.length);
  for (const { date, amount } of dividends) {
    const bar = barOnDate(time, date);
    if (bar > 0 && bar < time.length) dividend[bar]! += amount;
  }
  return dividend.some((amount) => amount > 0) ? { ...candles, dividend } : candles;
}

/**
 * Closes as if every dividend had been reinvested at the close before its ex-date: the last one is the last close, the ones
 * before an ex-date are smaller by amount / close before. Ratios of them are total returns (the "adjusted close" of CRSP
 * and of vendors).
 */
export function adjustedCloses({ close, dividend }: Candles): Float64Array {
  if (dividend === undefined) return close;
  const adjusted = new Float64Array(close.length);
  let factor = 1;
  for (let t = close.length - 1; t >= 0; t--) {
    adjusted[t] = close[t]! * factor;
    if (t > 0) factor *= 1 - dividend[t]! / close[t - 1]!;
  }
  return adjusted;
}

/** Total return over each range in percent, over the same bars as the price return of `performanceByRange`. */
export function totalReturnByRange(candles: Candles): Readonly<Record<RangeLabel, number | null>> {
  return performanceByRange({ ...candles, close: adjustedCloses(candles) });
}

/** Dividends of the last 365 days in percent of the last close; `null` where the history is shorter than that. */
export function dividendYieldPercent({ time, close, dividend }: Candles): number | null {
  const start = rangeStart(time, '1Y');
  if (start === null) return null;
  const paid = dividend?.subarray(start).reduce((sum, amount) => sum + amount, 0) ?? 0;
  return (paid * 100) / close.at(-1)!;
}
