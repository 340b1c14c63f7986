import { err, ok, type Result } from './common/result.ts';
import { SECONDS_PER_DAY } from './dates/iso-date.ts';
import type { Candles } from './prices/candles.ts';

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

/**
 * Rounds a vendor's price (often a 32-bit float printed as a double) to a decimal that encodes compactly: 4 decimals from 10
 * up, 5 from 1, 6 from 0.01; below that as many as five significant digits need, 8 to 18.
 */
export function quantisePrice(price: number): number {
  let scale = price >= 10 ? 1e4 : price >= 1 ? 1e5 : price >= 0.01 ? 1e6 : 1e8;
  while (price * scale < 1e4 && scale < MAX_SCALE) scale *= 10;
  return Math.round(price * scale) / scale;
}

/** Encodes candles so that {@link decodeCandles} restores every bit. Throws `RangeError` for values out of range. */
export function encodeCandles(candles: Candles): EncodedCandles {
  const { time, volume } = candles;
  if (!everyPrice(candles, isPrice)) throw new RangeError('prices must be positive and finite');
  if (!volume.every(isVolume)) throw new RangeError('volume must be finite and not negative');
  const days = Array.from(time, (seconds) => seconds / SECONDS_PER_DAY);
  const day_gaps = differences(days);
  if (!areDays(days, day_gaps)) throw new RangeError('time must be 00:00 UTC of ascending dates');

  const price_scale =
    PRICE_SCALES.find((scale) => everyPrice(candles, (price) => isOnGrid(price, scale))) ?? UNSCALED;
  const units = (column: Float64Array): number[] =>
    Array.from(column, (price) => (price_scale === UNSCALED ? price : Math.round(price * price_scale)));
  const [open, high, low] = [units(candles.open), units(candles.high), units(candles.low)];
  const close = units(candles.close);
  const prices =
    price_scale === UNSCALED
      ? { open, high, low, close }
      : {
          open: open.map((price, i) => price - close[Math.max(i - 1, 0)]!),
          high: high.map((price, i) => price - Math.max(open[i]!, close[i]!)),
          low: low.map((price, i) => Math.min(open[i]!, close[i]!) - price),
          close: differences(close),
        };
  return { price_scale, day_gaps, ...prices, volume: Array.from(volume) };
}

/** Decodes columns received over a network. `malformed_columns` for anything that {@link encodeCandles} would not write. */
export function decodeCandles(encoded: EncodedCandles): Result<Candles, ColumnsError> {
  const malformed = err<ColumnsError>({ reason: 'malformed_columns' });
  if (!hasColumns(encoded)) return malformed;
  const days = sums(encoded.day_gaps);
  const prices = encoded.price_scale === UNSCALED ? encoded : inUnits(encoded);
  const isUnits = encoded.price_scale === UNSCALED ? isPrice : Number.isSafeInteger;
  if (!areDays(days, encoded.day_gaps) || !everyPrice(prices, (price) => price > 0 && isUnits(price)))
    return malformed;
  const column = (values: readonly number[]): Float64Array =>
    Float64Array.from(values, (value) => value / (encoded.price_scale || 1));
  return ok({
    time: Float64Array.from(days, (day) => day * SECONDS_PER_DAY),
    open: column(prices.open),
    high: column(prices.high),
    low: column(prices.low),
    close: column(prices.close),
    volume: Float64Array.from(encoded.volume),
  });
}

type Prices<Column> = Readonly<Record<'open' | 'high' | 'low' | 'close', Column>>;

function inUnits(encoded: EncodedCandles): Prices<number[]> {
  const close = sums(encoded.close);
  const open = encoded.open.map((difference, i) => difference + close[Math.max(i - 1, 0)]!);
  return {
    open,
    high: encoded.high.map((difference, i) => Math.max(open[i]!, close[i]!) + difference),
    low: encoded.low.map((difference, i) => Math.min(open[i]!, close[i]!) - difference),
    close,
  };
}

/** The first value, then each one's difference from the value before it. */
function differences(values: readonly number[]): number[] {
  return values.map((value, i) => value - (values[i - 1] ?? 0));
}

function sums(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => (sum += value));
}

function everyPrice(
  { open, high, low, close }: Prices<Float64Array | readonly number[]>,
  test: (price: number) => boolean,
): boolean {
  return [open, high, low, close].every((column) => column.every(test));
}

/** Whether these are ascending dates of the years 0 to 9999. */
function areDays(days: readonly number[], gaps: readonly number[]): boolean {
  return (
    days.every((day) => Number.isInteger(day) && day >= FIRST_DAY && day <= LAST_DAY) &&
    gaps.every((gap, i) => i === 0 || gap >= 1)
  );
}

/** Whether the value has the shape of {@link EncodedCandles}, whatever its static type says. */
function hasColumns(value: Partial<EncodedCandles> | null | undefined): value is EncodedCandles {
  if (typeof value !== 'object' || value === null) return false;
  const { price_scale, day_gaps, open, high, low, close, volume } = value;
  const isScale = price_scale === UNSCALED || PRICE_SCALES.some((scale) => scale === price_scale);
  if (!isScale || !Array.isArray(close)) return false;
  const isEntry = price_scale === UNSCALED ? Number.isFinite : Number.isSafeInteger;
  const isColumn = (column: unknown, isValid: (entry: unknown) => boolean): boolean =>
    Array.isArray(column) && column.length === close.length && column.every(isValid);
  return (
    isColumn(day_gaps, Number.isSafeInteger) &&
    [open, high, low, close].every((column) => isColumn(column, isEntry)) &&
    isColumn(volume, isVolume)
  );
}

function isOnGrid(price: number, scale: number): boolean {
  const units = Math.round(price * scale);
  return units > 0 && units <= MAX_UNITS && units / scale === price;
}

function isPrice(price: number): boolean {
  return price > 0 && price < Infinity;
}

/** Need not be an integer: coins trade in fractions. */
function isVolume(volume: unknown): boolean {
  return typeof volume === 'number' && Number.isFinite(volume) && volume >= 0;
}
