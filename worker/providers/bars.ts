import { zonedDate } from '#compute';
import type { Candles } from '#compute';
import type { Quote } from './market-data.ts';
import { cleanPrice, cleanVolume } from './plausible.ts';

/** Parallel arrays as vendors send them, all as long as `timestamp`; checked by the schemas of `plausible.ts`. */
export interface BarColumns {
  readonly timestamp: readonly number[];
  readonly open: readonly (number | null)[];
  readonly high: readonly (number | null)[];
  readonly low: readonly (number | null)[];
  readonly close: readonly (number | null)[];
  readonly volume: readonly (number | null)[];
}

/**
 * Daily bars, oldest first, one per exchange-local date. When several rows share a date the latest wins, because vendors
 * append the running session. Rows dated after `nowSeconds` and rows with a missing price are left out.
 */
export function barsFromColumns(columns: BarColumns, timezone: string, nowSeconds: number): Candles {
  const dates = Float64Array.from(columns.timestamp, (seconds) => zonedDate(seconds, timezone));
  return barsOnDates(dates, columns, zonedDate(nowSeconds, timezone));
}

/** The same for rows whose dates are known: epoch seconds at 00:00 UTC. `today` is the last date to keep. */
export function barsOnDates(dates: Float64Array, columns: BarColumns, today: number): Candles {
  const rows = dates.length;
  const bars = emptyCandles(rows);
  let count = 0;
  for (const row of chronological(columns.timestamp)) {
    const time = dates[row] ?? NaN;
    const open = cleanPrice(columns.open[row] ?? null);
    const high = cleanPrice(columns.high[row] ?? null);
    const low = cleanPrice(columns.low[row] ?? null);
    const close = cleanPrice(columns.close[row] ?? null);
    if (!(time <= today) || open === null || high === null || low === null || close === null) continue;
    if (count === 0 || time > (bars.time[count - 1] ?? 0)) count += 1;
    const at = count - 1;
    bars.time[at] = time;
    bars.open[at] = open;
    // The source rounds each price separately, so the high or low can miss the open or close by a hair.
    bars.high[at] = Math.max(high, open, close);
    bars.low[at] = Math.min(low, open, close);
    bars.close[at] = close;
    bars.volume[at] = cleanVolume(columns.volume[row] ?? null);
  }
  return mapColumns(bars, (column) => column.slice(0, count));
}

/**
 * The bars with the quote's day last, closing at its price. If the history has no row for that day yet, one is made from
 * the quote; otherwise the day's change would be measured against the wrong session. A quote older than the last bar
 * changes nothing. `tradeDate` is the quote's date at its exchange, as in `Candles.time`.
 */
export function withQuoteBar(candles: Candles, tradeDate: number, quote: Quote): Candles {
  const { price } = quote;
  const last = candles.time.length - 1;
  const lastDate = candles.time[last] ?? -Infinity;
  if (tradeDate < lastDate) return candles;
  const dayHigh = Math.max(quote.dayHigh ?? price, price);
  const dayLow = Math.min(quote.dayLow ?? price, price);
  const isNewDay = tradeDate > lastDate;
  const bars = mapColumns(candles, (column) => {
    const copy = new Float64Array(column.length + (isNewDay ? 1 : 0));
    copy.set(column);
    return copy;
  });
  const at = bars.time.length - 1;
  if (isNewDay) {
    bars.time[at] = tradeDate;
    // No open is known here. The price in the day's range nearest to the previous close stands in for it.
    bars.open[at] = Math.min(Math.max(candles.close[last] ?? price, dayLow), dayHigh);
    bars.high[at] = dayHigh;
    bars.low[at] = dayLow;
    bars.volume[at] = quote.volume ?? 0;
  } else {
    bars.high[at] = Math.max(bars.high[at] ?? 0, dayHigh);
    bars.low[at] = Math.min(bars.low[at] ?? Infinity, dayLow);
  }
  bars.close[at] = price;
  return bars;
}

/** Row numbers sorted by time; vendors usually send them in order. */
function chronological(times: readonly number[]): readonly number[] {
  const rows = times.map((_, row) => row);
  return rows.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0));
}

function emptyCandles(length: number): Candles {
  const column = () => new Float64Array(length);
  return { time: column(), open: column(), high: column(), low: column(), close: column(), volume: column() };
}

function mapColumns(candles: Candles, map: (column: Float64Array) => Float64Array): Candles {
  const { time, open, high, low, close, volume } = candles;
  return {
    time: map(time),
    open: map(open),
    high: map(high),
    low: map(low),
    close: map(close),
    volume: map(volume),
  };
}
