import type { Candles } from './candles.ts';
import { SECONDS_PER_DAY } from './iso-date.ts';
import { err, ok, type Result } from './result.ts';

/**
 * Daily bars as integer columns for the wire, lossless. `day_gaps[0]` is the first bar's day number since 1970-01-01,
 * later entries the gap in days. Prices are integers of `1 / price_scale`: `close` as differences from the previous
 * close (first: absolute), `open` minus the previous close (first: minus its own close), `high` above max(open, close),
 * `low` below min(open, close). `volume` is absolute.
 */
export interface EncodedCandles {
  readonly price_scale: number;
  readonly day_gaps: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
}

export type ColumnsError = { readonly reason: 'malformed_columns' };

/** From cents to the eight decimals of a coin; a finer grid would leave the safe integers at ordinary prices. */
const PRICE_SCALES: readonly number[] = [1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8];

/** The day numbers of 0000-01-01 and 9999-12-31, the dates an ISO string of ten characters can hold. */
const FIRST_DAY = -719_528;
const LAST_DAY = 2_932_896;

/**
 * Rounds a vendor's price (often a 32-bit float printed as a double) to the grid that {@link encodeCandles} can hold:
 * 4 decimals from 1 up, 6 from 0.01, 8 below. A price under half of 1e-8 becomes 0, which is no price.
 */
export function quantisePrice(price: number): number {
  const scale = price >= 1 ? 1e4 : price >= 0.01 ? 1e6 : 1e8;
  return Math.round(price * scale) / scale;
}

/**
 * Encodes candles for {@link decodeCandles}, which gives back every bit. The scale is the smallest power of ten that
 * holds every price. Throws `RangeError` for what a decoded source never has (a programmer error): prices off the grid
 * of {@link quantisePrice} or not positive, a time that is not 00:00 UTC or not ascending, a negative volume.
 */
export function encodeCandles(candles: Candles): EncodedCandles {
  const { time, open, high, low, close, volume } = candles;
  const prices = [open, high, low, close];
  const scale = PRICE_SCALES.find((candidate) =>
    prices.every((column) => column.every((price) => isOnGrid(price, candidate))),
  );
  if (scale === undefined) throw new RangeError('a price is not positive or has more decimals than 8');
  const units = (price: number): number => Math.round(price * scale);

  const n = time.length;
  const day_gaps: number[] = [];
  const encoded = { open: [] as number[], high: [] as number[], low: [] as number[], close: [] as number[] };
  if (!volume.every(isVolume)) throw new RangeError('volume must be finite and not negative');
  let previousDay = 0;
  let previousClose = 0;
  for (let i = 0; i < n; i++) {
    const day = time[i]! / SECONDS_PER_DAY;
    if (!isDay(day) || (i > 0 && day <= previousDay)) {
      throw new RangeError(`time must be 00:00 UTC of ascending dates (bar ${i})`);
    }
    const o = units(open[i]!);
    const c = units(close[i]!);
    day_gaps.push(day - previousDay);
    encoded.close.push(c - previousClose);
    encoded.open.push(o - (i === 0 ? c : previousClose));
    encoded.high.push(units(high[i]!) - Math.max(o, c));
    encoded.low.push(Math.min(o, c) - units(low[i]!));
    previousDay = day;
    previousClose = c;
  }
  return { price_scale: scale, day_gaps, ...encoded, volume: Array.from(volume) };
}

/**
 * Decodes and checks columns that came over a network: equal lengths, safe integers, a known scale, ascending dates,
 * positive prices, no negative volume. Anything else is `malformed_columns`. Never throws.
 */
export function decodeCandles(encoded: EncodedCandles): Result<Candles, ColumnsError> {
  const malformed = err<ColumnsError>({ reason: 'malformed_columns' });
  if (!hasColumns(encoded)) return malformed;
  const scale = encoded.price_scale;
  const n = encoded.close.length;
  const candles: Candles = {
    time: new Float64Array(n),
    open: new Float64Array(n),
    high: new Float64Array(n),
    low: new Float64Array(n),
    close: new Float64Array(n),
    volume: Float64Array.from(encoded.volume),
  };
  let day = 0;
  let close = 0;
  for (let i = 0; i < n; i++) {
    const gap = encoded.day_gaps[i]!;
    day += gap;
    if ((i > 0 && gap < 1) || !isDay(day)) return malformed;
    const previousClose = close;
    close += encoded.close[i]!;
    const open = encoded.open[i]! + (i === 0 ? close : previousClose);
    const high = encoded.high[i]! + Math.max(open, close);
    const low = Math.min(open, close) - encoded.low[i]!;
    if (!isPriceUnits(open) || !isPriceUnits(high) || !isPriceUnits(low) || !isPriceUnits(close)) {
      return malformed;
    }
    candles.time[i] = day * SECONDS_PER_DAY;
    candles.open[i] = open / scale;
    candles.high[i] = high / scale;
    candles.low[i] = low / scale;
    candles.close[i] = close / scale;
  }
  return ok(candles);
}

/** True when the value has the shape of {@link EncodedCandles}, whatever its static type says. */
function hasColumns(value: Partial<EncodedCandles> | null | undefined): value is EncodedCandles {
  if (typeof value !== 'object' || value === null) return false;
  const { price_scale, day_gaps, open, high, low, close, volume } = value;
  if (price_scale === undefined || !PRICE_SCALES.includes(price_scale)) return false;
  if (!Array.isArray(close)) return false;
  const isColumn = (column: unknown, isValid: (entry: unknown) => boolean): boolean =>
    Array.isArray(column) && column.length === close.length && column.every(isValid);
  return (
    [day_gaps, open, high, low, close].every((column) => isColumn(column, Number.isSafeInteger)) &&
    isColumn(volume, isVolume)
  );
}

function isOnGrid(price: number, scale: number): boolean {
  const units = Math.round(price * scale);
  return isPriceUnits(units) && units / scale === price;
}

function isPriceUnits(units: number): boolean {
  return units > 0 && Number.isSafeInteger(units);
}

function isDay(day: number): boolean {
  return Number.isInteger(day) && day >= FIRST_DAY && day <= LAST_DAY;
}

/** Not an integer by rule: coins trade in fractions. */
function isVolume(volume: unknown): boolean {
  return typeof volume === 'number' && Number.isFinite(volume) && volume >= 0;
}
