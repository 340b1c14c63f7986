import { err, ok, type Result } from './common/result.ts';
import { SECONDS_PER_DAY } from './dates/iso-date.ts';
import { type Candles, candlesOf } from './prices/candles.ts';

/**
 * Daily bars as columns of mostly small integers, lossless for every candle. `day_gaps[0]` is the first bar's day number since
 * 1970-01-01, later entries are gaps in days. Prices are integers in units of `1 / price_scale`: `close` as the difference from
 * the previous close, `open` minus the previous close, `high` above max(open, close), `low` below min(open, close). The first
 * bar has no previous close: its `close` is absolute and its `open` relative to its own close.
 * With scale 0 the four prices are not scaled or differenced. `volume` is absolute.
 */
export interface EncodedCandles {
  /** A power of ten from 100 to 1e18, or 0. */
  readonly price_scale: number;
  readonly day_gaps: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
}

type ColumnsError = { readonly reason: 'malformed_columns' };

/** From cents to five digits of the smallest accepted price, 1e-14. */
const PRICE_SCALES = Array.from({ length: 17 }, (_, power) => 10 ** (power + 2));
const MAX_SCALE = 1e18;

/** If no scale holds all prices, as after serial reverse splits. */
const UNSCALED = 0;

/** Below this, price × scale errs by less than half a unit, so rounding gives the exact integer. */
const MAX_UNITS = 1e15;

/** The day numbers of 0000-01-01 and 9999-12-31, the dates an ISO string of ten characters can hold. */
const FIRST_DAY = -719_528;
const LAST_DAY = 2_932_896;

/** Rounds a vendor's price, often a printed 32-bit float, to 4 to 6 decimals, below 0.01 to five significant digits. */
export function quantisePrice(price: number): number {
  let scale = price >= 10 ? 1e4 : price >= 1 ? 1e5 : price >= 0.01 ? 1e6 : 1e8;
  while (price * scale < 1e4 && scale < MAX_SCALE) scale *= 10;
  return Math.round(price * scale) / scale;
}

/** Encodes candles so that {@link decodeCandles} restores every bit. Throws `RangeError` for values out of range. */
export function encodeCandles(candles: Candles): EncodedCandles {
  const { time, open, high, low, close, volume } = candles;
  if (![open, high, low, close].every((column) => column.every(isPrice))) {
    throw new RangeError('prices must be positive and finite');
  }
  if (!volume.every(isVolume)) throw new RangeError('volume must be finite and not negative');
  const price_scale = scaleOf(candles);

  const day_gaps: number[] = [];
  const encoded = { open: [] as number[], high: [] as number[], low: [] as number[], close: [] as number[] };
  let previousDay = 0;
  let previousClose = 0;
  for (let i = 0; i < time.length; i++) {
    const day = time[i]! / SECONDS_PER_DAY;
    if (!isDay(day) || (i > 0 && day <= previousDay)) {
      throw new RangeError(`time must be 00:00 UTC of ascending dates (bar ${i})`);
    }
    day_gaps.push(day - previousDay);
    previousDay = day;
    if (price_scale === UNSCALED) {
      encoded.open.push(open[i]!);
      encoded.high.push(high[i]!);
      encoded.low.push(low[i]!);
      encoded.close.push(close[i]!);
      continue;
    }
    const o = Math.round(open[i]! * price_scale);
    const c = Math.round(close[i]! * price_scale);
    encoded.close.push(c - previousClose);
    encoded.open.push(o - (i === 0 ? c : previousClose));
    encoded.high.push(Math.round(high[i]! * price_scale) - Math.max(o, c));
    encoded.low.push(Math.min(o, c) - Math.round(low[i]! * price_scale));
    previousClose = c;
  }
  return { price_scale, day_gaps, ...encoded, volume: Array.from(volume) };
}

/** Decodes columns received over a network. `malformed_columns` for anything that {@link encodeCandles} would not write. */
export function decodeCandles(encoded: EncodedCandles): Result<Candles, ColumnsError> {
  const malformed = err<ColumnsError>({ reason: 'malformed_columns' });
  if (!hasColumns(encoded)) return malformed;
  const scale = encoded.price_scale;
  const n = encoded.close.length;
  const candles = candlesOf(() => new Float64Array(n));
  candles.volume.set(encoded.volume);
  let day = 0;
  let units = 0;
  for (let i = 0; i < n; i++) {
    const gap = encoded.day_gaps[i]!;
    day += gap;
    if ((i > 0 && gap < 1) || !isDay(day)) return malformed;
    candles.time[i] = day * SECONDS_PER_DAY;
    const previous = units;
    let close = encoded.close[i]!;
    let open = encoded.open[i]!;
    let high = encoded.high[i]!;
    let low = encoded.low[i]!;
    if (scale === UNSCALED) {
      if (!isPrice(open) || !isPrice(high) || !isPrice(low) || !isPrice(close)) return malformed;
    } else {
      if (![open, high, low, close].every(Number.isSafeInteger)) return malformed;
      units = previous + close;
      open += i === 0 ? units : previous;
      high += Math.max(open, units);
      low = Math.min(open, units) - low;
      if (!isUnits(open) || !isUnits(high) || !isUnits(low) || !isUnits(units)) return malformed;
      open /= scale;
      high /= scale;
      low /= scale;
      close = units / scale;
    }
    candles.open[i] = open;
    candles.high[i] = high;
    candles.low[i] = low;
    candles.close[i] = close;
  }
  return ok(candles);
}

function scaleOf({ open, high, low, close }: Candles): number {
  const columns = [open, high, low, close];
  const holds = (scale: number): boolean =>
    columns.every((column) => column.every((price) => isOnGrid(price, scale)));
  return PRICE_SCALES.find(holds) ?? UNSCALED;
}

/** Whether the value has the shape of {@link EncodedCandles}, whatever its static type says. */
function hasColumns(value: Partial<EncodedCandles> | null | undefined): value is EncodedCandles {
  if (typeof value !== 'object' || value === null) return false;
  const { price_scale, day_gaps, open, high, low, close, volume } = value;
  const isScale = price_scale === UNSCALED || PRICE_SCALES.some((scale) => scale === price_scale);
  if (!isScale || !Array.isArray(close)) return false;
  const isColumn = (column: unknown, isValid: (entry: unknown) => boolean): boolean =>
    Array.isArray(column) && column.length === close.length && column.every(isValid);
  return (
    isColumn(day_gaps, Number.isSafeInteger) &&
    [open, high, low, close].every((column) => isColumn(column, Number.isFinite)) &&
    isColumn(volume, isVolume)
  );
}

function isOnGrid(price: number, scale: number): boolean {
  const units = Math.round(price * scale);
  return units > 0 && units <= MAX_UNITS && units / scale === price;
}

function isUnits(units: number): boolean {
  return units > 0 && Number.isSafeInteger(units);
}

function isPrice(price: number): boolean {
  return price > 0 && price < Infinity;
}

function isDay(day: number): boolean {
  return Number.isInteger(day) && day >= FIRST_DAY && day <= LAST_DAY;
}

/** Need not be an integer: coins trade in fractions. */
function isVolume(volume: unknown): boolean {
  return typeof volume === 'number' && Number.isFinite(volume) && volume >= 0;
}
