import { quantisePrice } from '#compute';
import type { Candle } from '#compute';
import { zonedDate } from './zoned-time.ts';

/** Parallel arrays as vendors send them; every array may hold `null`, and is as long as `timestamp`. */
export interface BarColumns {
  readonly timestamp: readonly number[];
  readonly open: readonly (number | null)[];
  readonly high: readonly (number | null)[];
  readonly low: readonly (number | null)[];
  readonly close: readonly (number | null)[];
  readonly volume: readonly (number | null)[];
}

/** More than any day's turnover of any listing; a larger number is a fault, and the volume then counts as unstated. */
const MAX_VOLUME = 1e14;

/** Beyond any quoted price (a bitcoin in rupiah is 2e9); more would leave the integers that the wire format counts in. */
const MAX_PRICE = 1e11;

/**
 * Daily bars, oldest first, one per exchange-local date: of several rows of one date the latest wins (Yahoo appends a
 * live row). Rows of a date after `nowSeconds`, and rows without four positive prices, are dropped.
 */
export function barsFromColumns(columns: BarColumns, timezone: string, nowSeconds: number): Candle[] {
  const today = zonedDate(nowSeconds, timezone);
  const order = columns.timestamp.map((_, row) => row);
  order.sort((a, b) => (columns.timestamp[a] ?? 0) - (columns.timestamp[b] ?? 0));
  const byDate = new Map<number, Candle>();
  for (const row of order) {
    const time = zonedDate(columns.timestamp[row] ?? 0, timezone);
    const bar = time <= today ? barAt(columns, row, time) : null;
    if (bar !== null) byDate.set(time, bar);
  }
  return [...byDate.values()];
}

/** One daily bar under its date at 00:00 UTC; `null` where a vendor's date could not be read. */
export interface DatedBar {
  readonly datetime: number | null;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume?: number | undefined;
}

/** Daily bars from rows that state their date, by the rules of {@link barsFromColumns}. */
export function barsFromDates(rows: readonly DatedBar[], timezone: string, nowSeconds: number): Candle[] {
  const today = zonedDate(nowSeconds, timezone);
  const byDate = new Map<number, Candle>();
  for (const row of rows) {
    if (row.datetime === null || row.datetime > today) continue;
    const bar = barFrom(row.datetime, row.open, row.high, row.low, row.close, row.volume ?? null);
    if (bar !== null) byDate.set(row.datetime, bar);
  }
  return [...byDate.values()].sort((a, b) => a.time - b.time);
}

/** A volume as a whole number, or 0 when it is missing or absurd. */
export function cleanVolume(volume: number | null): number {
  return volume !== null && volume >= 0 && volume < MAX_VOLUME ? Math.round(volume) : 0;
}

function barAt(columns: BarColumns, row: number, time: number): Candle | null {
  return barFrom(
    time,
    columns.open[row] ?? null,
    columns.high[row] ?? null,
    columns.low[row] ?? null,
    columns.close[row] ?? null,
    columns.volume[row] ?? null,
  );
}

function barFrom(
  time: number,
  ...[rawOpen, rawHigh, rawLow, rawClose, rawVolume]: readonly (number | null)[]
): Candle | null {
  const open = price(rawOpen ?? null);
  const high = price(rawHigh ?? null);
  const low = price(rawLow ?? null);
  const close = price(rawClose ?? null);
  if (open === null || high === null || low === null || close === null) return null;
  return {
    time,
    open,
    // The source rounds each price by itself, so an extreme can miss the open or the close by a hair.
    high: Math.max(high, open, close),
    low: Math.min(low, open, close),
    close,
    volume: cleanVolume(rawVolume ?? null),
  };
}

/** A usable price in the source's precision, or `null` for a hole, a placeholder zero or a non-number. */
export function price(value: number | null): number | null {
  if (value === null) return null;
  const quantised = quantisePrice(shortestOfFloat32(value));
  return quantised > 0 && quantised < MAX_PRICE ? quantised : null;
}

/** The decimal that a 32-bit float stands for: Yahoo prints 6544.99 as 6544.990234375. Other numbers stay as they are. */
function shortestOfFloat32(value: number): number {
  if (Math.fround(value) !== value) return value;
  for (let scale = 1; scale <= 1e8; scale *= 10) {
    const decimal = Math.round(value * scale) / scale;
    if (Math.fround(decimal) === value) return decimal;
  }
  return value;
}
