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

/** One daily bar; `time` as in {@link Candles}. */
export interface Candle {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Turns rows into columns. Throws `RangeError` unless `time` is strictly ascending (a programmer error: decode first). */
export function candlesFromRows(rows: readonly Candle[]): Candles {
  const n = rows.length;
  const candles = {
    time: new Float64Array(n),
    open: new Float64Array(n),
    high: new Float64Array(n),
    low: new Float64Array(n),
    close: new Float64Array(n),
    volume: new Float64Array(n),
  };
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

/**
 * The bars of sessions that are over: all, or all but the last while a part of its session, `sessionLeft` (0…1), is still
 * to come. A view as {@link sliceCandles}.
 */
export function finishedBars(candles: Candles, sessionLeft: number): Candles {
  return sessionLeft > 0 ? sliceCandles(candles, 0, -1) : candles;
}

/** A view (no copy) on bars `[from, to)`; indices as in `TypedArray.subarray`. */
export function sliceCandles(candles: Candles, from: number, to?: number): Candles {
  return {
    time: candles.time.subarray(from, to),
    open: candles.open.subarray(from, to),
    high: candles.high.subarray(from, to),
    low: candles.low.subarray(from, to),
    close: candles.close.subarray(from, to),
    volume: candles.volume.subarray(from, to),
    ...(candles.dividend && { dividend: candles.dividend.subarray(from, to) }),
  };
}
