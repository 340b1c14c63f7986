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
  /** Shares (or units) traded; 0 if the source states none. */
  readonly volume: Float64Array;
  /** Dividend per share on its ex-date, in the listing's currency; 0 on other days. Absent if no dividend is known. */
  readonly dividend?: Float64Array;
  /** 1 for a session that reacted to the company's results, else 0. Absent if no results date is known. */
  readonly results?: Uint8Array;
}

/** One daily bar; fields as in {@link Candles}. */
export type Candle = Readonly<Record<'time' | 'open' | 'high' | 'low' | 'close' | 'volume', number>>;

export function candlesOf(column: (name: keyof Candle) => Float64Array): Candles {
  return {
    time: column('time'),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  };
}

/** Turns rows into columns. Throws `RangeError` unless `time` is strictly ascending, which decoded rows are. */
export function candlesFromRows(rows: readonly Candle[]): Candles {
  const candles = candlesOf((name) => new Float64Array(rows.map((row) => row[name])));
  if (!candles.time.every((at, i) => i === 0 || at > candles.time[i - 1]!)) {
    throw new RangeError('candles must be strictly ascending in time');
  }
  return candles;
}

/** The bars of finished sessions: all, or all but the last while `sessionLeft` > 0. */
export function finishedBars(candles: Candles, sessionLeft: number): Candles {
  return sessionLeft > 0 ? sliceCandles(candles, 0, -1) : candles;
}

/** A view (not a copy) of bars `[from, to)`; indices as in `TypedArray.subarray`. */
export function sliceCandles(candles: Candles, from: number, to?: number): Candles {
  const columns = Object.entries<Float64Array | Uint8Array>({ ...candles });
  return Object.fromEntries(
    columns.map(([name, column]): unknown[] => [name, column.subarray(from, to)]),
  ) as Candles;
}

/** Index of the first bar at or after an instant; the number of bars if all are earlier. */
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

export interface Dividend {
  /** Ex-date at the exchange, `YYYY-MM-DD`: whoever buys from that day on does not get it. */
  readonly date: string;
  /** Per share after every later split; in the listing's currency. */
  readonly amount: number;
}

/** New shares for old ones: 4 for 1, or 1 for 10 in a reverse split. */
export interface Split {
  /** The first session after the split, `YYYY-MM-DD`. */
  readonly date: string;
  readonly numerator: number;
  readonly denominator: number;
}

/** A listing's dividends and splits, each oldest first. */
export interface CorporateActions {
  readonly dividends: readonly Dividend[];
  readonly splits: readonly Split[];
}

/** Index of a date's bar (`YYYY-MM-DD`), or of the next one if the exchange was closed; see {@link firstBarFrom}. */
export function barOnDate(time: Float64Array, date: string): number {
  return firstBarFrom(time, Date.parse(date) / 1000);
}

/** Marks the dividends after the first bar; the same object without any. Amounts must be below the previous close. */
export function withDividends(candles: Candles, dividends: readonly Dividend[]): Candles {
  const { time } = candles;
  const dividend = new Float64Array(time.length);
  for (const { date, amount } of dividends) {
    const bar = barOnDate(time, date);
    if (bar > 0 && bar < time.length) dividend[bar]! += amount;
  }
  return dividend.some((amount) => amount > 0) ? { ...candles, dividend } : candles;
}

/** Closes as if every dividend were reinvested at the last close before its ex-date: their ratios are total returns (CRSP). */
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
