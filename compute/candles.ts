/**
 * Daily bars as columns of equal length, oldest first. Prices are in the listing's currency and split-adjusted.
 * `time` is the session's exchange-local calendar date as epoch seconds at 00:00 UTC; strictly ascending.
 */
export interface Candles {
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** Shares (or units) traded; 0 where the source states none. */
  readonly volume: Float64Array;
  /** Cash per share that a buyer of this session no longer gets; 0 on other days. Absent where no dividend is known. */
  readonly dividend?: Float64Array;
}

/** One daily bar; fields as in {@link Candles}. */
export type Candle = Readonly<Record<'time' | 'open' | 'high' | 'low' | 'close' | 'volume', number>>;

/** Columns of so many zeros, to be filled. */
export function emptyCandles(bars: number): Candles {
  const column = (): Float64Array => new Float64Array(bars);
  return { time: column(), open: column(), high: column(), low: column(), close: column(), volume: column() };
}

/** Turns rows into columns. Throws `RangeError` unless `time` is strictly ascending (a programmer error: decode first). */
export function candlesFromRows(rows: readonly Candle[]): Candles {
  const candles = emptyCandles(rows.length);
  for (const [i, row] of rows.entries()) {
    if (i > 0 && !(row.time > candles.time[i - 1]!)) {
      throw new RangeError(`candles must be strictly ascending in time (row ${i})`);
    }
    candles.time[i] = row.time;
    candles.open[i] = row.open;
    candles.high[i] = row.high;
    candles.low[i] = row.low;
    candles.close[i] = row.close;
    candles.volume[i] = row.volume;
  }
  return candles;
}

/** The bars of sessions that are over: all but the last while a share of its session, `sessionLeft`, is still to come. */
export function finishedBars(candles: Candles, sessionLeft: number): Candles {
  return sessionLeft > 0 ? sliceCandles(candles, 0, -1) : candles;
}

/** A view (no copy) on bars `[from, to)`; indices as in `TypedArray.subarray`. */
export function sliceCandles(candles: Candles, from: number, to?: number): Candles {
  const view = (column: Float64Array): Float64Array => column.subarray(from, to);
  const { time, open, high, low, close, volume, dividend } = candles;
  return {
    time: view(time),
    open: view(open),
    high: view(high),
    low: view(low),
    close: view(close),
    volume: view(volume),
    ...(dividend && { dividend: view(dividend) }),
  };
}

/** Index of the first bar at or after an instant; the number of bars when all are earlier. */
export function firstBarFrom(time: Float64Array, epochSeconds: number): number {
  let low = 0;
  let high = time.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle]! < epochSeconds) low = middle + 1;
    else high = middle;
  }
  return low;
}

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

/** {@link firstBarFrom} a date (`YYYY-MM-DD`): its session, or the next one where the exchange was closed. */
export function barOnDate(time: Float64Array, date: string): number {
  return firstBarFrom(time, Date.parse(date) / 1000);
}

/** The candles with the dividends after their first bar; the same object without any. Amounts are below the close before. */
export function withDividends(candles: Candles, dividends: readonly Dividend[]): Candles {
  const { time } = candles;
  const dividend = new Float64Array(time.length);
  for (const { date, amount } of dividends) {
    const bar = barOnDate(time, date);
    if (bar > 0 && bar < time.length) dividend[bar]! += amount;
  }
  return dividend.some((amount) => amount > 0) ? { ...candles, dividend } : candles;
}

/** Closes as if every dividend were reinvested at the close before its ex-date: their ratios are total returns (CRSP). */
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
