import { candlesFromRows, candlesOf, mergedBars, type Candle, type Candles, type Period } from '#compute';
import type { IntradayResponse } from '../contract/contract.ts';
import { cleanPrice, cleanVolume, withoutOutliers, type StatedPrices } from './plausible.ts';

/** A history needs a change. */
export const MIN_BARS = 2;

export interface VendorBar extends StatedPrices {
  /** Epoch seconds. */
  readonly time: number;
  /** 0 if the vendor states none. */
  readonly volume: number;
}

/** A bar whose close is known, or a quote: the price, volume and range of its running session, as far as they are stated. */
export interface PricedBar extends VendorBar {
  readonly close: number;
}

export function vendorBar(
  time: number,
  prices: Record<keyof StatedPrices, unknown>,
  volume: unknown,
): VendorBar {
  return {
    time,
    open: cleanPrice(prices.open),
    high: cleanPrice(prices.high),
    low: cleanPrice(prices.low),
    close: cleanPrice(prices.close),
    volume: cleanVolume(volume),
  };
}

export function isWithoutTrade({ open, high, low, close, volume }: Omit<VendorBar, 'time'>): boolean {
  return volume === 0 && [open, high, low].every((price) => price === null || price === close);
}

type Parts = IntradayResponse['session_parts'];

/**
 * One bar per time (`timeOf`, epoch seconds) up to `lastTime`, oldest first. The latest row of a time wins, because vendors append
 * the running session. An unknown open is the price in the range nearest to the previous close. A close is never doubted.
 */
export function barsFromRows(
  rows: readonly VendorBar[],
  timeOf: (seconds: number) => number,
  lastTime: number,
): Candles {
  const bars: Candle[] = [];
  for (const row of rows.toSorted((a, b) => a.time - b.time)) {
    const time = timeOf(row.time);
    const isLater = time === bars.at(-1)?.time;
    const previousClose = bars.at(isLater ? -2 : -1)?.close ?? null;
    const { close } = row;
    const { open, high, low } = withoutOutliers(row, previousClose);
    if (!(time <= lastTime) || close === null) continue;
    const [top, bottom] = [Math.max(high ?? close, close), Math.min(low ?? close, close)];
    const opened = open ?? Math.min(Math.max(previousClose ?? close, bottom), top);
    const bar = {
      time,
      open: opened,
      // Sources round each price separately, so high or low can miss open or close by a rounding error.
      high: Math.max(top, opened),
      low: Math.min(bottom, opened),
      close,
      volume: row.volume,
    };
    if (isLater) bars.pop();
    bars.push(bar);
  }
  return candlesFromRows(bars);
}

/** A quote without its outliers; `null` if the price is one. */
export function plausibleQuote(quote: PricedBar, lastClose: number): PricedBar | null {
  const { high, low, close } = withoutOutliers(quote, lastClose);
  return close === null ? null : { ...quote, high, low };
}

/** With the quote's day (`tradeDate`, as in `Candles.time`) last, closing at it; unchanged if the last bar is newer. */
export function withQuoteBar(
  candles: Candles,
  tradeDate: number,
  { close, volume, ...range }: Pick<PricedBar, 'close'> & Partial<PricedBar>,
): Candles {
  const last = candles.time.length - 1;
  const lastDate = candles.time[last] ?? -Infinity;
  if (tradeDate < lastDate) return candles;
  const high = Math.max(range.high ?? close, close);
  const low = Math.min(range.low ?? close, close);
  if (tradeDate === lastDate) {
    return {
      ...candles,
      high: candles.high.with(last, Math.max(candles.high[last] ?? 0, high)),
      low: candles.low.with(last, Math.min(candles.low[last] ?? Infinity, low)),
      close: candles.close.with(last, close),
      volume: candles.volume.with(last, volume || (candles.volume[last] ?? 0)),
    };
  }
  // The open is unknown; the price in the day's range nearest to the previous close stands in.
  const open = Math.min(Math.max(candles.close[last] ?? close, low), high);
  const bar: Candle = { time: tradeDate, open, high, low, close, volume: volume ?? 0 };
  return candlesOf((name) => Float64Array.of(...candles[name], bar[name]));
}

/** One bar per interval from rows in time order. Rows may be finer, or begin inside an interval, as running bars do. */
export function barsOfInterval(rows: Candles, intervalSeconds: number): IntradayResponse['bars'] {
  const startOf = (instant: number) => Math.floor(instant / intervalSeconds) * intervalSeconds;
  const starts = Array.from(rows.time, startOf);
  const merged = mergedBars(
    rows,
    Array.from(starts.keys()).filter((row) => starts[row] !== starts[row - 1]),
  );
  return {
    time: Array.from(merged.time, startOf),
    open: Array.from(merged.open),
    high: Array.from(merged.high),
    low: Array.from(merged.low),
    close: Array.from(merged.close),
    volume: Array.from(merged.volume),
  };
}

type Periods = Period | null | readonly (readonly (Period | null)[])[];

/** Assigns each bar to the latest part that began before it; bars before every known part count as regular. */
export function sessionParts(
  times: readonly number[],
  sessions: readonly Readonly<Record<Parts[number]['part'], Periods>>[],
): Parts {
  const starts = sessions.flatMap((session) =>
    (['pre', 'regular', 'post'] as const).flatMap((part) =>
      [session[part]].flat(2).flatMap((period) => (period ? { part, from: period.startSeconds } : [])),
    ),
  );
  starts.sort((a, b) => a.from - b.from);
  const startOf = times.map((time) => starts.findLast(({ from }) => from <= time));
  const firstBars = times.flatMap((_, bar) => (bar === 0 || startOf[bar] !== startOf[bar - 1] ? [bar] : []));
  return firstBars.map((from, run) => ({
    part: startOf[from]?.part ?? 'regular',
    from,
    to: firstBars[run + 1] ?? times.length,
  }));
}
